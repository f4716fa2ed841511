"""A sample of what the site says, drawn by a seed, as a page on which somebody checks it against the books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeVar

from cards.models import Card
from cards.wording import facts_in_words, trait_names
from rules.models import Comparison, Rule, Ruling

T = TypeVar("T")
# How many of each are drawn, and what the columns of the results in docs/truth.md call them.
SIZES = {"Regeln": 50, "Klarstellungen": 20, "Vergleich": 20, "Karten": 20}
HOW = (
    "Zu jedem Eintrag: Buch oder Quelle aufschlagen, Satz für Satz vergleichen, dann genau ein Kästchen ankreuzen. "
    "Falsch ist, was dem Buch widerspricht; ungenau, wo Bedingung, Art, Beleg oder Gewissheit nicht ganz stimmen."
)
BOXES = "- [ ] richtig - [ ] ungenau - [ ] falsch:"


def page(seed: int) -> str:
    """Return the whole page; the same seed and the same data give the same page."""
    draw = Random(seed)  # noqa: S311 - a sample, no secret
    parts = {
        "Regeln": [_rule(one) for one in _drawn(draw, Rule.objects.select_related("edition"), "Regeln")],
        "Klarstellungen": [
            _ruling(one)
            for one in _drawn(draw, Ruling.objects.prefetch_related("rules", "against"), "Klarstellungen")
        ],
        "Vergleich": [_row(one, draw) for one in _drawn(draw, Comparison.objects.all(), "Vergleich")],
        "Karten": [_card(one) for one in _drawn(draw, _told_cards(), "Karten")],
    }
    lines = [f"# Stichprobe {seed}", "", HOW]
    for title, entries in parts.items():
        lines += ["", f"## {title} ({len(entries)})"]
        for entry in entries:
            lines += ["", *entry, "", BOXES]
    return "\n".join(lines) + "\n"


def _drawn(draw: Random, rows: Iterable[T], title: str) -> list[T]:
    known = sorted(rows, key=lambda row: str(getattr(row, "key", None) or row.pk))  # type: ignore[attr-defined]
    return draw.sample(known, min(SIZES[title], len(known)))


def _told_cards() -> Iterator[Card]:
    """Yield the cards of which more is said than a name."""
    for card in Card.objects.select_related("edition").prefetch_related("sources"):
        if card.text or card.bad_stuff_text or card.structures or card.level is not None:
            yield card


def _rule(rule: Rule) -> list[str]:
    found = [f"### {rule.pk}", "", f"Anleitung {rule.edition.name}, Abschnitt „{rule.section}“"]
    found += ["", f"{rule.get_kind_display()}: {rule.text}"]
    return [*found, "", f"Anders: {rule.differs}"] if rule.differs else found


def _ruling(ruling: Ruling) -> list[str]:
    found = [f"### {ruling.pk}", "", f"{ruling.get_status_display()}, gilt für {ruling.holds_for}"]
    found += ["", f"{ruling.question} – {ruling.answer}"]
    found += ["", *(f"- beruht auf {rule.pk}: {rule.text}" for rule in ruling.rules.all())]
    found += [f"- dem widerspricht {rule.pk}: {rule.text}" for rule in ruling.against.all()]
    return [*found, f"- Achtung: {ruling.note}"] if ruling.note else found


def _row(row: Comparison, draw: Random) -> list[str]:
    """Return one row with the answer of one of the books that answer."""
    box = draw.choice(sorted(box for box, cell in row.answers.items() if cell.get("answer")) or [""])
    cell: dict[str, Any] = row.answers.get(box, {})
    value = "" if cell.get("value") is None else f" (Wert {cell['value']})"
    found = [f"### {row.pk} in {box}", "", f"{row.question} – {cell.get('answer')}{value}"]
    found += ["", *(f"- {rule}" for rule in cell.get("rules", ()))]
    return [*found, f"- Hinweis: {row.note}"] if row.note else found


def _card(card: Card) -> list[str]:
    sources = ", ".join(source.title for source in card.sources.all())
    found = [f"### {card.key}: {card.name}", "", f"{card.get_kind_display()}; Quellen: {sources}", ""]
    facts = [fact for fact in facts_in_words(card, trait_names()) if fact.text]
    found += [f"- {fact.label}: {' '.join(fact.lines)}" for fact in facts]
    return [*found, f"- Text: {card.text}"] if card.text else found
