"""Branches of chance as data: what one way of the game carries, and how ways that stand alike are joined."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

import msgspec

from rules.engine.errors import LimitExceeded
from rules.engine.objects import Drawn, Json, Option
from rules.engine.trace import Doubt, Event, Step

OUTCOMES_LIMIT = 1024
ONE = Fraction(1)
T = TypeVar("T")


class Frame(msgspec.Struct, frozen=True):
    """A step of the game as data: which function, its arguments, the rolls and choices already made."""

    do: str
    args: Json
    answers: tuple[object, ...] = ()
    # Whether it grows from what the question wrote down as waiting: what does not fit in it is no defect.
    given: bool = False

    def __hash__(self) -> int:
        return hash((self.do, self.answers, len(self.args)))


class Decision(msgspec.Struct, frozen=True):
    """An open decision with closed options; `frames` is what goes on once it is made."""

    id: str
    kind: str
    player: str
    text: str
    options: tuple[Option, ...]
    frames: tuple[Frame, ...]
    cites: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.id, self.kind, self.player))


class State(Protocol):
    decisions: tuple[Decision, ...]
    asked: int


class Branch(msgspec.Struct, frozen=True, eq=False):
    """One way that things can go."""

    weight: Fraction
    state: Any
    queue: tuple[Frame, ...] = ()
    steps: tuple[Step, ...] = ()
    # Of each roll the faces that lead here.
    rolls: tuple[tuple[int, ...], ...] = ()
    drawn: tuple[Drawn, ...] = ()
    events: tuple[Event, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    warnings: tuple[str, ...] = ()
    shown: Any = None
    # The last card that another may undo, with the table before it worked: a game's own record.
    undo: Any = None


replace = msgspec.structs.replace


def limited(branches: list[Branch]) -> None:
    """Refuse more outcomes than anybody reads."""
    if len(branches) > OUTCOMES_LIMIT:
        text = f"Mehr als {OUTCOMES_LIMIT} verschiedene Ausgänge sind zu viel."
        raise LimitExceeded("do", "outcomes", text)


def growing(frame: Frame, following: list[Frame]) -> list[Frame]:
    """Mark what grows from a frame that was written by hand."""
    return [replace(other, given=True) for other in following] if frame.given else following


def grown(before: tuple[T, ...], more: Sequence[T]) -> tuple[T, ...]:
    """Return a tuple with more behind it; most frames add nothing, and share what was there."""
    return (*before, *more) if more else before


def merged(branches: list[Branch]) -> list[Branch]:
    """Join branches that stand alike and in which chance decided alike; the first one tells the story."""
    found: dict[object, Branch] = {}
    for branch in branches:
        key = (branch.state, branch.queue, branch.events)
        other = found.get(key)
        found[key] = branch if other is None else replace(other, weight=other.weight + branch.weight)
    return list(found.values())
