"""States go out as JSON and come back unchanged, paused ones, too; the same question has the same answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.library import Library
from tests.decided import cases

CASES = [c for c in cases() if c["scenario"]["game"] == "smash-up"]
IDS = [case["id"] for case in CASES]
Row = dict[str, Any]


def again(state: Row, library: Library, *do: Row) -> Row:
    question = {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": list(do)}
    return resolve(json.loads(json.dumps(question)), library)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_state_comes_back_as_it_went_out(case: Row, library: Library, answers: dict[str, Row]) -> None:
    for outcome in answers[case["id"]]["outcomes"]:
        [same] = again(outcome["state"], library)["outcomes"]
        assert same["state"] == outcome["state"]
        assert same["open"] == outcome["open"]
        assert same["bases"] == outcome["bases"]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_step_cites_what_exists_and_has_a_sentence(case: Row, answers: dict[str, Row]) -> None:
    answer = answers[case["id"]]
    for outcome in answer["outcomes"]:
        for step in outcome["steps"]:
            assert step["cites"], step["text"]
            assert step["text"]
            assert set(step["cites"]) <= set(answer["cites"]), step
    assert answer["summary"]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_same_question_has_the_same_answer_byte_for_byte(
    case: Row, library: Library, answers: dict[str, Row]
) -> None:
    both = answers[case["id"]], resolve(case["scenario"], library)
    first, second = (json.dumps(answer, ensure_ascii=False) for answer in both)
    assert first == second


def test_every_offered_option_can_be_taken(library: Library, answers: dict[str, Row]) -> None:
    tried = 0
    for case in CASES:
        for outcome in answers[case["id"]]["outcomes"]:
            for decision in outcome["open"]:
                for option in decision["options"]:
                    answer = {
                        "action": "choose",
                        "player": decision["player"],
                        "decision": decision["decision"],
                    }
                    assert again(outcome["state"], library, {**answer, "option": option["id"]})["legal"], (
                        case["id"]
                    )
                    tried += 1
    assert tried > 10


def test_chances_add_up_to_one(answers: dict[str, Row]) -> None:
    from fractions import Fraction

    split = 0
    for case in CASES:
        outcomes = answers[case["id"]]["outcomes"]
        assert sum(Fraction(o["chance"]) for o in outcomes) == 1, case["id"]
        split += len(outcomes) > 1
    assert split > 3


def test_other_names_give_the_same_answer(library: Library) -> None:
    """Who is called what changes nothing but the names."""
    names = {"anna": "xaver", "ben": "yvonne", "cem": "zoe", "dora": "wilma"}
    changed = 0
    for case in CASES:
        text = json.dumps(case["scenario"], ensure_ascii=False)
        for old, new in names.items():
            text = text.replace(f'"{old}"', f'"{new}"')
        one, other = resolve(case["scenario"], library), resolve(json.loads(text), library)
        assert one["verdict"] == other["verdict"], case["id"]
        assert [o["chance"] for o in one["outcomes"]] == [o["chance"] for o in other["outcomes"]], case["id"]
        mine, theirs = ([p["points"] for p in a["outcomes"][0]["state"]["players"]] for a in (one, other))
        assert mine == theirs, case["id"]
        changed += text != json.dumps(case["scenario"], ensure_ascii=False)
    assert changed > 50
