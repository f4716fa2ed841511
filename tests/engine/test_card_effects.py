"""Every card of the four boxes at an ordinary table: it can be met, played, worn and lost, and no card gets lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.engine.plays import BOXES, census

Question = dict[str, Any]
Answer = dict[str, Any]
RAT = {
    "name": "Kellerratte",
    "kind": "monster",
    "level": 2,
    "treasures": 1,
    "bad_stuff": [{"lose_levels": 1}],
}
GIANT = {"name": "Riese", "kind": "monster", "level": 15, "treasures": 2, "bad_stuff": [{"lose_levels": 1}]}
SWORD = {"name": "Schwert", "kind": "item", "hands": 1, "bonus": 2, "gold": 600}
BOOTS = {"name": "Stiefel", "kind": "item", "slot": "feet", "bonus": 1, "gold": 400}
SLIME = {"name": "Schleim", "kind": "one-shot", "bonus": 2, "tags": ["sekret"]}
LEARNED = {"name": "Gelehrt", "kind": "class"}
LOYAL = {"name": "Schweizer", "kind": "loyalty"}
SECOND = {"name": "Gewandt", "kind": "class"}
GLOOM = {"name": "Trübsinn", "kind": "curse", "lasting": True}
SPARE = [{"name": f"Türkarte {n}", "kind": "race", "deck": "door"} for n in range(6)]
TREASURE = [{"name": f"Schatz {n}", "kind": "item", "gold": 100} for n in range(6)]


# Every single card of the four boxes.
FACTS = {
    key: row
    for key, row in sorted(library_from_fixtures().card_facts.items())
    if row["set"] in BOXES and not row.get("group")
}
FULL = [key for key, row in FACTS.items() if row["coverage"] == "full"]


def table(card: str, *, fight: bool = False, **own: Any) -> Question:
    """Return a table of three where Anna, who is on, holds the card."""
    mine = {"in_play": [LEARNED, SWORD, BOOTS], "hand": [card, SPARE[0], SLIME, RAT], **own}
    anna = {"id": "anna", "level": 6, "pending": [{"card": GLOOM, "until": "lifted"}], **mine}
    ben = {
        "id": "ben",
        "level": 4,
        "gender": "w",
        "hand": [SPARE[1]],
        "in_play": [{**SWORD, "name": "Säbel"}],
    }
    state: dict[str, Any] = {
        "players": [
            anna,
            ben,
            {"id": "cem", "level": 3, "in_play": [{"name": "Kappe", "kind": "item", "slot": "head"}]},
        ],
        "turn": {"player": "anna", "phase": "door" if fight else "start"},
        "piles": {
            "doors": SPARE[2:5],
            "treasures": TREASURE[:5],
            "door_discard": [{**GIANT, "name": "Alter Riese"}],
            "treasure_discard": [TREASURE[5]],
            "cultist_discard": [{"name": "Kultist", "kind": "class"}],
        },
    }
    if fight:
        played = [{"card": {**SLIME, "name": "Brühe"}, "player": "cem", "side": "monsters"}]
        state["combat"] = {
            "fighter": "anna",
            "monsters": [{"card": GIANT}, {"card": {**RAT, "name": "Ratte"}}],
            "played": played,
        }
    return {"game": "munchkin", "sets": [card.partition("/")[0]], "state": state, "do": []}


def ways(key: str, facts: dict[str, Any]) -> Iterator[tuple[Question, list[dict[str, Any]]]]:
    """Yield tables and the actions by which a card of this kind comes into play."""
    kind, play = facts["kind"], {"action": "play", "player": "anna", "card": key}
    finish = {"action": "finish_combat", "player": "anna"}
    if kind == "monster":
        question = table(key, hand=[SPARE[0], SLIME])
        question["state"]["piles"]["doors"] = [key, *SPARE[2:5]]
        kick, help_ = (
            {"action": "kick_door", "player": "anna"},
            {"action": "ask_help", "player": "anna", "helper": "ben"},
        )
        yield question, [kick, help_, finish]
        yield question, [kick, finish]
        return
    for fight in (False, True):
        yield table(key, fight=fight), [play]
        yield table(key, fight=fight), [{**play, "on": "ben"}]
    yield table(key, in_play=[SWORD, BOOTS]), [play]
    yield table(key), [{**play, "on": {"item": SWORD}}]
    yield table(key, fight=True), [{**play, "on": "monsters"}, finish]
    yield table(key, fight=True), [{**play, "on": "munchkins"}, finish]
    yield table(key, fight=True), [{**play, "monster": RAT}]
    yield table(key, in_play=[LEARNED, SPARE[5], LOYAL], hand=[key, SECOND]), [play]
    others_turn = table(key)
    others_turn["state"]["turn"] = {"player": "ben", "phase": "start"}
    yield others_turn, [{**play, "on": "ben"}]
    worn = {"in_play": [key] if kind == "class" else [LEARNED, key], "hand": [SPARE[0], SLIME, RAT]}
    if kind in ("item", "class", "race", "power", "loyalty"):
        yield table(key, fight=True, **worn), [{"action": "use", "player": "anna", "card": key}]
        yield table(key, fight=True, **worn), [finish]


def play_out(library: Library, question: Question, actions: list[dict[str, Any]], last: bool) -> list[Answer]:
    """Do the actions one after the other; what is asked is answered by the first or the last option."""
    answers: list[Answer] = []
    state, todo = question["state"], list(actions)
    while action := _next(state, todo, last):
        answers.append(resolve({**question, "state": state, "do": [action]}, library))
        if not answers[-1]["legal"]:
            break
        state = answers[-1]["outcomes"][0]["state"]
    return answers


def _next(state: dict[str, Any], todo: list[dict[str, Any]], last: bool) -> dict[str, Any] | None:
    """Return what is done next: an answer, the next action, or a flight that fails or, for the last, succeeds."""
    open_ = state.get("decisions") or []
    if open_:
        option = open_[0]["options"][-1 if last else 0]["id"]
        return {
            "action": "choose",
            "player": open_[0]["player"],
            "decision": open_[0]["id"],
            "option": option,
        }
    if todo:
        return todo.pop(0)
    combat = state.get("combat") or {}
    if combat.get("state") != "lost":
        return None
    people = [p for p in (combat["fighter"], combat["helper"]) if p and p not in combat["dead"]]
    person = next(p for p in people if _pursued(state, p))
    return {"action": "run_away", "player": person, "roll": 6 if last else 1}


def _pursued(state: dict[str, Any], person: str) -> bool:
    combat = state["combat"]
    done = {e["monster"] for e in combat["escapes"] if e["player"] == person}
    return any(m["gone"] is None and i not in done for i, m in enumerate(combat["monsters"]))


@pytest.mark.parametrize("key", FACTS)
def test_no_card_is_lost_or_doubled_whatever_a_card_does(library: Library, key: str) -> None:
    for question, actions in ways(key, library.card_facts[key]):
        for last in (False, True):
            before = census(resolve(question, library)["outcomes"][0]["state"])
            for answer in play_out(library, question, actions, last):
                for outcome in answer["outcomes"]:
                    assert census(outcome["state"]) == before
                    assert all(1 <= p["level"] <= 10 for p in outcome["state"]["players"])
                    assert all(step["cites"] for step in outcome["steps"])


@pytest.mark.parametrize("key", FULL)
def test_a_card_that_is_carried_out_fully_can_come_into_play(library: Library, key: str) -> None:
    name = library.card_facts[key]["name"]
    tries = [play_out(library, *way, False) for way in ways(key, library.card_facts[key])]
    assert any(answers[0]["legal"] for answers in tries)
    warned = [warning for answers in tries for answer in answers for warning in answer["warnings"]]
    assert not [warning for warning in warned if f"„{name}“" in warning]


@pytest.mark.parametrize("key", [key for key in FACTS if key not in FULL])
def test_a_card_that_is_only_text_makes_the_answer_visibly_incomplete(library: Library, key: str) -> None:
    name = library.card_facts[key]["name"]
    tries = [play_out(library, *way, False) for way in ways(key, library.card_facts[key])]
    played = [answers for answers in tries if answers[0]["legal"]]
    warned = [w for answers in played for answer in answers for w in answer["warnings"]]
    assert not played or any(name in warning for warning in warned)


def test_a_card_that_the_question_describes_knows_the_same_words(library: Library) -> None:
    greedy = {"lose": {"kind": "item", "worth": 500}}
    robber = {"name": "Räuber", "kind": "monster", "level": 1, "bad_stuff": [greedy]}
    question = table("x", hand=[], in_play=[LEARNED, SWORD])
    question["sets"] = ["cthulhu"]
    question["state"]["combat"] = {"fighter": "anna", "state": "lost", "monsters": [{"card": robber}]}
    answer = resolve({**question, "do": [{"action": "run_away", "player": "anna", "roll": 1}]}, library)
    assert answer["outcomes"][0]["state"]["players"][0]["in_play"] == [LEARNED]


def test_a_misspelt_word_of_an_effect_is_named_with_its_place(library: Library) -> None:
    thief = {
        "name": "Dieb",
        "kind": "monster",
        "level": 1,
        "bad_stuff": [{"lose": {"kind": "item", "wroth": 500}}],
    }
    question = table("x", hand=[])
    question["sets"] = ["cthulhu"]
    question["state"]["combat"] = {"fighter": "anna", "monsters": [{"card": thief}]}
    with pytest.raises(ScenarioError) as caught:
        resolve(question, library)
    (problem,) = caught.value.problems
    assert problem.path == "state.combat.monsters[0].card.bad_stuff[0].lose.wroth"
    assert problem.suggestions == ("worth",)


def test_of_every_cthulhu_card_that_is_not_carried_out_whole_it_is_said_what_is_not(library: Library) -> None:
    (entry,) = (row for row in library.data["munchkin"]["entries"] if row["target"] == "karte.ungerechnet")
    partly = {key for key, row in FACTS.items() if key.startswith("cthulhu/") and row["coverage"] != "full"}
    assert set(entry["value"]) == partly


@pytest.mark.parametrize("item", ["bagpipes", "tommy-gun", "cult-membership-card"])
def test_a_fight_with_an_item_that_is_not_reckoned_whole_is_not_clear(library: Library, item: str) -> None:
    anna = {"id": "anna", "level": 6, "in_play": [item]}
    fight = {"fighter": "anna", "monsters": [{"card": RAT}]}
    state = {"players": [anna, {"id": "ben"}], "turn": {"player": "anna", "phase": "door"}, "combat": fight}
    answer = resolve({"game": "munchkin", "sets": ["cthulhu"], "state": state, "do": []}, library)
    assert answer["verdict"] == "unsettled"
    (doubt,) = answer["unsettled"]
    assert "Nicht gerechnet ist: " in doubt["about"]
    assert "hier nicht gerechnet" in answer["warnings"][0]


def test_where_no_curse_lies_it_is_said_that_nothing_happens(library: Library) -> None:
    counter = {"name": "Gegenzauber", "kind": "level-up", "effects": [{"lift": True}]}
    players = [{"id": "anna", "level": 4, "hand": [counter]}, {"id": "ben", "level": 4}]
    state = {"players": players, "turn": {"player": "anna", "phase": "start"}}
    do = [{"action": "play", "player": "anna", "card": counter}]
    answer = resolve({"game": "munchkin", "sets": ["axe-cop"], "state": state, "do": do}, library)
    assert answer["summary"].endswith(
        "Für Anna ist nichts da, worauf die Karte wirken könnte; es passiert nichts."
    )


def test_who_fights_keeps_a_gift_in_the_backpack(library: Library) -> None:
    ring = {"name": "Ring", "kind": "item", "gold": 300}
    players = [{"id": "anna", "level": 6}, {"id": "ben", "level": 4, "in_play": [ring]}]
    state = {
        "players": players,
        "turn": {"player": "anna", "phase": "door"},
        "combat": {"fighter": "anna", "monsters": [{"card": GIANT}]},
    }
    do = [{"action": "gift", "player": "ben", "to": "anna", "give": ["Ring"]}]
    answer = resolve({"game": "munchkin", "sets": ["axe-cop"], "state": state, "do": do}, library)
    anna, ben = answer["outcomes"][0]["state"]["players"]
    assert [card["name"] for card in anna["backpack"]] == ["Ring"]
    assert ben["in_play"] == []
