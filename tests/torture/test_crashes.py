"""Killed, without room, without the right to write: the old stays whole, the new comes whole or not at all."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.serving import ROOT, serve
from tests.torture.processes import answers, workers

TIMES = int(os.environ.get("TORTURE_KILLS", "8"))
IMPORTED = 3_000


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A loaded database to copy, and the fixtures beside it to change."""
    home = tmp_path_factory.mktemp("loaded")
    for words in (["migrate", "-v0"], ["load_fixtures"]):
        manage(home, *words)
    with closing(sqlite3.connect(home / "site.sqlite3")) as database:
        database.execute("pragma wal_checkpoint(truncate)")
    return home


@pytest.fixture
def home(loaded: Path, tmp_path: Path) -> Path:
    shutil.copy(loaded / "site.sqlite3", tmp_path / "site.sqlite3")
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    return tmp_path


def start(home: Path, *words: str, **options: Any) -> subprocess.Popen[str]:
    own = {
        **os.environ,
        "DATABASE_URL": "",
        "DATABASE_PATH": str(home / "site.sqlite3"),
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    return subprocess.Popen(
        command, cwd=home, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )


def manage(home: Path, *words: str, **options: Any) -> tuple[int, str]:
    process = start(home, *words, **options)
    told = process.communicate(timeout=300)[0]
    return process.returncode, told


def contents(file: Path) -> list[Any]:
    """Return all rows of the data; refuse a database that is not whole."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("pragma foreign_key_check").fetchall() == []
        names = database.execute(
            "select name from sqlite_master where type = 'table' and (name like 'cards_%' or name like 'rules_%') "
            "and name not like '%history%' order by 1"
        ).fetchall()
        return [(name, database.execute(f"select * from {name} order by 1").fetchall()) for (name,) in names]


def change(home: Path) -> None:
    """Make the fixtures differ from the loaded state."""
    file = home / "fixtures" / "axe-cop" / "cards.yaml"
    file.write_text(file.read_text() + "\n# geändert\n")


@pytest.mark.parametrize("delay", [None, *range(TIMES)])
def test_killing_a_load_of_the_fixtures(
    home: Path, delay: int | None, survived: Callable[[str], None]
) -> None:
    change(home)
    before = contents(home / "site.sqlite3")
    loading = start(home, "load_fixtures", "fixtures", "--force")
    _kill_while_it_works(loading, home, delay)
    after = contents(home / "site.sqlite3")
    releases = dict(after)["cards_release"]
    assert after == before or len(releases) == len(dict(before)["cards_release"]) + 1
    code, told = manage(home, "load_fixtures", "fixtures")
    assert code == 0, told
    contents(home / "site.sqlite3")
    survived("kill -9; " + ("nothing of it was kept" if after == before else "it had been finished"))


def _kill_while_it_works(
    process: subprocess.Popen[str], home: Path, delay: int | None, longest: float = 8
) -> None:
    """Kill at once when it begins to write, or after a while by chance."""
    journal, until = home / "site.sqlite3-wal", time.monotonic() + 120
    if delay is None:
        while process.poll() is None and time.monotonic() < until:
            if journal.exists() and journal.stat().st_size > 100_000:
                break
    else:
        random.seed(delay)
        time.sleep(random.uniform(0.5, longest))
    process.send_signal(signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("delay", [None, *range(TIMES)])
def test_killing_an_import_of_cards(home: Path, delay: int | None, survived: Callable[[str], None]) -> None:
    (home / "own.csv").write_text(
        "name;kind;level\n" + "".join(f"Ungetüm {n};monster;{n % 20 + 1}\n" for n in range(IMPORTED))
    )
    words = ("import_cards", "own.csv", "--box", "eigene", "--box-name", "Eigene Karten")
    before = contents(home / "site.sqlite3")
    _kill_while_it_works(start(home, *words), home, delay, longest=3)
    after = contents(home / "site.sqlite3")
    new = len(dict(after)["cards_card"]) - len(dict(before)["cards_card"])
    assert after == before or new == IMPORTED
    code, told = manage(home, *words)
    assert code == 0, told
    assert (
        len(dict(contents(home / "site.sqlite3"))["cards_card"]) == len(dict(before)["cards_card"]) + IMPORTED
    )
    survived("kill -9; " + ("nothing of it was kept" if after == before else "it had been finished"))


@pytest.mark.parametrize("number", range(TIMES))
def test_killing_a_backup(home: Path, number: int) -> None:
    target = home / "copy.sqlite3"
    assert manage(home, "backup", str(target))[0] == 0
    good = target.read_bytes()
    copying = start(home, "backup", str(target))
    random.seed(number)
    time.sleep(random.uniform(0.3, 2.0))
    copying.kill()
    copying.communicate()
    assert contents(target) == contents(home / "site.sqlite3")
    assert len(target.read_bytes()) == len(good)


def test_killing_a_worker_under_load(loaded: Path, tmp_path: Path, survived: Callable[[str], None]) -> None:
    with serve(tmp_path) as site:
        for worker in workers(site):
            os.kill(worker, signal.SIGKILL)
        for _ in range(200):
            try:
                if answers(site) == 200:
                    break
            except OSError:
                time.sleep(0.1)
        assert answers(site) == 200
        survived("the worker was replaced and answered")


def _no_room(size: int) -> Callable[[], None]:
    """Let no file of the process grow beyond so many bytes: a write then fails as on a full disk."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_a_full_disk_during_a_load(home: Path, survived: Callable[[str], None]) -> None:
    change(home)
    before = contents(home / "site.sqlite3")
    code, told = manage(home, "load_fixtures", "fixtures", "--force", preexec_fn=_no_room(100_000))
    assert code != 0
    assert contents(home / "site.sqlite3") == before
    assert manage(home, "load_fixtures", "fixtures", "--force")[0] == 0
    survived(f"nothing changed, and it said: {told.strip().splitlines()[-1][:110]}")


def test_a_full_disk_during_a_backup(home: Path, survived: Callable[[str], None]) -> None:
    target = home / "copy.sqlite3"
    assert manage(home, "backup", str(target))[0] == 0
    good = target.read_bytes()
    code, told = manage(home, "backup", str(target), preexec_fn=_no_room(1_000_000))
    assert code == 1
    assert "misslungen" in told
    assert target.read_bytes() == good
    assert not list(home.glob("*.part"))
    survived(told.strip()[:110])


@pytest.mark.skipif(os.geteuid() != 0, reason="Nur root kann einen vollen Datenträger einhängen.")
def test_a_site_on_a_full_disk_still_reads(
    loaded: Path, tmp_path: Path, survived: Callable[[str], None]
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", str(small)], check=True)
    try:
        shutil.copy(loaded / "site.sqlite3", small / "site.sqlite3")
        with serve(tmp_path, DATABASE_PATH=str(small / "site.sqlite3"), BULK_DIR=str(small / "bulk")) as site:
            _fill(small / "rest")
            pages = ("/", "/karten/axe-cop/krieger/", "/suche/?q=monster", "/api/v1/cards?limit=5", "/readyz")
            assert {path: answers(site, path) for path in pages} == dict.fromkeys(pages, 200)
            assert answers(site, "/admin/login/") == 200
            survived(f"{len(pages)} kinds of reads answered with not a byte of room left")
    finally:
        subprocess.run(["umount", str(small)], check=True)


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as rest, suppress(OSError):
        while rest.write(b"\0" * 65536):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="Nur root kann einem Datenträger das Schreiben nehmen.")
def test_a_site_on_a_read_only_disk_still_reads(
    loaded: Path, tmp_path: Path, survived: Callable[[str], None]
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", str(small)], check=True)
    try:
        shutil.copy(loaded / "site.sqlite3", small / "site.sqlite3")
        with serve(tmp_path, DATABASE_PATH=str(small / "site.sqlite3")) as site:
            for path in ("/", "/suche/?q=monster"):
                assert answers(site, path) == 200
            done = subprocess.run(["mount", "-o", "remount,ro", str(small)], capture_output=True, check=False)
            how = "the disk" if done.returncode == 0 else "the file"
            if done.returncode:
                for file in small.iterdir():
                    file.chmod(0o444)
            pages = ("/", "/karten/axe-cop/krieger/", "/suche/?q=hexe", "/api/v1/rules?limit=5", "/readyz")
            assert {path: answers(site, path) for path in pages} == dict.fromkeys(pages, 200)
            survived(f"{how} was read-only; {len(pages)} kinds of reads answered")
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)
