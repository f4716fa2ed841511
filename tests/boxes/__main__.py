"""`make sixth`: runs the whole suite in a copy of the project that has the invented sixth box among its fixtures.

    python -m tests.boxes [what pytest shall be told]

PARTS="box sources cards" puts only these of its files there, as where somebody has just begun with a box.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.following import copied

BOX = Path(__file__).parent / "nachtwacht"
# What a checkout does not have.
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "var"
)
WORKERS = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")


def main() -> int:
    """Return what pytest returns; the copy is gone then."""
    with tempfile.TemporaryDirectory(prefix="munchkin-sixth-") as name:
        root = copied(Path(name) / "project", LEFT_OUT)
        put_in(root / "fixtures" / BOX.name, os.environ.get("PARTS", "").split())
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *WORKERS, *sys.argv[1:]], cwd=root
        ).returncode


def put_in(folder: Path, parts: list[str]) -> None:
    """Put the box among the others: all of it, or these parts."""
    every = {file.stem: file for file in BOX.iterdir()}
    if unknown := [part for part in parts if part not in every]:
        sys.exit(f"„{unknown[0]}“ ist kein Teil der Box; es gibt {', '.join(sorted(every))}.")
    folder.mkdir()
    for part in parts or every:
        shutil.copy(every[part], folder)


if __name__ == "__main__":
    sys.exit(main())
