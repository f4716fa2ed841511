"""Smash Up in numbers: whole random games to the end, and scoring questions per second with their derivation.

python bench/smashup.py games 2000 [0]  plays so many games, from this one on; every one must end with one winner and
                                        all cards
python bench/smashup.py questions 5     asks the scoring questions of the cases for so many seconds
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")

import django  # noqa: E402

django.setup()

from rules.engine import resolve  # noqa: E402
from rules.facts import library_from_fixtures  # noqa: E402
from tests.smashup.playing import Table  # noqa: E402


def games(number: int, first: int = 0) -> None:
    """Play so many random games; names each that breaks, loses a card or has no single winner."""
    library, started = library_from_fixtures(ROOT / "fixtures"), time.perf_counter()
    actions = broken = 0
    for seed in range(first, first + number):
        table = Table(library, seed)
        wrong = fault(table)
        actions += table.actions
        if wrong:
            broken += 1
            sys.stdout.write(f"game {seed}: {wrong}\n")
    seconds = time.perf_counter() - started
    sys.stdout.write(
        f"{number} games, {actions} actions, {broken} without a single winner and all cards, {seconds:.0f} s\n"
    )
    sys.exit(broken > 0)


def fault(table: Table) -> str:
    """Play the game to its end and say what was wrong with it; nothing where nothing was."""
    try:
        cards = table.cards()
        winners = table.play()
    except Exception as error:
        return repr(error)
    if len(winners) == 1 and table.cards() == cards:
        return ""
    return f"winners {winners}, lost {cards - table.cards()}, new {table.cards() - cards}"


def questions(seconds: int) -> None:
    """Ask the scoring questions of the cases over and over."""
    from bench.fights import settled_library
    from rules.cases import read_cases

    library = settled_library()
    cases = [c for c in read_cases(ROOT / "fixtures") if c["id"].startswith("smash-up")]
    asked = [c["scenario"] for c in cases if any(a["action"] == "score" for a in c["scenario"]["do"])]
    started, count, steps = time.process_time(), 0, 0
    while time.process_time() - started < seconds:
        answer = resolve(asked[count % len(asked)], library)
        steps += sum(len(outcome["steps"]) for outcome in answer["outcomes"])
        count += 1
    spent = time.process_time() - started
    sys.stdout.write(
        f"{count / spent:.0f} scoring questions/s with derivation ({steps / count:.1f} steps each)\n"
    )


if __name__ == "__main__":
    what, amounts = sys.argv[1], map(int, sys.argv[2:])
    games(*amounts) if what == "games" else questions(*amounts)
