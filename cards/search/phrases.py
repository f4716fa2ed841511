"""Phrases as people say them, „hut ab 3 bonus“, read into the search language: `platz:kopfbedeckung bonus>=3`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cards.folding import fold, lower, sort_key
from cards.search.fields import Type, find_field
from cards.search.index import Index
from cards.search.lexicon import LINKS, Lexicon, lemma
from cards.search.parser import FIELD
from cards.search.phrase_reader import Reader
from cards.search.phrase_table import PhraseTable, Values, phrase_table
from cards.search.phrase_terms import Joiner
from cards.search.phrase_words import Piece, pieces
from cards.search.values import Catalogue

# Whoever writes these writes the search language.
FORMAL = re.compile(r"[\"„“”»«›‹()|/&<>=≤≥≠]|(?:^|\s)[-−–!]\D")
# „Fluchkarten“ are curses.
CARD = re.compile(r"(?:en|s|n)?karten?$")
SEVERAL = ("karten", "cards")
MOST_PIECES = 24
MOST_KNOWN = 4096
SHORTEST_PART = 4
# What one word alone may mean; any other word alone is looked for as it stands.
BY_ONE_WORD = ("typ", "platz", "haende", "merkmal", "ist", "fraktion")
# Letters of numbers, and of what is left that changes nothing.
NUMBERS = "NPG"
IDLE = "FACSZRTOE"


@dataclass(frozen=True)
class Reading:
    """A phrase in the search language, with the words that stay words."""

    query: str
    facts: tuple[str, ...]
    left: tuple[str, ...]
    # The words of the phrase that carry weight, and the terms of the search language between them.
    said: tuple[str, ...]
    formal: tuple[str, ...]
    # Whether „…karten“ are asked for: of a kind, not one of that name.
    several: bool

    @property
    def alone(self) -> bool:
        return len(self.said) == 1 and not self.measured

    @property
    def measured(self) -> bool:
        """Whether a number is compared as well, `stufe<3`: then a word beside it is no name."""
        fields = (find_field(match[1]) for term in self.formal if (match := FIELD.match(term)))
        return any(field and field.type is Type.NUMBER for field in fields)


@dataclass(eq=False)
class Phrases:
    """Reads phrases with the editors' table and the values that stand in the data."""

    table: PhraseTable
    catalogue: Catalogue
    # The words of a value → its fields, each with the query for it.
    values: Mapping[tuple[str, ...], list[tuple[Values, str]]]
    # The word for a class, a race, a sex → its key; with those for tags.
    people: Mapping[str, str]
    anybody: Mapping[str, str]
    # The values as people read them.
    named: tuple[str, ...]
    known: dict[str, Reading | None] = field(default_factory=dict)

    def read(self, text: str) -> Reading | None:
        """Return what a phrase means; None for the search language, and where nothing is understood."""
        if text not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            self.known[text] = self._read(text)
        return self.known[text]

    def _read(self, text: str) -> Reading | None:
        formal, plain = _without_formal(text.strip().rstrip("!?.… "))
        if not plain or FORMAL.search(plain) or ":" in plain:
            return None
        found = pieces(plain, self.table, self._split)
        return self._put(found, formal, "," in text) if len(found) <= MOST_PIECES else None

    def _put(self, found: list[Piece], formal: list[str], commas: bool) -> Reading | None:
        """Put what was found into a query, with the words that stay words."""
        terms = Joiner(Reader(self, found).read(), found, commas).terms()
        if terms is None or any(p.letter in NUMBERS for p in found if not p.used):
            return None
        soft = any(p.letter in NUMBERS or p.letter == "E" for p in found)
        left = [p.text for p in found if not p.used and p.letter not in IDLE and not self._idle(p, soft)]
        settings = [term for term in terms if term.startswith("sortierung:")]
        asked = [term for term in terms if term not in settings]
        said = tuple(p.text for p in found if p.used or p.letter != "F")
        several = any(p.text in SEVERAL for p in found)
        query = " ".join([*left, *asked, *formal, *settings])
        return Reading(query, tuple(terms), tuple(left), said, tuple(formal), several)

    def _idle(self, piece: Piece, soft: bool) -> bool:
        idle = self.table.light | (self.table.soft if soft else frozenset())
        return fold(piece.text) in self.table.filler or bool(piece.keys & idle)

    def knows(self, word: str) -> bool:
        """Say whether a word means something by itself, or helps to."""
        keys = self.table.keys(word)
        return bool(keys & self._words) or fold(word) in self.table.filler or self._split(word) != [word]

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The words of the table and of the data as people spell them: what a word with a typo may mean."""
        return tuple(
            sorted({*self.table.spelled, *(w for name in self.named for w in name.split() if len(w) > 3)})
        )

    @cached_property
    def _words(self) -> set[str]:
        return {*self.table.single, *(w for words in self.values for w in words), *self.people}

    def _split(self, word: str) -> list[str]:
        """Take „feuergegenstände“ apart, where both parts mean something and the whole does not."""
        whole = self.table.keys(word)
        if len(word) < 2 * SHORTEST_PART or any(
            key in self._single or key in self.table.whole for key in whole
        ):
            return [word]
        if (bare := CARD.sub("", word)) != word and self.table.keys(bare) & self._single:
            return [bare]
        for at in range(len(word) - SHORTEST_PART, SHORTEST_PART - 2, -1):
            head, tail = word[:at], word[at:]
            if not self.table.keys(tail) & self._single:
                continue
            for link in LINKS:
                stem = head.removesuffix(link)
                if head.endswith(link) and self.table.keys(stem) & self._heads:
                    return [stem, tail]
        return [word]

    @cached_property
    def _heads(self) -> frozenset[str]:
        return self._single | set(self.people)

    @cached_property
    def _single(self) -> frozenset[str]:
        return self.table.single | {words[0] for words in self.values if len(words) == 1}


def build_phrases(catalogue: Catalogue, cards: Index, lexicon: Lexicon) -> Phrases:
    """Join the editors' table with the values that some card has."""
    table = phrase_table()
    values: dict[tuple[str, ...], list[tuple[Values, str]]] = {}
    for row in table.values:
        asked = find_field(row.name)
        assert asked is not None
        held = cards.choices(row.name)
        for said, key in catalogue.readings.get(row.name, {}).items():
            if key in held and said not in row.without and not any(c.isdigit() for c in said):
                words = tuple(map(lemma, said.split()))
                german = said == sort_key(catalogue.label(asked, key))
                for name in (words, *(lexicon.translations.get(words, ()) if german else ())):
                    values.setdefault(name, []).append((row, catalogue.clause(asked, key)))
    anybody = {
        lemma(said): key
        for said, key in catalogue.readings.get("fuer", {}).items()
        if " " not in said and not any(c in key for c in "<>=:0123456789")
    }
    tags = cards.choices("merkmal")
    people = {word: key for word, key in anybody.items() if key not in tags} | dict(table.people)
    labels = (lower(label) for row in table.values for label in catalogue.labels.get(row.name, {}).values())
    return Phrases(table, catalogue, values, people, {**anybody, **people}, tuple(labels))


def _without_formal(text: str) -> tuple[list[str], str]:
    """Part the terms of the search language, `stufe>=5`, from the plain words around them."""
    said = text.split()
    formal = [w for w in said if (match := FIELD.match(w)) and find_field(match[1]) and match.end() < len(w)]
    return formal, " ".join(word for word in said if word not in formal)
