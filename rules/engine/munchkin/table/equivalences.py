"""Words of different boxes that mean the same once the boxes are mixed: kinds, traits, titles."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.engine.cards import Card
from rules.engine.library import Library
from rules.engine.munchkin.table.rows import Equivalence, Reads
from rules.engine.objects import Traits
from rules.engine.rulebook import Rulebook
from rules.engine.words import slug

RACE = "race"


class Equivalences:
    """The equivalences in force at one table, with the cards' traits remembered."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        rows = all_equivalences(book.library) if book.combined else ()
        self.rows = [row for row in rows if not row.reads.beside and _in_force(row, book)]
        kinds = [frozenset(row.reads.kinds) for row in self.rows if row.reads.kinds]
        # Where a kind stands in several rows, the first one holds.
        self._groups = {kind: group for group in reversed(kinds) for kind in group}
        # What a figure is as long as no race lies before it; empty where no book has a word for it.
        self.raceless = slug(book.value("rasse.ohne-karte") or book.value("ziel.start-als-mensch") or "")
        # The end of a monster's name that makes it a Goth; empty where no book has them.
        self.suffix = str(book.value("goth.definition") or "")
        everyone = book.value("merkmal.alle")
        alike = [row.reads.traits for row in self.rows if row.reads.becomes == everyone]
        # The traits that every person at the table has: words that mean all of them.
        self.everybody: frozenset[str] = frozenset().union(*alike)
        self._traits: dict[Card, frozenset[str]] = {}

    def same_kinds(self, kind: str) -> frozenset[str]:
        """Return every kind that counts as this one."""
        return self._groups.get(kind) or frozenset((kind,))

    def traits(self, card: Card) -> frozenset[str]:
        """Return the traits of a card with everything attached to it and everything it counts as."""
        if not (self.rows or card.attached or self._by_name(card)):
            return card.traits
        if card not in self._traits:
            own = card.traits.union(*(self.traits(c) for c in card.attached), self._by_name(card))
            self._traits[card] = own.union(
                *(_gained(row.reads, card, own) for row in self.rows if row.reads.for_ is None)
            )
        return self._traits[card]

    def _by_name(self, card: Card) -> tuple[str, ...]:
        """Return the trait that a monster has by the end of its name alone."""
        named = self.suffix and card.kind == "monster" and card.name.lower().endswith(self.suffix)
        return (self.suffix,) if named else ()

    def for_owner(self, card: Card, reader: Card) -> frozenset[str]:
        """Return the traits that a card has only in the eyes of the owner of another card."""
        rows = [row.reads for row in self.rows if row.reads.for_ in reader.traits]
        return frozenset(trait for reads in rows for trait in _gained(reads, card, card.traits))

    def why_for(self, card: Card, reader: Card) -> tuple[str, ...]:
        """Return the rules by which a card has more traits in the eyes of the owner of another card."""
        rows = [row for row in self.rows if row.reads.for_ in reader.traits]
        return tuple(
            cite for row in rows if _gained(row.reads, card, card.traits) for cite in self._ours(row)
        )

    def _ours(self, row: Equivalence) -> list[str]:
        return [cite for cite in row.cites if cite.partition(".")[0] in self.book.sets]

    def person(self, cards: Iterable[Card]) -> frozenset[str]:
        """Return the traits of a person with these cards in use, the gender aside."""
        own = self.everybody.union(*[self.traits(card) for card in cards])
        return own.union((self.raceless,)) if self.raceless and RACE not in own else own

    def why(self, vs: Traits, cards: Iterable[Card]) -> tuple[str, ...]:
        """Return the rules by which somebody fits a trait that none of these cards has by itself."""
        wanted = {vs} if isinstance(vs, str) else set(vs)
        if self.raceless in wanted:
            return self.book.cites_of("fits.raceless")
        if not self.rows or any(
            wanted & (card.traits | {c for a in card.attached for c in a.traits}) for card in cards
        ):
            return ()
        rows = (r for r in self.rows if wanted & {r.reads.becomes, *r.reads.traits, *r.reads.kinds})
        return tuple(cite for row in rows for cite in self._ours(row))

    def cites(self, kind: str) -> tuple[str, ...]:
        """Return the rules that make a kind count as another."""
        rows = (row for row in self.rows if kind in row.reads.kinds)
        return tuple(cite for row in rows for cite in row.cites)


def _in_force(row: Equivalence, book: Rulebook) -> bool:
    """An equivalence holds where one of the books on the table states it."""
    return any(cite.partition(".")[0] in book.sets for cite in row.cites)


def _gained(reads: Reads, card: Card, own: frozenset[str]) -> Iterable[str]:
    """Return the traits a card gains: what it becomes, or all words of a mutual group."""
    met = (
        bool(own.intersection(reads.traits))
        or card.kind in reads.kinds
        or any(title.lower() in card.name.lower() for title in reads.titles)
        or card.slug in [slug(name) for name in reads.names]
    )
    if not met:
        return ()
    if reads.becomes is not None:
        return (reads.becomes,)
    return (*reads.traits, *reads.kinds)


def all_equivalences(library: Library) -> tuple[Equivalence, ...]:
    """Return the rows of the data, read once."""
    found: tuple[Equivalence, ...] = library.compile(
        "rows of equivalences",
        lambda: msgspec.convert(library.data["munchkin"]["equivalences"], tuple[Equivalence, ...]),
    )
    return found


def equivalences(book: Rulebook) -> Equivalences:
    """Return the equivalences of this table, compiled once."""
    if "equivalences" not in book.compiled:
        book.compiled["equivalences"] = Equivalences(book)
    return book.compiled["equivalences"]
