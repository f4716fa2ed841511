"""Phrases as people say them, „hut ab 3 bonus“, read into the search language: `platz:kopfbedeckung bonus>=3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from cards.folding import fold, lower, sort_key
from cards.search.fields import find_field
from cards.search.index import Index
from cards.search.lexicon import LINKS, Lexicon, lemma
from cards.search.parser import FIELD
from cards.search.phrase_table import WHO, WHOM, Meaning, PhraseTable, Row, Values, phrase_table
from cards.search.phrase_words import (
    ALONE,
    ONE,
    QUANTITY,
    Piece,
    Quantity,
    letters,
    pieces,
    quantities,
    unit_of,
)
from cards.search.values import Catalogue

# Whoever writes these writes the search language.
FORMAL = re.compile(r"[\"„“”»«›‹()|/&<>=≤≥≠]|(?:^|\s)[-−–!]\D")
# „Fluchkarten“ are curses.
CARD = re.compile(r"(?:en|s|n)?karten?$")
# What stands for the Bad Stuff of a monster until its effect is known.
BAD_STUFF = "schlimm"
# What stands for a number of which nobody knows what it counts.
UNKNOWN = "?"
FIELD_NAME = re.compile(r"[:<>=]")
MOST_PIECES = 24
LONGEST_VALUE = 4
SHORTEST_PART = 4
# Fields of which a card has one value: two of them are meant as alternatives.
ONE_VALUE = ("typ", "set", "platz", "deck", "fraktion", "als", "auf")
# What one word alone may mean; any other word alone is looked for as it stands.
BY_ONE_WORD = ("typ", "platz", "haende", "merkmal", "ist", "fraktion")
# Letters of what is left that changes nothing.
IDLE = "FACSZRTOE"


@dataclass(frozen=True)
class Fact:
    """One thing that was understood, and where it stands in the phrase."""

    start: int
    end: int
    means: Meaning
    denied: bool = False


@dataclass(frozen=True)
class Reading:
    """A phrase in the search language, with the words that stay words."""

    query: str
    facts: tuple[str, ...]
    left: tuple[str, ...]
    # The words of the phrase that carry weight, and the terms of the search language between them.
    said: tuple[str, ...]
    formal: tuple[str, ...]

    @property
    def alone(self) -> bool:
        return len(self.said) == 1


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
            if len(self.known) > 4096:
                self.known.clear()
            self.known[text] = self._read(text)
        return self.known[text]

    def _read(self, text: str) -> Reading | None:
        formal, plain = _without_formal(text.strip().rstrip("!?.… "))
        if not plain or FORMAL.search(plain) or ":" in plain:
            return None
        found = pieces(plain, self.table, self._split)
        return _Reader(self, found, "," in text).read(formal) if len(found) <= MOST_PIECES else None

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
        held = cards.choices.get(row.name, {})
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
    tags = cards.choices.get("merkmal", {})
    people = {word: key for word, key in anybody.items() if key not in tags} | dict(table.people)
    labels = (lower(label) for row in table.values for label in catalogue.labels.get(row.name, {}).values())
    return Phrases(table, catalogue, values, people, {**anybody, **people}, tuple(labels))


def _without_formal(text: str) -> tuple[list[str], str]:
    """Part the terms of the search language, `stufe>=5`, from the plain words around them."""
    said = text.split()
    formal = [w for w in said if (match := FIELD.match(w)) and find_field(match[1]) and match.end() < len(w)]
    return formal, " ".join(word for word in said if word not in formal)


class _Reader:
    """Reads one phrase: numbers first, then the longest rows, then the values of the data."""

    def __init__(self, phrases: Phrases, found: list[Piece], commas: bool) -> None:
        self.phrases = phrases
        self.table = phrases.table
        self.found = found
        self.commas = commas
        self.facts: list[Fact] = []

    def read(self, formal: list[str]) -> Reading | None:
        self._numbers()
        self._values(range(LONGEST_VALUE, 1, -1))
        self._rows()
        self._numbers(ONE)
        self._values(range(1, 0, -1))
        self._numbers(ALONE)
        self._bare_units()
        self._rows(late=True)
        if not self._deny() or any(p.letter in "NPG" for p in self.found if not p.used):
            return None
        soft = any(p.letter in "NPGE" for p in self.found)
        left = [p.text for p in self.found if not p.used and p.letter not in IDLE and not self._idle(p, soft)]
        clauses = self._clauses()
        if clauses is None:
            return None
        settings = [c for c in clauses if c.startswith("sortierung:")]
        asked = [c for c in clauses if c not in settings]
        said = tuple(p.text for p in self.found if p.letter != "F")
        return Reading(
            " ".join([*left, *asked, *formal, *settings]), tuple(clauses), tuple(left), said, tuple(formal)
        )

    def _idle(self, piece: Piece, soft: bool) -> bool:
        idle = self.table.light | (self.table.soft if soft else frozenset())
        return fold(piece.text) in self.table.filler or bool(piece.keys & idle)

    # What stands there

    def _numbers(self, pattern: re.Pattern[str] = QUANTITY) -> None:
        for got in list(quantities(self.found, self.table, pattern)):
            means = _measured(got, self.table)
            names = {"": means.plain, **means.of}
            said = {fact: _compared(name, got) for fact, name in names.items() if name}
            if said:
                self._use(range(got.start, got.end), Meaning(said.pop("", UNKNOWN), said))

    def _rows(self, late: bool = False) -> None:
        """Use the longest row whose words are there, of several the one whose words stand nearest together."""
        there = {
            part for fact in self.facts for c in (fact.means.plain,) for part in (c, FIELD_NAME.split(c)[0])
        }
        while nearest := min(self._fitting(late, there), default=None, key=lambda fit: fit[0]):
            self._use_row(nearest[1], nearest[2])

    def _fitting(self, late: bool, there: set[str]) -> Iterator[tuple[tuple[int, int], Row, list[int]]]:
        called = dict.fromkeys(key for piece in self.found if not piece.used for key in piece.keys)
        for word in (*sorted(called), WHO, WHOM):
            for row in self.table.rows.get(word, ()):
                if bool(row.needs) != late or (late and not row.needs & there):
                    continue
                if places := self._places(row):
                    yield (-len(row.words), max(places) - min(places)), row, places

    def _places(self, row: Row) -> list[int]:
        """Return where the words of a row stand, each in a piece of its own; nothing if one is missing."""
        places: list[int] = []
        for word in row.words:
            at = next((i for i, p in enumerate(self.found) if i not in places and self._is(p, word)), None)
            if at is None:
                return []
            places.append(at)
        return places

    def _is(self, piece: Piece, word: str) -> bool:
        if piece.used:
            return False
        return bool(self._person(piece, word)) if word in (WHO, WHOM) else word in piece.keys

    def _person(self, piece: Piece, word: str) -> str:
        known = self.phrases.people if word == WHO else self.phrases.anybody
        return next((known[key] for key in piece.keys if key in known), "")

    def _use_row(self, row: Row, places: list[int]) -> None:
        means = row.means
        if whose := next((word for word in row.words if word in (WHO, WHOM)), ""):
            key = self._person(self.found[places[row.words.index(whose)]], whose)
            field_name = means.plain.partition(":")[0]
            asked = find_field(field_name)
            assert asked is not None
            means = replace(means, plain=self.phrases.catalogue.clause(asked, key))
        self._use(places, means)

    def _values(self, lengths: range) -> None:
        for length in lengths:
            for start in range(len(self.found) - length + 1):
                run = self.found[start : start + length]
                if any(piece.used for piece in run):
                    continue
                for words in _spelled(run):
                    if clause := self._value(self.phrases.values.get(words, ())):
                        self._use(range(start, start + length), Meaning(clause))
                        break

    def _value(self, known: object) -> str:
        said = {fact.means.plain for fact in self.facts} | {key for p in self.found for key in p.keys}
        said |= {
            clause for p in self.found for w in _spelled([p]) for _, clause in self.phrases.values.get(w, ())
        }
        return next((c for row, c in known if not row.needs or row.needs & said), "")  # type: ignore[attr-defined]

    def _bare_units(self) -> None:
        for i, letter in enumerate(letters(self.found, self.table)):
            if letter == "U" and (bare := unit_of(self.found[i], self.table).bare):
                self._use([i], Meaning(bare))
            elif (direction := self._most(i)) is not None:
                unit = unit_of(self.found[i + 1], self.table)
                name = unit.means.plain
                self._use([i, i + 1], Meaning(f"hat:{name} sortierung:{direction}{name}"))

    def _most(self, i: int) -> str | None:
        """Return the order that „höchste“ asks for, where what is counted follows."""
        if self.found[i].used or letters(self.found, self.table)[i + 1 : i + 2] != "U":
            return None
        return next((way for key, way in self.table.most.items() if key in self.found[i].keys), None)

    def _use(self, places: object, means: Meaning) -> None:
        taken = list(places)  # type: ignore[call-overload]
        for at in taken:
            self.found[at].used = True
        if means.plain or means.of:
            self.facts.append(Fact(min(taken), max(taken), means))

    # What it comes to

    def _deny(self) -> bool:
        """Turn round the fact behind each „ohne“ and „kein“, or the one before it at the end; False without one."""
        self.facts.sort(key=lambda fact: fact.start)
        for at, piece in enumerate(self.found):
            if piece.letter != "-" or piece.used:
                continue
            behind = [i for i, fact in enumerate(self.facts) if fact.start > at]
            if not self.facts or (not behind and any(not p.used for p in self.found[at + 1 :])):
                return False
            for i in self._together(behind) or [len(self.facts) - 1]:
                self.facts[i] = replace(self.facts[i], denied=not self.facts[i].denied)
            piece.used = True
        return True

    def _together(self, behind: list[int]) -> list[int]:
        """„ohne Flüche und Fallen“ denies both: the first of these facts, and those of its field joined to it."""
        meant = behind[:1]
        for i in behind[1:]:
            last, fact = self.facts[meant[-1]], self.facts[i]
            between = self.found[last.end + 1 : fact.start]
            same = FIELD_NAME.split(last.means.plain)[0] == FIELD_NAME.split(fact.means.plain)[0]
            if not same or not between or any(piece.letter not in "AOF" for piece in between):
                break
            meant.append(i)
        return meant

    def _clauses(self) -> list[str] | None:
        plain = {fact.means.plain for fact in self.facts if not fact.denied}
        plain |= {clause.partition(":")[0] for clause in plain}
        said: list[tuple[Fact, str]] = []
        for fact in self.facts:
            clause = fact.means.beside(plain - {fact.means.plain})
            if clause == UNKNOWN:
                return None
            if clause in ("", BAD_STUFF):
                continue
            if BAD_STUFF in plain and clause.startswith("wirkung:"):
                clause = clause.replace("wirkung", BAD_STUFF, 1)
            said.append((fact, f"-{clause}" if fact.denied and " " not in clause else clause))
            if fact.denied and " " in clause:
                return None
        return self._joined(said)

    def _joined(self, said: list[tuple[Fact, str]]) -> list[str] | None:
        """Join values of one field by „oder“, where the phrase does or a card has one such value only."""
        joined: list[str] = []
        last: Fact | None = None
        for fact, clause in said:
            name, colon, value = clause.partition(":")
            before = next((i for i, c in enumerate(joined) if c.startswith(f"{name}:")), None)
            if clause in joined:
                continue
            if not colon or before is None or " " in joined[before]:
                joined.append(clause)
            elif name in ONE_VALUE or self._either(last, fact):
                if not self._either(last, fact) and not self._between(last, fact, "A"):
                    return None
                joined[before] += f"|{value}"
            else:
                joined.append(clause)
            last = fact
        return joined

    def _either(self, last: Fact | None, fact: Fact) -> bool:
        return self._between(last, fact, "O")

    def _between(self, last: Fact | None, fact: Fact, letter: str) -> bool:
        if last is None:
            return False
        return self.commas or any(p.letter == letter for p in self.found[last.end : fact.start])


def _measured(got: Quantity, table: PhraseTable) -> Meaning:
    """Return which field a number is compared with: „Stufe 2“ and „2 Stufen“ are two things."""
    if got.unit is None:
        return table.signed if got.signed else table.alone
    few = got.value.isdigit() and (not got.unit.upto or int(got.value) <= got.unit.upto)
    return Meaning(got.unit.counted) if got.counted and got.unit.counted and few else got.unit.means


def _compared(name: str, got: Quantity) -> str:
    """Return the comparison with a field; a name that brings its own sign keeps it."""
    return f"{name}{got.value}" if name.endswith("=") else f"{name}{got.operator}{got.value}"


def _spelled(run: list[Piece]) -> Iterator[tuple[str, ...]]:
    """Yield the ways to look up pieces side by side."""
    yield tuple(lemma(piece.text) for piece in run)
    yield tuple(lemma(word) for word in sort_key(" ".join(piece.text for piece in run)).split())
