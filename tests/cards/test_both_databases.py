"""SQLite and PostgreSQL give the same bytes, whatever lies where on their disks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.nodes import Postgres
from tests.serving import ROOT


def asked(url: str) -> dict[str, str]:
    """Return the mark of every answer of a site with this database, loaded by a process of its own."""
    surroundings = {**os.environ, "DATABASE_URL": url}
    # Another process than this one names things by other hashes, too: what follows a set would differ.
    surroundings.pop("PYTHONHASHSEED", None)
    done = subprocess.run(
        [sys.executable, "-m", "tests.answers"], cwd=ROOT, env=surroundings, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(
    not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")), reason="apt install postgresql"
)
def test_every_address_gives_the_same_bytes_from_both() -> None:
    with tempfile.TemporaryDirectory(prefix="postgres-") as name:
        # The server runs as somebody else, who may not look into the folder of the tests.
        Path(name).chmod(0o755)
        database = Postgres(Path(name) / "server")
        database.create()
        database.start()
        try:
            one, other = asked(""), asked(database.url)
        finally:
            database.stop()
    assert sum(mark.startswith("200") for mark in one.values()) >= 193
    assert {address for address in one if one[address] != other.get(address)} == set()
