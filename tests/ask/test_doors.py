"""The same question through the API and the command line."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

QUESTION = "Darf ich im Kampf meine Rüstung verkaufen?"
WRONG: dict[str, tuple[Any, str, str]] = {
    "nothing asked": ({}, "", "„q“"),
    "blanks": ({"q": "  "}, "/q", "leer"),
    "no text": ({"q": 3}, "/q", "kein Text"),
    "too long": ({"q": "x" * 501}, "/q", "höchstens 500"),
    "an unknown key": ({"q": "x", "seets": []}, "", "„sets“"),
    "an unknown box": ({"q": "x", "sets": ["axe-cob"]}, "/sets/0", "„axe-cop“"),
    "a box without a book": ({"q": "x", "sets": ["star-munchkin"]}, "/sets/0", "star-munchkin"),
    "boxes as text": ({"q": "x", "sets": "axe-cop"}, "/sets", "Liste"),
    "an unknown book": ({"q": "x", "rulebook": "y"}, "/rulebook", "„y“"),
    "a book that is no text": ({"q": "x", "rulebook": {}}, "/rulebook", "Text"),
    "another box's book": ({"q": "x", "sets": ["axe-cop"], "rulebook": "cthulhu"}, "/rulebook", "„cthulhu“"),
    "given numbers": ({"q": "x", "given": {"fighter.level": 6}}, "/given", "Texte"),
    "too much given": ({"q": "x", "given": {str(n): "" for n in range(21)}}, "/given", "höchstens"),
}


def post(client: Client, body: Any) -> Any:
    return client.post("/api/v1/ask", json.dumps(body), content_type="application/json")


def test_the_api_answers_a_question(reader: Client) -> None:
    response = post(reader, {"q": QUESTION, "sets": ["axe-cop"]})
    assert response.status_code == 200
    found = response.json()
    assert set(found) == {
        "q", "sets", "rulebook", "intent", "understood", "scenario", "missing", "ignored", "suggestions", "answer",
    }  # fmt: skip
    assert found["answer"]["verdict"] == "refused"
    assert (
        reader.post("/api/v1/resolve", found["scenario"], content_type="application/json").json()
        == found["answer"]
    )


def test_the_api_asks_back_and_takes_what_is_given(reader: Client) -> None:
    body = {"q": "Gewinne ich gegen ein Monster der Stufe 8?", "sets": ["axe-cop"]}
    assert post(reader, body).json()["missing"][0]["what"] == "fighter.level"
    answered = post(reader, {**body, "given": {"fighter.level": "9"}}).json()
    assert answered["answer"]["outcomes"][0]["winners"] == ["alex"]


def test_the_rulebook_can_be_chosen(reader: Client) -> None:
    body = {"q": QUESTION, "sets": ["axe-cop", "cthulhu"], "rulebook": "cthulhu"}
    assert post(reader, body).json()["scenario"]["rulebook"] == "cthulhu"


def test_a_rulebook_alone_lays_its_box_on_the_table(reader: Client) -> None:
    assert post(reader, {"q": QUESTION, "rulebook": "cthulhu"}).json()["sets"] == ["cthulhu"]


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_body_is_told_where_and_what(reader: Client, case: str) -> None:
    body, pointer, words = WRONG[case]
    response = post(reader, body)
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["pointer"] == pointer
    assert words in response.json()["detail"]


def test_the_command_prints_the_same(reader: Client) -> None:
    out = StringIO()
    call_command("ask", QUESTION, "--set", "axe-cop", stdout=out)
    assert json.loads(out.getvalue()) == post(reader, {"q": QUESTION, "sets": ["axe-cop"]}).json()


@pytest.mark.parametrize(
    ("arguments", "words"), [(["x" * 501], "höchstens 500"), (["x", "--set", "y"], "„y“")]
)
def test_the_command_says_what_is_wrong(db: None, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("ask", *arguments)
