"""Operations on boxes and cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, NoReturn

from django.db.models import Q

from cards.folding import sort_key
from cards.models import Card, Edition
from cards.serializers import Frame, Set, present_set
from cardsite.api import names, parameters, shelf
from cardsite.api.absent import check_set, one, refuse
from cardsite.api.exceptions import Problem, meant
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import PAGING, Page, offset_of, paged, ranked, whole_list
from cardsite.api.searching import QUERY, matching_cards
from rules.querysets import OF_QUESTION, OF_RULING, rulings_in_full
from rules.serializers import Card as CardShape
from rules.serializers import Ruling as RulingShape
from rules.serializers import included, present_ruling

GROUP = "Karten"
PREFETCHED = {
    "rulings": tuple(f"rulings__{name}" for name in OF_RULING),
    "questions": tuple(f"questions__{name}" for name in OF_QUESTION),
    "rules": ("rules",),
}
INCLUDE = tuple(PREFETCHED)
CARD = {"set": "axe-cop", "slug": "krieger"}
ONE_SET = parameters.slug("set", "Nur in dieser Box.")


@get("sets", Set, "Boxen", listed=True, parameters=PAGING)
def set_list(ask: Ask) -> Page:
    """Alle Boxen.

    Auch solche, von denen nur der Name bekannt ist (`has_rulebook: false`).
    """
    return paged(ask, Edition.objects.in_full(), ("order", "key"), present_set)


@get("sets/<slug:set>", Set, "Boxen", example={"set": "axe-cop"})
def set_detail(ask: Ask) -> Set:
    """Eine Box."""
    return present_set(one(ask, "set", Edition.objects.in_full(), ask["set"]), ask.frame)


def shaped_cards(ask: Ask, keys: Sequence[str]) -> list[CardShape]:
    """Return the cards of these ids in their order, each once, with what the client wants included."""
    plain = {key: card for key in keys if (card := shelf.cards(ask.frame).get(key))}
    include = ask.values.get("include") or ()
    if not include:
        return list(plain.values())
    wanted = Q(pk=None)
    for card in plain.values():
        wanted |= Q(edition_id=card.set, slug=card.slug)
    prefetched = [path for name in include for path in PREFETCHED[name]]
    rows = {row.key: row for row in Card.objects.filter(wanted).prefetch_related(*prefetched)}
    return [included(card, rows[key], ask.frame, include) for key, card in plain.items()]


# What cards are sorted by; a hyphen in front turns it round. What is not attested comes last either way.
SORTS: dict[str, Callable[[CardShape], Any]] = {
    "name": lambda card: sort_key(card.name),
    **{name: attrgetter(name) for name in ("set", "kind", "level", "treasures", "bonus", "gold", "strength")},
}
SORT = parameters.choices(
    "sort",
    "Wonach geordnet wird, das Wichtigste zuerst; „-“ davor kehrt um. Nicht Belegtes steht am Ende.",
    [*SORTS, *(f"-{name}" for name in SORTS)],
    example="-level,name",
)


def _sorted(keys: Iterable[str], words: Sequence[str], frame: Frame) -> list[str]:
    cards, found = shelf.cards(frame), list(keys)
    for word in reversed(words):
        value, down = SORTS[word.removeprefix("-")], word.startswith("-")
        known = [key for key in found if value(cards[key]) is not None]
        unknown = [key for key in found if value(cards[key]) is None]
        found = sorted(known, key=lambda key: value(cards[key]), reverse=down) + unknown
    return found


@get("cards", CardShape, GROUP, listed=True, include=INCLUDE, cost=2, parameters=(QUERY, SORT, *PAGING))
def card_list(ask: Ask) -> Page:
    """Karten suchen.

    Ohne `q` alle Karten in der Reihenfolge der Boxen; mit `q` die passenden, beste zuerst. `sort` ordnet anders.
    """
    if ask["sort"]:
        found = matching_cards(ask, ask["q"])[0] if ask["q"] else shelf.cards(ask.frame)
        keys, start = _sorted(found, ask["sort"], ask.frame), offset_of(ask)
        return ranked(ask, len(keys), shaped_cards(ask, keys[start : start + ask["limit"]]))
    if ask["q"]:
        keys, total = matching_cards(ask, ask["q"], offset_of(ask), ask["limit"])
        return ranked(ask, total, shaped_cards(ask, keys))
    rows = Card.objects.select_related("edition").only("order", "slug", "edition_id", "edition__order")
    page = paged(ask, rows, ("edition__order", "edition_id", "order", "slug"), lambda row, _: row.key)
    page.data = shaped_cards(ask, page.data)
    return page


@get("cards/<slug:set>/<slug:slug>", CardShape, GROUP, include=INCLUDE, example=CARD)
def card_detail(ask: Ask) -> CardShape:
    """Eine Karte."""
    key = f"{ask['set']}/{ask['slug']}"
    found = shaped_cards(ask, [key])
    return found[0] if found else refuse(ask, "card", key, shelf.cards(ask.frame))


@get("cards/<slug:set>/<slug:slug>/rulings", RulingShape, GROUP, listed=True, example=CARD, parameters=PAGING)
def card_rulings(ask: Ask) -> Page:
    """Klarstellungen zu einer Karte."""
    box, slug = ask["set"], ask["slug"]
    if (key := f"{box}/{slug}") not in shelf.cards(ask.frame):
        refuse(ask, "card", key, shelf.cards(ask.frame), "/rulings")
    rows = rulings_in_full().filter(cards__edition=box, cards__slug=slug)
    return paged(ask, rows, ("id",), present_ruling)


EXACT = parameters.text(
    "exact", "Der ganze Name; Umlaute und Großschreibung zählen nicht.", most=120, example="Krieger"
)
FUZZY = parameters.text("fuzzy", "Ein Name mit Tippfehlern.", most=120, example="Kindskopfkrakke")
BEGINNING = parameters.text("q", "Der Anfang eines Namens.", most=80, required=True, example="krie")
NAME = parameters.text("name", "Ein halb erinnerter Name.", most=120, required=True, example="exploding fone")


@get("cards/named", CardShape, GROUP, include=INCLUDE, cost=3, parameters=(EXACT, FUZZY, ONE_SET))
def card_named(ask: Ask) -> CardShape:
    """Eine Karte nach ihrem Namen.

    Mit `exact` zählt nur der ganze Name, mit `fuzzy` auch ein ähnlicher; sind beide da, zuerst der ganze. Kommen
    mehrere Karten in Frage, antwortet die Adresse 404 vom Typ „mehrdeutig“ mit `candidates`.
    """
    word = ask["exact"] or ask["fuzzy"]
    if not word:
        said = "Ohne Namen keine Karte: Nenne „exact“ oder „fuzzy“."
        raise Problem("nicht-gefunden", said, suggestions=["exact", "fuzzy"])
    check_set(ask)
    found = [(name, 100.0) for name in names.exact(word, ask.frame, ask["set"])]
    if not found and ask["fuzzy"]:
        found = names.nearly(ask["fuzzy"], ask.frame, ask["set"])
        # Only the best one, if it leads by enough.
        found = found if len(found) > 1 and found[0][1] - found[1][1] < names.LEAD else found[:1]
    if len(found) == 1 and found[0][1] >= names.SURE:
        return shaped_cards(ask, [found[0][0].card])[0]
    return _no_clear_card(ask, word, found or names.nearly(word, ask.frame, ask["set"]))


def _no_clear_card(ask: Ask, word: str, found: list[tuple[names.Name, float]]) -> NoReturn:
    candidates = [names.present(name, score, ask.frame) for name, score in found]
    several = sum(score >= names.SURE for _, score in found) > 1
    kind = "mehrdeutig" if several else "nicht-gefunden"
    shown = ", ".join(f"„{name.title}“ ({name.box})" for name, _ in found[:3])
    detail = (
        f"Zu „{word}“ passen mehrere Karten: {shown}."
        if several
        else f"Keine Karte heißt „{word}“.{meant([name.title for name, _ in found])}"
    )
    raise Problem(kind, detail, suggestions=[entry.id for entry in candidates], candidates=candidates)


@get("cards/autocomplete", names.Suggestion, GROUP, listed=True, cost=2, parameters=(BEGINNING,))
def card_autocomplete(ask: Ask) -> Page:
    """Bis zu 20 Kartennamen, die so beginnen."""
    return _suggested(ask, names.beginning(ask["q"], ask.frame, 20))


@get("cards/like", names.Suggestion, GROUP, listed=True, cost=3, parameters=(NAME, ONE_SET))
def card_like(ask: Ask) -> Page:
    """Welche Karten so ähnlich heißen.

    Bis zu 10 Karten aller Boxen, die ähnlichste zuerst, nach Schrift und Klang. Nie 404: Ist nichts ähnlich,
    ist die Liste leer.
    """
    check_set(ask)
    return _suggested(ask, names.nearly(ask["name"], ask.frame, ask["set"]))


def _suggested(ask: Ask, found: list[tuple[names.Name, float]]) -> Page:
    return whole_list(ask, [names.present(name, score, ask.frame) for name, score in found])


@get("cards/random", CardShape, GROUP, stored=False, include=INCLUDE, cost=2, parameters=(QUERY,))
def card_random(ask: Ask) -> CardShape:
    """Eine zufällige Karte.

    Mit `q` eine der passenden. Die Antwort wird nie zwischengespeichert.
    """
    keys = matching_cards(ask, ask["q"])[0] if ask["q"] else list(shelf.cards(ask.frame))
    if not keys:
        near = [word for warned in ask.warnings for word in warned.suggestions]
        said = f"Auf „{ask['q']}“ passt keine Karte.{meant(near)}"
        raise Problem("nicht-gefunden", said, parameter="q", suggestions=near)
    return shaped_cards(ask, [random.choice(keys)])[0]  # noqa: S311 - a card for fun, not a secret
