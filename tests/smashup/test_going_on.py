"""Who plays on asks about nearly the same table: what was read and added up for it before changes no answer."""

from __future__ import annotations

import json

import pytest

from rules.engine import resolve
from rules.engine.errors import LimitExceeded, ScenarioError
from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.smashup.playing import Table
from tests.smashup.test_reading import problems, question

FELLOW = {"name": "Kerl", "kind": "creature", "strength": 2}


def test_an_answer_does_not_hang_on_what_was_asked_before(library: Library) -> None:
    cold = library_from_fixtures()
    table, compared = Table(library, 5), 0
    table.do({"action": "deal"})
    while not table.winners and table.actions < 240:
        before, number = table.state, len(table.log)
        table.step()
        if table.actions % 8 or len(table.log) != number + 1:
            continue
        asked = {"game": "smash-up", "sets": ["smash-up"], "state": before, "do": table.log[-1:]}
        cold.compiled.clear()
        assert json.dumps(resolve(asked, library, first)) == json.dumps(resolve(asked, cold, first))
        compared += 1
    assert compared > 10


def first(outcomes: list[tuple[object, object]]) -> object:
    """Let chance always take the first way."""
    return outcomes[0][1]


def test_a_turn_read_before_is_wrong_where_somebody_else_sits(library: Library) -> None:
    resolve(question(), library)
    found = problems(library, question(players=[{"id": "cem"}, {"id": "dora"}]))
    assert found["state.turn.player"][0] == "anna"


def test_what_is_wrong_is_named_at_its_place_each_time(library: Library) -> None:
    wrong = {"card": "baumhaus", "cards": [{"ref": "k", "card": "wendr", "owner": "anna"}]}
    right = {"card": "baumhaus", "cards": []}
    assert set(problems(library, question(bases=[wrong]))) == {"state.bases[0].cards[0].card"}
    assert set(problems(library, question(bases=[right, wrong]))) == {"state.bases[1].cards[0].card"}


def test_a_card_that_the_table_describes_is_known_by_its_name_each_time(library: Library) -> None:
    asked = question(
        {"action": "play", "player": "anna", "card": "Kerl", "base": 0},
        players=[{"id": "anna", "hand": [FELLOW]}, {"id": "ben"}],
    )
    answers = [resolve(asked, library) for _ in range(2)]
    assert [answer["legal"] for answer in answers] == [True, True]
    assert answers[0] == answers[1]


def test_too_many_cards_are_too_many_however_often_they_were_read(library: Library) -> None:
    people = [{"id": name, "deck": ["wender"] * 190} for name in ("anna", "ben", "cem", "dora")]
    for person in people:
        resolve(question(players=[person, {"id": "emil"}], turn={"player": person["id"]}), library)
    for _ in range(2):
        with pytest.raises(LimitExceeded):
            resolve(question(players=people), library)


@pytest.mark.parametrize("strange", [2**70, "\ud800", float("nan")])
def test_what_is_no_json_is_a_problem_with_its_place(library: Library, strange: object) -> None:
    with pytest.raises(ScenarioError) as raised:
        resolve(question(players=[{"id": "anna", "points": strange}, {"id": "ben"}]), library)
    assert [problem.path for problem in raised.value.problems] == ["state.players[0].points"]
