"""The published schema of a scenario is what the readers say of themselves, neither laxer nor stricter."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec
import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from cardsite.api.resolving import EXAMPLE, schema
from rules.doors import worked_out
from rules.engine import contract, contract_answer, resolve
from rules.engine.errors import ScenarioError
from rules.engine.forms import form
from rules.engine.munchkin.question import actions as munchkin
from rules.engine.munchkin.question.reading import PHASES
from rules.engine.smashup.question import actions as smashup
from rules.engine.smashup.turn.steps import STEPS
from rules.facts import library

SMASH_UP: dict[str, Any] = {
    "game": "smash-up",
    "sets": ["smash-up"],
    "state": {
        "players": [{"id": "anna", "deck": 5, "hand": 3}, {"id": "ben", "points": 2}],
        "turn": {"player": "anna", "step": "play", "played": {"creature": 0, "action": 1}},
        "bases": [{"card": {"name": "Turm", "kind": "base", "breakpoint": 20, "points": [4, 2, 1]}}],
        "piles": {"treasures": {"shuffled": []}},
    },
    "do": [{"action": "end_turn", "player": "anna"}],
}
# Each changes one place of a readable question so that no reader takes it.
WRONG: dict[str, tuple[dict[str, Any], tuple[Any, ...], Any]] = {
    "a phase of no turn": (EXAMPLE, ("state", "turn", "phase"), "play"),
    "a level below all": (EXAMPLE, ("state", "players", 0, "level"), 0),
    "a key of nobody": (EXAMPLE, ("state", "players", 0, "levl"), 3),
    "cards that are no list": (EXAMPLE, ("state", "players", 0, "hand"), "krieger"),
    "a side that is none": (
        EXAMPLE, ("state", "combat", "played"), [{"card": "krieger", "player": "anna", "side": "left"}],
    ),
    "an unknown action": (EXAMPLE, ("do", 0, "action"), "finish_fight"),
    "a phase where a step belongs": (SMASH_UP, ("state", "turn", "phase"), "play"),
    "a step of no turn": (SMASH_UP, ("state", "turn", "step"), "door"),
    "points without end": (SMASH_UP, ("state", "players", 1, "points"), 1000),
    "nobody at the table": (EXAMPLE, ("state", "players"), []),
    "bases in the other game": (EXAMPLE, ("state", "bases"), []),
    "a fight in the other game": (SMASH_UP, ("state", "combat"), {"fighter": "anna", "monsters": []}),
    "three factions": (SMASH_UP, ("state", "players", 0, "factions"), ["orks", "elfen", "magier"]),
    "a key of no base": (SMASH_UP, ("state", "bases", 0, "kards"), []),
}  # fmt: skip


@pytest.fixture(scope="module")
def judged() -> Draft202012Validator:
    return Draft202012Validator(schema("scenario"))


def changed(scenario: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    found = copy.deepcopy(scenario)
    place: Any = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return found


@pytest.mark.parametrize("scenario", [EXAMPLE, SMASH_UP], ids=["munchkin", "smash-up"])
def test_what_the_schema_allows_is_read(db: None, judged: Draft202012Validator, scenario: Any) -> None:
    assert list(judged.iter_errors(scenario)) == []
    assert resolve(scenario, library())["outcomes"]


@pytest.mark.parametrize("what", WRONG)
def test_what_the_schema_forbids_is_not_read(db: None, judged: Draft202012Validator, what: str) -> None:
    scenario = changed(*WRONG[what])
    assert list(judged.iter_errors(scenario)), what
    with pytest.raises(ScenarioError):
        resolve(scenario, library())


@pytest.mark.parametrize(
    ("scenario", "path", "words"),
    [
        (EXAMPLE, ("state", "turn", "phase"), PHASES),
        (SMASH_UP, ("state", "turn", "step"), STEPS),
        (EXAMPLE, ("state", "combat", "state"), ("open", "lost")),
        (EXAMPLE, ("state", "players", 0, "gender"), ("m", "w")),
    ],
)
def test_every_word_of_the_schema_is_read(
    db: None, judged: Draft202012Validator, scenario: Any, path: tuple[Any, ...], words: Any
) -> None:
    for word in words:
        found = {**changed(scenario, path, word), "do": []}
        assert list(judged.iter_errors(found)) == [], word
        assert resolve(found, library())["outcomes"], word


def test_every_action_of_both_games_is_in_the_schema_with_all_its_keys() -> None:
    action = contract.derived()["Action"]
    for game in (munchkin.ACTIONS, smashup.ACTIONS):
        assert set(game) <= set(action["properties"]["action"]["enum"])
        for keys in game.values():
            assert {key.rstrip("!") for key in keys} <= set(action["properties"])
    assert len(action["properties"]["action"]["enum"]) == len(
        munchkin.ACTIONS.keys() | smashup.ACTIONS.keys()
    )


def test_the_state_of_an_answer_keeps_to_the_schema(api: Client, judged: Draft202012Validator) -> None:
    for scenario in (EXAMPLE, SMASH_UP):
        answer = api.post("/api/v1/resolve", json.dumps(scenario), content_type="application/json").json()
        again = {**scenario, "state": answer["outcomes"][0]["state"], "do": []}
        assert [error.message for error in judged.iter_errors(again)] == []


REFUSED = {**EXAMPLE, "do": [{"action": "kick_door", "player": "ben"}]}


@pytest.mark.parametrize("scenario", [EXAMPLE, SMASH_UP, REFUSED], ids=["munchkin", "smash-up", "refused"])
def test_an_answer_has_exactly_the_fields_of_its_shape(db: None, scenario: Any) -> None:
    answer = worked_out(scenario, library())
    shape = msgspec.convert(answer, contract_answer.Resolution)
    assert set(answer) == set(shape.__struct_fields__)
    for outcome, told in zip(answer["outcomes"], shape.outcomes, strict=True):
        assert set(outcome) <= set(told.__struct_fields__)
    assert msgspec.to_builtins(shape.refusal) == answer["refusal"]
    assert msgspec.to_builtins(shape.cites) == answer["cites"]


def test_the_schema_of_an_answer_names_no_part_twice() -> None:
    found = schema("answer")
    assert found["title"] == "Resolution"
    assert not any("title" in part for part in found["$defs"].values())


def test_a_shape_that_says_nothing_may_read_anything() -> None:
    assert form(lambda reader, value, path: value) == {}
