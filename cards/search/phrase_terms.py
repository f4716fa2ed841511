"""What the facts of a phrase come to together: denied, beside each other, joined by „oder“."""

from __future__ import annotations

import re
from dataclasses import replace

from cards.search.phrase_reader import FIELD_NAME, UNKNOWN, Fact
from cards.search.phrase_words import Piece

# Fields of which a card has one value: two of them are meant as alternatives.
ONE_VALUE = ("typ", "set", "platz", "deck", "fraktion", "als", "auf")
# And of which „und“ names several as well: „Messer und Schusswaffen“.
TOGETHER = (*ONE_VALUE, "merkmal")
# What stands for the Bad Stuff of a monster until its effect is known.
BAD_STUFF = "schlimm"
AGAINST = re.compile(r"(gegen|staerker|schwaecher):([\w:-]+)")
AMOUNT = re.compile(r"bonus:(-?\d+)")


class Joiner:
    """Turns facts into the terms of a query."""

    def __init__(self, facts: list[Fact], found: list[Piece], commas: bool) -> None:
        self.facts = facts
        self.found = found
        self.commas = commas

    def terms(self) -> list[str] | None:
        """Return the terms; None where they contradict each other, or a number is left that counts nothing."""
        terms = self._clauses() if self._deny() else None
        return terms and _with_amounts(terms)

    def _deny(self) -> bool:
        """Turn round the fact behind each „ohne“ and „kein“, or the one before it at the end; False without one."""
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
            for piece in between:
                piece.used = True
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
            elif self._joint(last, fact, "AO" if name in TOGETHER else "O"):
                joined[before] += f"|{value}"
            elif name in ONE_VALUE:
                return None
            else:
                joined.append(clause)
            last = fact
        # „3 Monster oder Zerstörungswert 20“: what is left of „oder“ joined two things that no field has.
        inside = self.found[said[0][0].start : said[-1][0].end] if said else []
        return None if any(p.letter == "O" and not p.used for p in inside) else joined

    def _joint(self, last: Fact | None, fact: Fact, joints: str) -> bool:
        """Say whether the phrase joins two facts by one of these words, or lists them by commas."""
        between = self.found[last.end : fact.start] if last else []
        found = [piece for piece in between if piece.letter in joints]
        for piece in found:
            piece.used = True
        return bool(found) or (self.commas and last is not None)


def _with_amounts(terms: list[str]) -> list[str]:
    """„+4 gegen Barden“ is one thing: the amount belongs to whom it is against."""
    against = next((match for term in terms if (match := AGAINST.fullmatch(term))), None)
    amount = next((match for term in terms if (match := AMOUNT.fullmatch(term))), None)
    if against is None or amount is None:
        return terms
    number = -abs(int(amount[1])) if against[1] == "schwaecher" else int(amount[1])
    name = "schwaecher" if number < 0 else "staerker"
    both = f'{name}:"{against[2]}{number:+d}"'
    return [both if term == against[0] else term for term in terms if term != amount[0]]
