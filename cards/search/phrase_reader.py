"""What stands in a phrase: numbers with what they count, rows of the editors' table, values of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cards.folding import sort_key
from cards.search.fields import find_field
from cards.search.lexicon import lemma
from cards.search.phrase_table import WHO, WHOM, Meaning, PhraseTable, Row, Values
from cards.search.phrase_words import ALONE, ONE, QUANTITY, Piece, Quantity, letters, quantities, unit_of

if TYPE_CHECKING:
    from cards.search.phrases import Phrases

LONGEST_VALUE = 4
FIELD_NAME = re.compile(r"[:<>=]")
# What stands for a number of which nobody knows what it counts.
UNKNOWN = "?"


@dataclass(frozen=True)
class Fact:
    """One thing that was understood, and where it stands in the phrase."""

    start: int
    end: int
    means: Meaning
    denied: bool = False


class Reader:
    """Finds the facts of one phrase: numbers first, then the longest rows, then the values of the data."""

    def __init__(self, phrases: Phrases, found: list[Piece]) -> None:
        self.phrases = phrases
        self.table = phrases.table
        self.found = found
        self.facts: list[Fact] = []

    def read(self) -> list[Fact]:
        self._numbers()
        self._values(range(LONGEST_VALUE, 1, -1))
        self._rows()
        self._numbers(ONE)
        self._order()
        self._values(range(1, 0, -1))
        if len(ALONE.findall(letters(self.found, self.table))) == 1:
            self._numbers(ALONE)
        self._bare_units()
        self._rows(late=True)
        return sorted(self.facts, key=lambda fact: fact.start)

    def _numbers(self, pattern: re.Pattern[str] = QUANTITY) -> None:
        for got in list(quantities(self.found, self.table, pattern)):
            means = self._lost(got) or _measured(got, self.table)
            names = {"": means.plain, **means.of}
            said = {fact: _compared(name, got) for fact, name in names.items() if name}
            if said:
                self._use(range(got.start, got.end), Meaning(said.pop("", UNKNOWN), said))

    def _lost(self, got: Quantity) -> Meaning | None:
        """„2 Stufen kosten“: how many of them somebody loses."""
        verb = next((p for p in self.found if not p.used and p.keys & self.table.losing), None)
        if got.unit is None or not got.unit.lost or not got.counted or verb is None:
            return None
        verb.used = True
        return Meaning(got.unit.lost)

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
                if (places := self._places(row)) and not self._denies_afar(places):
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

    def _denies_afar(self, places: list[int]) -> bool:
        """„kein Bonus, aber Gold“: what two words deny stands with its „kein“, and nothing of weight between."""
        denies = len(places) == 2 and any(self.found[at].letter == "-" for at in places)
        return denies and any(p.letter not in "FE" for p in self.found[min(places) + 1 : max(places)])

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
            places = [*places, *self._others(max(places), whose)]
            name = means.plain.partition(":")[0]
            means = replace(means, plain=f"{name}:{self._people(name, places, whose)}")
        self._use(places, means)

    def _people(self, name: str, places: list[int], whose: str) -> str:
        asked = find_field(name)
        assert asked is not None
        keys = [key for at in places if (key := self._person(self.found[at], whose))]
        return "|".join(self.phrases.catalogue.clause(asked, key).partition(":")[2] for key in keys)

    def _others(self, last: int, whose: str) -> list[int]:
        """Return where further people, with what joins them to those of a row, stand: „Cops oder Krieger“."""
        found: list[int] = []
        joint = 0
        for at in range(last + 1, len(self.found)):
            piece = self.found[at]
            if joint and self._is(piece, whose):
                found += [joint, at]
                joint = 0
            elif not piece.used and piece.letter in "AO":
                joint = at
            elif piece.letter != "F":
                break
        return found

    def _order(self) -> None:
        """„die meisten Schätze“, „höchste Stufe“: sort by what is counted, wherever it follows."""
        for i, piece in enumerate(self.found):
            direction = next((way for key, way in self.table.most.items() if key in piece.keys), None)
            at = letters(self.found, self.table).find("U", i + 1)
            if direction is not None and not piece.used and at > 0:
                name = unit_of(self.found[at], self.table).means.plain
                self._use([i, at], Meaning(f"hat:{name} sortierung:{direction}{name}"))

    def _values(self, lengths: range) -> None:
        for length in lengths:
            for start in range(len(self.found) - length + 1):
                run = self.found[start : start + length]
                if any(piece.used for piece in run):
                    continue
                for words in _spelled(run):
                    if clause := self._value(self.phrases.values.get(words, ())):
                        self._use(
                            range(start, start + length), Meaning(clause, self.table.beside.get(clause, {}))
                        )
                        break

    def _value(self, known: Iterable[tuple[Values, str]]) -> str:
        said = {fact.means.plain for fact in self.facts} | {key for p in self.found for key in p.keys}
        said |= {FIELD_NAME.split(fact.means.plain)[0] for fact in self.facts}
        said |= {
            clause for p in self.found for w in _spelled([p]) for _, clause in self.phrases.values.get(w, ())
        }
        return next((c for row, c in known if not row.needs or row.needs & said), "")

    def _bare_units(self) -> None:
        for i, letter in enumerate(letters(self.found, self.table)):
            if letter == "U" and (bare := unit_of(self.found[i], self.table).bare):
                self._use([i], Meaning(bare))

    def _use(self, places: Iterable[int], means: Meaning) -> None:
        taken = list(places)
        for at in taken:
            self.found[at].used = True
        if means.plain or means.of:
            self.facts.append(Fact(min(taken), max(taken), means))


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
