"""The documents of one part turned into sets: which words, numbers and values stand where."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from cards.folding import fold, sort_key, words
from cards.search.bitmaps import Posting, all_ids, bits, posting, union, without
from cards.search.corpus import Document
from cards.search.fields import FIELDS, Type
from cards.search.lexicon import Lexicon, lemma

Lists = dict[str, list[int]]
BLOCK = 256
# A word in so many documents counts as common: which pairs of common words follow each other is kept.
COMMON = 500
FEW_VALUES = 100


class Scope(IntEnum):
    """Where a word must stand, from the best hit to the weakest; each is a rung of the ranking."""

    NAME_SPELLED = 0
    NAME_FORM = 1
    NAME = 2
    NAMES = 3
    SPELLED = 4
    ANYWHERE = 5


# Further places, for fields that look in one of them only.
PLACES = ("text", "klar")
ZONES = {
    Scope.NAME_SPELLED: ("name",),
    Scope.NAME_FORM: ("name",),
    Scope.NAME: ("name",),
    Scope.NAMES: ("name", "other"),
    Scope.SPELLED: ("name", "other", "text"),
    Scope.ANYWHERE: ("name", "other", "text"),
}
ZONE_TEXTS: dict[str, Callable[[Document], str]] = {
    "name": lambda document: document.name,
    "other": lambda document: " | ".join(document.others),
    "text": lambda document: document.text,
    "klar": lambda document: str(document.values.get("klar_words", "")),
}
SPELLED = (Scope.NAME_SPELLED, Scope.SPELLED)


@dataclass
class Column:
    """A number field: which documents have which number."""

    by_number: dict[int, int] = field(default_factory=dict)
    attested: int = 0

    def among(self, test: Callable[[int], bool]) -> int:
        found = 0
        for number, documents in self.by_number.items():
            if test(number):
                found |= documents
        return found


class Lines:
    """Texts joined to one, with the place where each begins."""

    def __init__(self, texts: list[str]) -> None:
        encoded = [text.encode() + b"\n" for text in texts]
        self.text = b"".join(encoded)
        self.starts = [0, *accumulate(map(len, encoded))]


class Index:
    """Everything that is asked of the documents of one part."""

    def __init__(self, documents: list[Document], lexicon: Lexicon) -> None:
        self.documents = documents
        self.size = len(documents)
        self.everything = (1 << self.size) - 1
        self.lexicon = lexicon
        self.families: dict[Scope | str, dict[str, Posting]] = {}
        self.spelled: dict[str, dict[str, Posting]] = {}
        self.folded: dict[str, list[str]] = {}
        self._index_words()
        self._index_names()
        self.columns = self._index_numbers()
        self.choices = self._index_choices()
        self.fields = {name for d in documents for name in d.values} | {"name", "text"}
        self._lines: dict[str, Lines] = {}

    # Words

    def _index_words(self) -> None:
        zones = {zone: [text(d) for d in self.documents] for zone, text in ZONE_TEXTS.items()}
        lists = {zone: _word_lists(texts) for zone, texts in zones.items()}
        names = _joined(lists["name"], lists["other"])
        anywhere = _joined(names, lists["text"])
        self.spelled = {zone: self._kept(some) for zone, some in lists.items()}
        self.families = {
            Scope.NAME_SPELLED: self.spelled["name"],
            Scope.NAME_FORM: self._grouped(lists["name"], compounds=False),
            Scope.NAME: self._grouped(lists["name"]),
            Scope.NAMES: self._grouped(names),
            Scope.SPELLED: self._kept(anywhere),
            Scope.ANYWHERE: self._grouped(anywhere),
            **{place: self._grouped(lists[place]) for place in PLACES},
        }
        self.folded = {zone: [f" {sort_key(text)} " for text in texts] for zone, texts in zones.items()}
        common = {fold(word) for word, ids in anywhere.items() if len(ids) >= COMMON}
        self.pairs = (
            {zone: self._kept(_pairs(texts, common)) for zone, texts in self.folded.items()} if common else {}
        )
        self.common = common

    def _kept(self, lists: Lists) -> dict[str, Posting]:
        return {word: posting(ids, self.size) for word, ids in lists.items()}

    def _grouped(self, lists: Lists, compounds: bool = True) -> dict[str, Posting]:
        """Put the forms of a word, and the compounds with it, into one set."""
        groups: dict[str, list[list[int]]] = defaultdict(list)
        for word, ids in lists.items():
            groups[lemma(word)].append(ids)
            for part in self.lexicon.parts.get(word, ()) if compounds else ():
                groups[part].append(ids)
        return {
            key: posting(some[0] if len(some) == 1 else sorted(set().union(*some)), self.size)
            for key, some in groups.items()
        }

    def having(self, family: Scope | str, keys: Iterable[str]) -> int:
        """Return the documents that have one of these words in this place."""
        held = self.families[family]
        return union((held[key] for key in keys if key in held), self.size)

    def spelled_so(self, zones: Iterable[str], spellings: Iterable[str]) -> int:
        """Return the documents that spell a word in one of these ways, umlauts or not."""
        held = [self.spelled[zone] for zone in zones]
        same = [word for spelling in spellings for word in self.lexicon.by_spelling.get(spelling, ())]
        return union((some[word] for some in held for word in same if word in some), self.size)

    def side_by_side(self, zones: tuple[str, ...], first: str, second: str) -> int:
        """Return the documents in which two common words follow each other."""
        pair = f"{first} {second}"
        return union((self.pairs[zone][pair] for zone in zones if pair in self.pairs[zone]), self.size)

    def containing(self, zones: tuple[str, ...], needle: str, candidates: int) -> int:
        """Return those of the candidates in which these folded words stand side by side."""
        lists = [self.folded[zone] for zone in zones]
        return bits((i for i in all_ids(candidates) if any(needle in some[i] for some in lists)), self.size)

    def lines(self, zone: str) -> Lines:
        """Return the texts of a zone one below the other, for regular expressions."""
        if zone not in self._lines:
            texts = (ZONE_TEXTS[zone](document) for document in self.documents)
            self._lines[zone] = Lines([text.replace("\n", " ") for text in texts])
        return self._lines[zone]

    # Names

    def _index_names(self) -> None:
        self.names: Lists = defaultdict(list)
        self.all_names: Lists = defaultdict(list)
        for i, document in enumerate(self.documents):
            own = sort_key(document.name)
            self.names[own].append(i)
            for name in {own, *(sort_key(other) for other in document.others)}:
                self.all_names[name].append(i)
        in_order = sorted((sort_key(document.name), i) for i, document in enumerate(self.documents))
        self.sorted_names = [name for name, _ in in_order]
        self.order = [i for _, i in in_order]
        self.blocks = [bits(self.order[i : i + BLOCK], self.size) for i in range(0, self.size, BLOCK)]

    def named(self, key: str) -> int:
        """Return the documents whose own name is exactly this sort key."""
        return bits(self.names.get(key, ()), self.size)

    def named_somehow(self, key: str) -> int:
        """Return the documents one of whose names is exactly this sort key."""
        return bits(self.all_names.get(key, ()), self.size)

    def named_in_a_form(self, key: str) -> int:
        """Return the documents one of whose names is this one, or a form of it: „Flüche“ for „Fluch“."""
        return bits(self._forms.get(_form(key), ()), self.size)

    @cached_property
    def _forms(self) -> Lists:
        forms: Lists = defaultdict(list)
        for name, ids in self.all_names.items():
            forms[_form(name)] += ids
        return forms

    def name_begins(self, key: str) -> int:
        """Return the documents whose own name begins with this sort key."""
        low = bisect_left(self.sorted_names, key)
        high = bisect_left(self.sorted_names, key + "\U0010ffff")
        first, last = -(-low // BLOCK), high // BLOCK
        if first >= last:
            return bits(self.order[low:high], self.size)
        edges = bits(self.order[low : first * BLOCK] + self.order[last * BLOCK : high], self.size)
        return union(self.blocks[first:last], self.size) | edges

    # Fields

    def _index_numbers(self) -> dict[str, Column]:
        columns = {}
        for name in (f.name for f in FIELDS if f.type in (Type.NUMBER, Type.COUNT)):
            lists: dict[int, list[int]] = defaultdict(list)
            for i, document in enumerate(self.documents):
                for number in _several(document.values.get(name)):
                    lists[number].append(i)
            if lists:
                held = {number: bits(lists[number], self.size) for number in sorted(lists)}
                columns[name] = Column(held, union(held.values(), self.size))
        return columns

    def _index_choices(self) -> dict[str, dict[str, Posting]]:
        choices: dict[str, dict[str, Posting]] = {}
        for name in (f.name for f in FIELDS if f.type is Type.CHOICE):
            lists: Lists = defaultdict(list)
            for i, document in enumerate(self.documents):
                for key in dict.fromkeys(_several(document.values.get(name))):
                    lists[key].append(i)
            # Few values are counted for every answer: as sets, however few documents have them.
            few = len(lists) <= FEW_VALUES
            choices[name] = (
                {k: bits(ids, self.size) for k, ids in lists.items()} if few else self._kept(lists)
            )
        return choices

    def chosen(self, name: str, key: str, tree: bool) -> int:
        """Return the documents with this value; in a tree also those with a value below it."""
        held = self.choices.get(name, {})
        fitting = [k for k in held if k == key or k.startswith(key + ".")] if tree else [key]
        return union((held[k] for k in fitting if k in held), self.size)

    def counts(self, name: str, found: int) -> dict[str, int]:
        """Return how many of the documents found have each value of a field; values that none has are left out."""
        held = self.choices.get(name, {})
        counted = {
            key: ((some if isinstance(some, int) else bits(some, self.size)) & found).bit_count()
            for key, some in held.items()
        }
        return {key: number for key, number in counted.items() if number}

    # Orders

    @cached_property
    def places_by_name(self) -> list[int]:
        """For each document its place in the order of all names."""
        return sorted(range(self.size), key=self.order.__getitem__)

    def by_number(self, name: str, down: bool) -> list[int]:
        """Return the documents in the order of a number; where it is not attested they come last."""
        column = self.columns.get(name, Column())
        left, ordered = self.everything, []
        for number in sorted(column.by_number, reverse=down):
            ordered.append(left & column.by_number[number])
            left = without(left, column.by_number[number])
        return [*ordered, left]


def _form(key: str) -> str:
    return " ".join(lemma(word) for word in key.split())


def _several(value: Any) -> tuple[Any, ...]:
    if value is None or value == "":
        return ()
    return tuple(value) if isinstance(value, tuple | list | set) else (value,)


def _word_lists(texts: list[str]) -> Lists:
    lists: Lists = defaultdict(list)
    for i, text in enumerate(texts):
        for word in set(words(text)) if text else ():
            lists[word].append(i)
    return lists


def _pairs(texts: list[str], common: set[str]) -> Lists:
    """Return where two common words follow each other: the one case in which looking would take long."""
    lists: Lists = defaultdict(list)
    for i, text in enumerate(texts):
        row = text.split()
        for pair in {f"{a} {b}" for a, b in pairwise(row) if a in common and b in common}:
            lists[pair].append(i)
    return lists


def _joined(some: Lists, others: Lists) -> Lists:
    joined = dict(some)
    for word, ids in others.items():
        joined[word] = sorted({*joined[word], *ids}) if word in joined else ids
    return joined
