"""The kernel: chance, decisions, refusals, merging; shown on small fights."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.engine.conftest import Ask, combat

GOBLIN = {"name": "Gnom", "kind": "monster", "level": 2, "treasures": 1}
BOOST = {"name": "Riesig", "kind": "monster-boost", "strength": 5}
TRAP = {"name": "Fluch! Pech", "kind": "curse", "effects": [{"lose_levels": 1}]}


def lost(**changes: object) -> dict[str, object]:
    return combat(state="lost", **changes)


def test_a_die_makes_one_outcome_for_every_different_result(ask: Ask) -> None:
    answer = ask(combat=lost(), do=[{"action": "run_away", "player": "anna"}])
    assert answer["verdict"] == "chance"
    assert sorted((o["chance"], o["state"]["players"][0]["level"]) for o in answer["outcomes"]) == [
        ("1/3", 6),
        ("2/3", 5),
    ]


def test_chances_of_the_same_level_add_up(ask: Ask) -> None:
    monsters = [
        {
            "card": {
                "name": name,
                "kind": "monster",
                "level": 4,
                "treasures": 1,
                "bad_stuff": [{"lose_levels": 1}],
            }
        }
        for name in ("A", "B")
    ]
    answer = ask(
        combat=lost(monsters=monsters),
        do=[{"action": "run_away", "player": "anna", "monster": m} for m in (0, 1)],
    )
    levels: Counter[int] = Counter()
    for outcome in answer["outcomes"]:
        levels[outcome["state"]["players"][0]["level"]] += Fraction(outcome["chance"])
    assert levels == {6: Fraction(1, 9), 5: Fraction(4, 9), 4: Fraction(4, 9)}


def test_an_escape_is_another_outcome_than_being_caught_even_if_nothing_is_lost(ask: Ask) -> None:
    players = [{"id": "anna", "level": 1}, {"id": "ben"}, {"id": "cem"}]
    answer = ask(players=players, combat=lost(), do=[{"action": "run_away", "player": "anna"}])
    assert answer["verdict"] == "chance"
    assert {o["events"][0]["event"]: o["chance"] for o in answer["outcomes"]} == {
        "caught": "2/3",
        "escaped": "1/3",
    }
    assert {o["state"]["players"][0]["level"] for o in answer["outcomes"]} == {1}


def test_what_a_monster_spares_is_no_chance(ask: Ask) -> None:
    shy = {"name": "Scheu", "kind": "monster", "level": 9, "ignores": {"max_level": 6}}
    answer = ask(
        combat=lost(monsters=[{"card": shy}, combat()["monsters"][0]]),
        do=[{"action": "run_away", "player": "anna", "monster": 0}],
    )
    (outcome,) = answer["outcomes"]
    assert outcome["events"] == [{"event": "spared", "player": "anna", "monster": 0}]


def test_a_shuffled_pile_gives_one_outcome_for_every_different_card(ask: Ask) -> None:
    piles = {
        "treasures": {"shuffled": [{"name": n, "kind": "item", "gold": 100} for n in ("Hut", "Hut", "Ring")]}
    }
    fight = combat(monsters=[{"card": GOBLIN}])
    answer = ask(combat=fight, piles=piles, do=[{"action": "finish_combat", "player": "anna"}])
    assert {o["state"]["players"][0]["hand"][0]["name"]: o["chance"] for o in answer["outcomes"]} == {
        "Hut": "2/3",
        "Ring": "1/3",
    }


def two_monsters(ask: Ask, **more: object) -> dict[str, object]:
    players = [{"id": "anna", "level": 6}, {"id": "ben", "hand": [BOOST]}]
    fight = combat(monsters=[{"card": GOBLIN}, combat()["monsters"][0]])
    return ask(
        players=players,
        combat=fight,
        do=[{"action": "play", "player": "ben", "card": BOOST}, *more.get("then", ())],
    )  # type: ignore[misc]


def test_a_decision_names_its_options_and_waits(ask: Ask) -> None:
    answer = two_monsters(ask)
    decision = answer["outcomes"][0]["open"][0]  # type: ignore[index]
    assert answer["verdict"] == "choice"
    assert (decision["decision"], decision["player"], [o["id"] for o in decision["options"]]) == (
        "d1",
        "ben",
        ["0", "1"],
    )


def test_a_paused_game_goes_on_where_it_stopped(ask: Ask) -> None:
    paused = two_monsters(ask)["outcomes"][0]["state"]  # type: ignore[index]
    answer = ask(**paused, do=[{"action": "choose", "player": "ben", "decision": "d1", "option": "1"}])
    assert answer["outcomes"][0]["combat"]["monsters"]["total"] == 2 + 6 + 5
    assert answer["outcomes"][0]["state"]["combat"]["monsters"][1]["boosts"] == [BOOST]


def test_nothing_else_happens_while_a_decision_is_open(ask: Ask) -> None:
    answer = two_monsters(ask, then=[{"action": "finish_combat", "player": "anna"}])
    assert answer["refusal"]["code"] == "decision-open"  # type: ignore[index]


def test_an_unknown_option_is_refused(ask: Ask) -> None:
    answer = two_monsters(ask, then=[{"action": "choose", "player": "ben", "decision": "d1", "option": "7"}])
    assert answer["legal"] is False


def test_a_refusal_keeps_the_state_before_it(ask: Ask) -> None:
    do = [
        {"action": "ask_help", "player": "anna", "helper": "ben"},
        {"action": "ask_help", "player": "anna", "helper": "cem"},
    ]
    answer = ask(do=do)
    assert answer["refusal"]["at"] == "do[1]"
    assert answer["outcomes"][0]["state"]["combat"]["helper"] == "ben"


def test_a_refusal_in_one_branch_refuses_the_action(ask: Ask) -> None:
    """Only who has lost the escape may be level 5; the second run from the same monster is refused in both."""
    do = [
        {"action": "run_away", "player": "anna", "monster": 0},
        {"action": "run_away", "player": "anna", "monster": 0},
    ]
    assert ask(combat=lost(), do=do)["legal"] is False


def test_after_somebody_has_won_nothing_is_allowed(ask: Ask) -> None:
    players = [{"id": "anna", "level": 9}, {"id": "ben", "hand": [TRAP]}]
    do = [
        {"action": "finish_combat", "player": "anna"},
        {"action": "play", "player": "ben", "card": TRAP, "on": "anna"},
    ]
    answer = ask(players=players, do=do)
    assert answer["refusal"]["code"] == "game-over"
    assert answer["outcomes"][0]["winners"] == ["anna"]


def test_a_difference_between_the_books_is_told(ask: Ask) -> None:
    do = [
        {
            "action": "remove_monster",
            "player": "anna",
            "monster": 0,
            "how": "defeated",
            "because": "eine Karte",
        }
    ]
    answer = ask(sets=["axe-cop", "cthulhu"], do=do)
    assert len(answer["outcomes"][0]["state"]["players"][0]["hand"]) == 2
    assert "cthulhu" in [row["edition"] for row in answer["differs"]]
