"""How answers speak, over all answers of all cases: few citations that carry, sums with their origin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.rulebook import MOST_CITES
from tests.engine.conftest import Ask, combat

Answer = dict[str, Any]


def steps(answer: Answer) -> Iterator[dict[str, Any]]:
    for outcome in answer["outcomes"]:
        yield from outcome["steps"]


def test_every_step_cites_one_to_five_statements(answers: dict[str, Answer]) -> None:
    assert len(answers) > 2500
    wrong = {
        (ident, step["text"])
        for ident, answer in answers.items()
        for step in steps(answer)
        if not 1 <= len(step["cites"]) <= MOST_CITES
    }
    assert wrong == set()


def test_no_step_cites_the_same_twice_or_what_the_answer_does_not_list(answers: dict[str, Answer]) -> None:
    for answer in answers.values():
        for step in steps(answer):
            assert len(step["cites"]) == len(set(step["cites"])), step
            assert set(step["cites"]) <= set(answer["cites"]), step


# A word of a statement's id, and what the sentence of a step speaks of that cites it.
ABOUT = {
    "rasse.elf-weglaufen": "elf",
    "phase1-tuer.fluch-trifft": "tür",
    "klasse.krieger-ablegen": "krieger",
    "klasse.priester-vertreiben": "priester",
}


@pytest.mark.parametrize("part", ABOUT)
def test_what_is_not_there_is_not_cited(part: str, answers: dict[str, Answer]) -> None:
    told = {
        step["text"].lower()
        for answer in answers.values()
        for step in steps(answer)
        if any(part in cite for cite in step["cites"])
    }
    assert told
    assert {text for text in told if ABOUT[part] not in text} == set()


def test_a_level_for_a_kill_rests_on_the_kill_and_not_on_a_sale(ask: Ask) -> None:
    answer = ask(do=[{"action": "finish_combat", "player": "anna"}], combat=weak())
    rise = next(step for step in steps(answer) if "steigt" in step["text"])
    assert rise["cites"][0] == "axe-cop.kampf.sieg-eine-stufe"
    assert not [cite for cite in rise["cites"] if ".verkaufen." in cite]


def test_a_number_to_roll_says_where_it_comes_from(ask: Ask) -> None:
    boots = {"name": "Stiefel", "kind": "item", "slot": "feet", "run_away": 2}
    players = [{"id": "anna", "level": 6, "in_play": [boots]}, {"id": "ben"}, {"id": "cem"}]
    answer = ask(players=players, combat=combat(state="lost"), do=[{"action": "run_away", "player": "anna"}])
    told = [step["text"] for step in steps(answer)]
    assert "Anna entkommt „Grobian“ mit einem Wurf ab 3 (5, –2 durch „Stiefel“)." in told


def test_a_loss_says_what_takes_the_card_and_cites_that_first(ask: Ask) -> None:
    boots = {"name": "Stiefel", "kind": "item", "slot": "feet"}
    thief = {"name": "Schuhdieb", "kind": "monster", "level": 9, "bad_stuff": [{"lose": {"slot": "feet"}}]}
    players = [{"id": "anna", "level": 6, "in_play": [boots]}, {"id": "ben"}, {"id": "cem"}]
    answer = ask(
        players=players,
        combat=combat(state="lost", monsters=[{"card": thief}]),
        do=[{"action": "run_away", "player": "anna", "roll": 1}],
    )
    loss = next(step for step in steps(answer) if "verliert" in step["text"])
    assert loss["text"] == "Anna verliert „Stiefel“ durch „Schuhdieb“."
    assert loss["cites"][0] == "axe-cop.schlimme-dinge.bei-misslungener-flucht"


def weak() -> dict[str, Any]:
    return combat(monsters=[{"card": {"name": "Ratte", "kind": "monster", "level": 1}}])
