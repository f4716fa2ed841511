"""No answer is larger than somebody wanted: views, outcomes, and what is left out is counted."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from cardsite.api import docs
from cardsite.api.operation import Operation
from cardsite.api.pagination import MOST
from cardsite.api.resolving import EXAMPLE
from cardsite.api.urls import OPERATIONS
from rules.bounded import CITES_IN_SHORT, OUTCOMES_IN_SHORT, bounded
from rules.engine.errors import LEAVE_OUT

MEGABYTE = 1_000_000
DOORS = [{"name": f"Tür Nummer {number} von vielen", "kind": "special"} for number in range(160)]
# One of many doors is opened: as many outcomes as doors, and every one shows the whole pile.
MANY: dict[str, Any] = {
    "game": "munchkin",
    "sets": ["axe-cop"],
    "state": {
        "players": [{"id": "anna"}, {"id": "ben"}],
        "turn": {"player": "anna", "phase": "door"},
        "piles": {"doors": {"shuffled": DOORS}},
    },
    "do": [{"action": "kick_door", "player": "anna"}],
}


def send(client: Client, scenario: Any, query: str = "") -> Any:
    response = client.post(f"/api/v1/resolve{query}", json.dumps(scenario), content_type="application/json")
    assert response.status_code == 200, response.content
    return response


def test_an_ordinary_answer_comes_whole(api: Client) -> None:
    answer = send(api, EXAMPLE).json()
    assert answer["omitted"] == {"outcomes": 0, "chance": "0"}
    assert answer["outcomes"][0]["state"]["players"]
    assert answer["outcomes"][0]["steps"][0]["values"] is not None


def test_a_large_answer_stays_below_a_megabyte_and_counts_the_rest(api: Client) -> None:
    response = send(api, MANY)
    answer = response.json()
    assert len(response.content) <= MEGABYTE
    assert len(response.content) > MEGABYTE / 2
    assert len(answer["outcomes"]) + answer["omitted"]["outcomes"] == len(DOORS)
    shown = sum(Fraction(outcome["chance"]) for outcome in answer["outcomes"])
    assert shown + Fraction(answer["omitted"]["chance"]) == 1


def test_few_outcomes_may_be_too_large_as_well() -> None:
    outcomes = [{"chance": "1/8", "steps": ["x" * 300_000]} for _ in range(8)]
    answer = bounded({"outcomes": outcomes, "cites": {}})
    assert answer["omitted"] == {"outcomes": 5, "chance": "5/8"}
    assert len(json.dumps(answer)) <= MEGABYTE


def test_the_largest_question_gets_fifty_times_its_size_at_most(api: Client) -> None:
    things = [
        {
            "name": f"Ding Nummer {number} aus einer sehr langen Geschichte",
            "kind": "item",
            "slot": "head",
            "gold": 100,
        }
        for number in range(420)
    ]
    players = [
        {"id": "anna", "backpack": things[:180]},
        {"id": "ben", "backpack": things[180:360]},
        {"id": "cleo", "backpack": things[360:]},
    ]
    piles = {"doors": {"shuffled": DOORS[:40]}}
    largest = {**MANY, "state": {**MANY["state"], "players": players, "piles": piles}}
    asked = json.dumps(largest, ensure_ascii=False).encode()
    assert 40_000 < len(asked) < 64 * 1024
    for query in ("", "?view=steps", "?view=summary"):
        assert len(send(api, largest, query).content) <= min(MEGABYTE, 50 * len(asked))


@pytest.mark.parametrize(
    "operation",
    [row for row in OPERATIONS if row.method == "GET" and not row.in_pieces],
    ids=lambda row: row.name,
)
def test_no_address_answers_more_than_a_megabyte(api: Client, operation: Operation) -> None:
    path = docs.example_path(operation)
    if any(parameter.name == "limit" for parameter in operation.parameters):
        path += f"{'&' if '?' in path else '?'}limit={MOST}"
    elif operation.name == "card_named":
        path += "?exact=Kindskopfkrake"
    response = api.get(path)
    assert response.status_code == 200
    assert len(response.content) <= MEGABYTE


def test_who_asks_for_all_outcomes_gets_them(api: Client) -> None:
    response = send(api, MANY, "?outcomes=1000")
    assert len(response.json()["outcomes"]) == len(DOORS)
    assert len(response.content) > MEGABYTE


def test_the_largest_question_is_answered_with_little(api: Client) -> None:
    for query in ("?view=summary", "?view=steps"):
        response = send(api, MANY, query)
        assert len(response.content) < 50 * len(json.dumps(MANY))
        assert len(response.json()["outcomes"]) == OUTCOMES_IN_SHORT


@pytest.mark.parametrize("view", ["summary", "steps", "full"])
def test_every_view_keeps_to_the_schema(api: Client, judge: Any, view: str) -> None:
    for scenario in (EXAMPLE, MANY):
        judge(send(api, scenario, f"?view={view}").json(), "Resolution")


def test_the_summary_says_who_wins_and_by_which_rule(api: Client) -> None:
    full, short = send(api, EXAMPLE).json(), send(api, EXAMPLE, "?view=summary").json()
    assert short["summary"] == full["summary"]
    fight = short["outcomes"][0]["combat"]
    assert fight["munchkins"]["total"] == full["outcomes"][0]["combat"]["munchkins"]["total"]
    assert fight["because"]
    assert set(fight["because"]) <= set(short["cites"])
    assert 0 < len(short["cites"]) <= CITES_IN_SHORT
    assert all(cite["title"] and cite["url"] and not cite["text"] for cite in short["cites"].values())
    assert short["outcomes"][0]["steps"] == []


def test_the_steps_come_with_all_that_they_cite(api: Client) -> None:
    answer = send(api, EXAMPLE, "?view=steps").json()
    steps = answer["outcomes"][0]["steps"]
    assert len(steps) > 3
    assert {cite for step in steps for cite in step["cites"]} <= set(answer["cites"])
    assert answer["outcomes"][0]["state"] == {}


def test_a_refusal_is_cited_in_short_too(api: Client) -> None:
    scenario = {**EXAMPLE, "do": [{"action": "sell", "player": "anna", "cards": []}]}
    answer = send(api, scenario, "?view=summary").json()
    assert answer["refusal"]["cites"]
    assert answer["refusal"]["cites"][0] in answer["cites"]


def test_too_much_work_names_the_limit_and_what_to_leave_out(api: Client) -> None:
    pile = [{"name": f"Schatz {number}", "kind": "item"} for number in range(150)]
    state = {
        **EXAMPLE["state"],
        "piles": {"treasures": {"shuffled": pile}},
        "combat": {
            "fighter": "anna",
            "monsters": [{"card": {"name": "Zwerg", "kind": "monster", "level": 1, "treasures": 4}}],
        },
    }
    huge = {**EXAMPLE, "state": state}
    response = api.post("/api/v1/resolve", json.dumps(huge), content_type="application/json")
    assert response.status_code == 422
    assert response.json()["detail"].endswith(LEAVE_OUT)
    assert "Mehr als " in response.json()["detail"]


def test_a_question_takes_a_view_as_well(api: Client) -> None:
    question = {
        "q": "Ich bin Stufe 5 ohne Bonus. Gewinne ich gegen ein Monster der Stufe 4?",
        "sets": ["axe-cop"],
    }

    def ask(query: str) -> Any:
        return api.post(f"/api/v1/ask{query}", json.dumps(question), content_type="application/json").json()

    full, short = ask(""), ask("?view=summary")
    assert full["answer"] == short["answer"]
    assert full["result"]["outcomes"][0]["steps"]
    assert short["result"]["outcomes"][0]["steps"] == []


def test_an_unknown_view_is_named(api: Client) -> None:
    response = api.post("/api/v1/resolve?view=kurz", json.dumps(EXAMPLE), content_type="application/json")
    assert response.status_code == 400
    assert "summary" in response.json()["detail"]
