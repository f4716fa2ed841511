"""Writes the file of an index from documents: all analysis of German happens here, once per release and machine."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import chain, islice
from typing import Any

import msgspec
import numpy as np
from pyroaring import FrozenBitMap

from cards.folding import fold, sort_key
from cards.search.corpus import Document
from cards.search.disk import FORMAT, INDEXES, ROWS_AT_ONCE, row_of
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
    ZONE_TEXTS,
    Scope,
    several,
)
from cards.search.lexicon import Splitter, lemma, sound
from cards.search.postings import END, Grouping, Postings, Texts, Vocabulary, ranks

# A word in so many documents counts as common: which pairs of common words follow each other is kept.
COMMON = 500
# So many texts lie in one row, for regular expressions.
BLOCK = 512
PLAIN_ZONES = ("name", "other", "text")
pack = msgspec.msgpack.encode
# Family → what stands under which key.
Held = dict[int, Postings]
# Zone → the words as they are spelled there.
Spelled = dict[str, Postings]


class Analysed:
    """Some documents as the index keeps them: their texts taken apart by zone, their values without empty ones."""

    def __init__(self, documents: list[Document], vocabulary: Vocabulary) -> None:
        self.documents = documents
        self.vocabulary = vocabulary
        self.texts = {
            zone: Texts([text(document) for document in documents], vocabulary)
            for zone, text in ZONE_TEXTS.items()
        }
        distinct = {id(document.values): document.values for document in documents}
        self.fields = {name for values in distinct.values() for name in values} | {"name", "text"}
        # What a field holds nothing of finds nothing either.
        kept = {
            place: {name: value for name, value in values.items() if value not in ("", ())}
            for place, values in distinct.items()
        }
        for document in documents:
            document.values = kept[id(document.values)]

    def spelled(self) -> Spelled:
        """Return where each word of the vocabulary is spelled."""
        words = sorted(self.vocabulary)
        places = ranks(words, self.vocabulary)
        return {zone: texts.spelled(words, places) for zone, texts in self.texts.items()}

    def listed(self, spelled: Spelled, common: Collection[str]) -> Held:
        """Return the documents, each by its place in the list, under everything that can be said of it alone."""
        held: Held = {SPELLINGS[zone]: found for zone, found in spelled.items()}
        held[EVERYTHING] = Postings.of({"": range(len(self.documents))})
        for zone, texts in self.texts.items() if common else ():
            held[PAIRS[zone]] = texts.neighbours(common)
        return held | self._names() | self._values()

    def _names(self) -> Held:
        own, other = self.texts["name"].folded, self.texts["other"].folded
        others = []
        for i, document in enumerate(self.documents):
            alone = len(document.others) == 1 and document.others[0].isascii()
            found = (other[i],) if alone else map(sort_key, document.others)
            others += [(key, i) for key in found if key != own[i]]
        keys, places = zip(*others, strict=True) if others else ((), ())
        return {OWN_NAMES: Postings.each(own, range(len(own))), OTHER_NAMES: Postings.each(keys, places)}

    def _values(self) -> Held:
        lists: dict[str, defaultdict[str, list[int]]] = {
            name: defaultdict(list) for name in (*CHOICES, *NUMBERS)
        }
        alike: defaultdict[int, list[int]] = defaultdict(list)
        for i, document in enumerate(self.documents):
            alike[id(document.values)].append(i)
        for some in alike.values():
            for name, value in self.documents[some[0]].values.items():
                for key in several(value) if name in lists else ():
                    lists[name][str(key)] += some
        return {VALUES[name]: Postings.of(found) for name, found in lists.items()}

    def rows(self, number: int, numbers: Iterable[int]) -> Iterable[tuple[Any, ...]]:
        """Yield the documents as rows of their table, under these numbers."""
        folded = zip(*(texts.folded for texts in self.texts.values()), strict=True)
        for i, document, texts in zip(numbers, self.documents, folded, strict=True):
            lines = " \n ".join(texts)
            yield row_of(number, i), document.key, f" {lines} ", pack(document)


def write(rows: sqlite3.Connection, documents: Mapping[str, list[Document]], meta: Mapping[str, Any]) -> None:
    """Fill an empty file with the documents of each part, in their order."""
    rows.execute("BEGIN")
    vocabulary = Vocabulary({END: 0})
    analysed = [Analysed(some, vocabulary) for some in documents.values()]
    groups = _write_words(rows, sorted(vocabulary.keys() - {END}))
    for number, part in enumerate(analysed):
        spelled = part.spelled()
        _write_part(rows, number, part, spelled, derived(spelled, *groups))
    remember(rows, {"format": FORMAT, "parts": list(documents), **meta})
    rows.executescript(INDEXES)
    rows.execute("COMMIT") if rows.in_transaction else None


def _write_part(rows: sqlite3.Connection, number: int, part: Analysed, spelled: Spelled, held: Held) -> None:
    """Write what can be said of each document, beside what is held already: that which follows."""
    anywhere = held[WORDS[Scope.SPELLED]]
    often = np.flatnonzero(anywhere.counts() >= COMMON).tolist()
    common = {fold(anywhere.keys[place]) for place in often}
    held = held | part.listed(spelled, common)
    # In the order of the table, so that every row comes at its end.
    for family, found in sorted(held.items()):
        put(rows, number * PART + family, found.sets())
    size = len(part.documents)
    own = {"common": sorted(common), "fields": sorted(part.fields), "first": size}
    own |= {"late": [], "by name": held[OWN_NAMES].documents().tobytes()}
    remember(rows, {f"{name} {number}": value for name, value in own.items()})
    rows.executemany("INSERT INTO document VALUES (?, ?, ?, ?)", part.rows(number, range(size)))
    write_lines(rows, number, dict(enumerate(part.documents)))


def _write_words(rows: sqlite3.Connection, vocabulary: list[str]) -> tuple[Grouping, Grouping]:
    """Write all words with the parts of each; return how words and compounds come under their stems."""
    folded = [fold(word) for word in vocabulary]
    splitter = Splitter(frozenset(folded))
    parts = [splitter.parts(word) for word in vocabulary]
    given = zip(vocabulary, folded, map(" ".join, parts), strict=True)
    rows.executemany("INSERT INTO word VALUES (?, ?, ?)", given)
    forms, compounds = defaultdict(list), defaultdict(list)
    for word, found in zip(vocabulary, parts, strict=True):
        forms[lemma(word)].append(word)
        for part in found:
            compounds[part].append(word)
    stems = sorted({*forms, *compounds})
    asked = ((stem, " ".join(forms[stem]), " ".join(compounds[stem])) for stem in stems)
    rows.executemany("INSERT INTO stem VALUES (?, ?, ?)", asked)
    write_sounds(rows, vocabulary)
    # The end of a text is the first of the words of a part, and under no stem.
    return groupings([END, *vocabulary], [(), *parts])


def write_sounds(rows: sqlite3.Connection, vocabulary: Iterable[str]) -> None:
    """Write all words at once, with how they sound: what typos are compared with."""
    some = list(vocabulary)
    remember(rows, {"words": " ".join(some), "sounds": sound(" ".join(map(fold, some)))})


def write_lines(rows: sqlite3.Connection, number: int, documents: Mapping[int, Document | None]) -> None:
    """Write the texts of these documents, each in the line of its number; nothing for one that is gone."""
    blocks: defaultdict[int, dict[int, Document | None]] = defaultdict(dict)
    for i, document in documents.items():
        blocks[i - i % BLOCK][i % BLOCK] = document
    place = "part = ? AND zone = ? AND first = ?"
    for first, some in blocks.items():
        for zone in PLAIN_ZONES:
            row = rows.execute(f"SELECT text FROM lines WHERE {place}", (number, zone, first)).fetchone()  # noqa: S608
            lines = row[0].split(b"\n")[:-1] if row else []
            lines += [b""] * (max(some) + 1 - len(lines))
            for at, document in some.items():
                lines[at] = ZONE_TEXTS[zone](document).replace("\n", " ").encode() if document else b""
            text = b"".join([line + b"\n" for line in lines])
            rows.execute("INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?)", (number, zone, first, text))


# What follows from where words are spelled


def groupings(words: Iterable[str], parts: Iterable[tuple[str, ...]]) -> tuple[Grouping, Grouping]:
    """Return how the forms of words come under their stem, and how compounds do so as well."""
    stems = [(lemma(word),) for word in words]
    return Grouping(stems), Grouping([stem + some for stem, some in zip(stems, parts, strict=True)])


def derived(spelled: Spelled, forms: Grouping, bearing: Grouping) -> Held:
    """Return what follows: a word in any zone, and a word in each of its forms and in compounds."""
    name, other, text, klar = map(bearing.of, spelled.values())
    names = name | other
    return {
        WORDS[Scope.NAME_FORM]: forms.of(spelled["name"]),
        WORDS[Scope.NAME]: name,
        WORDS[Scope.NAMES]: names,
        WORDS[Scope.SPELLED]: spelled["name"] | spelled["other"] | spelled["text"],
        WORDS[Scope.ANYWHERE]: names | text,
        WORDS["text"]: text,
        WORDS["klar"]: klar,
    }


# Rows


def put(rows: sqlite3.Connection, family: int, sets: Iterable[tuple[str, FrozenBitMap]]) -> None:
    """Write which documents stand under which key of a family of a part."""
    given = chain.from_iterable((family, key, ids.serialize()) for key, ids in sets)
    # Rows one by one would take twice as long.
    while some := list(islice(given, 3 * ROWS_AT_ONCE)):
        values = ",".join(["(?, ?, ?)"] * (len(some) // 3))
        rows.execute(f"INSERT OR REPLACE INTO posting VALUES {values}", some)  # noqa: S608


def remember(rows: sqlite3.Connection, things: Mapping[str, Any]) -> None:
    """Write what is there once."""
    given = ((name, pack(value)) for name, value in things.items())
    rows.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", given)
