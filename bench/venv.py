"""The peers in an environment of their own, installed from locked hashes once."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "bench" / "requirements.txt"


def peers() -> Path | None:
    """Return the folder of the peers' environment; None where it cannot be installed."""
    mark = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]
    folder = Path(os.environ.get("BENCH_VENV", Path(tempfile.gettempdir()) / f"bench-peers-{mark}"))
    if not (folder / "complete").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = ["-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "-r", str(LOCK)]
        if subprocess.run([folder / "bin" / "python", *install], check=False).returncode:
            return None
        (folder / "complete").touch()
    os.environ["BENCH_VENV"] = str(folder)
    return folder


def ask_peer(name: str, *words: str) -> dict[str, Any]:
    """Run a peer's file; a wrong answer or a peer that is not there ends the benchmark."""
    folder = peers()
    if folder is None:
        sys.exit("Die Vergleichsprogramme lassen sich nicht installieren; siehe oben.")
    command = [str(folder / "bin" / "python"), str(ROOT / "bench" / "peers" / f"{name}.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
