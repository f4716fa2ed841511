"""Sentences of the search language by its grammar, and scenarios by mutation: an answer or a refusal, never a crash."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cards.search import find
from cards.search.fields import FIELDS
from rules.cases import read_cases
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from rules.facts import fixtures_folder, library_from_fixtures
from tests.torture.conftest import SECONDS

WORDS = (
    "monster",
    "kriger",
    "Stärke",
    "ß",
    "🐙",
    "\u202e",
    "a" * 300,
    "*",
    "oder",
    "nicht",
    "-",
    "",
    "\x00",
    "１２",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**15,
    1.5,
    "",
    "krieger",
    "anna",
    "ä" * 200,
    [],
    {},
    [[]],
    {"name": ""},
)


def question(dice: random.Random, depth: int = 0) -> str:
    """Return a sentence of the language, now and then a damaged one."""
    if depth > 4 or dice.random() < 0.35:
        return word(dice)
    parts = [question(dice, depth + 1) for _ in range(dice.randint(1, 3))]
    text = dice.choice((" ", " oder ", " und ", " AND ", "|")).join(parts)
    return dice.choice(("{}", "({})", "-({})", "nicht {}", "({}", "{})")).format(
        text.replace("{", "").replace("}", "")
    )


def word(dice: random.Random) -> str:
    plain = dice.choice(WORDS)
    if dice.random() < 0.5:
        field = dice.choice(list(FIELDS))
        name = getattr(field, "name", field)
        sign = dice.choice((":", "=", ">=", "<", "!=", ":>", "::"))
        value = dice.choice(
            (plain, str(dice.randint(-3, 99)), "3-5", "5-", "?", "monster|fluch", f'"{plain}"')
        )
        return f"{name}{sign}{value}"
    return dice.choice(
        (plain, f'"{plain} {plain}"', f"/{plain}/", f"/({plain}+)+/", f"+{plain}", f"{plain}~", f'"{plain}')
    )


@pytest.mark.django_db
def test_the_search_language(survived: Callable[[str], None]) -> None:
    dice, count, slowest = random.Random(11), 0, 0.0
    find("monster")  # builds the index
    until = time.monotonic() + 2 * SECONDS
    while time.monotonic() < until:
        text, started = question(dice)[:500], time.process_time()
        find(text, limit=5)
        slowest, count = max(slowest, time.process_time() - started), count + 1
    assert count > 50
    survived(f"{count} sentences, the slowest took {slowest * 1e3:.0f} ms")


@pytest.fixture(scope="module")
def library() -> Library:
    return library_from_fixtures()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value of a scenario."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*path, key))


def mutated(scenario: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Change, remove, double or rename some values."""
    changed = copy.deepcopy(scenario)
    for _ in range(dice.choice((1, 1, 2))):
        ways = [path for path in places(changed) if path]
        path = dice.choice(ways)
        owner: Any = changed
        for key in path[:-1]:
            owner = owner[key]
        deed = dice.random()
        if deed < 0.5:
            owner[path[-1]] = copy.deepcopy(dice.choice(VALUES))
        elif deed < 0.7:
            del owner[path[-1]]
        elif isinstance(owner, list):
            owner.append(copy.deepcopy(owner[path[-1]]))
        else:
            owner[dice.choice(("level", "helper", "quatsch", "card"))] = owner.pop(path[-1])
    return changed


def test_scenarios(library: Library, survived: Callable[[str], None]) -> None:
    dice, counted = random.Random(12), {"answered": 0, "refused to read": 0}
    scenarios = [case["scenario"] for case in read_cases(fixtures_folder())]
    until = time.monotonic() + 3 * SECONDS
    while time.monotonic() < until:
        asked = mutated(dice.choice(scenarios), dice)
        try:
            answer = resolve(asked, library)
            assert answer["summary"], asked
            counted["answered"] += 1
        except ScenarioError:
            counted["refused to read"] += 1
        except Exception as error:
            raise AssertionError(f"{asked}") from error
    assert min(counted.values()) > 5
    survived(f"{counted}")
