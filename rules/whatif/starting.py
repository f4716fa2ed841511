"""Ways into a scenario: a card, a rule, a ruling, an example, a case."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from cards.models import Card
from rules.facts import library
from rules.models import Case, Example, Rule, Ruling
from rules.whatif.words import rows

# More cases than this nobody chooses among.
MOST_CASES = 12
# Which box lies on the table until somebody says so.
FIRST_BOX = rows("scenes")["fresh"]["box"]


@dataclass(frozen=True)
class Start:
    """A scenario with the words that lead into it."""

    title: str
    scenario: dict[str, Any] | None
    eyebrow: str = ""
    url: str = ""
    why: str = ""
    cases: list[Case] = field(default_factory=list)


def from_case(key: str) -> Start | None:
    case = Case.objects.filter(pk=key).first()
    return Start(case.title, case.scenario, "Gelöster Fall", why=case.why) if case else None


def from_card(key: str) -> Start | None:
    """Open the standard scene of the card's kind; cases that show the card are offered beside it."""
    box, _, slug = key.partition("/")
    card = Card.objects.select_related("edition").filter(edition_id=box, slug=slug).first()
    if card is None:
        return None
    title = f"Was wäre wenn … {card.name}?"
    shown = Case.objects.filter(cards=card)
    cases = list(shown[:MOST_CASES])
    return Start(title, _scene(card), card.get_kind_display(), card.get_absolute_url(), cases=cases)


def from_rule(key: str) -> Start | None:
    rule = Rule.objects.select_related("edition").filter(pk=key).first()
    if rule is None:
        return None
    return _from_cases(Case.objects.filter(rules=rule), rule.text, "Regel", rule)


def from_ruling(key: str) -> Start | None:
    ruling = Ruling.objects.filter(pk=key).first()
    if ruling is None:
        return None
    return _from_cases(Case.objects.filter(rulings=ruling), ruling.question, "Klarstellung", ruling)


def from_example(key: str) -> Start | None:
    example = Example.objects.filter(pk=key).first()
    if example is None:
        return None
    return _from_cases(Case.objects.filter(examples=example), example.scene, "Beispiel", example)


def fresh(game: str, box: str) -> dict[str, Any]:
    """Return the table that the builder starts with."""
    found: dict[str, Any] = _filled(rows("scenes")["fresh"][game], {"$box": box})
    return found


def cases_about(text: str, box: str, kind: str, topic: str) -> QuerySet[Case]:
    """Return the cases of a box, a topic and a kind whose title or reason holds every word."""
    found = Case.objects.all()
    for word in text.split()[:8]:
        found = found.filter(Q(title__icontains=word) | Q(why__icontains=word) | Q(source__icontains=word))
    if box:
        found = found.filter(Q(edition_id=box) | Q(rules__edition_id=box))
    if topic:
        found = found.filter(rules__topic=topic)
    if kind in KINDS:
        found = found.filter(**{f"{KINDS[kind]}__isnull": False})
    return found.distinct()


KINDS = {"beispiel": "examples", "klarstellung": "rulings", "karte": "cards"}


def _from_cases(cases: QuerySet[Case], title: str, eyebrow: str, row: Any) -> Start:
    found = list(cases[: MOST_CASES + 1])
    url = row.get_absolute_url()
    if not found:
        return Start(title, None, eyebrow, url)
    return Start(found[0].title, found[0].scenario, eyebrow, url, found[0].why, found[1:])


def _scene(card: Card) -> dict[str, Any]:
    """Return the standard scene of the card's kind with the card in it."""
    scenes = rows("scenes")[card.edition.game]
    scene = scenes["kinds"].get(card.kind, scenes["kinds"]["default"])
    words = {"$card": card.slug, "$box": _deciding_box(card)}
    found: dict[str, Any] = _filled(scenes["base"] | scene, words)
    if words["$box"] != card.edition_id:
        found["sets"] = [words["$box"], card.edition_id]
    return found


def _deciding_box(card: Card) -> str:
    """Return the card's box, or another one where its own has no book that can decide."""
    decide = library().deciding(card.edition.game)
    return card.edition_id if card.edition_id in decide else next(iter(decide), card.edition_id)


def _filled(value: Any, words: dict[str, str]) -> Any:
    """Return a copy with the placeholders replaced."""
    if isinstance(value, dict):
        return {key: _filled(item, words) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, words) for item in value]
    return words.get(value, value) if isinstance(value, str) else value
