"""`make mutants`: how many small mistakes in the code the tests notice; a fixed sample, or all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.mutants.changes import Change, changes
from tests.mutants.running import Runner

ROOT = Path(__file__).resolve().parents[2]
# Who draws the sample; MUTANTS=30 draws another number in each area, MUTANTS=all takes them all.
SEED = 23


@dataclass(frozen=True)
class Area:
    """Code, the tests that shall notice a mistake in it, how many of a hundred they shall, and the sample's size."""

    code: tuple[str, ...]
    tests: tuple[str, ...]
    goal: int
    sample: int = 60


AREAS = {
    "rules/engine": Area(("rules/engine",), ("tests/engine", "tests/smashup"), 85),
    "cards/search": Area(("cards/search",), ("tests/search",), 85),
    "rules/ask": Area(("rules/ask",), ("tests/ask",), 75),
    "loading": Area(
        ("cards/importing.py", "cards/loading.py", "cards/reading.py", "cards/problems.py", "cards/storing.py",
         "rules/loading.py", "rules/reading.py", "rules/linking.py"),
        ("tests/cards/test_importing.py", "tests/cards/test_loading.py", "tests/cards/test_checks.py",
         "tests/rules/test_loading.py", "tests/boxes/test_sixth_box.py"),
        75,
    ),
    "cardsite/api": Area(("cardsite/api",), ("tests/api",), 75),
}  # fmt: skip


def main() -> int:
    """Measure each area in a process of its own, so that none finds what another one built."""
    wanted = sys.argv[1:] or list(AREAS)
    if unknown := [name for name in wanted if name not in AREAS]:
        print(f"{unknown[0]} ist kein Bereich; es gibt {', '.join(AREAS)}.")
        return 2
    if len(wanted) == 1:
        return measure(wanted[0])
    command = [sys.executable, "-m", "tests.mutants"]
    return max(subprocess.run([*command, name], cwd=ROOT, check=False).returncode for name in wanted)


def measure(name: str) -> int:
    """Print what became of each mistake of the sample; fail when a test fails without any."""
    area = AREAS[name]
    sample, places = sampled(area)
    runner = Runner(sample, at_once=int(os.environ.get("WORKERS", os.cpu_count() or 1)))
    quiet = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
    pytest.main([*quiet, *area.tests], plugins=[runner])
    if not runner.green:
        print(f"{name}: schon ohne Fehler im Code schlägt eine Prüfung fehl.")
        return 1
    report(name, area, places, runner.fates)
    return 0


def sampled(area: Area) -> tuple[list[Change], int]:
    """Return the sample and from how many places it was drawn; the same for everybody with the same code."""
    paths = [ROOT / path for path in area.code]
    files = [file for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    every = [change for file in files for change in changes(file)]
    wanted = os.environ.get("MUTANTS", "")
    size = len(every) if wanted == "all" else min(int(wanted or area.sample), len(every))
    return sorted(Random(SEED).sample(every, size), key=lambda change: (change.file, change.number)), len(
        every
    )


def report(name: str, area: Area, places: int, fates: dict[Any, str]) -> None:
    for change, fate in sorted(fates.items(), key=lambda one: (one[0].file, one[0].line)):
        if fate == "survived":
            before, after = differing(change.before, change.after)
            print(f"{change.file.relative_to(ROOT)}:{change.line}\n  - {before}\n  + {after}")
    count = Counter(fates.values())
    noticed = 100 * (len(fates) - count["survived"]) / len(fates)
    print(
        f"| {name} | {places} | {len(fates)} | {count['killed']} | {count['out of time']} "
        f"| {count['survived']} | {noticed:.0f} % | {area.goal} % |",
        flush=True,
    )


def differing(before: str, after: str) -> tuple[str, str]:
    """Return what stands around the first difference."""
    pairs = zip(before, after, strict=False)
    same = next((place for place, (one, other) in enumerate(pairs) if one != other), len(before))
    start = max(0, same - 50)
    return before[start : same + 50], after[start : same + 50]


if __name__ == "__main__":
    sys.exit(main())
