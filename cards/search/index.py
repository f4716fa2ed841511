"""What is asked of the documents of one part: which words, numbers and values stand where."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter

import msgspec
from pyroaring import FrozenBitMap

from cards.search.corpus import Document
from cards.search.disk import LAST, NOTHING, File, Recent
from cards.search.families import (
    CHOICES,
    EVERYTHING,
    NUMBERS,
    OTHER_NAMES,
    OWN_NAMES,
    PAIRS,
    PART,
    SPELLINGS,
    VALUES,
    WORDS,
    ZONES,
    Scope,
)
from cards.search.lexicon import Lexicon, lemma

DOCUMENT = msgspec.msgpack.Decoder(Document)
BLOCK = 256
DOCUMENTS_KEPT, LETTERS_KEPT = 6144, 2_000_000
# Where a late document stands: before which of the first ones, and as which of the late ones.
Place = tuple[int, int]
# A set of hits, and in which order they come; without one the lowest comes first.
Rung = tuple[FrozenBitMap, Sequence[int] | None]


class Index:
    """The documents of one part, each by its number; numbers come in the order on the page."""

    def __init__(self, file: File, number: int, lexicon: Lexicon) -> None:
        self.file = file
        self.number = number
        self.base = number * PART
        self.lexicon = lexicon
        self.everything = file.set(self.base + EVERYTHING, "")
        self.fields = frozenset(file.meta(f"fields {number}"))
        self.common = frozenset(file.meta(f"common {number}"))
        late = file.meta(f"late {number}", list[tuple[int, int]])
        self.places: dict[int, Place] = {i: (before, order) for order, (i, before) in enumerate(late)}
        self._late = FrozenBitMap(self.places)
        self._documents, self._texts = Recent(DOCUMENTS_KEPT), Recent(LETTERS_KEPT)

    # Documents

    def documents(self, ids: list[int]) -> list[Document]:
        """Return the documents of these numbers."""
        held = self._documents.held
        if missing := [i for i in ids if i not in held]:
            read = self.file.documents(self.number, missing, "body")
            held = {
                **{i: held[i] for i in ids if i in held},
                **{i: DOCUMENT.decode(body) for i, body in read},
            }
            for i in missing:
                self._documents.keep(i, held[i])
        return [held[i] for i in ids]

    def first(self, found: FrozenBitMap, offset: int, limit: int) -> list[int]:
        """Return the hits number `offset` to `offset + limit` in the order on the page."""
        if not self._late or found.isdisjoint(self._late):
            return list(found[offset : offset + limit])
        places, late = self.places, found & self._late
        early = (((i, -1), i) for i in found - late)
        joined = merge(((place_of(places[i]), i) for i in sorted(late, key=places.__getitem__)), early)
        return [i for _, i in islice(joined, offset, offset + limit)]

    def containing(self, zones: tuple[str, ...], needle: str, candidates: FrozenBitMap) -> FrozenBitMap:
        """Return those of the candidates in which these folded words stand side by side."""
        at = [place for place, zone in enumerate(SPELLINGS) if zone in zones]
        held = self._texts.held
        if missing := [i for i in candidates if i not in held]:
            read = dict(self.file.documents(self.number, missing, "folded"))
            held = {**{i: held[i] for i in candidates if i in held}, **read}
            for i, folded in read.items():
                self._texts.keep(i, folded, len(folded))
        # Zones lie one below the other; no needle reaches over the end of a line.
        found = (i for i in candidates if needle in held[i])
        every = len(at) == len(SPELLINGS)
        return FrozenBitMap([i for i in found if every or _in_zones(needle, held[i], at)])

    def lines(self, zone: str) -> Iterable[tuple[int, bytes]]:
        """Yield the texts of a zone one below the other, for regular expressions, with the number of the first."""
        asked = "SELECT first, text FROM lines WHERE part = ? AND zone = ? ORDER BY first"
        return self.file.rows.execute(asked, (self.number, zone))

    # Words

    def having(self, family: Scope | str, keys: Iterable[str]) -> FrozenBitMap:
        """Return the documents that have one of these words in this place."""
        place = self.base + WORDS[family]
        return united([self.file.set(place, key) for key in keys])

    def spelled_so(self, zones: tuple[str, ...], spelling: str) -> FrozenBitMap:
        """Return the documents that spell a word in this way, umlauts or not."""
        same = self.lexicon.spelled(spelling)
        if zones == ZONES[Scope.SPELLED]:
            return self.having(Scope.SPELLED, same)
        return united([self.file.set(self.base + SPELLINGS[zone], key) for zone in zones for key in same])

    def spells(self, zone: str, word: str) -> bool:
        """Say whether a word stands in a zone, spelled just so."""
        return bool(self.file.set(self.base + SPELLINGS[zone], word))

    def side_by_side(self, zones: tuple[str, ...], first: str, second: str) -> FrozenBitMap:
        """Return the documents in which two common words follow each other."""
        return united([self.file.set(self.base + PAIRS[zone], f"{first} {second}") for zone in zones])

    # Names

    def named(self, key: str) -> FrozenBitMap:
        """Return the documents whose own name is exactly this sort key."""
        return self.file.set(self.base + OWN_NAMES, key)

    def named_somehow(self, key: str) -> FrozenBitMap:
        """Return the documents one of whose names is exactly this sort key."""
        return united([self.named(key), self.file.set(self.base + OTHER_NAMES, key)])

    def named_in_a_form(self, key: str) -> FrozenBitMap:
        """Return the documents one of whose names is this one, or a form of it: „Flüche“ for „Fluch“."""
        return united(self._forms.get(_form(key), []))

    @cached_property
    def _forms(self) -> dict[str, list[FrozenBitMap]]:
        """All names by their form; asked of parts with few names only."""
        forms: dict[str, list[FrozenBitMap]] = {}
        for name, ids in self.all_names("", LAST):
            forms.setdefault(_form(name), []).append(ids)
        return forms

    def all_names(self, low: str, high: str) -> Iterator[tuple[str, FrozenBitMap]]:
        """Yield the names from `low` on and before `high` in alphabetical order, each with its documents."""
        own, other = (self.file.between(self.base + family, low, high) for family in (OWN_NAMES, OTHER_NAMES))
        for name, some in groupby(merge(own, other, key=itemgetter(0)), key=itemgetter(0)):
            yield name, united([ids for _, ids in some])

    def name_begins(self, key: str) -> FrozenBitMap:
        """Return the documents whose own name begins with this sort key."""
        return self.file.union(self.base + OWN_NAMES, key, key + LAST)

    # Fields

    def choices(self, name: str) -> dict[str, FrozenBitMap]:
        """Return the values of a field, each with the documents that have it."""
        return self.file.family(self.base + VALUES[name]) if name in CHOICES else {}

    def column(self, name: str) -> dict[int, FrozenBitMap]:
        """Return the numbers of a field, the smallest first, each with the documents that have it."""
        if name not in self._columns and name in NUMBERS:
            held = self.file.family(self.base + VALUES[name])
            self._columns[name] = {number: held[str(number)] for number in sorted(map(int, held))}
        return self._columns.get(name, {})

    @cached_property
    def _columns(self) -> dict[str, dict[int, FrozenBitMap]]:
        return {}

    def attested(self, name: str) -> FrozenBitMap:
        """Return the documents of which a number is known."""
        return united(list(self.column(name).values()))

    def chosen(self, name: str, key: str, tree: bool) -> FrozenBitMap:
        """Return the documents with this value; in a tree also those with a value below it."""
        held = self.choices(name)
        if not tree:
            return held.get(key, NOTHING)
        return united([some for k, some in held.items() if k == key or k.startswith(key + ".")])

    def counts(self, name: str, found: FrozenBitMap) -> dict[str, int]:
        """Return how many of the documents found have each value of a field; values that none has are left out."""
        counted = {key: found.intersection_cardinality(some) for key, some in self.choices(name).items()}
        return {key: number for key, number in counted.items() if number}

    # Orders

    @cached_property
    def by_name(self) -> list[Rung]:
        """All documents in the order of their names, in blocks."""
        order = array("I", self.file.meta(f"by name {self.number}"))
        blocks = [order[at : at + BLOCK] for at in range(0, len(order), BLOCK)]
        return [(FrozenBitMap(block), block) for block in blocks]

    def by_number(self, name: str, down: bool) -> list[Rung]:
        """Return the documents in the order of a number; where it is not attested they come last."""
        column = self.column(name)
        left, ordered = self.everything, []
        for number in sorted(column, reverse=down):
            ordered.append((left & column[number], None))
            left -= column[number]
        return [*ordered, (left, None)]


def _in_zones(needle: str, folded: str, zones: list[int]) -> bool:
    texts = folded.split("\n")
    return any(needle in texts[zone] for zone in zones)


def _form(key: str) -> str:
    return " ".join([lemma(word) for word in key.split()])


def place_of(place: Place) -> Place:
    """Return where a late document stands among the numbers of the first ones."""
    before, order = place
    return before - 1, order


def united(sets: Sequence[FrozenBitMap]) -> FrozenBitMap:
    """Return what is in one of these sets."""
    held = [some for some in sets if some]
    if len(held) < 2:
        return held[0] if held else NOTHING
    return held[0] | held[1] if len(held) == 2 else FrozenBitMap.union(*held)
