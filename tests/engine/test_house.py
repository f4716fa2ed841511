"""„So spielen wir“: what a table has chosen decides, is named as its own, and cannot be chosen wrongly in silence."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import LimitExceeded, ScenarioError
from rules.engine.house import Option, Question, questions
from rules.engine.library import Library
from tests.decided import cases
from tests.engine.conftest import Ask, question

OPEN = "axe-cop.ambiguitaet.007"
DYING = [{"action": "die", "player": "anna", "because": "ein Sturz"}]


def asked(house: Any, **changes: Any) -> dict[str, Any]:
    return {**question(combat=None, **changes), "house": house}


@pytest.mark.parametrize(
    ("house", "path", "word", "suggestion"),
    [
        ({"tod.was-bleipt": "cthulhu"}, 'house["tod.was-bleipt"]', "tod.was-bleipt", "tod.was-bleibt"),
        ({"tod.was-bleibt": "ctulhu"}, 'house["tod.was-bleibt"]', "ctulhu", "cthulhu"),
        ({"tod.was-bleibt": "axe-cop"}, 'house["tod.was-bleibt"]', "axe-cop", "impossible"),
        ({"tod.was-bleibt": "a"}, 'house["tod.was-bleibt"]', "a", "impossible"),
        ({"dead-rolls": "z"}, 'house["dead-rolls"]', "z", "a"),
        ({"dead-rolls": "impossible"}, 'house["dead-rolls"]', "impossible", "a"),
        ({"dead-rolls": 2}, 'house["dead-rolls"]', "2", "a"),
        ({OPEN: "a"}, f'house["{OPEN}"]', OPEN, "helper-ties"),
        ({"deadrolls": "a"}, 'house["deadrolls"]', "deadrolls", "dead-rolls"),
    ],
)  # fmt: skip
def test_a_choice_that_does_not_exist_is_named_with_its_place_and_the_nearest(
    library: Library, house: Any, path: str, word: str, suggestion: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        resolve(asked(house, sets=["impossible", "cthulhu"]), library)
    (problem,) = caught.value.problems
    assert (problem.path, problem.word, problem.suggestions[0]) == (path, word, suggestion)


def test_a_question_of_smash_up_does_not_arise_in_munchkin(library: Library) -> None:
    with pytest.raises(ScenarioError, match="gehört zu Smash Up; hier liegt Munchkin"):
        resolve(asked({"who-plays-on": "a"}), library)


def test_a_question_that_no_book_on_the_table_answers_cannot_be_chosen(library: Library) -> None:
    with pytest.raises(ScenarioError, match="beantwortet keines der Regelhefte auf dem Tisch"):
        resolve(asked({"kultisten.werden": "cthulhu"}, sets=["axe-cop"]), library)


@pytest.mark.parametrize("house", [["dead-rolls"], "a", 3])
def test_choices_are_an_object(library: Library, house: Any) -> None:
    with pytest.raises(ScenarioError) as caught:
        resolve(asked(house), library)
    assert [problem.path for problem in caught.value.problems] == ["house"]


def test_too_many_choices_are_refused_by_their_number(library: Library) -> None:
    with pytest.raises(LimitExceeded, match="Mehr als 100"):
        resolve(asked({f"frage-{number}": "a" for number in range(101)}), library)


def test_the_answer_says_what_the_book_would_have_said(library: Library) -> None:
    answer = resolve(asked({"tod.was-bleibt": "cthulhu"}, sets=["impossible", "cthulhu"], do=DYING), library)
    (own,) = answer["house"]
    assert (own["choice"], own["text"], own["followed"]) == ("cthulhu", "Klasse(n) und Stufe.", True)
    assert "Loyalität" in own["otherwise"]
    assert "impossible.tod.loyalitaet-behalten" in own["cites"]
    assert answer["cites"]["house:tod.was-bleibt"]["title"] == "So spielt Ihr"
    assert set(own["cites"]) <= set(answer["cites"])


def test_a_choice_that_nothing_asks_for_changes_nothing(ask: Ask, library: Library) -> None:
    plain = ask(sets=["impossible", "cthulhu"])
    chosen = resolve(
        {**question(sets=["impossible", "cthulhu"]), "house": {"tod.was-bleibt": "cthulhu"}}, library
    )
    assert chosen == plain


def test_a_choice_above_the_rule_for_mixed_boxes_names_that_rule(library: Library) -> None:
    fight = {"fighter": "anna", "monsters": [{"card": undead("Geist")}]}
    players = [{"id": "anna"}, {"id": "ben", "hand": [undead("Zombie")]}]
    asking = question(
        sets=["shakespeare", "impossible"],
        players=players,
        combat=fight,
        do=[{"action": "play", "player": "ben", "card": "Zombie", "on": "monsters"}],
    )
    answer = resolve({**asking, "house": {"untote.folgen": "impossible"}}, library)
    assert answer["house"][0]["otherwise"].startswith("Liegt eine Box mit der Regel für Untote auf dem Tisch")


def undead(name: str) -> dict[str, Any]:
    return {"name": name, "kind": "monster", "level": 3, "tags": ["untot"]}


def test_a_reading_that_cannot_be_carried_out_stays_unsettled_and_says_so(library: Library) -> None:
    rows = questions(library, "munchkin", ("axe-cop",), "axe-cop")
    unplayed = next(
        (one.id, option.id)
        for one in rows.values()
        if one.is_open
        for option in one.options
        if not option.played
    )
    assert rows[unplayed[0]].option(unplayed[1]).played is False
    helping = [{"action": "ask_help", "player": "anna", "helper": "ben", "offer": {"items": ["Keule"]}}]
    club = {"name": "Keule", "kind": "item", "bonus": 1}
    players = [{"id": "anna", "level": 2, "in_play": [club]}, {"id": "ben", "level": 3}]
    asking = question(players=players, do=helping)
    answer = resolve({**asking, "house": {"promised-items": "b"}}, library)
    assert (answer["verdict"], answer["house"][0]["followed"]) == ("unsettled", False)
    assert "lässt sich hier nicht ausführen" in answer["warnings"][-1]
    assert [row["question"] for row in answer["unsettled"]] == ["promised-items"]


def test_every_reading_has_a_letter_and_each_question_its_default(library: Library) -> None:
    for game, sets in (("munchkin", ("cthulhu", "impossible")), ("smash-up", ("smash-up",))):
        for one in questions(library, game, sets, sets[0]).values():
            assert one.option(one.default).played, one.id
            assert len({option.id for option in one.options}) == len(one.options)


def test_the_same_choices_in_another_order_are_the_same_question(library: Library) -> None:
    house = {"tod.was-bleibt": "cthulhu", "tod.flueche": "cthulhu"}
    turned = dict(reversed(house.items()))
    sets = ["impossible", "cthulhu"]
    assert resolve(asked(house, sets=sets, do=DYING), library) == resolve(
        asked(turned, sets=sets, do=DYING), library
    )


def test_every_reading_that_is_said_to_be_played_changes_what_some_case_comes_to(library: Library) -> None:
    wanted, changed = set(), set()
    for sets in (("axe-cop", "cthulhu", "shakespeare", "impossible"), ("smash-up",)):
        rows = questions(library, "smash-up" if "smash-up" in sets else "munchkin", sets, sets[0])
        wanted |= {(one.id, option.id) for one in rows.values() if one.is_open for option in other(one)}
    for case in cases():
        asked = {key: value for key, value in case["scenario"].items() if key != "house"}
        plain = resolve(asked, library)
        for row in plain["unsettled"]:
            for ident in [one for key, one in wanted - changed if key == row["question"]]:
                chosen = resolve({**asked, "house": {row["question"]: ident}}, library)
                assert row["question"] not in [one["question"] for one in chosen["unsettled"]], case["id"]
                changed |= {(row["question"], ident)} if came_to(chosen) != came_to(plain) else set()
    assert wanted - changed == set()


def other(question: Question) -> list[Option]:
    return [option for option in question.options if option.played and option.id != question.default]


def came_to(answer: dict[str, Any]) -> Any:
    fights = [(outcome.get("combat") or {}).get("winner") for outcome in answer["outcomes"]]
    return answer["legal"], fights, [outcome["state"] for outcome in answer["outcomes"]]


def test_a_game_may_go_on_under_the_tables_own_rules(library: Library) -> None:
    sets, house = ["impossible", "cthulhu"], {"tod.helfen": "cthulhu"}
    players = [{"id": "anna", "level": 4}, {"id": "ben", "new_cards_due": True}, {"id": "cem"}]
    kick = {"action": "kick_door", "player": "anna", "card": {"name": "Ding", "kind": "monster", "level": 8}}
    first = resolve(asked(house, sets=sets, players=players, do=[kick]), library)
    then = {**asked(house, sets=sets), "state": first["outcomes"][0]["state"]}
    helping = {"action": "ask_help", "player": "anna", "helper": "ben"}
    assert resolve({**then, "do": [helping]}, library)["verdict"] == "clear"
    assert resolve({**then, "do": [helping], "house": {}}, library)["verdict"] == "unsettled"
