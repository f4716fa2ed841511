"""The file that holds an index: sets of documents, words and documents as rows of SQLite.

All workers of a machine read the same file, so its pages are in memory once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from pyroaring import FrozenBitMap

# Another number for whatever changes in what the file holds or in how words are analysed.
FORMAT = 1
SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE posting (family INTEGER, key TEXT, ids BLOB, PRIMARY KEY (family, key)) WITHOUT ROWID;
CREATE TABLE word (word TEXT PRIMARY KEY, folded TEXT, parts TEXT) WITHOUT ROWID;
CREATE TABLE stem (stem TEXT PRIMARY KEY, words TEXT, compounds TEXT) WITHOUT ROWID;
CREATE TABLE document (id INTEGER PRIMARY KEY, key TEXT, folded TEXT, body BLOB);
CREATE TABLE lines (part INTEGER, zone TEXT, first INTEGER, text BLOB, PRIMARY KEY (part, zone, first)) WITHOUT ROWID;
"""
INDEXES = """
CREATE INDEX by_spelling ON word (folded, word);
CREATE INDEX by_key ON document (key);
"""
BYTES_KEPT = 8 * 1024 * 1024
CACHED_PAGES = "PRAGMA cache_size = -2048"
ROWS_AT_ONCE = 64
LAST = "\U0010ffff"
NOTHING = FrozenBitMap()


def row_of(number: int, i: int) -> int:
    """Return in which row a document of a part lies."""
    return (number << 32) + i


class Recent:
    """What was read lately, up to a size; then it begins anew."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.held: dict[Any, Any] = {}

    def keep(self, key: Any, value: Any, size: int = 1) -> Any:
        if self.size > self.most:
            self.held, self.size = {}, 0
        self.held[key] = value
        self.size += size
        return value


class File:
    """An index file, opened."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.rows = connection
        self.rows.execute(CACHED_PAGES)
        self._sets = Recent(BYTES_KEPT)
        self._families: dict[int, dict[str, FrozenBitMap]] = {}

    def path(self) -> Path:
        """Return where the file lies."""
        return Path(self.rows.execute("PRAGMA database_list").fetchone()[2])

    def set(self, family: int, key: str) -> FrozenBitMap:
        """Return the documents that are listed under a key."""
        known = self._sets.held.get((family, key))
        if known is not None:
            return known
        row = self.rows.execute(
            "SELECT ids FROM posting WHERE family = ? AND key = ?", (family, key)
        ).fetchone()
        found = FrozenBitMap.deserialize(row[0]) if row else NOTHING
        return self._sets.keep((family, key), found, 150 + (len(row[0]) if row else 0))

    def union(self, family: int, low: str, high: str) -> FrozenBitMap:
        """Return the documents that are listed under any key from `low` on and before `high`."""
        known = self._sets.held.get((family, low, high))
        if known is not None:
            return known
        some = [ids for _, ids in self.between(family, low, high)]
        found = FrozenBitMap.union(*some) if some else NOTHING
        return self._sets.keep((family, low, high), found, 150 + 2 * len(found))

    def family(self, family: int) -> dict[str, FrozenBitMap]:
        """Return all keys of a family that has few of them, and keep them."""
        if family not in self._families:
            self._families[family] = dict(self.between(family))
        return self._families[family]

    def between(self, family: int, low: str = "", high: str = LAST) -> Iterator[tuple[str, FrozenBitMap]]:
        """Yield the keys of a family from `low` on and before `high`, in their order."""
        asked = "SELECT key, ids FROM posting WHERE family = ? AND key >= ? AND key < ? ORDER BY key"
        for key, ids in self.rows.execute(asked, (family, low, high)):
            yield key, FrozenBitMap.deserialize(ids)

    def documents(self, number: int, ids: Iterable[int], column: str) -> Iterator[tuple[int, Any]]:
        """Yield a column of these documents of a part."""
        rest = [row_of(number, i) for i in ids]
        for at in range(0, len(rest), ROWS_AT_ONCE):
            some = rest[at : at + ROWS_AT_ONCE]
            asked = f"SELECT id, {column} FROM document WHERE id IN ({','.join('?' * len(some))})"  # noqa: S608
            for row, value in self.rows.execute(asked, some):
                yield row & 0xFFFFFFFF, value

    def meta(self, name: str, kind: Any = Any) -> Any:
        """Return one of the things that are there once."""
        row = self.rows.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return msgspec.msgpack.decode(row[0], type=kind) if row else None


def opened(path: Path) -> File | None:
    """Open a file to read it; None where there is none, or it is not whole."""
    try:
        rows = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        file = File(rows)
        pages, size = (rows.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        whole = file.meta("format") == FORMAT and path.stat().st_size == pages * size
    except (sqlite3.Error, OSError, msgspec.DecodeError):
        return None
    return file if whole else None


def new(path: str) -> sqlite3.Connection:
    """Make an empty file."""
    rows = unguarded(path)
    rows.executescript(SCHEMA)
    return rows


def unguarded(path: str) -> sqlite3.Connection:
    """Open a draft to write it: who is interrupted begins anew."""
    rows = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    rows.execute("PRAGMA journal_mode = OFF")
    rows.execute("PRAGMA synchronous = OFF")
    return rows
