"""What a summary says in all answers of all cases: each sentence once, everybody who differs, only what lasts."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from rules.engine import resolve
from rules.engine.library import Library
from tests.decided import cases
from tests.engine.conftest import Ask, combat

Answer = dict[str, Any]
# Where one sentence ends and the next one begins; the points in names of cards do not count.
END = re.compile(r"(?<=[.?!]) (?=[A-ZÄÖÜ„])")
NAME = re.compile(r"„[^“]*“")
# A sentence that begins with the reader, and what follows.
SPOKEN = re.compile(r"^Du (?!und )([a-zäöüß]+)")


def sentences(answer: Answer) -> list[str]:
    plain = NAME.sub(lambda name: re.sub(r"[.?!]", "", name[0]), answer["summary"])
    return END.split(plain)


def test_no_summary_says_a_sentence_twice(answers: dict[str, Answer]) -> None:
    twice = {i: a["summary"] for i, a in answers.items() if len(set(sentences(a))) < len(sentences(a))}
    assert twice == {}


def test_everybody_whose_level_differs_between_outcomes_is_named(answers: dict[str, Answer]) -> None:
    looked, missing = 0, []
    for ident, answer in answers.items():
        levels: dict[str, set[int]] = {}
        for outcome in answer["outcomes"] if answer["legal"] else ():
            for player in outcome["state"]["players"]:
                levels.setdefault(player["id"], set()).add(player.get("level", 0))
        differ = [person for person, found in levels.items() if len(found) > 1]
        looked += len(differ)
        missing += [(ident, person) for person in differ if person.capitalize() not in answer["summary"]]
    assert looked > 40
    assert missing == []


def test_no_summary_tells_how_a_fight_stands_while_somebody_still_has_to_decide(
    answers: dict[str, Answer],
) -> None:
    wrong = [
        ident
        for ident, answer in answers.items()
        if any(outcome["open"] for outcome in answer["outcomes"]) and " würden gewinnen" in answer["summary"]
    ]
    assert wrong == []


def flight(**changes: Any) -> dict[str, Any]:
    players = [
        {"id": "anna", "level": 6, "gender": "w"},
        {"id": "ben", "level": 3},
        {"id": "cem", "level": 9},
    ]
    monster = {"name": "Grobian", "kind": "monster", "level": 16, "bad_stuff": [{"lose_levels": 1}]}
    lost = combat(state="lost", monsters=[{"card": monster}])
    return {
        "players": players,
        "combat": lost,
        "do": [{"action": "run_away", "player": "anna", "monster": 0}],
        **changes,
    }


def test_a_chance_is_told_by_what_differs_the_weightiest_first(ask: Ask) -> None:
    assert (
        ask(**flight())["summary"]
        == "In 2 von 3 Fällen verliert Anna eine Stufe; sonst entkommt Anna „Grobian“."
    )


def test_death_is_told_before_the_loss_of_a_level(ask: Ask) -> None:
    bad = {"name": "Rüpel", "kind": "monster", "level": 9, "bad_stuff": [{"lose_levels": 1}]}
    worse = {"name": "Henker", "kind": "monster", "level": 9, "bad_stuff": [{"death": True}]}
    lost = combat(state="lost", monsters=[{"card": bad}, {"card": worse}])
    runs = [{"action": "run_away", "player": "anna", "monster": index} for index in (0, 1)]
    summary = ask(**flight(combat=lost, do=runs))["summary"]
    assert summary.startswith(
        "In 6 von 9 Fällen stirbt Anna; in 2 von 9 Fällen verliert Anna eine Stufe; sonst "
    )


def test_whoever_acts_is_told_first_then_everybody_else_who_differs(ask: Ask) -> None:
    monster = flight()["combat"]["monsters"]
    lost = combat(state="lost", monsters=monster, helper="ben")
    runs = [{"action": "run_away", "player": who, "monster": 0} for who in ("ben", "anna")]
    summary = ask(**flight(combat=lost, do=runs))["summary"]
    assert summary == (
        "In 2 von 3 Fällen verliert Ben eine Stufe; sonst entkommt Ben „Grobian“. "
        "In 2 von 3 Fällen verliert Anna eine Stufe; sonst entkommt Anna „Grobian“."
    )


def test_to_escape_without_having_anything_to_lose_is_a_chance_and_no_certainty(ask: Ask) -> None:
    players = [{"id": "anna", "level": 1}, {"id": "ben"}, {"id": "cem"}]
    answer = ask(**flight(players=players))
    assert {outcome["chance"] for outcome in answer["outcomes"]} == {"1/3", "2/3"}
    assert answer["summary"] == (
        "In 1 von 3 Fällen entkommt Anna „Grobian“; sonst entkommt Anna „Grobian“ nicht, "
        "danach bleibt Anna auf Stufe 1."
    )


@pytest.mark.parametrize("reader", ["ich", "du"])
def test_whoever_reads_is_spoken_to_and_told_first(ask: Ask, reader: str) -> None:
    worse = {"name": "Henker", "kind": "monster", "level": 9, "bad_stuff": [{"death": True}]}
    bad = flight()["combat"]["monsters"][0]
    lost = combat(state="lost", fighter=reader, monsters=[{"card": worse}, bad])
    runs = [{"action": "run_away", "player": reader, "monster": index} for index in (0, 1)]
    asked = flight(players=[{"id": reader, "level": 6}, {"id": "ben"}, {"id": "cem"}], combat=lost, do=runs)
    summary = ask(**asked, turn={"player": reader, "phase": "door"})["summary"]
    assert summary == (
        "In 6 von 9 Fällen stirbst Du; in 2 von 9 Fällen verlierst Du eine Stufe; "
        "sonst entkommst Du „Henker“, danach entkommst Du „Grobian“."
    )


def test_every_sentence_to_the_reader_has_its_verb(library: Library) -> None:
    """All cases with one of their people as „du“: next to „Du“ stands a verb of the second person."""
    wrong, looked = set(), 0
    for case in cases()[::3]:
        first = case["scenario"]["state"]["players"][0]["id"]
        text = msgspec.json.encode(case["scenario"]).decode().replace(f'"{first}"', '"du"')
        answer = resolve(msgspec.json.decode(text), library)
        for step in (step for outcome in answer["outcomes"] for step in outcome["steps"]):
            found = SPOKEN.search(NAME.sub("X", step["text"]))
            looked += found is not None
            if found and not found[1].endswith(("st", "zt", "ßt")):
                wrong.add(step["text"])
    assert looked > 1000
    assert wrong == set()


def test_a_roll_says_which_faces_lead_to_its_outcome(ask: Ask) -> None:
    answer = ask(**flight())
    assert {outcome["events"][0]["event"]: outcome["ranges"] for outcome in answer["outcomes"]} == {
        "caught": ["1–4"],
        "escaped": ["5–6"],
    }
