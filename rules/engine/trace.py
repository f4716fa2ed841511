"""What an answer remembers of its way: steps with their reasons, refusals, open readings."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TypeVar

import msgspec

from rules.engine.objects import Json, Option, Values

T = TypeVar("T")
# What can come out, and how likely it is.
Outcome = tuple[Fraction | int, T]


class Step(msgspec.Struct, frozen=True, eq=False):
    """One thing that happened, with the questions it answers and what it cites; told only at the end.

    It cites what decided it, the most decisive first; `more` is what says the same or belongs to it.
    """

    key: str
    values: Values
    cites: tuple[str, ...]
    targets: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


class Doubt(msgspec.Struct, frozen=True):
    """A place where the books are silent or contradict themselves; `decides` where it decides the result."""

    key: str
    decides: bool = True
    cites: tuple[str, ...] = ()
    # The card whose text it is about, where it is about one.
    card: str = ""
    # What it is more exactly: the part of a card's text that is not carried out.
    part: str = ""


class Report(msgspec.Struct):
    """What a game shows about one outcome: fields of the outcome, steps that explain them, what it cites."""

    fields: Json
    steps: tuple[Step, ...] = ()
    cites: Collection[str] = ()
    targets: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    warnings: tuple[str, ...] = ()


class Event(msgspec.Struct, frozen=True):
    """One thing that chance decided, or that it could have: outcomes are told apart by it."""

    name: str
    about: tuple[tuple[str, object], ...] = ()


class Refused(Exception):
    """An action that a rule forbids."""

    def __init__(self, code: str, step: Step, doubts: tuple[Doubt, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.step = step
        # What this action met that the books leave open: the refusal then follows the favoured reading.
        self.doubts = doubts


class Fork(Exception):
    """Chance: the frame is played again once for every outcome."""

    def __init__(self, outcomes: list[Outcome[object]]) -> None:
        super().__init__("fork")
        self.outcomes = outcomes


class Pause(Exception):
    """A decision that somebody has to make before the frame can go on."""

    def __init__(
        self,
        kind: str,
        player: str,
        text: str,
        options: tuple[Option, ...],
        cites: tuple[str, ...] = (),
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.player = player
        self.text = text
        self.options = options
        self.cites = cites
