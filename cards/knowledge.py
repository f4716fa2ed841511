"""What is known of a card, aspect by aspect, and of how many cards of a box: the figures of „Was wir wissen“."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cards.models import Card, Edition
from cards.vocabulary import Kind
from cards.wording import EXPECTED


@dataclass(frozen=True)
class Aspect:
    """Something that may be known of a card; `key` is the word in addresses."""

    key: str
    label: str
    missing: str
    known: Callable[[Card], bool]


@dataclass(frozen=True)
class Figure:
    """Of how many cards of a box an aspect is known; `at_most` where nobody attests how many there are."""

    aspect: Aspect
    known: int
    total: int
    at_most: bool = False

    @property
    def missing(self) -> int:
        return self.total - self.known


def _values_known(card: Card) -> bool:
    """Say whether everything is attested that a player expects to read on a card of its kind."""
    if card.complete:
        return True
    facts = card.own_facts()
    said = {**facts, "bad_stuff": card.bad_stuff_text or facts.get("bad_stuff")}
    return card.kind != Kind.UNKNOWN and all(said.get(name) is not None for name in expected(card))


def expected(card: Card) -> tuple[str, ...]:
    return EXPECTED.get(Kind(card.kind), ())


ASPECTS = (
    Aspect("name", "Name", "ohne Namen", lambda card: bool(card.name)),
    Aspect("art", "Art", "ohne belegte Art", lambda card: card.kind != Kind.UNKNOWN),
    Aspect("werte", "Werte", "mit fehlenden Werten", _values_known),
    Aspect("text", "Text", "ohne Text", lambda card: bool(card.text or card.bad_stuff_text or card.complete)),
    Aspect("deutsch", "Deutscher Name", "ohne deutschen Namen", lambda card: card.name_is_german),
)
BY_KEY = {aspect.key: aspect for aspect in ASPECTS}


def singles(cards: Iterable[Card]) -> list[Card]:
    """Return the cards without the names that a rulebook uses for no single card."""
    return [card for card in cards if not card.structures.get("group")]


def figures(box: Edition, cards: Sequence[Card]) -> list[Figure]:
    """Count of how many cards each aspect is known; where a source counts the different cards, out of these.

    Where none does, names are counted out of the most that the printed cards allow, all else out of what is recorded.
    """
    counted = singles(cards)
    total = max(box.cards_distinct or 0, len(counted))
    found = [Figure(aspect, sum(map(aspect.known, counted)), total) for aspect in ASPECTS]
    if not box.cards_distinct and box.cards_total:
        unseen = max(0, box.cards_total - sum(card.copies or 1 for card in counted))
        found[0] = Figure(ASPECTS[0], found[0].known, total + unseen, at_most=True)
    return found


def missing(card: Card) -> list[Aspect]:
    return [aspect for aspect in ASPECTS if not aspect.known(card)]


def without(aspect: str, cards: Iterable[Card]) -> list[Card]:
    """Return the cards of which this is not known."""
    return [card for card in singles(cards) if not BY_KEY[aspect].known(card)]
