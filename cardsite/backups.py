"""Copies of the embedded database, taken and put back while the site serves."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection

REQUIRED_TABLES = {"django_migrations", "cards_card", "cards_release", "rules_rule"}


def back_up(target: Path) -> None:
    """Write a verified copy to `target`; on any failure `target` stays as it was."""
    source = live_file()
    if not target.parent.is_dir():
        raise CommandError(f"Den Ordner {target.parent} gibt es nicht; lege ihn an.")
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        copy(source, unfinished)
        verify(unfinished)
        unfinished.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise CommandError(f"Die Sicherung nach {target} ist misslungen: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)


def restore(source: Path) -> None:
    """Put the copy into the live database in one transaction; readers see the old state until then."""
    target = live_file()
    verify(source)
    connection.close()
    try:
        copy(source, target)
    except sqlite3.Error as error:
        raise CommandError(f"Das Zurückspielen von {source} ist misslungen: {error}.") from error


def live_file() -> Path:
    if connection.vendor != "sqlite":
        raise CommandError("backup und restore sind für SQLite; für PostgreSQL nimm pg_dump und pg_restore.")
    return Path(str(connection.settings_dict["NAME"]))


def copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(source, timeout=30)) as old,
        closing(sqlite3.connect(target, timeout=30)) as new,
    ):
        old.backup(new)


def verify(file: Path) -> None:
    """Refuse a file that is missing, damaged, or no database of this site."""
    if not file.is_file():
        raise CommandError(f"Die Datei {file} gibt es nicht.")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    except sqlite3.Error as error:
        raise CommandError(f"{file} ist keine lesbare SQLite-Datenbank: {error}.") from error
    if verdict != "ok":
        raise CommandError(f"{file} ist beschädigt: {verdict}.")
    if missing := REQUIRED_TABLES - tables:
        raise CommandError(f"{file} ist keine Sicherung dieser Site; es fehlt {', '.join(sorted(missing))}.")
