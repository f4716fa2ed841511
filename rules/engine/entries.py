"""Entries: what the books decide beyond one row of the comparison, as data of one shape."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.engine.objects import Json

# How the entries of one target are put together.
Policy = Literal["sum", "permission", "exception", "event", "value"]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Under which boxes, deciding book and variants an entry is in force; all that is named must fit."""

    sets: int = 1
    book: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    variant: str = ""

    def fits(self, sets: tuple[str, ...], book: str, variants: tuple[str, ...]) -> bool:
        return (
            len(sets) >= self.sets
            and (not self.book or book in self.book)
            and (not self.box or bool(set(self.box) & set(sets)))
            and (not self.variant or self.variant in variants)
        )


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement that the engine can read; `value_of` takes value and rules from a comparison row."""

    id: str
    target: str
    when: When = When()
    value: object = None
    value_of: str = ""
    steps: tuple[Json, ...] = ()
    rank: Literal["rulebook", "combination", "card"] = "rulebook"
    beats: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    text: str = ""
    coverage: Literal["full", "partial", "text"] = "full"


RANKS = {"rulebook": 0, "combination": 1, "card": 2}


def read_entries(rows: object) -> tuple[Entry, ...]:
    """Return the entries of a file; an unknown key or word is an error."""
    return msgspec.convert(rows, tuple[Entry, ...])


def strongest(entries: list[Entry]) -> Entry:
    """Return the entry that prevails: not beaten by another, then the highest rank, then the first."""
    beaten = {ident for entry in entries for ident in entry.beats}
    standing = [entry for entry in entries if entry.id not in beaten] or entries
    return max(standing, key=lambda entry: RANKS[entry.rank])
