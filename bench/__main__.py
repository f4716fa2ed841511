"""`make bench`: measure every part beside its peers and write docs/benchmarks.md.

python -m bench [part …]      without names all parts; with names only those, printed and not written
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "benchmarks.md"
FOLDER = ROOT / "docs" / "benchmarks"
SIZES = tuple(os.environ.get("BENCH_SIZES", "1000 10000 100000").split())


def prepare(folder: str) -> None:
    """Give this run a database of its own with all data."""
    own = {
        "DATABASE_PATH": f"{folder}/site.sqlite3",
        "STATIC_ROOT": f"{folder}/static",
        "BULK_DIR": f"{folder}/bulk",
    }
    os.environ.update(own, DATABASE_URL="", DEBUG="false", LOG_LEVEL="ERROR")
    os.environ["DJANGO_SETTINGS_MODULE"] = "cardsite.settings"
    for words in (["migrate"], ["load_fixtures"], ["collectstatic", "--noinput"]):
        subprocess.run([sys.executable, "manage.py", *words, "--verbosity", "0"], cwd=ROOT, check=True)
    import django

    django.setup()


def parts() -> dict[str, Callable[[], object]]:
    """Return every part by name, in the order of the report."""
    from bench import asking, fights, games, pages, scripts, served

    return {
        "fights": fights.measure,
        "games": games.measure,
        "scoring": scripts.measure_scoring,
        "search": lambda: scripts.measure_search(SIZES),
        "asking": asking.measure,
        "api": scripts.measure_api,
        "pages": pages.measure,
        "served": served.measure,
    }


def main() -> None:
    from bench.report import Part

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        prepare(folder)
        known = parts()
        if unknown := set(sys.argv[1:]) - set(known):
            sys.exit(f"unknown part: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        wanted = sys.argv[1:] or list(known)
        FOLDER.mkdir(exist_ok=True)
        found: list[Part] = []
        for name in wanted:
            print(f"== {name}", flush=True)
            part = known[name]()
            assert isinstance(part, Part)
            found.append(part)
            print(part.markdown(FOLDER), *(goal.row() for goal in part.goals), sep="\n", flush=True)
            if not sys.argv[1:]:
                TARGET.write_text(document(found))


def document(found: list) -> str:  # type: ignore[type-arg]
    """Return the page: goals first, then what was measured."""
    goals = "\n".join(goal.row() for part in found for goal in part.goals)
    texts = "\n".join(part.markdown(FOLDER) for part in found)
    return HEAD.format(machine=machine(), goals=goals) + texts


def machine() -> str:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.machine(),
    )
    busy = os.getloadavg()[0]
    day = datetime.now(UTC).date().isoformat()
    return (
        f"{day}, Python {platform.python_version()}, {os.cpu_count()} cores ({model}), load of the machine at the end "
        f"{busy:.1f}"
    )


HEAD = """# Benchmarks

`make bench` measures all of this in one run and writes this page. Only ratios count: what is compared runs in the same
run, in turn, several times; equal answers are checked before any time is taken. Rates in one process are by CPU time,
so other work on the machine does less harm; rates over HTTP are by the clock. „±“ is half the distance between the best
and the worst repeat. The peers are installed into an environment of their own from `bench/requirements.txt`, locked by
hashes.

Where the engine's time goes, its figures before and after each change, and what was tried and left:
[decision 0012](decisions/0012-speed-of-the-engine.md).

Measured on {machine}.

## Goals

| figure | goal | measured | |
| --- | ---: | ---: | --- |
{goals}

"""

if __name__ == "__main__":
    main()
