"""The data version („Stand“) that answers are made from, known to a process for at most a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

from django.db import InterfaceError, OperationalError, router

from cards.models import Release
from cards.per_release import saw

KNOWN_FOR_SECONDS = 1.0
LOST_FOR_SECONDS = 1.0
ATTEMPTS = 3
T = TypeVar("T")


class Stand(NamedTuple):
    """A data version as an answer names it."""

    version: str
    made_at: datetime
    # Equal data have an equal version; the number tells two such states apart.
    number: int

    @property
    def mark(self) -> str:
        return f"{self.version}.{self.number}"


# Every page asks this; putting the query together each time would take longer than its answer.
NEWEST = f"SELECT id, version, made_at FROM {Release._meta.db_table} ORDER BY id DESC LIMIT 1"  # noqa: S608
EMPTY = Stand("leer", datetime(2000, 1, 1, tzinfo=UTC), 0)


class _Known:
    """What this process last read, and when."""

    stand = EMPTY
    until = 0.0
    read_at = 0.0


class _Lost:
    """Until when this process does not ask a database again, by its alias."""

    until: dict[str, float] = {}


def fresh() -> Stand:
    """Read the newest release from the database; where it just failed, fail at once instead of waiting for it."""
    alias = router.db_for_read(Release)
    if time.monotonic() < _Lost.until.get(alias, 0.0):
        raise OperationalError("Die Datenbank antwortet gerade nicht.")
    try:
        return _read()
    except (OperationalError, InterfaceError):
        lost()
        raise


def lost() -> None:
    """Let nobody wait for a database that somebody has just waited for in vain."""
    _Lost.until[router.db_for_read(Release)] = time.monotonic() + LOST_FOR_SECONDS


def last() -> tuple[Stand, int]:
    """Return the newest release that was ever read, and how many seconds ago; nothing is asked."""
    return _Known.stand, round(time.monotonic() - _Known.read_at)


def _read() -> Stand:
    row = next(iter(Release.objects.raw(NEWEST)), None)
    _Known.stand = Stand(row.version, row.made_at, row.pk) if row else EMPTY
    saw(row.version if row else "")
    _Known.read_at = time.monotonic()
    _Known.until = _Known.read_at + KNOWN_FOR_SECONDS
    return _Known.stand


def current() -> Stand:
    """Return the newest release; it may be one second old."""
    return _Known.stand if time.monotonic() < _Known.until else fresh()


def forget() -> None:
    """Make the next question read the database."""
    _Known.until = 0.0


def read_at_one_stand(read: Callable[[Stand], T]) -> tuple[T, Stand, bool]:
    """Return what `read` gives, its stand, and whether both surely belong together.

    A release is written in one transaction with its data. So if the newest release is the same before
    and after reading, everything read in between belongs to it, whatever the isolation level.
    """
    stand = current()
    for _ in range(ATTEMPTS):
        found = read(stand)
        after = fresh()
        if after == stand:
            return found, stand, True
        stand = after
    return found, stand, False
