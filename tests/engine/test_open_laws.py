"""Laws of what stays open: what a book only bounds, what two books see otherwise, readings that end differently."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.house import Option, Question, questions
from rules.engine.library import Library
from tests.decided import cases
from tests.engine.plays import BOXES
from tests.engine.test_house import came_to

Row = dict[str, Any]
GRADES = (2, 3)
# That a monster spares somebody is settled by the official answers; it is listed so that a table may choose otherwise.
SETTLED = {"pursue"}
PEOPLE = [{"id": "ben"}, {"id": "cem"}]


def power(number: int) -> Row:
    return {"name": f"Kraft {number}", "kind": "power", "deck": "door"}


@pytest.mark.parametrize("level", range(1, 10))
@pytest.mark.parametrize("lying", range(4))
def test_a_power_of_unknown_grade_is_not_free(level: int, lying: int, library: Library) -> None:
    """Its grade is one that the book names: too many at the least are refused, too many at the most leave it open."""
    least, most = (grade * (lying + 1) for grade in GRADES)
    held = power(lying)
    anna = {
        "id": "anna",
        "level": level,
        "in_play": [power(number) for number in range(lying)],
        "hand": [held],
    }
    state = {"players": [anna, *PEOPLE], "turn": {"player": "anna", "phase": "start"}}
    play = {"action": "play", "player": "anna", "card": held}
    answer = resolve({"game": "munchkin", "sets": ["axe-cop"], "state": state, "do": [play]}, library)
    assert answer["legal"] is (least <= level)
    assert answer["verdict"] == ("refused" if least > level else "unsettled" if most > level else "clear")


@pytest.mark.parametrize("box", BOXES)
def test_a_card_that_asks_for_a_level_follows_the_boosts_or_is_open(box: str, library: Library) -> None:
    """Where the book says that boosts raise the level; elsewhere the printed one counts."""
    random, told = Random(box), set()
    for _ in range(120):
        level, boost, asked = random.randint(1, 12), random.choice((-5, 5, 10)), random.randint(2, 16)
        spear = {"name": "Spieß", "kind": "item", "abilities": [{"strength": 5, "vs": f"level>={asked}"}]}
        beast = {"card": {"name": "Tier", "kind": "monster", "level": level}}
        beast["boosts"] = [{"name": "Riesig", "kind": "monster-boost", "strength": boost}]
        anna = {"id": "anna", "level": 1, "in_play": [spear]}
        fight = {"fighter": "anna", "monsters": [beast]}
        turn = {"player": "anna", "phase": "door"}
        state = {"players": [anna, *PEOPLE], "turn": turn, "combat": fight}
        answer = resolve({"game": "munchkin", "sets": [box], "state": state, "do": []}, library)
        follows = box == "impossible"
        counted = level + boost if follows else level
        total = answer["outcomes"][0]["combat"]["munchkins"]["total"]
        assert total == (6 if counted >= asked else 1)
        is_open = follows and (level >= asked) is not (level + boost >= asked)
        assert (answer["verdict"] == "unsettled") is is_open
        told.add(is_open)
    assert told == ({True, False} if box == "impossible" else {False})


@pytest.mark.parametrize(("one", "other"), list(permutations(("ally", "hireling"), 2)))
def test_two_books_that_count_followers_otherwise_leave_it_open(
    one: str, other: str, library: Library
) -> None:
    for sets in permutations(("axe-cop", "impossible", "shakespeare"), 2):
        lying, held = ({"name": kind.title(), "kind": kind, "deck": "door"} for kind in (one, other))
        anna = {"id": "anna", "level": 3, "in_play": [lying], "hand": [held]}
        state = {"players": [anna, *PEOPLE], "turn": {"player": "anna", "phase": "start"}}
        play = {"action": "play", "player": "anna", "card": held}
        answer = resolve({"game": "munchkin", "sets": list(sets), "state": state, "do": [play]}, library)
        assert answer["verdict"] == "unsettled", sets


def other_readings(question: Question | None) -> list[Option]:
    options = question.options if question is not None else ()
    return [option for option in options if option.played and option.id != question.default]  # type: ignore[union-attr]


def test_readings_that_end_differently_leave_it_open(
    library: Library, answers: dict[str, dict[str, Any]]
) -> None:
    """Every reading that a listed question has and that can be played comes to the same, or the verdict says so."""
    looked = 0
    for case in cases():
        plain, asked = answers[case["id"]], case["scenario"]
        if plain["verdict"] == "unsettled" or asked.get("house"):
            continue
        book = asked.get("rulebook") or asked["sets"][0]
        rows = questions(library, asked["game"], tuple(asked["sets"]), book)
        for row in plain["unsettled"]:
            for option in other_readings(rows.get(row["question"])) if row["question"] not in SETTLED else ():
                chosen = resolve({**asked, "house": {row["question"]: option.id}}, library)
                looked += 1
                assert chosen["legal"] == plain["legal"], (case["id"], row["question"])
                if plain["legal"]:
                    assert came_to(chosen) == came_to(plain), (case["id"], row["question"])
    assert looked > 2
