"""An import that is killed in the middle leaves the old data whole; the next one has no doubles."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBER = 10_000


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A database of its own on disk, with one card in it."""
    run(tmp_path, "migrate").check_returncode()
    write_cards(tmp_path / "first.json", 1)
    run(tmp_path, "import_cards", "first.json", "--box=club", "--box-name=Club").check_returncode()
    return tmp_path


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**kept, "DATABASE_PATH": str(home / "cards.sqlite3"), "PYTHONUNBUFFERED": "1"}


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=home, env=environment(home), capture_output=True, text=True, check=False
    )


def write_cards(file: Path, number: int) -> None:
    cards = [
        {"name": f"Monster {place}", "kind": "monster", "facts": {"level": 1 + place % 20}}
        for place in range(number)
    ]
    file.write_text(json.dumps(cards))


def rows(home: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(home / "cards.sqlite3") as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        cards = database.execute("select edition_id, slug from cards_card order by id").fetchall()
        releases = database.execute("select 'release', version from cards_release order by id").fetchall()
    return [*cards, *releases]


def test_killing_an_import_of_ten_thousand_cards_changes_nothing(home: Path) -> None:
    before = rows(home)
    write_cards(home / "many.json", NUMBER)
    importing = subprocess.Popen(
        command("import_cards", "many.json", "--box=club"), cwd=home, env=environment(home),
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert importing.stdout is not None
    written = importing.stdout.readline()
    importing.send_signal(signal.SIGKILL)
    importing.wait()
    assert written.endswith(f"von {NUMBER} Karten geschrieben\n")
    assert importing.returncode == -signal.SIGKILL
    assert rows(home) == before
    write_cards(home / "some.json", 1200)
    for _time in range(2):
        run(home, "import_cards", "some.json", "--box=club").check_returncode()
    assert len([row for row in rows(home) if row[0] == "club"]) == 1200
