"""What a happening rests on: one row per key names the questions that it answers, the most decisive first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

# Where in a row that has its place which the code hands over; in a row without it, that comes last.
HANDED = "*"
# What holds where none of the situations named before it is there.
ELSE = "else"
# The one situation that the book itself knows: boxes are mixed.
MIXED = "mixed"
DOUBT = "doubt."
# A question or the key of another row, several of them, or a choice by situation.
Row = str | Sequence["Row"] | Mapping[str, "Row"]


class Grounds:
    """The rows of one game; a game without any names its statements by the keys themselves.

    A row is a question, a list, or a choice by situation: `{alone: …, helped: …, else: …}`. What is the
    key of another row stands for that row.
    """

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self.rows = rows
        self.situations = {key: {MIXED, *self._named(row)} for key, row in rows.items()}

    def __contains__(self, key: str) -> bool:
        return key in self.rows

    def of(self, key: str, handed: tuple[str, ...], *, mixed: bool) -> tuple[str, ...]:
        """Return the questions of a happening; handed over are words of its row, or further questions and keys."""
        if not self.rows:
            return (key, *handed)
        words = {word for word in handed if "." not in word}
        if not words <= self.situations[key]:
            raise KeyError(f"{key} has no situation {sorted(words - self.situations[key])}")
        words |= {MIXED} if mixed else set()
        causes = [one for name in handed if "." in name for one in self._chosen(name, words) if one != HANDED]
        found = list(self._chosen(key, words))
        place = found.index(HANDED) if HANDED in found else len(found)
        return tuple(dict.fromkeys((*found[:place], *causes, *found[place + 1 :])))

    def _chosen(self, row: Row, words: set[str]) -> Iterator[str]:
        """Yield what holds of a row in this situation; of several that are named, the first."""
        if isinstance(row, str):
            yield from self._chosen(self.rows[row], words) if row in self.rows else (row,)
        elif isinstance(row, dict):
            yield from self._chosen(next((row[w] for w in row if w in words), row.get(ELSE, ())), words)
        else:
            for item in row:
                yield from self._chosen(item, words)

    def _named(self, row: Row) -> Iterator[str]:
        """Yield the situations that a row tells apart."""
        if isinstance(row, str):
            yield from self._named(self.rows[row]) if row in self.rows else ()
            return
        if isinstance(row, dict):
            yield from row.keys() - {ELSE}
        for item in row.values() if isinstance(row, dict) else row:
            yield from self._named(item)


def read_grounds(data: Mapping[str, Any]) -> Grounds:
    """Return the rows of a game: those of its happenings, and those of what its books leave open."""
    doubts = {DOUBT + key: row["rests_on"] for key, row in data["unsettled"].items() if "rests_on" in row}
    return Grounds({**data.get("grounds", {}), **doubts})
