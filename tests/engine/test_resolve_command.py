"""`manage.py resolve`: a question written by hand in YAML."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cardsite.api.resolving import EXAMPLE

QUESTION = """
game: munchkin
sets: [shakespeare]
state:
  players: [{id: anna, level: 3}, {id: ben, hand: [fluch-text-vergessen]}]
  turn: {player: anna, phase: start}
do: [{action: play, player: ben, card: fluch-text-vergessen, on: anna}]
"""


@pytest.mark.django_db
def test_on_is_a_word_and_no_truth_value(tmp_path: Path) -> None:
    file = tmp_path / "question.yaml"
    file.write_text(QUESTION, encoding="utf-8")
    out = StringIO()
    call_command("resolve", str(file), stdout=out)
    (outcome,) = json.loads(out.getvalue())["outcomes"]
    assert [player["level"] for player in outcome["state"]["players"]] == [2, 1]


UNREADABLE: dict[str, Any] = {
    "nothing": {},
    "a list of boxes that is none": {**EXAMPLE, "sets": "axe-cop"},
    "an unknown box": {**EXAMPLE, "sets": ["axe-cob"]},
    "an unknown game": {**EXAMPLE, "game": "schach"},
    "an unknown card": {**EXAMPLE, "state": {"players": [{"id": "anna", "level": 5, "in_play": ["kriger"]}]}},
    "several places": {**EXAMPLE, "sat": 1, "state": {"players": [{"id": "anna", "levl": 5, "level": 0}]}},
    "too many actions": {**EXAMPLE, "do": [{"action": "pass", "player": "anna"}] * 201},
    "a choice that nobody has": {**EXAMPLE, "house": {"tod.flueche": "cthulhuu"}},
}


def answered(question: Any, tmp_path: Path, *options: str) -> Any:
    file, out = tmp_path / "question.json", StringIO()
    file.write_text(json.dumps(question), encoding="utf-8")
    call_command("resolve", str(file), *options, stdout=out)
    return json.loads(out.getvalue())


def posted(client: Client, question: Any, query: str = "") -> Any:
    address = f"/api/v1/resolve{query}"
    return client.post(address, json.dumps(question), content_type="application/json").json()


@pytest.mark.django_db
@pytest.mark.parametrize("what", UNREADABLE)
def test_the_command_refuses_with_what_the_api_says(client: Client, tmp_path: Path, what: str) -> None:
    printed, problem = (
        answered(UNREADABLE[what], tmp_path),
        posted(client, UNREADABLE[what]),
    )
    for name in ("detail", "code", "pointer", "suggestions", "errors"):
        assert printed[name] == problem[name], name
    assert problem["errors"]


@pytest.mark.django_db
@pytest.mark.parametrize("view", ["summary", "steps", "full"])
def test_the_command_answers_with_what_the_api_says(client: Client, tmp_path: Path, view: str) -> None:
    printed = answered(EXAMPLE, tmp_path, "--view", view, "--outcomes", "1")
    assert printed == posted(client, EXAMPLE, f"?view={view}&outcomes=1")


@pytest.mark.parametrize("outcomes", ["0", "10001", "viele"])
def test_the_command_knows_the_bounds_of_the_api(client: Client, tmp_path: Path, outcomes: str) -> None:
    with pytest.raises(CommandError) as refused:
        answered(EXAMPLE, tmp_path, f"--outcomes={outcomes}")
    said = f"„{outcomes}“ ist keine ganze Zahl von 1 bis 10000 („outcomes“)."
    assert said in str(refused.value)
    assert posted(client, EXAMPLE, f"?outcomes={outcomes}")["detail"] == said
