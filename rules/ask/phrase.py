"""One phrase of a question: what it is, and what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.ask.lexicon import Reading

# Kinds whose phrases change nothing about the question.
NEUTRAL = ("stop", "ask", "marks", "sign", "boxes", "aux")


@dataclass(eq=False)
class Phrase:
    """A piece of the question; the grammar gathers the words around a head into one."""

    kind: str
    value: str
    text: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    cards: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    preps: set[str] = field(default_factory=set)
    owner: str = ""
    count: int = 0
    ordinal: int = 0
    adjectives: set[str] = field(default_factory=set)
    traits: list[Phrase] = field(default_factory=list)
    corrected: bool = False
    signed: bool = False
    # „das Monster“, „dem Monster“: it was named before.
    definite: bool = False
    # Other places where the same is mentioned.
    more: list[tuple[int, int]] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The number of a number or quantity."""
        return int(self.facts["number"])

    @property
    def signs(self) -> set[str]:
        """All words under which an intent can ask for this phrase."""
        found = {self.kind, f"{self.kind}.{self.value}"}
        if self.facts.get("kind"):
            found.add(f"kind.{self.facts['kind']}")
        if self.facts.get("slot"):
            found.add(f"slot.{self.facts['slot']}")
        if self.facts.get("hands"):
            found.add(f"hands.{self.facts['hands']}")
        return found | ({"person"} if self.kind == "traits" else set())

    def has(self, *kinds: str) -> Reading | None:
        """Return the first reading of one of these kinds."""
        return next((reading for reading in self.readings if reading.kind in kinds), None)

    def read_as(self, reading: Reading) -> Phrase:
        """Settle on one reading."""
        self.kind, self.value, self.cards = reading.kind, reading.value, reading.cards
        return self

    def cover(self, other: Phrase) -> None:
        """Let this phrase also stand for the other's place, as one piece where they touch."""
        self.more.append((other.start, other.end))

    def __repr__(self) -> str:
        extra = {k: v for k, v in vars(self).items() if v and k in EXTRAS}
        return f"<{self.kind}.{self.value} {extra}>"


EXTRAS = ("facts", "name", "preps", "owner", "count", "ordinal", "adjectives", "traits")
