"""Sums and chances as bars: where each part begins and how wide it is, in percent of the longest bar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

# Who is called „Du“ is declined where something is of them.
YOU = re.compile(r"\bvon Du\b")
# So many colours the parts of a bar take in turn.
TONES = 4
# A part narrower than this has no room for its number.
ROOMY = 7


@dataclass(frozen=True)
class Cite:
    """A rule, card or ruling that a step rests on."""

    id: str
    title: str
    text: str
    url: str
    box: str


@dataclass(frozen=True)
class Part:
    """One summand: what it is, how much, and where its piece of the bar lies."""

    source: str
    value: int
    cites: list[Cite]
    x: float
    width: float
    tone: int

    @property
    def is_loss(self) -> bool:
        return self.value < 0

    @property
    def is_roomy(self) -> bool:
        return self.width >= ROOMY

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)

    # The side that faces the other grows from the right.

    @property
    def mirrored_x(self) -> float:
        return round(100 - self.x - self.width, 2)

    @property
    def mirrored_middle(self) -> float:
        return round(100 - self.middle, 2)

    @property
    def is_roomy_in_half(self) -> bool:
        return self.width >= 2 * ROOMY


@dataclass(frozen=True)
class Bar:
    """A named sum; `side` is munchkins or monsters in a fight."""

    name: str
    total: int
    parts: list[Part]
    wins: bool = False
    side: str = ""


@dataclass(frozen=True)
class Slice:
    """One outcome's share of the whole."""

    x: float
    width: float
    tone: int
    label: str = ""

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)

    @property
    def is_roomy(self) -> bool:
        return self.width >= ROOMY * 1.5

    @property
    def is_wide(self) -> bool:
        return self.width >= ROOMY * 4


@dataclass(frozen=True)
class Cites:
    """Looks ids up among what the answer cites."""

    known: dict[str, dict[str, Any]]
    boxes: dict[str, str] = field(default_factory=dict)

    def of(self, ids: Sequence[str]) -> list[Cite]:
        return [self._one(ident) for ident in ids if ident in self.known]

    def _one(self, ident: str) -> Cite:
        row = self.known[ident]
        box = self.boxes.get(row["edition"], row["edition"])
        return Cite(ident, row["title"], row["text"], row["url"], box)


def scale(*sums: dict[str, Any]) -> int:
    """Return what the whole width stands for: the largest sum before anything is taken off."""
    return max([1, *(_gains(one) for one in sums), *(one["total"] for one in sums)])


def bar(
    name: str, given: dict[str, Any], whole: int, cites: Cites, wins: bool = False, side: str = ""
) -> Bar:
    """Draw one sum: gains from the left, losses back from where the gains end."""
    parts: list[Part] = []
    end = 0
    for number, part in enumerate(given["parts"]):
        value = part["value"]
        start = end if value >= 0 else max(0, end + value)
        width = abs(value) if value >= 0 else end - start
        end += value
        end = max(end, 0)
        parts.append(
            Part(
                YOU.sub("von Dir", part["source"]),
                value,
                cites.of(part["cites"]),
                _percent(start, whole),
                _percent(width, whole),
                number % TONES + 1,
            )
        )
    return Bar(name, given["total"], parts, wins, side)


def slices(chances: Sequence[Fraction]) -> list[Slice]:
    """Draw chances as one bar of width 100."""
    found, end = [], Fraction(0)
    for number, chance in enumerate(chances):
        tone = number % TONES + 1
        found.append(Slice(round(float(end * 100), 2), round(float(chance * 100), 2), tone, str(chance)))
        end += chance
    return found


def _gains(given: dict[str, Any]) -> int:
    return sum(part["value"] for part in given["parts"] if part["value"] > 0)


def _percent(value: int, whole: int) -> float:
    return round(100 * value / whole, 2)
