"""Smash Up questions that cannot be read: each problem with its path, its word and the nearest right one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import LimitExceeded, ScenarioError
from rules.engine.library import Library

Row = dict[str, Any]
WALL = {"name": "Wall", "kind": "base", "breakpoint": 9}


def question(*do: Row, **changes: Any) -> Row:
    state = {
        "players": [{"id": "anna", "factions": ["elfen", "orks"]}, {"id": "ben"}],
        "turn": {"player": "anna", "step": "play"},
        "bases": [{"card": "baumhaus", "cards": []}],
    }
    return {"game": "smash-up", "sets": ["smash-up"], "state": {**state, **changes}, "do": list(do)}


def problems(library: Library, asked: Row) -> dict[str, tuple[str, tuple[str, ...]]]:
    with pytest.raises(ScenarioError) as raised:
        resolve(asked, library)
    return {p.path: (p.word, p.suggestions) for p in raised.value.problems}


def test_unknown_words_are_named_with_the_nearest_ones(library: Library) -> None:
    asked = question(
        {"action": "plai", "player": "anna"},
        {"action": "score", "player": "ana", "base": 0, "pick": []},
        players=[{"id": "anna", "factions": ["elffen"], "hand": ["wendr"]}],
        turn={"player": "anna", "step": "pley"},
    )
    found = problems(library, asked)
    assert found["state.players[0].factions[0]"] == ("elffen", ("elfen",))
    assert found["state.players[0].hand[0]"][1][0] == "wender"
    assert found["state.turn.step"] == ("pley", ("play",))
    assert found["do[0].action"][1][0] == "play"
    assert found["do[1].player"][1] == ("anna",)
    assert found["do[1].pick"][1] == ("picks",)


def test_an_unknown_effect_of_a_described_card_is_named(library: Library) -> None:
    card = {
        "name": "Zange",
        "kind": "action",
        "abilities": [{"kind": "play", "effects": [{"action": "destry"}]}],
    }
    found = problems(library, question(players=[{"id": "anna", "hand": [card]}]))
    path = "state.players[0].hand[0].abilities[0].effects[0].action"
    assert found[path] == ("destry", ("destroy",))


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"players": []}, "state.players"),
        ({"players": [{"id": "anna"}, {"id": "anna"}]}, "state.players[1].id"),
        ({"bases": [{"card": "wender"}]}, "state.bases[0].card"),
        ({"bases": [{"card": "baumhaus", "cards": [{"card": "tiger-ross"}]}]}, "state.bases[0].cards[0]"),
        ({"players": [{"id": ""}, {"id": "ben"}]}, "state.players[0].id"),
        ({"bases": [{"card": {**WALL, "points": [4, 2]}}]}, "state.bases[0].card.points"),
        ({"bases": [{"card": {**WALL, "points": [4, 3, 2, 1]}}]}, "state.bases[0].card.points"),
        (
            {
                "bases": [
                    {
                        "card": "baumhaus",
                        "cards": [{"ref": "k", "card": "wender"}, {"ref": "k", "card": "wender"}],
                    }
                ]
            },
            "state.bases[0].cards[1].ref",
        ),
        ({"scoring": {"base": 5}}, "state.scoring.base"),
        ({"piles": {"monster": []}}, "state.piles.monster"),
        ({"turn": {"player": "zoe", "step": "play"}}, "state.turn.player"),
    ],
)
def test_no_table_can_look_like_that(library: Library, changes: Row, path: str) -> None:
    assert path in problems(library, question(**changes))


def test_copies_are_for_boxes_on_the_table(library: Library) -> None:
    assert "copies.smash-upp" in problems(library, {**question(), "copies": {"smash-upp": 2}})


def test_more_of_a_card_than_the_boxes_hold_is_said(library: Library) -> None:
    crowd = question(
        players=[{"id": "anna", "hand": ["pestling"] * 2, "discard": ["pestling"]}, {"id": "ben"}]
    )
    said = "„Pestling“ liegt 3-mal auf dem Tisch, in der Schachtel gibt es die Karte nur 2-mal."
    assert said in resolve(crowd, library)["warnings"]
    assert said not in resolve({**crowd, "copies": {"smash-up": 2}}, library)["warnings"]


def test_five_people_are_too_many(library: Library) -> None:
    with pytest.raises(LimitExceeded):
        resolve(question(players=[{"id": name} for name in ("a", "b", "c", "d", "e")]), library)


def test_a_card_that_is_not_there_is_a_refusal_and_no_error(library: Library) -> None:
    answer = resolve(question({"action": "play", "player": "anna", "card": "wender", "base": 0}), library)
    assert answer["verdict"] == "refused"
    assert answer["refusal"]["code"] == "not-in-hand"
    assert answer["refusal"]["at"] == "do[0]"
