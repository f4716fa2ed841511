"""The site as it is served: how long it takes to start, what a worker holds, SQLite beside PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.nodes import Postgres
from bench.ports import free_port
from bench.readers import PATHS, Readers, seen, status
from bench.report import Part, middle, spread

ROOT = Path(__file__).resolve().parent.parent
ROUNDS, SECONDS = 3, 4.0


@contextmanager
def site(folder: Path, **more: str) -> Iterator[tuple[str, subprocess.Popen[bytes], float]]:
    """Serve with one worker; give its address, its process, and the seconds until it was ready."""
    port, started = free_port(), time.perf_counter()
    own = {
        **os.environ, "DEBUG": "false", "DATABASE_URL": "", "DATABASE_PATH": str(folder / "site.sqlite3"),
        "STATIC_ROOT": str(folder / "static"), "BULK_DIR": str(folder / "bulk"), "LOG_LEVEL": "ERROR",
        "API_POINTS_PER_MINUTE": "1000000000", **more,
    }  # fmt: skip
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while status(f"127.0.0.1:{port}", "/readyz") != 200:
            if process.poll() is not None or time.perf_counter() - started > 120:
                sys.exit("Der Server startet nicht.")
            time.sleep(0.05)
        yield f"127.0.0.1:{port}", process, time.perf_counter() - started
    finally:
        process.terminate()
        process.wait(30)


def worker_memory(process: subprocess.Popen[bytes]) -> float:
    """Return the resident MB of the largest worker."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    lines = [line for pid in children for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return max(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def load(address: str) -> float:
    Readers.threads = 4
    with Readers(address, what=seen) as readers:
        time.sleep(SECONDS)
    if readers.failed or readers.mixed:
        sys.exit(f"{readers.failed[:3]} {readers.mixed[:3]}")
    return len(readers.times) / SECONDS


def measure() -> Part:
    rates: dict[str, list[float]] = {"SQLite": [], "PostgreSQL": []}
    with tempfile.TemporaryDirectory(prefix="served-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        database = Postgres(folder / "postgres")
        database.create()
        database.start()
        try:
            with site(folder) as (_, _, first):
                pass
            with (
                site(folder) as (lite, process, again),
                site(folder, DATABASE_URL=database.url) as (big, _, _),
            ):
                fresh = worker_memory(process)
                for address in (lite, big):
                    _warm(address)
                for _ in range(ROUNDS):
                    rates["SQLite"].append(load(lite))
                    rates["PostgreSQL"].append(load(big))
                used = worker_memory(process)
        finally:
            database.stop()
    rows = [
        ("first start: migrate, load all data, collect files", f"{first:.1f} s"),
        ("start when nothing is to be done", f"{again:.1f} s"),
        ("memory of a worker after its start", f"{fresh:.0f} MB"),
        ("memory of a worker with index, rules and load", f"{used:.0f} MB"),
        *((f"mixed load, {name}", spread(found)) for name, found in rates.items()),
        ("PostgreSQL : SQLite", f"{middle(rates['PostgreSQL']) / middle(rates['SQLite']):.2f}"),
    ]
    text = (
        f"One worker each, four readers in this process who ask {len(PATHS)} kinds of addresses in turn (API, pages, "
        "search, resolver); the readers take about as much of the machine as the server, so only the ratio counts."
    )
    bars = {name: middle(found) for name, found in rates.items()}
    return Part("Served", text, ("what", "figure"), rows, [], bars)


def _warm(address: str) -> None:
    for path in PATHS * 8:
        status(address, path)
