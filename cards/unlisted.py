"""Cards that lie in a box and stand in no list yet: the blank of their form, what forbids one, and its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import F

from cards.models import Card, Edition
from cards.vocabulary import Confidence, Coverage, Kind

NAMES = ("german", "name_en")


def blank(box: Edition) -> Card:
    """Return an unsaved card of which nothing is known but its box."""
    return Card(edition=box, kind=Kind.UNKNOWN, coverage=Coverage.TEXT, confidence=Confidence.MEDIUM)


def kinds_of(box: Edition) -> list[tuple[str, str]]:
    """Return the kinds that cards of this game have; which one it is may be open."""
    there = set(Card.objects.filter(edition__game=box.game).values_list("kind", flat=True))
    return [(key, str(text)) for key, text in Kind.choices if key in there or key == Kind.UNKNOWN]


def wrong_names(box: str, after: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name what keeps a card from being new: that it has no name, or that the list has it."""
    names = [(field, after[field]) for field in NAMES if after.get(field)]
    if not names:
        yield NAMES[0], "Ohne Namen geht es nicht. Schreib, was oben auf der Karte steht."
    for field, name in names:
        if known := Card.objects.named(name, [box]):
            under = f", unter „{known.name}“" if known.name.casefold() != name.casefold() else ""
            yield field, f"„{name}“ steht schon in der Liste dieser Box{under}."


def take_place(card: Card) -> None:
    """Put a new card after the last of its kind, else at the end of its box; what comes later moves on."""
    others = Card.objects.in_box(card.edition_id)
    last = others.filter(kind=card.kind).order_by("order").last() or others.order_by("order").last()
    card.order = last.order + 1 if last else 0
    others.filter(order__gte=card.order).update(order=F("order") + 1)
