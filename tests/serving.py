"""The site as `make run` serves it: a process of its own with a database of its own."""

from __future__ import annotations

import fcntl
import http.client
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Tests ask more in a minute than a guest may.
ROOM = {"API_POINTS_PER_MINUTE": "1000000000"}


@dataclass(frozen=True)
class Site:
    """A running site: where it answers, and its process."""

    address: str
    process: subprocess.Popen[bytes]
    surroundings: dict[str, str]


@contextmanager
def serve(folder: Path, **more: str) -> Iterator[Site]:
    """Serve from `folder` until the block ends; fail with the log when it does not become ready.

    `more` are further environment variables.
    """
    port = free_port()
    surroundings = {**os.environ, "DEBUG": "false", "DATABASE_URL": "", "VAR_DIR": str(folder), **more}
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=log, stderr=log)
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/readyz", process, folder / "log")
        yield Site(f"http://127.0.0.1:{port}", process, surroundings)
    finally:
        process.terminate()
        process.wait(timeout=120)


def furnish(folder: Path, made: Path) -> Path:
    """Put what the first start of a site leaves behind into `folder`; `made` keeps it for all workers of a run."""
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            # Under its name it stands only when it is whole.
            begun = Path(tempfile.mkdtemp(dir=made.parent))
            with serve(begun):
                pass
            begun.rename(made)
    shutil.copytree(made, folder, dirs_exist_ok=True)
    return folder


def wait_until(
    holds: Callable[[], bool], patience: float, log: Path | None = None, *, missing: type[Exception] = OSError
) -> None:
    """Ask until something holds; who is not there yet raises what is `missing`, or breaks off."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        with suppress(missing, http.client.HTTPException):
            if holds():
                return
        time.sleep(0.1)
    pytest.fail(log.read_text() if log else "Es kam nicht dazu.")


def free_port() -> int:
    """Return a port below those that the system itself gives away, so that it is still free when the server starts."""
    # Not `random`: every worker has the same seed.
    for port in SystemRandom().sample(range(10_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    pytest.fail("Kein freier Port.")


def _wait_until_ready(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(9000):
        if process.poll() is not None:
            pytest.fail(f"Der Server startet nicht:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(address, timeout=60):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"Der Server wird nicht bereit:\n{log.read_text()}")
