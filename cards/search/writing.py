"""Writes the file of an index from documents: all analysis of German happens here, once per release and machine."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import Any

import msgspec
from pyroaring import FrozenBitMap

from cards.folding import fold, sort_key
from cards.search.corpus import Document
from cards.search.disk import FORMAT, INDEXES, row_of
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
    spelled_and_folded,
)
from cards.search.index import united
from cards.search.lexicon import Splitter, lemma, sound

# A word in so many documents counts as common: which pairs of common words follow each other is kept.
COMMON = 500
# So many texts lie in one row, for regular expressions.
BLOCK = 512
PLAIN_ZONES = ("name", "other", "text")
pack = msgspec.msgpack.encode
# Family → key → documents.
Sets = dict[int, dict[str, FrozenBitMap]]
Spelled = dict[str, dict[str, FrozenBitMap]]
Parts = Mapping[str, tuple[str, ...]]


class Analysed:
    """A document as the index keeps it: its words by zone, and its texts in their normal form."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.words: list[list[str]] = []
        self.folded: list[str] = []
        for text in ZONE_TEXTS.values():
            found, folded = spelled_and_folded(text(document))
            self.words.append(found)
            self.folded.append(folded)

    def names(self) -> dict[str, None]:
        """Return the normal forms of all its names, the own one first."""
        return dict.fromkeys([self.folded[0], *map(sort_key, self.document.others)])

    def pairs(self, zone: int, common: Collection[str]) -> list[str]:
        """Return where two common words follow each other: the one case in which looking would take long."""
        return [f"{a} {b}" for a, b in pairwise(self.folded[zone].split()) if a in common and b in common]

    def row(self, number: int, i: int) -> tuple[Any, ...]:
        """Return the document as a row of its table."""
        document = self.document
        # What a field holds nothing of finds nothing either.
        document.values = {name: value for name, value in document.values.items() if value not in ("", ())}
        folded = "\n".join([f" {text} " for text in self.folded])
        return row_of(number, i), document.key, folded, pack(document)


def write(rows: sqlite3.Connection, documents: Mapping[str, list[Document]], meta: Mapping[str, Any]) -> None:
    """Fill an empty file with the documents of each part, in their order."""
    rows.execute("BEGIN")
    spelled: dict[int, Spelled] = {}
    for number, some in enumerate(documents.values()):
        spelled[number] = _write_part(rows, number, some)
    vocabulary = sorted({word for zones in spelled.values() for found in zones.values() for word in found})
    parts = _write_words(rows, vocabulary)
    for number, zones in spelled.items():
        put(rows, number, derived(zones, parts))
    remember(rows, {"format": FORMAT, "parts": list(documents), **meta})
    rows.executescript(INDEXES)
    rows.execute("COMMIT") if rows.in_transaction else None


def _write_part(rows: sqlite3.Connection, number: int, documents: list[Document]) -> Spelled:
    """Write what can be said of each document alone, and return where which word is spelled."""
    analysed = [Analysed(document) for document in documents]
    spelled = {zone: sets([one.words[at] for one in analysed]) for at, zone in enumerate(ZONE_TEXTS)}
    common = {fold(word) for word, ids in spelled_anywhere(spelled).items() if len(ids) >= COMMON}
    held = listed(analysed, spelled, common)
    put(rows, number, held)
    order = array("I", [i for _, ids in sorted(held[OWN_NAMES].items()) for i in ids])
    fields = {name for document in documents for name in document.values} | {"name", "text"}
    own = {"common": sorted(common), "fields": sorted(fields), "first": len(documents)}
    own |= {"late": [], "by name": order.tobytes()}
    remember(rows, {f"{name} {number}": value for name, value in own.items()})
    given = (one.row(number, i) for i, one in enumerate(analysed))
    rows.executemany("INSERT INTO document VALUES (?, ?, ?, ?)", given)
    write_lines(rows, number, dict(enumerate(documents)))
    return spelled


def listed(analysed: list[Analysed], spelled: Spelled, common: Collection[str]) -> Sets:
    """Return the documents, each by its place in the list, under everything that can be said of it alone."""
    held: Sets = {SPELLINGS[zone]: found for zone, found in spelled.items()}
    held[EVERYTHING] = {"": FrozenBitMap(range(len(analysed)))}
    held[OWN_NAMES] = sets([[one.folded[0]] for one in analysed])
    held[OTHER_NAMES] = sets([[*one.names()][1:] for one in analysed])
    for at, zone in enumerate(ZONE_TEXTS if common else ()):
        held[PAIRS[zone]] = sets([one.pairs(at, common) for one in analysed])
    return held | _values(analysed)


