"""A card as the engine sees it: what the question wrote, and the facts compiled from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from rules.engine.words import slug

# A card as a question writes it.
Written = str | dict[str, object]


class Card:
    """One card with everything attached to it; two cards are equal when they are written alike.

    `written` goes back into the answer unchanged. `cite` is the id under which the card can be
    cited, or None where the database does not have it.
    """

    __slots__ = (
        "_hash",
        "attached",
        "box",
        "cite",
        "deck",
        "facts",
        "get",
        "key",
        "kind",
        "name",
        "slug",
        "traits",
        "written",
    )

    def __init__(
        self,
        key: str,
        written: Written,
        facts: dict[str, Any],
        *,
        attached: tuple[Card, ...] = (),
        cite: str | None = None,
    ) -> None:
        self.key = key
        self.written = written
        self.facts = {fact: value for fact, value in facts.items() if value is not None}
        # `get(fact, default=None)` returns one fact; what no source attests is the default.
        self.get: Callable[..., Any] = self.facts.get
        self.name: str = facts.get("name", "")
        self.slug: str = facts.get("slug") or slug(self.name)
        self.kind: str = facts.get("kind", "unknown")
        self.deck: str = facts.get("deck", "")
        self.box: str = facts.get("set", "")
        self.attached = attached
        self.cite = cite
        self.traits = frozenset((self.slug, self.kind, *facts.get("tags", ()))) if self.name else frozenset()
        self._hash = hash(key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Card({self.key})"

    @property
    def is_back(self) -> bool:
        """Say whether only the card's back is known."""
        return not self.name


_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(written: object) -> str:
    """Return the one spelling of a JSON value: what two cards are compared by."""
    return _ENCODER.encode(written).decode()


def with_attached(card: Card, attached: tuple[Card, ...]) -> Card:
    """Return the card with exactly these cards attached; written in the contract's `with`."""
    if attached == card.attached:
        return card
    written = _written_with(card.written, [c.written for c in attached])
    key = written if isinstance(written, str) else canonical(written)
    return Card(key, written, card.facts, attached=attached, cite=card.cite)


def _written_with(written: Written, attached: list[Written]) -> Written:
    """Write a card with its attachments; without any, a database card is its bare word again."""
    if isinstance(written, str):
        return {"card": written, "with": attached} if attached else written
    rest = {k: v for k, v in written.items() if k != "with"}
    if attached:
        return {**rest, "with": attached}
    return str(rest["card"]) if set(rest) == {"card"} else rest


def bare(card: Card) -> Card:
    """Return the card without what is attached to it."""
    return with_attached(card, ())


def named_options(cards: Iterable[Card]) -> list[tuple[str, Card]]:
    """Give every different card an id: its slug, numbered where two different cards share it."""
    found: dict[str, Card] = {}
    for card in cards:
        base = card.slug or card.deck
        ident, number = base, 1
        while ident in found and found[ident] != card:
            number += 1
            ident = f"{base}-{number}"
        found[ident] = card
    return list(found.items())


class CardRef:
    """How an action names a card: by name, by slug, or by the very object."""

    __slots__ = ("_words", "card", "written")

    def __init__(self, written: Written, card: Card | None) -> None:
        self.written = written
        self.card = card
        self._words = (written, slug(written)) if isinstance(written, str) else ()

    @property
    def name(self) -> str:
        if self.card is not None and self.card.name:
            return self.card.name
        return self.written if isinstance(self.written, str) else str(self.written.get("name", ""))

    def means(self, card: Card) -> bool:
        """Say whether this is the card that was named."""
        if self.card is not None and self.card.key == card.key:
            return True
        if not self._words:
            return self.card is not None and _same_object(self.card, card)
        if "/" in self.written:
            return card.cite == "card:" + str(self.written)
        return card.slug == self._words[1] and bool(card.name)

    def among(self, cards: tuple[Card, ...]) -> Card | None:
        """Return the first of the cards that is meant."""
        return next((card for card in cards if self.means(card)), None)


def _same_object(named: Card, card: Card) -> bool:
    """Two writings of one database card are the same card; attachments need not be repeated."""
    if named.attached:
        return False
    return bare(card).key == named.key or (named.cite is not None and named.cite == card.cite)
