"""Follows a how-to as a stranger would: types what stands in its blocks, in their order, into a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "how-to"
BLOCK = re.compile(r"^( *)```(\w+)(?: (\S+))?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# What a stranger does not have, or gets from somewhere else; what is compiled stands beside it and need not be again.
LEFT_OUT = shutil.ignore_patterns(".*", "node_modules", "var", "*.png", "jury")
# The tools are there already; installing them is not what a how-to is about.
INSTALLED = 'make() { command make -o .venv/.run -o .venv/.dev PORT=0 "$@"; }; set -e; '


@dataclass(frozen=True)
class Block:
    """Something to do: a file to write or to change, commands to type, or lines that are seen then."""

    language: str
    place: str
    text: str


def blocks(guide: Path) -> list[Block]:
    found = BLOCK.finditer(guide.read_text(encoding="utf-8"))
    return [Block(one[2], one[3] or "", dedent(one[4])) for one in found]


def copied(to: Path, left_out: Callable[[str, list[str]], set[str]] = LEFT_OUT) -> Path:
    """Return a copy of the project, with the tools at hand."""
    shutil.copytree(ROOT, to, ignore=left_out)
    (to / ".venv").symlink_to(sys.prefix, target_is_directory=True)
    return to


def follow(guide: Path, root: Path, var: Path) -> Iterator[Block]:
    """Do what stands in each block, and yield it when it is done; fail where something else happens than it says."""
    seen = ""
    for block in blocks(guide):
        if block.language == "sh":
            seen = typed(block.text, root, var)
        elif block.language == "text":
            missing = [line for line in block.text.splitlines() if line.strip() not in seen]
            assert not missing, f"{guide.name}: {missing}\n{seen}"
        elif block.language == "diff":
            change(root / block.place, block.text)
        else:
            add(root / block.place, block.text)
        yield block


def typed(commands: str, root: Path, var: Path) -> str:
    """Return what the commands print; fail where one of them does."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    # What is compiled stays beside the copy for the next command.
    known.pop("PYTHONDONTWRITEBYTECODE", None)
    surroundings = {**known, "DATABASE_URL": "", "VAR_DIR": str(var), "DEBUG": "false"}
    done = subprocess.run(
        ["bash", "-c", INSTALLED + commands], cwd=root, env=surroundings, text=True, capture_output=True
    )
    assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def change(path: Path, text: str) -> None:
    """Change a file where the lines without a sign stand; there must be one such place."""
    lines = text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if not line.startswith("+"))
    new = "".join(line[1:] for line in lines if not line.startswith("-"))
    before = path.read_text(encoding="utf-8")
    assert before.count(old) == 1, f"{path.name} hat {before.count(old)} solche Stellen:\n{old}"
    path.write_text(before.replace(old, new), encoding="utf-8")


def add(path: Path, text: str) -> None:
    """Write a file, or put the text at the end of one that is there."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    between = "\n\n" if before and path.suffix == ".py" else ""
    path.write_text(before + between + text, encoding="utf-8")
