"""What is wrong in a question is named where it stands, with the word and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from tests.engine.conftest import question

HUGE = 10**30
Change = Callable[[dict[str, Any]], Any]


def problems(library: Library, asked: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(ScenarioError) as caught:
        resolve(asked, library)
    return {problem.path: problem.text for problem in caught.value.problems}


@pytest.mark.parametrize("level", [0, -3, 11, 99, 100, HUGE, float("inf"), 5.5, "5", True])
def test_a_level_outside_the_book_names_its_levels(library: Library, level: Any) -> None:
    found = problems(library, question(players=[{"id": "anna", "level": level}, {"id": "ben"}]))
    assert "1 bis 10" in found["state.players[0].level"]


@pytest.mark.parametrize("name", ["", "  ", "\t"])
def test_nobody_sits_there_without_a_name(library: Library, name: str) -> None:
    found = problems(library, question(players=[{"id": "anna"}, {"id": "ben"}, {"id": name}]))
    assert found == {"state.players[2].id": "An der Stelle state.players[2].id fehlt ein Name: Er ist leer."}


def test_who_sits_there_twice_is_named_at_the_second_seat(library: Library) -> None:
    found = problems(library, question(players=[{"id": "anna"}, {"id": "ben"}, {"id": "anna"}]))
    assert found == {"state.players[2].id": "Die Person „anna“ sitzt zweimal am Tisch."}


@pytest.mark.parametrize(
    "vs", ["level>=x", "level>=", "level", "level >= 1e9", "gender:x", "not:level>x", "", " "]
)
def test_what_nobody_can_be_asked_for_is_an_error(library: Library, vs: str) -> None:
    monster = {"name": "Ding", "kind": "monster", "level": 3, "modifiers": [{"vs": vs, "strength": 2}]}
    found = problems(library, question(combat={"fighter": "anna", "monsters": [{"card": monster}]}))
    assert list(found) == ["state.combat.monsters[0].card.modifiers[0].vs"]


@pytest.mark.parametrize(
    ("vs", "total"), [("level>=6", 5), ("level < 6", 3), ("not:gender:w", 5), ("leveller", 5)]
)
def test_a_level_and_a_word_that_begins_like_one_are_told_apart(
    library: Library, vs: str, total: int
) -> None:
    monster = {"name": "Ding", "kind": "monster", "level": 3, "modifiers": [{"vs": vs, "strength": 2}]}
    anna = {"id": "anna", "level": 6, "in_play": [{"name": "Leveller", "kind": "class"}]}
    asked = question(
        players=[anna, {"id": "ben"}], combat={"fighter": "anna", "monsters": [{"card": monster}]}
    )
    (outcome,) = resolve(asked, library)["outcomes"]
    assert outcome["combat"]["monsters"]["total"] == total


def test_a_card_too_many_is_named_where_it_lies(library: Library) -> None:
    players = [
        {"id": "anna", "hand": ["bug-spray"]},
        {"id": "ben", "in_play": [{"card": "bowling-pin"}], "backpack": ["bug-spray"]},
    ]
    found = problems(library, question(sets=["cthulhu"], players=players, combat=None))
    assert list(found) == ["state.players[1].backpack[0]"]
    assert "liegt 2-mal auf dem Tisch, es gibt sie nur 1-mal" in found["state.players[1].backpack[0]"]


@pytest.mark.parametrize(
    ("piles", "combat", "path"),
    [
        ({"door_discard": ["ruggoth", "ruggoth"]}, None, "state.piles.door_discard"),
        (
            {},
            {"fighter": "anna", "monsters": [{"card": "ruggoth"}, {"card": "ruggoth"}]},
            "state.combat.monsters[1]",
        ),
    ],
)
def test_so_is_one_in_a_pile_or_a_fight(library: Library, piles: Any, combat: Any, path: str) -> None:
    assert list(problems(library, question(sets=["cthulhu"], piles=piles, combat=combat))) == [path]


def test_four_classes_without_a_card_for_it_are_named_before_their_owner(library: Library) -> None:
    classes = [{"name": name, "kind": "class"} for name in ("Seher", "Schmied", "Bäcker", "Wirt")]
    players = [{"id": "anna"}, {"id": "ben", "in_play": classes}]
    found = problems(library, question(players=players, combat=None))
    assert (
        "„Seher“ und „Schmied“ und „Bäcker“ und „Wirt“ passen nicht zugleich"
        in found["state.players[1].in_play"]
    )


def smash(**changes: Any) -> dict[str, Any]:
    creature = {"name": "Wicht", "kind": "creature", "strength": 3}
    cards = [{"ref": "k1", "card": creature, "owner": "a"}]
    state = {
        "players": [{"id": "a"}, {"id": "b"}],
        "turn": {"player": "a", "step": "play"},
        "bases": [{"card": "baumhaus", "cards": cards}],
    }
    return {"game": "smash-up", "sets": ["smash-up"], "state": {**state, **changes}, "do": []}


@pytest.mark.parametrize("ref", ["", "   "])
def test_a_card_in_play_has_a_name_or_gets_one(library: Library, ref: str) -> None:
    asked = smash()
    asked["state"]["bases"][0]["cards"][0]["ref"] = ref
    assert list(problems(library, asked)) == ["state.bases[0].cards[0].ref"]


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("state.players[0].points", lambda q: q["state"]["players"][0].update(points=HUGE)),
        (
            "state.bases[0].cards[0].counters",
            lambda q: q["state"]["bases"][0]["cards"][0].update(counters=HUGE),
        ),
        ("state.turn.played.creature", lambda q: q["state"]["turn"].update(played={"creature": HUGE})),
        ("copies.smash-up", lambda q: q.update(copies={"smash-up": HUGE})),
        ("do[0].base", lambda q: q.update(do=[{"action": "score", "player": "a", "base": HUGE}])),
    ],
)
def test_a_huge_number_is_named_where_it_stands(library: Library, path: str, change: Change) -> None:
    asked = smash()
    change(asked)
    found = problems(library, asked)
    assert list(found) == [path]
    assert "eine ganze Zahl von" in found[path]


@pytest.mark.parametrize(
    ("action", "step"),
    [
        ({"action": "choose_factions", "player": "a", "factions": ["elfen", "orks"]}, "turn.step „setup“"),
        ({"action": "deal"}, "turn.step „setup“"),
        ({"action": "mulligan", "player": "a"}, "turn.step „setup“"),
    ],
)
def test_an_action_of_the_setup_names_the_step_that_it_needs(
    library: Library, action: Any, step: str
) -> None:
    answer = resolve({**smash(), "do": [action]}, library)
    assert answer["verdict"] == "refused"
    assert step in answer["refusal"]["text"]
    assert "hier ist turn.step „play“" in answer["refusal"]["text"]
