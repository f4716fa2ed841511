"""The Munchkin resolver in numbers: fight questions with full derivation, and random plays that must not break.

python bench/resolver.py questions 5    asks the questions of the cases about fights for so many seconds, three times,
                                        beside a hand-written function that reckons the same fights without derivation
python bench/resolver.py plays 10000 [0]  plays so many random tables, from this one on; every answer must keep what
                                        answers promise
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")

import django  # noqa: E402

django.setup()

import msgspec  # noqa: E402

from rules.cases import read_cases  # noqa: E402
from rules.engine import resolve  # noqa: E402
from rules.facts import library_from_fixtures  # noqa: E402
from tests.engine.plays import BOXES, action, census, decks_of, table  # noqa: E402
from tests.engine.test_answers import asked_again, assert_sound  # noqa: E402
from tests.engine.test_oracle import fight, reckon  # noqa: E402

ROUNDS = 3
ACTIONS = 20


def questions(seconds: int) -> None:
    """Ask over and over, round by round; the spread says how far the numbers can be trusted."""
    library = library_from_fixtures(ROOT / "fixtures")
    cases = [
        case["scenario"] for case in read_cases(ROOT / "fixtures") if case["scenario"]["state"].get("combat")
    ]
    random = Random(1)
    fights = [fight(random) for _ in range(200)]
    per_second("cases about fights", cases, lambda asked: resolve(asked, library), seconds)
    per_second("random fights", fights, lambda asked: resolve(asked, library), seconds)
    encoded = [msgspec.json.encode(asked) for asked in fights]
    per_second("random fights, JSON to JSON", encoded, lambda text: through_json(text, library), seconds)
    per_second("the same by hand, numbers only", fights, reckon, seconds)


def through_json(text: bytes, library: Any) -> bytes:
    return msgspec.json.encode(resolve(msgspec.json.decode(text), library))


def per_second(name: str, asked: list[Any], ask: Callable[[Any], Any], seconds: int) -> None:
    rates = []
    for _ in range(ROUNDS):
        number, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            ask(asked[number % len(asked)])
            number += 1
        rates.append(number / (time.perf_counter() - started))
    sys.stdout.write(f"{name}: {' / '.join(f'{rate:,.0f}' for rate in rates)} per second\n")


def plays(number: int, first: int = 0) -> None:
    """Play random tables; names the seed of each that breaks a promise, and ends with an error where one does."""
    library, started, done = library_from_fixtures(ROOT / "fixtures"), time.perf_counter(), 0
    facts = library.card_facts
    known = {
        b: [f["slug"] for k, f in facts.items() if k.startswith(b + "/") and not f.get("group")]
        for b in BOXES
    }
    broken = 0
    for seed in range(first, first + number):
        try:
            done += play(seed, library, known)
        except Exception as error:
            broken += 1
            sys.stdout.write(f"play {seed}: {error!r}\n")
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{number} plays, {done} actions, {broken} with a broken promise, {seconds:.0f} s\n")
    sys.exit(broken > 0)


def play(seed: int, library: Any, known: dict[str, list[str]]) -> int:
    random = Random(seed)
    question = table(random, known, decks_of(library))
    state = resolve(question, library)["outcomes"][0]["state"]
    cards = census(state)
    for number in range(ACTIONS):
        if state["winners"]:
            return number
        answer = resolve({**question, "state": state, "do": [action(random, state)]}, library)
        assert_sound(answer, cards)
        outcome = random.choice(answer["outcomes"])
        if asked_again(question, outcome["state"], library) != outcome["state"]:
            raise ValueError("the state does not come back")
        state = outcome["state"] if answer["legal"] else state
    return ACTIONS


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("questions", "plays"):
        sys.exit(__doc__)
    {"questions": questions, "plays": plays}[sys.argv[1]](*map(int, sys.argv[2:]))
