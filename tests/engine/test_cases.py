"""Every case of fixtures/cases: the answer is what the rulebook says."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.library import Library
from rules.expectations import cited, shortfalls
from tests.decided import PUBLISHED, cases

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_answer_is_what_the_rulebook_says(case: dict[str, Any], library: Library) -> None:
    answer = resolve(case["scenario"], library)
    assert shortfalls(answer, case["expect"]) == []


@pytest.mark.parametrize("written", ["lage31-", "smash-up-law-"])
def test_a_step_cites_what_the_writer_of_the_situation_rested_on(
    written: str, answers: dict[str, dict[str, Any]]
) -> None:
    named = {case["id"]: set(case["proves"]) for case in CASES if case["id"].startswith(written)}
    missing = {ident: rules - cited(answers[ident]) for ident, rules in named.items()}
    assert any(named.values())
    assert not {ident: rules for ident, rules in missing.items() if rules}


def test_what_a_case_leads_to_can_be_asked_again_even_before_a_decision(library: Library) -> None:
    assert len(CASES) > 1500
    for case in CASES:
        for outcome in resolve(case["scenario"], library)["outcomes"][:6]:
            asked = {**case["scenario"], "state": outcome["state"], "do": []}
            assert resolve(asked, library)["outcomes"][0]["state"] == outcome["state"], case["id"]


def test_there_are_cases_of_every_rulebook() -> None:
    boxes = {box for case in CASES for box in case["scenario"]["sets"]}
    assert boxes >= PUBLISHED
    assert len({case["id"] for case in CASES}) == len(CASES)