def _values(analysed: list[Analysed]) -> Sets:
    lists: dict[str, defaultdict[str, list[int]]] = {name: defaultdict(list) for name in (*CHOICES, *NUMBERS)}
    for i, one in enumerate(analysed):
        for name, value in one.document.values.items():
            if value != "" and value != () and name in lists:
                for key in several(value):
                    lists[name][str(key)].append(i)
    return {VALUES[name]: as_sets(found) for name, found in lists.items()}


def sets(keys: Iterable[Iterable[str]]) -> dict[str, FrozenBitMap]:
    """Return for each key the places of the rows in which it stands."""
    lists: defaultdict[str, list[int]] = defaultdict(list)
    for i, some in enumerate(keys):
        for key in some:
            lists[key].append(i)
    return as_sets(lists)


def as_sets(lists: Mapping[str, list[int]]) -> dict[str, FrozenBitMap]:
    return {key: FrozenBitMap(ids) for key, ids in lists.items()}


def _write_words(rows: sqlite3.Connection, vocabulary: list[str]) -> Parts:
    """Write all words with the parts of each, and return these."""
    folded = [fold(word) for word in vocabulary]
    splitter = Splitter(frozenset(folded))
    parts = {word: splitter.parts(word) for word in vocabulary}
    given = ((word, f, " ".join(parts[word])) for word, f in zip(vocabulary, folded, strict=True))
    rows.executemany("INSERT INTO word VALUES (?, ?, ?)", given)
    forms, compounds = defaultdict(list), defaultdict(list)
    for word, found in parts.items():
        forms[lemma(word)].append(word)
        for part in found:
            compounds[part].append(word)
    stems = sorted({*forms, *compounds})
    asked = ((stem, " ".join(forms[stem]), " ".join(compounds[stem])) for stem in stems)
    rows.executemany("INSERT INTO stem VALUES (?, ?, ?)", asked)
    write_sounds(rows, vocabulary)
    return parts


def write_sounds(rows: sqlite3.Connection, vocabulary: Iterable[str]) -> None:
    """Write all words at once, with how they sound: what typos are compared with."""
    some = list(vocabulary)
    remember(rows, {"words": " ".join(some), "sounds": " ".join([sound(word) for word in some])})


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


def spelled_anywhere(spelled: Spelled) -> dict[str, FrozenBitMap]:
    """Return for each word the documents that spell it so in name, other names or text."""
    return _joined(_joined(spelled["name"], spelled["other"]), spelled["text"])


def derived(spelled: Spelled, parts: Parts) -> Sets:
    """Return the sets that follow: a word in any zone, and a word in each of its forms and in compounds."""
    name, other, text, klar = (_grouped(found, parts) for found in spelled.values())
    names = _joined(name, other)
    return {
        WORDS[Scope.NAME_FORM]: _grouped(spelled["name"], {}),
        WORDS[Scope.NAME]: name,
        WORDS[Scope.NAMES]: names,
        WORDS[Scope.SPELLED]: spelled_anywhere(spelled),
        WORDS[Scope.ANYWHERE]: _joined(names, text),
        WORDS["text"]: text,
        WORDS["klar"]: klar,
    }


def _grouped(found: Mapping[str, FrozenBitMap], parts: Parts) -> dict[str, FrozenBitMap]:
    """Put the forms of a word, and the compounds with it, into one set."""
    groups: defaultdict[str, list[FrozenBitMap]] = defaultdict(list)
    for word, ids in found.items():
        for stem in (lemma(word), *parts.get(word, ())):
            groups[stem].append(ids)
    return {stem: united(some) for stem, some in groups.items()}


def _joined(some: Mapping[str, FrozenBitMap], others: Mapping[str, FrozenBitMap]) -> dict[str, FrozenBitMap]:
    joined = dict(some)
    for key, ids in others.items():
        joined[key] = joined[key] | ids if key in joined else ids
    return joined


# Rows


def put(rows: sqlite3.Connection, number: int, held: Sets) -> None:
    """Write sets of a part under their families and keys."""
    for family, found in sorted(held.items()):
        place = number * PART + family
        given = ((place, key, found[key].serialize()) for key in sorted(found))
        rows.executemany("INSERT OR REPLACE INTO posting VALUES (?, ?, ?)", given)


def remember(rows: sqlite3.Connection, things: Mapping[str, Any]) -> None:
    """Write what is there once."""
    given = ((name, pack(value)) for name, value in things.items())
    rows.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", given)
