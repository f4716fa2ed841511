"""The titles of the cases were not written for the grammar: where it answers one, it agrees."""

from __future__ import annotations

from typing import Any

import yaml

from rules.ask import LONGEST, ask
from rules.engine.library import Library
from rules.facts import fixtures_folder

# A title tells less than its scenario, so an answer may differ now and then; as a rule it does not.
LEAST_ANSWERED = 60
MOST_DIFFERENT = 0.04


def test_where_a_title_is_answered_the_answer_is_that_of_its_case(books: Library) -> None:
    asked = [(case, told) for case in cases() if (told := answer(case, books)) is not None]
    assert len(asked) >= LEAST_ANSWERED
    wrong = [case["title"] for case, told in asked if not agrees(case["expect"], told)]
    assert len(wrong) <= MOST_DIFFERENT * len(asked), wrong


def cases() -> list[dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    files = sorted((fixtures_folder() / "cases").glob("*.yaml"))
    return [case for file in files for case in yaml.load(file.read_text(encoding="utf-8"), loader)]


def answer(case: dict[str, Any], books: Library) -> dict[str, Any] | None:
    if len(case["title"]) > LONGEST:
        return None
    return ask(case["title"], case["scenario"].get("sets") or [], books).answer


def agrees(expected: dict[str, Any], told: dict[str, Any]) -> bool:
    return all(told[key] == expected[key] for key in ("legal", "verdict") if key in expected)
