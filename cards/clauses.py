"""German clauses: somebody does something, said straight on or after a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

YOU = "du"


@dataclass(frozen=True)
class Clause:
    """Who does what: „du“, „verlierst“, „eine Stufe“."""

    subject: str
    verb: str
    rest: str = ""

    def straight(self) -> str:
        """„du verlierst eine Stufe“."""
        return " ".join(part for part in (self.subject, self.verb, self.rest) if part)

    def turned(self) -> str:
        """As it stands after a condition: „verlierst du eine Stufe“."""
        return " ".join(part for part in (self.verb, self.subject, self.rest) if part)

    def goes_on(self) -> str:
        """Where the subject was just named: „verlierst eine Stufe“."""
        return " ".join(part for part in (self.verb, self.rest) if part)


def together(clauses: Sequence[Clause], *, turned: bool = False) -> str:
    """Join clauses with „und“; a subject that stays is not named again."""
    first = clauses[0].turned() if turned else clauses[0].straight()
    said = [first]
    for before, clause in pairwise(clauses):
        said.append(clause.goes_on() if clause.subject == before.subject else clause.straight())
    return " und ".join(said)


def sentence(text: str) -> str:
    """Begin with a capital, end with a full stop."""
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith((".", ":")) else ".")
