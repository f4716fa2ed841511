"""What is wrong with a scenario, and one click that puts each of it right."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import Any

from rules.engine.errors import Problem, ScenarioError
from rules.whatif import links

STEP = re.compile(r"\[(\d{1,4})\]|([^.\[\]]+)")
MOST_PROBLEMS = 20
MOST_SUGGESTIONS = 4


@dataclass(frozen=True)
class Mending:
    """A problem with its place, and the scenarios in which the word is replaced by a suggestion."""

    path: str
    text: str
    ways: list[tuple[str, str]]


def mendings(scenario: dict[str, Any], error: ScenarioError) -> list[Mending]:
    """Return the problems of a scenario, each with links that mend it."""
    return [_mending(scenario, problem) for problem in error.problems[:MOST_PROBLEMS]]


def _mending(scenario: dict[str, Any], problem: Problem) -> Mending:
    ways = []
    for word in problem.suggestions[:MOST_SUGGESTIONS]:
        mended = put(scenario, problem.path, word)
        if mended is not None:
            ways.append((word, links.write(mended)))
    return Mending(problem.path, problem.text, ways)


def steps(path: str) -> list[str | int]:
    """Split a path like `state.players[0].level` into keys and indices."""
    return [int(index) if index else name for index, name in STEP.findall(path)]


def at(value: Any, path: str) -> Any:
    """Return what stands at a path; None where nothing does."""
    for step in steps(path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def put(scenario: dict[str, Any], path: str, value: Any) -> dict[str, Any] | None:
    """Return a copy with another value at a place that is there; None where the path leads nowhere."""
    way = steps(path)
    if not way:
        return None
    changed = copy.deepcopy(scenario)
    place: Any = changed
    for step in way[:-1]:
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):
            return None
    try:
        old = place[way[-1]]
    except (KeyError, IndexError, TypeError):
        return None
    if not isinstance(old, str):
        return None
    place[way[-1]] = value
    return changed
