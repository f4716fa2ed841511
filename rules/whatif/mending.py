"""What is wrong with a scenario, and one click that puts each of it right."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from rules.engine.errors import Problem, ScenarioError
from rules.whatif import links, paths

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


def put(scenario: dict[str, Any], path: str, word: str) -> dict[str, Any] | None:
    """Return a copy with another word at a place where one stands; None where the path leads nowhere."""
    if not isinstance(paths.at(scenario, path), str):
        return None
    changed = copy.deepcopy(scenario)
    paths.plant(changed, path, word)
    return changed
