"""Questions that cannot be read: every problem with its path, its word and the nearest right one, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import LimitExceeded, ScenarioError
from rules.engine.library import Library
from tests.engine.conftest import Ask, combat, question

ELF = {"name": "Elf", "kind": "race"}
BASE = {"name": "Mühle", "kind": "base", "breakpoint": 20, "points": [4, 2, 1], "monsters": 0}
HAT = {"name": "Hut", "kind": "item", "slot": "head", "bonus": 1, "gold": 100}


def problems(library: Library, asked: Any) -> dict[str, tuple[str, tuple[str, ...]]]:
    with pytest.raises(ScenarioError) as raised:
        resolve(asked, library)
    return {p.path: (p.word, p.suggestions) for p in raised.value.problems}


def test_every_problem_is_reported_at_once(library: Library) -> None:
    asked = question(
        players=[{"id": "anna", "levl": 3, "hand": ["kindskopfkrak"]}],
        turn={"player": "annna", "phase": "dor"},
        do=[{"action": "kick_dor", "player": "anna"}],
        combat=None,
    )
    found = problems(library, asked)
    assert set(found) == {
        "state.players[0].levl",
        "state.players[0].hand[0]",
        "state.turn.player",
        "state.turn.phase",
        "do[0].action",
    }
    assert found["state.players[0].levl"] == ("levl", ("level",))
    assert found["state.players[0].hand[0]"][1][0] == "kindskopfkrake"
    assert found["do[0].action"][1][0] == "kick_door"


@pytest.mark.parametrize(
    ("change", "path", "suggestion"),
    [
        ({"game": "munchkn"}, "game", "munchkin"),
        ({"sets": ["axecop"]}, "sets[0]", "axe-cop"),
        ({"rulebook": "axe-co"}, "rulebook", "axe-cop"),
        ({"variants": ["listen"]}, "variants[0]", "listen-at-door"),
        ({"stat": {}}, "stat", "state"),
    ],
)
def test_the_frame_of_a_question_is_checked(
    library: Library, change: dict[str, Any], path: str, suggestion: str
) -> None:
    assert suggestion in problems(library, {**question(), **change})[path][1]


@pytest.mark.parametrize(
    "asked",
    [None, [], "munchkin", 3, {}, {"sets": []}, {"sets": ["axe-cop"]}, {"sets": ["axe-cop"], "state": 3}],
)
def test_what_is_no_question_is_an_error(library: Library, asked: Any) -> None:
    assert problems(library, asked)


def test_a_card_of_another_box_is_suggested(library: Library) -> None:
    found = problems(
        library, question(sets=["cthulhu"], players=[{"id": "anna", "hand": ["kindskopfkrake"]}], combat=None)
    )
    assert found["state.players[0].hand[0]"][1] == ("axe-cop/kindskopfkrake",)


def test_an_inline_card_takes_only_known_facts(library: Library) -> None:
    found = problems(library, question(players=[{"id": "anna", "hand": [{**HAT, "bonsu": 1}]}], combat=None))
    assert set(found) == {"state.players[0].hand[0].bonsu"}
    assert found["state.players[0].hand[0].bonsu"][1][0] == "bonus"


@pytest.mark.parametrize(
    ("players", "fight", "path"),
    [
        ([{"id": "anna", "in_play": [HAT, {**HAT, "name": "Kappe"}]}], None, "state.players[0].in_play"),
        (
            [{"id": "anna", "in_play": [{"name": n, "kind": "item", "hands": 2, "gold": 0} for n in "AB"]}],
            None,
            "state.players[0].in_play",
        ),
        ([{"id": "anna", "level": 11}], None, "state.players[0].level"),
        ([{"id": "anna"}, {"id": "anna"}], None, "state.players[1].id"),
        ([{"id": "anna"}, {"id": "ben"}], combat(helper="anna"), "state.combat.helper"),
        ([{"id": "anna"}], combat(monsters=[]), "state.combat.monsters"),
        ([{"id": "anna", "hand": ["kultist"] * 7}], None, "state.players[0].hand[6]"),
        ([{"id": "anna", "in_play": ["cop", "krieger"]}], None, "state.players[0].in_play"),
        ([{"id": "anna", "in_play": [ELF, {**ELF, "name": "Zwerg"}]}], None, "state.players[0].in_play"),
    ],
)
def test_impossible_states_are_reported(library: Library, players: Any, fight: Any, path: str) -> None:
    assert path in problems(library, question(sets=["axe-cop", "cthulhu"], players=players, combat=fight))


@pytest.mark.parametrize("allowing", ["super-munchkin", "schummeln"])
def test_two_classes_may_lie_beside_a_card_that_allows_them(ask: Ask, allowing: str) -> None:
    special = {"name": "Erlaubnis", "kind": "special", "special": allowing}
    people = [{"id": "anna", "in_play": ["cop", "krieger", special]}, {"id": "ben"}]
    assert ask(players=people, combat=None)["legal"]


@pytest.mark.parametrize(
    ("piles", "path"),
    [
        ({"doors": [HAT]}, "state.piles.doors[0]"),
        ({"door_discard": ["cop", HAT]}, "state.piles.door_discard[1]"),
        ({"treasures": ["cop"]}, "state.piles.treasures[0]"),
        ({"treasures": [{"back": "door"}]}, "state.piles.treasures[0]"),
        ({"cultist_discard": ["kultist", "ermittler"]}, "state.piles.cultist_discard[1]"),
    ],
)
def test_a_pile_holds_only_cards_of_its_deck(library: Library, piles: Any, path: str) -> None:
    found = problems(library, question(sets=["axe-cop", "cthulhu"], combat=None, piles=piles))
    assert set(found) == {path}


def test_followers_may_lie_on_either_pile(ask: Ask) -> None:
    pony = {"name": "Pony", "kind": "hireling"}
    piles = {
        "doors": [pony],
        "treasures": [{**pony, "name": "Esel"}, {**pony, "name": "Elch", "deck": "treasure"}],
    }
    assert ask(combat=None, piles=piles)["legal"]


@pytest.mark.parametrize(
    ("anna", "word"),
    [
        ({"new_cards_due": True, "hand": [HAT]}, "gestorben"),
        ({"new_cards_due": True, "in_play": [HAT]}, "gestorben"),
        ({"in_play": [{"name": "Glut", "kind": "power", "grade": 3}]}, "Grade"),
        ({"in_play": [{"name": n, "kind": "ally"} for n in "AB"]}, "Gefolge"),
        ({"backpack": [{"name": n, "kind": "item", "big": True} for n in "AB"]}, "Große"),
        ({"hand": ["shakespeare/krieger"]}, "nicht auf dem Tisch"),
    ],
)
def test_an_odd_table_is_answered_with_a_warning(ask: Ask, anna: Any, word: str) -> None:
    answer = ask(players=[{"id": "anna", **anna}, {"id": "ben"}], combat=None)
    assert answer["legal"]
    assert [warning for warning in answer["warnings"] if word in warning]


def test_who_died_with_a_class_gets_no_warning(ask: Ask) -> None:
    dead = {"id": "anna", "new_cards_due": True, "in_play": ["cop"]}
    assert ask(players=[dead, {"id": "ben"}], combat=None)["warnings"] == []


def test_a_card_of_the_other_game_is_unknown(library: Library) -> None:
    people = [{"id": "anna", "hand": ["smash-up/trade"]}]
    assert set(problems(library, question(players=people, combat=None))) >= {"state.players[0].hand[0]"}


def test_a_question_names_its_game_and_each_box_once(library: Library) -> None:
    asked = question(sets=["axe-cop", "axe-cop"])
    del asked["game"]
    assert set(problems(library, asked)) == {"game", "sets[1]"}


OGRE = {"name": "Oger", "kind": "monster", "strength": 3, "treasures": 1}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"players": [{"id": "nora"}]}, "state.players"),
        ({"bases": [{"card": BASE, "cards": [{"card": OGRE, "owner": "nora"}]}]}, "state.bases[0].cards[0]"),
        (
            {"piles": {"monsters": [{"name": "Kobold", "kind": "creature", "strength": 2}]}},
            "state.piles.monsters",
        ),
        ({"piles": {"bases": [OGRE]}}, "state.piles.bases"),
    ],
)
def test_impossible_tables_of_smash_up_are_reported(library: Library, change: Any, path: str) -> None:
    people = [{"id": "nora"}, {"id": "emil"}]
    state = {"players": people, "turn": {"player": "nora", "step": "play"}, "bases": [], **change}
    assert set(problems(library, {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": []})) == {
        path
    }


@pytest.mark.parametrize(
    "change",
    [
        {"players": [{"id": f"p{i}"} for i in range(13)]},
        {"players": [{"id": "anna", "hand": [{"back": "door"}] * 201}]},
        {"players": [{"id": f"p{i}", "hand": [{"back": "door"}] * 150} for i in range(5)]},
    ],
)
def test_what_is_too_large_names_the_limit(library: Library, change: dict[str, Any]) -> None:
    with pytest.raises(LimitExceeded) as raised:
        resolve(question(**{"turn": {"player": "anna", "phase": "door"}, "combat": None, **change}), library)
    assert raised.value.code == "limit-exceeded"
    assert any(character.isdigit() for character in str(raised.value))


def test_a_trait_that_nobody_knows_is_a_warning(library: Library) -> None:
    monster = {
        "name": "Grobian",
        "kind": "monster",
        "level": 6,
        "modifiers": [{"vs": "schneeeule", "strength": 3}],
    }
    assert (
        "schneeeule" in resolve(question(combat=combat(monsters=[{"card": monster}])), library)["warnings"][0]
    )


def test_an_action_may_name_an_inline_card_by_its_name(library: Library) -> None:
    trap = {"name": "Fluch! Pech", "kind": "curse", "effects": [{"lose_levels": 1}]}
    asked = question(
        players=[{"id": "anna", "level": 6, "hand": [trap]}, {"id": "ben", "level": 3}],
        do=[{"action": "play", "player": "anna", "card": "fluch-pech", "on": "ben"}],
    )
    assert resolve(asked, library)["outcomes"][0]["state"]["players"][1]["level"] == 2


def test_a_described_card_may_have_things_on_it_inside_or_beside(ask: Ask) -> None:
    charm = {"name": "Anhänger", "kind": "item-boost", "bonus": 2}
    inside = {**HAT, "with": [charm]}
    for written in (inside, {"card": HAT, "with": [charm]}, {"card": inside}):
        answer = ask(players=[{"id": "anna", "level": 3, "in_play": [written]}], do=[])
        assert answer["legal"]
        assert answer["outcomes"][0]["state"]["players"][0]["in_play"] == [inside]


def test_nothing_may_be_done(library: Library) -> None:
    sides = {"game": "smash-up", "sets": ["smash-up"], "do": None}
    table = {"players": [{"id": "lena"}, {"id": "jonas"}], "turn": {"player": "lena", "step": "play"}}
    assert resolve({**question(combat=None), "do": None}, library)["legal"]
    assert resolve({**sides, "state": {**table, "bases": [{"card": BASE}]}}, library)["legal"]


def test_a_word_that_resembles_none_is_answered_with_all_that_are_known(library: Library) -> None:
    asked = question(players=[{"id": "anna", "gender": "f"}], combat=None)
    with pytest.raises(ScenarioError) as raised:
        resolve(asked, library)
    assert [p.text for p in raised.value.problems] == [
        "Das Wort „f“ ist an der Stelle state.players[0].gender unbekannt. Bekannt sind: m, w."
    ]


def test_what_stands_in_the_wrong_place_is_quoted_as_it_was_written(library: Library) -> None:
    asked = question(players=[{"id": "anna", "hand": [{"name": "Hut"}]}], combat=None, do={"action": "deal"})
    with pytest.raises(ScenarioError) as raised:
        resolve(asked, library)
    texts = [p.text for p in raised.value.problems]
    assert "An der Stelle state.players[0].hand[0] fehlt die Kartenart („kind“)." in texts
    assert 'An der Stelle do muss eine Liste stehen, nicht „{"action": "deal"}“.' in texts


def test_what_another_game_has_read_does_not_make_a_card_known(library: Library) -> None:
    ruse = {"name": "Finte des Fährmanns", "kind": "action"}
    player = {"id": "lena", "hand": [ruse]}
    turn = {"player": "lena", "step": "play", "played": {"creature": 0, "action": 0}}
    smash_up = {"game": "smash-up", "sets": ["smash-up"], "do": []}
    resolve(
        {
            **smash_up,
            "state": {"players": [player, {"id": "jonas"}], "turn": turn, "bases": [{"card": BASE}]},
        },
        library,
    )
    asked = question(players=[{"id": "anna", "hand": [ruse]}], combat=None)
    assert "state.players[0].hand[0].kind" in problems(library, asked)


def test_what_is_attached_comes_from_the_boxes_on_the_table(library: Library) -> None:
    hat = {"name": "Hut des Fährmanns", "kind": "item", "with": ["kindskopfkrake"]}
    there = question(players=[{"id": "anna", "hand": [hat]}], combat=None)
    resolve({**there, "sets": ["axe-cop"]}, library)
    assert "state.players[0].hand[0].with[0]" in problems(library, {**there, "sets": ["shakespeare"]})
