"""The parts that are scripts of their own: what they print becomes a part of the report."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from bench.report import Goal, Part
from bench.venv import peers

ROOT = Path(__file__).resolve().parent.parent
RATIO = re.compile(r"^(.+?)\s{2,}([\d.]+)(?:\s+\(at least ([\d.]+)\))?$", re.MULTILINE)
RATE = re.compile(r"^(.+?)\s{2,}([\d,]+) /s$", re.MULTILINE)


def run(*words: str) -> str:
    """Run a script; its progress is shown, and one that fails ends the benchmark."""
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=os.environ, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{words[0]}: {done.stdout}")
    return done.stdout


def measure_api() -> Part:
    told = run("bench/api.py", "1.5")
    rates = {name.strip(): float(value.replace(",", "")) for name, value in RATE.findall(told)}
    ratios = [(name.strip(), float(value), wanted) for name, value, wanted in RATIO.findall(told)]
    rows = [(name, f"{value:,.0f}/s") for name, value in rates.items()]
    rows += [(name, f"{value:.2f}") for name, value, _ in ratios]
    goals = [Goal(f"API: {name}", float(wanted), value) for name, value, wanted in ratios if wanted]
    text = "`bench/api.py`: the WSGI application in this process, beside a bare view and plain Django REST framework."
    return Part("API", text, ("what", "figure"), rows, goals, rates)


def measure_search(sizes: tuple[str, ...]) -> Part:
    peers()
    told = run("bench/search.py", *sizes)
    lines = [
        [cell.strip() for cell in row.strip("| ").split("|")]
        for row in told.splitlines()
        if row.startswith("|")
    ]
    columns, rows = lines[0], lines[2:]
    largest = dict(zip(columns, rows[-1], strict=True))
    size = largest["cards"]
    goals = [Goal(f"Search at {size} cards : bare SQL, in process", 0.5, _number(largest["ours : SQL"]))]
    slowest = _number(largest["slowest"].partition("(")[2])
    goals.append(Goal(f"Slowest query : median query at {size} cards", 3, slowest, most=True))
    rate = columns.index("ours, in process")
    goals += [
        Goal(f"Search at {row[0]} cards, in process", wanted, _number(row[rate]), "per second")
        for row, wanted in ((rows[0], 12_000), (rows[-1], 10_000))
    ]
    goals += [
        Goal(f"{what}, at {size} cards", wanted, _number(largest[column]), unit, most=True)
        for what, column, wanted, unit in (
            ("Index built once per machine, processor time", "build", 6, "s"),
            ("Index in a process that opened it and was asked", "index in a process", 40, "MB"),
            ("50 more cards until they are found, processor time", "50 more cards", 2, "s"),
        )
    ]
    goals += [
        Goal(f"Search over HTTP at {size} cards, {name}", 10, _number(largest[name]))
        for name in ("first : Datasette", "again : Datasette")
        if largest[name]
    ]
    text = (
        "`bench/search.py`, explained in [search-speed.md](search-speed.md): the same number of hits for every "
        "question is checked first. „first“: a question no process has seen; „again“: the same questions once more."
    )
    bars = {f"ours, {row[0]} cards": _number(row[columns.index("ours, in process")]) for row in rows}
    bars |= {f"bare SQL, {row[0]} cards": _number(row[columns.index("bare SQL")]) for row in rows}
    return Part("Search", text, tuple(columns), [tuple(row) for row in rows], goals, bars)


def _number(text: str) -> float:
    found = re.search(r"[\d,.]+", text)
    return float(found.group().replace(",", "")) if found else 0.0


def measure_scoring() -> Part:
    told = run("bench/smashup.py", "questions", "5")
    value = _number(told)
    rows = [("scoring questions", f"{value:,.0f}/s")]
    goals = [Goal("Smash Up scoring questions", 5000, value, "per second")]
    return Part("Smash Up scoring", told.strip() + ".", ("what", "figure"), rows, goals)
