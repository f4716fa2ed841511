"""The site as a process: it starts with one command, survives a restore, and ends without dropping anybody."""

from __future__ import annotations

import http.client
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from email.message import Message
from pathlib import Path
from queue import SimpleQueue

import pytest

from cardsite.management.commands.serve import refuse_bad_port
from tests.serving import ROOT, Site, serve


def get(address: str, **headers: str) -> tuple[Message, bytes]:
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=300) as answer:
        return answer.headers, answer.read()


def text(address: str) -> str:
    return get(address)[1].decode()


def manage(site: Site, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=site.surroundings, capture_output=True, text=True, check=False
    )


def read_until_the_end(address: str, broken: list[str], answered: SimpleQueue[None]) -> None:
    """Ask again and again; a refused connection is fine, an answer that breaks off is not."""
    host = address.removeprefix("http://")
    while True:
        connection = http.client.HTTPConnection(host, timeout=300)
        try:
            connection.connect()
        except OSError:
            return
        try:
            connection.request("GET", "/", headers={"Connection": "close"})
            connection.getresponse().read()
            answered.put(None)
        except (http.client.IncompleteRead, TimeoutError) as error:
            broken.append(repr(error))
        except (OSError, http.client.HTTPException):
            return  # not yet accepted when the door closed


def test_static_files_are_hashed_compressed_and_kept(running: Site) -> None:
    page = text(running.address + "/")
    address = next(part for part in page.split('"') if part.startswith("/static/site/site."))
    headers, _ = get(running.address + address, **{"Accept-Encoding": "br"})
    assert headers["Content-Encoding"] == "br"
    assert "immutable" in headers["Cache-Control"]


def test_a_backup_comes_back_while_the_site_serves(running: Site, tmp_path: Path) -> None:
    stand = text(running.address + "/readyz")
    saved = manage(running, "backup", str(tmp_path / "copy.sqlite3"))
    assert saved.returncode == 0, saved.stderr
    with closing(sqlite3.connect(Path(running.surroundings["VAR_DIR"]) / "site.sqlite3")) as database:
        database.execute("UPDATE cards_release SET version = 'verfälscht'")
        database.commit()
    assert "verfälscht" in text(running.address + "/readyz")
    restored = manage(running, "restore", str(tmp_path / "copy.sqlite3"))
    assert restored.returncode == 0, restored.stderr
    assert text(running.address + "/readyz") == stand


def test_ending_the_server_breaks_no_answer_off(furnished: Callable[[], Path]) -> None:
    broken: list[str] = []
    answered: SimpleQueue[None] = SimpleQueue()
    with serve(furnished()) as site:
        readers = [
            threading.Thread(target=read_until_the_end, args=(site.address, broken, answered))
            for _ in range(4)
        ]
        for reader in readers:
            reader.start()
        for _ in range(40):
            answered.get(timeout=300)
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(timeout=300) == 0
        for reader in readers:
            reader.join(timeout=300)
    assert broken == []


def workers_of(process: subprocess.Popen[bytes]) -> list[Path]:
    listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True)
    return [Path("/proc") / number for number in listed.stdout.split()]


def test_after_kill_9_no_worker_stays_and_the_port_is_free(furnished: Callable[[], Path]) -> None:
    with serve(furnished()) as running:
        workers = workers_of(running.process)
        assert workers
        running.process.kill()
        running.process.wait()
        refuse_bad_port("127.0.0.1", running.address.rpartition(":")[2])
        for _ in range(200):
            if not any(worker.exists() for worker in workers):
                return
            time.sleep(0.1)
        pytest.fail("Ein Arbeiter lebt weiter.")
