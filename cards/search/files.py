"""Where the files of indexes lie: one per release, written beside the running one, put in its place as a whole."""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from django.conf import settings

ENDING = ".index"
# What a process that died left behind goes after so long.
DRAFTS_STAY_SECONDS = 3600
# The running one, and the one before: workers that read it, and what the next one may continue.
STAY = 2
CODE = ("cards", "rules")


def folder() -> Path:
    return Path(settings.SEARCH_DIR)


def path_of(release: str) -> Path:
    """Return where the index of a release lies, as this code writes it."""
    return folder() / f"{quote(release, safe='')}.{code_mark()}{ENDING}"


def newest() -> list[Path]:
    """Return the files that this code has written, the newest first."""
    found = folder().glob(f"*.{code_mark()}{ENDING}")
    return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)


@lru_cache(maxsize=1)
def code_mark() -> str:
    """Return a mark of the code that reads and analyses: what other code wrote is not read."""
    digest = hashlib.sha256()
    for app in CODE:
        for file in sorted((Path(settings.BASE_DIR) / app).rglob("*.py")):
            facts = file.stat()
            digest.update(f"{file}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]


@contextmanager
def alone() -> Iterator[None]:
    """Let one process of the machine at a time look for a file and write it."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "lock").open("w") as lock:
        # A disk without locks: then two processes may write the same file, each its own draft.
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Give a draft to be written; when all went well it gets its name at once, else it goes."""
    draft = path.with_name(f"{path.name}.{machine()}.{os.getpid()}.draft")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def machine() -> str:
    """Return the name of this machine: on a network disk another one may have the same process id."""
    return socket.gethostname()


def tidy(running: Path) -> None:
    """Remove what nobody will open again: older releases, other code, drafts of processes that died."""
    kept = {running, *newest()[:STAY]}
    for file in folder().glob(f"*{ENDING}*"):
        with suppress(OSError):
            old = file.suffix != ".draft" or time.time() - file.stat().st_mtime > DRAFTS_STAY_SECONDS
            if file not in kept and old:
                file.unlink()
