"""„Was passiert, wenn …?“ over HTTP."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from jsonschema import Draft202012Validator

from cardsite import stand
from cardsite.api.resolving import EXAMPLE
from rules.bounded import bounded
from rules.doors import pointer_of
from rules.engine import resolve
from rules.facts import library

ADDRESS = "/api/v1/resolve"


def send(client: Client, scenario: Any) -> Any:
    return client.post(ADDRESS, json.dumps(scenario), content_type="application/json")


def test_the_answer_is_that_of_the_engine(api: Client, judge: Any) -> None:
    response = send(api, EXAMPLE)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    assert response.json() == json.loads(json.dumps(bounded(resolve(EXAMPLE, library()))))
    judge(response.json(), "Resolution")


def test_a_question_at_a_known_stand_asks_nothing_of_the_database(
    api: Client, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = stand.fresh()
    monkeypatch.setattr(stand, "current", lambda: at)
    first = send(api, EXAMPLE)
    with django_assert_num_queries(0):
        again = send(api, EXAMPLE)
    assert again.content == first.content


def test_a_stand_that_is_not_kept_gives_the_newest_library(db: None) -> None:
    assert library("vergangen") is library()


def test_the_state_of_an_answer_can_be_asked_again(api: Client) -> None:
    first = send(api, EXAMPLE).json()
    again = send(api, {**EXAMPLE, "state": first["outcomes"][0]["state"], "do": []})
    assert again.status_code == 200


def test_everything_unreadable_is_named_at_once(api: Client) -> None:
    scenario = copy.deepcopy(EXAMPLE)
    scenario["state"]["players"][0]["levl"] = 3
    scenario["state"]["turn"]["phase"] = "dor"
    response = send(api, scenario)
    assert response.status_code == 422
    body = response.json()
    assert body["type"].endswith("/unlesbares-szenario")
    pointers = {error["pointer"]: error for error in body["errors"]}
    assert pointers["/state/players/0/levl"]["suggestions"] == ["level"]
    assert pointers["/state/turn/phase"]["suggestions"] == ["door"]


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("state.players[0].level", "/state/players/0/level"),
        ("do[1]", "/do/1"),
        ("sets[0]", "/sets/0"),
        ("", ""),
    ],
)
def test_a_path_becomes_a_pointer(path: str, pointer: str) -> None:
    assert pointer_of(path) == pointer


@pytest.mark.parametrize("name", ["scenario", "answer"])
def test_the_contract_is_published_as_a_schema(api: Client, name: str) -> None:
    schema = api.get(f"/api/v1/schemas/{name}").json()
    assert schema["$id"] == f"http://testserver/api/v1/schemas/{name}"
    Draft202012Validator.check_schema(schema)


def test_the_public_cases_keep_to_the_schema_of_questions(api: Client) -> None:
    schema = Draft202012Validator(api.get("/api/v1/schemas/scenario").json())
    files = sorted((settings.FIXTURES / "cases").glob("public-*.yaml"))
    cases = [case for file in files for case in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)]
    assert len(cases) > 50
    wrong = {case["id"]: [e.message[:90] for e in schema.iter_errors(case["scenario"])][:2] for case in cases}
    assert {key: errors for key, errors in wrong.items() if errors} == {}


def test_the_schema_speaks_of_a_smash_up_turn_as_the_resolver_does(api: Client) -> None:
    turn = api.get("/api/v1/schemas/scenario").json()["$defs"]["SmashUpState"]["properties"]["turn"][
        "properties"
    ]
    assert turn["step"]["enum"]
    for step in turn["step"]["enum"]:
        values = {"player": "anna", "step": step, "played": {"creature": 0, "action": 0}}
        state = {
            "players": [{"id": "anna"}, {"id": "ben"}],
            "turn": {key: values[key] for key in values if key in turn},
        }
        response = send(api, {"game": "smash-up", "sets": ["smash-up"], "state": state})
        assert response.status_code == 200, response.json()


KEYS = ("game", "sets", "rulebook", "variants", "state", "do")
WORDS: tuple[Any, ...] = ({}, [], 5, None, "", "munchkim")
# What says nothing, and may.
SILENT: list[tuple[str, Any]] = [
    ("do", []),
    ("do", None),
    ("variants", []),
    ("variants", None),
    ("rulebook", None),
]


@pytest.mark.parametrize(
    ("key", "word"), [(key, word) for key in KEYS for word in WORDS if (key, word) not in SILENT]
)
def test_a_frame_of_the_wrong_type_is_unprocessable(api: Client, key: str, word: Any) -> None:
    assert send(api, {**EXAMPLE, key: word}).status_code == 422


def test_the_command_says_what_the_api_says(api: Client, tmp_path: Path) -> None:
    wrong = {**EXAMPLE, "state": {**EXAMPLE["state"], "turn": {"player": "ana", "phase": "dor"}}}
    file = tmp_path / "fragen.json"
    file.write_text(json.dumps([EXAMPLE, wrong]), encoding="utf-8")
    out = StringIO()
    call_command("resolve", str(file), stdout=out)
    answer, error = json.loads(out.getvalue())
    assert answer == send(api, EXAMPLE).json()
    problem = send(api, wrong).json()
    assert len(error["errors"]) == 2
    for key in ("detail", "code", "pointer", "suggestions", "errors"):
        assert error[key] == problem[key]
    file.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    call_command("resolve", str(file), view="summary", stdout=(short := StringIO()))
    assert json.loads(short.getvalue()) == send_short(api)


def send_short(client: Client) -> Any:
    address = f"{ADDRESS}?view=summary"
    return client.post(address, json.dumps(EXAMPLE), content_type="application/json").json()


def test_a_question_is_refused_in_the_same_words_at_both_doors(api: Client) -> None:
    body = {"q": "Wer gewinnt?", "sets": ["axe-cob"]}
    problem = api.post("/api/v1/ask", json.dumps(body), content_type="application/json").json()
    with pytest.raises(CommandError) as caught:
        call_command("ask", body["q"], sets=body["sets"], as_json=True, stdout=(out := StringIO()))
    assert str(caught.value) == problem["detail"]
    assert {key: json.loads(out.getvalue())[key] for key in ("detail", "pointer", "suggestions")} == {
        key: problem[key] for key in ("detail", "pointer", "suggestions")
    }
