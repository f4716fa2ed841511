"""How much work a question may make: a budget that all questions of one request to a server share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

import msgspec

from rules.engine.errors import LimitExceeded

# One unit is one branch of chance looked at once, in a table of ordinary size.
QUESTION_LIMIT = 20_000
# The largest question, and once more as much for what is asked about it.
REQUEST_LIMIT = 2 * QUESTION_LIMIT
LOOKS_EVERY = 64
# Up to so many branches nobody looks how large their state is; a table of friends has about this extent.
FEW, USUAL_EXTENT = 16, 200
BYTES_A_UNIT = 200


class OutOfWork(LimitExceeded):
    """The budget that several questions share is used up."""

    def __init__(self, limit: int) -> None:
        super().__init__("do", "work", f"Mehr als {limit} Schritte sind zu viel für eine Anfrage.")


class Work:
    """A budget; whoever asks several questions under it makes them share it."""

    def __init__(self, limit: int = REQUEST_LIMIT) -> None:
        self.limit = limit
        self.spent = 0
        self._next_look = LOOKS_EVERY

    def spend(self, units: int) -> None:
        """Take this much out of the budget; what is not in it any more is not begun."""
        self.spent += units
        if self.spent > self.limit:
            raise OutOfWork(self.limit)
        if self.spent >= self._next_look:
            self._next_look = self.spent + LOOKS_EVERY
            self.look()

    def look(self) -> None:
        """Called every so many units: a server may stop what takes too long here."""


_shared: ContextVar[Work | None] = ContextVar("work", default=None)


def current() -> Work:
    """Return the budget of whoever asks; one of its own where nobody set any."""
    return _shared.get() or Work()


@contextmanager
def sharing(work: Work) -> Iterator[Work]:
    """Let all questions inside share this budget."""
    token = _shared.set(work)
    try:
        yield work
    finally:
        _shared.reset(token)


@contextmanager
def at_most(units: int) -> Iterator[Work]:
    """Let the questions inside spend so much of the budget that is left, and no more."""
    work = current()
    whole = work.limit
    work.limit = min(whole, work.spent + units)
    try:
        with sharing(work):
            yield work
    finally:
        work.limit = whole


class Stands(Protocol):
    """A branch, as far as its price goes."""

    @property
    def state(self) -> object: ...


class Account:
    """What one question has spent, of its own and of the budget it shares."""

    def __init__(self) -> None:
        self.spent = 0
        self.work = current()
        self._weight = 0

    def pay_for_reading(self, question: object) -> None:
        """Pay for the question itself, by its length: a small change of a large table reads all of it again."""
        self.work.spend(len(msgspec.json.encode(question)) // BYTES_A_UNIT)

    def pay(self, wave: Sequence[Stands]) -> None:
        """Pay for a wave: each branch was played or waited, and is compared with the others, card by card."""
        if len(wave) > FEW and not self._weight:
            self._weight = 1 + extent(wave[0].state) // USUAL_EXTENT
        units = len(wave) * (self._weight or 1)
        self.spent += units
        if self.spent > QUESTION_LIMIT:
            text = f"Mehr als {QUESTION_LIMIT} Schritte sind zu viel für eine Frage."
            raise LimitExceeded("do", "steps", text)
        self.work.spend(units)


def extent(value: object) -> int:
    """Return how many cards, numbers and words a state is made of."""
    if isinstance(value, tuple):
        return sum(map(extent, value))
    if isinstance(value, msgspec.Struct):
        return sum(extent(getattr(value, name)) for name in value.__struct_fields__)
    return 1
