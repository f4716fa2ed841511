"""Copies of the embedded database are whole or not there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from cardsite import backups


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small database of the site, open in another connection as if it were served."""
    file = make_database(tmp_path / "live.sqlite3", card="Krake")
    monkeypatch.setattr(backups, "live_file", lambda: file)
    return file


def make_database(file: Path, card: str) -> Path:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        for table in backups.REQUIRED_TABLES:
            database.execute(f"CREATE TABLE {table} (name TEXT)")
        database.execute("INSERT INTO cards_card VALUES (?)", [card])
        database.commit()
    return file


def cards_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [row[0] for row in database.execute("SELECT name FROM cards_card")]


def test_a_backup_taken_while_somebody_reads_is_whole(live: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(live)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM cards_card").fetchall()
        backups.back_up(tmp_path / "copy.sqlite3")
    assert cards_in(tmp_path / "copy.sqlite3") == ["Krake"]


def test_a_restore_reaches_a_connection_that_is_already_open(live: Path, tmp_path: Path) -> None:
    copy = make_database(tmp_path / "copy.sqlite3", card="Basilisk")
    with closing(sqlite3.connect(live)) as reader:
        backups.restore(copy)
        assert reader.execute("SELECT name FROM cards_card").fetchall() == [("Basilisk",)]


@pytest.mark.parametrize("content", [b"", b"kein SQLite" * 100])
def test_a_broken_file_is_refused_and_changes_nothing(live: Path, tmp_path: Path, content: bytes) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(content)
    with pytest.raises(CommandError):
        backups.restore(broken)
    assert cards_in(live) == ["Krake"]


def test_a_failed_backup_leaves_the_old_one(
    live: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = make_database(tmp_path / "copy.sqlite3", card="alt")
    monkeypatch.setattr(backups, "copy", lambda source, target: target.write_bytes(b"halb"))
    with pytest.raises(CommandError):
        backups.back_up(old)
    assert cards_in(old) == ["alt"]
    assert list(tmp_path.glob(".*.part")) == []


def test_a_missing_folder_is_named(live: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"Den Ordner .*/fehlt gibt es nicht; lege ihn an"):
        backups.back_up(tmp_path / "fehlt" / "copy.sqlite3")
