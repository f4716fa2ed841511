"""Everything the engine knows: cards, rules, rulings, questions, comparisons, entries, sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

from rules.engine.cards import Card, Written, canonical
from rules.engine.german import Sentences
from rules.engine.grounds import read_grounds
from rules.engine.spoken import spoken
from rules.engine.words import slug

Row = dict[str, Any]
T = TypeVar("T")
INLINE_CACHE = 4096
# Faster than the canonical spelling: two orders of the same words are two entries of the cache, and one card.
encode = msgspec.json.Encoder().encode


class Library:
    """The data of one release, in plain rows; nothing in it changes after it is built.

    `cards` maps `<box>/<slug>` to a card's facts, `cited` maps every id that can be cited to its
    title, text, edition and address. `data` holds the engine's own rows by file name.
    """

    def __init__(
        self,
        *,
        cards: dict[str, Row],
        cited: dict[str, Row],
        comparison: list[Row],
        editions: dict[str, Row],
        data: dict[str, Row],
        version: str = "",
    ) -> None:
        self.card_facts = cards
        self.cited = cited
        self.comparison = {row["id"]: row for row in comparison}
        self.editions = editions
        self.data = data
        self.version = version
        names = {facts["slug"]: facts["name"] for facts in cards.values()}
        self.sentences = {
            game: Sentences(data[game]["sentences"], data[game].get("lexicon", {}), names) for game in data
        }
        self.grounds = {game: read_grounds(rows) for game, rows in data.items()}
        self.boxes_by_slug = _by_slug(cards)
        self.compiled: dict[object, Any] = {}
        self._cards: dict[tuple[str, tuple[str, ...]], Card] = {}
        self._inline: dict[tuple[tuple[str, ...], bytes], Card] = {}

    def compile(self, key: object, make: Callable[[], T]) -> T:
        """Return what `make` builds, built once per key."""
        if key not in self.compiled:
            self.compiled[key] = make()
        return cast("T", self.compiled[key])

    def find(self, word: str, sets: tuple[str, ...]) -> Card | None:
        """Return the database card of that name or slug: `box/slug`, or the first of the sets that has it."""
        asked = (word, sets)
        if asked not in self._cards:
            card = self._find(word, sets)
            if card is None:
                return None
            if len(self._cards) >= INLINE_CACHE:
                # One card has endless spellings.
                return card
            self._cards[asked] = card
        return self._cards[asked]

    def _find(self, word: str, sets: tuple[str, ...]) -> Card | None:
        box, _, rest = word.rpartition("/")
        for edition in (box,) if box else sets:
            key = f"{edition}/{slug(rest)}"
            if key in self.card_facts:
                return Card(word, word, spoken(self.card_facts[key]), cite="card:" + key)
        return None

    def game_of(self, box: str) -> str | None:
        """Return the game that a box belongs to."""
        row = self.editions.get(box)
        return row["game"] if row else None

    def deciding(self, game: str) -> list[str]:
        """Return the boxes of a game whose books can decide: whoever has just begun with one is not among them."""
        return [
            key
            for key, row in self.editions.items()
            if row["game"] == game and row.get("has_rulebook") and not row.get("lacks")
        ]

    def attach(self, card: Card, written: Row, attached: tuple[Card, ...]) -> Card:
        """Return a database card that was written with cards attached to it."""
        return Card(canonical(written), written, card.facts, attached=attached, cite=card.cite)

    def inline(
        self, written: Row, facts: Row, attached: tuple[Card, ...], sets: tuple[str, ...] = ()
    ) -> Card:
        """Return the card that the question describes itself; the boxes say what its words mean."""
        key = (sets, encode(written))
        if key not in self._inline:
            if len(self._inline) > INLINE_CACHE:
                self._inline.clear()
            self._inline[key] = Card(canonical(written), written, facts, attached=attached)
        return self._inline[key]

    def described(self, written: Row, sets: tuple[str, ...]) -> Card | None:
        """Return the card that was described by the very same words before, with the same boxes on the table."""
        return self._inline.get((sets, encode(written)))

    def back(self, deck: str) -> Card:
        """Return an unknown card of that deck."""
        written = {"back": deck}
        return self.inline(written, {"deck": deck, "kind": "unknown"}, ())

    def written(self, card: Card) -> Written:
        return card.written


def _by_slug(cards: dict[str, Row]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key in cards:
        box, _, name = key.partition("/")
        found.setdefault(name, []).append(box)
    return found
