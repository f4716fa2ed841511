"""How an answer is judged: right, near, missed or wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules import ask_scoring
from rules.ask import AskAnswer, Near
from rules.ask_scoring import judge, numbers_of, of_part, score, section
from rules.engine.library import Library

RULE, BESIDE, ELSEWHERE = "axe-cop.kampf.sieg", "axe-cop.kampf.staerke", "axe-cop.tod.folge"
YES: dict[str, Any] = {"verdict": "ja", "answer": "Ja: 12 gegen 11.", "cites": [RULE]}


def answer(**fields: Any) -> AskAnswer:
    return AskAnswer(q="?", sets=[], **{**YES, **fields})


def question(verdict: str = "ja", *, numbers: dict[str, Any] | None = None, **expect: Any) -> dict[str, Any]:
    return {
        "id": "a-1",
        "q": "?",
        "rules": [RULE],
        "expect": {"verdict": verdict, "numbers": numbers, **expect},
    }


CASES: dict[str, tuple[dict[str, Any], AskAnswer, str]] = {
    "the same verdict with its rule": (question(), answer(), "right"),
    "a victory where yes is expected": (question(), answer(verdict="sieg"), "right"),
    "another statement of the section": (question(), answer(cites=[BESIDE]), "right"),
    "a yes that rests on something else": (question(), answer(cites=[ELSEWHERE]), "missed"),
    "something else, but the rule is near": (
        question(), answer(cites=[ELSEWHERE], near=[Near(id=RULE, answer="")]), "near",
    ),
    "no instead of yes": (question(), answer(verdict="nein"), "wrong"),
    "defeat instead of yes": (question(), answer(verdict="niederlage"), "wrong"),
    "a number that is missing": (question(numbers={"stufe": 9}), answer(), "near"),
    "a number that is said": (question(numbers={"munchkins": 12}), answer(), "right"),
    "a count that is wrong": (question("zahl", numbers={"karten": 5}), answer(verdict="zahl", answer="6."), "wrong"),
    "a count told in words": (
        question("zahl", numbers={"karten": 5}), answer(verdict="folge", answer="Fünf."), "right",
    ),
    "told by the first citation of the section": (question("folge"), answer(verdict="folge", cites=[BESIDE]), "right"),
    "told by a later one": (question("folge"), answer(verdict="folge", cites=[ELSEWHERE, BESIDE]), "missed"),
    "asked what had to be asked": (
        question("rueckfrage", ask=["stufe"]), answer(verdict="rueckfrage", asks=["stufe"]), "right",
    ),
    "asked something else": (
        question("rueckfrage", ask=["stufe"]), answer(verdict="rueckfrage", asks=["box"]), "near",
    ),
    "confident instead of asking": (question("rueckfrage", ask=["stufe"]), answer(), "wrong"),
    "refused": (question("unbeantwortbar"), answer(verdict="unbeantwortbar"), "right"),
    "confident instead of refusing": (question("unbeantwortbar"), answer(), "wrong"),
    "told instead of refusing": (question("unbeantwortbar"), answer(verdict="folge"), "missed"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_answer_is_judged(case: str) -> None:
    asked, given, outcome = CASES[case]
    assert judge(asked, given)[0] == outcome


def test_numbers_are_read_from_fields_digits_words_and_fractions() -> None:
    found = numbers_of(answer(answer="Drei von 1.000, also 2 von 6.", numbers={"a": "1/9", "b": {"c": -2}}))
    assert {str(one) for one in found} >= {"3", "1000", "1/3", "1/9", "-2"}


def test_a_ruling_is_its_own_section() -> None:
    assert section("axe-cop.ruling.helm") == "axe-cop.ruling.helm"
    assert section("faq.kampf.helm") == "faq.kampf.helm"
    assert section(RULE) == section(BESIDE) == "axe-cop.kampf"


def test_every_third_question_is_for_measuring() -> None:
    entries = [{"id": f"fa-{n:03}"} for n in range(1, 7)]
    assert [one["id"] for one in of_part(entries, "measure")] == ["fa-003", "fa-006"]
    assert len(of_part(entries, "learn")) == 4
    assert of_part(entries, "") == entries


def test_the_turns_of_a_dialogue_hand_on_their_context(
    books: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, list[str], str]] = []

    def ask(text: str, sets: list[str], library: Library, *, context: str) -> AskAnswer:
        said.append((text, sets, context))
        return answer(context=f"nach {text}")

    monkeypatch.setattr(ask_scoring, "ask", ask)
    turn = {"expect": {"verdict": "ja"}}
    dialogue = {"id": "d-1", "sets": ["axe-cop"], "turns": [{"q": "eins", **turn}, {"q": "zwei", **turn}]}
    found = list(score([dialogue, {"id": "a-1", "q": "drei", **turn}], books))
    assert [one.id for one in found] == ["d-1.1", "d-1.2", "a-1"]
    assert said == [("eins", ["axe-cop"], ""), ("zwei", ["axe-cop"], "nach eins"), ("drei", [], "")]


def test_the_command_counts_by_kind_and_shows_what_is_not_right(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ask_scoring, "ask", lambda *_, **__: answer())
    file = tmp_path / "q.yaml"
    file.write_text(
        "- {id: a-1, kind: legal, q: Darf ich?, expect: {verdict: ja}}\n"
        "- {id: a-2, kind: legal, q: Muss ich?, expect: {verdict: nein}}\n",
        encoding="utf-8",
    )
    call_command("ask_score", str(file), "--show")
    printed = capsys.readouterr().out
    assert "WRONG  a-2 (ja, not nein) Muss ich?" in printed
    assert "legal        right   1  near   0  missed   0  wrong   1" in printed
    assert "right 50.0 %  near 0.0 %  missed 0.0 %  wrong 50.0 % of 2" in printed


@pytest.mark.parametrize("command", ["ask_score", "ask_take"])
@pytest.mark.parametrize(
    "text",
    [
        "{a: 1}",
        "- 3",
        "a: [",
        "- {id: a-1, q: 5, expect: {verdict: ja}}",
        "- {id: a-1, q: Ja?}",
        "- {id: a-1, turns: [3]}",
        None,
    ],
)
def test_a_file_that_holds_no_questions_is_named(
    db: None, tmp_path: Path, text: str | None, command: str
) -> None:
    file = tmp_path / "q.yaml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=r"q\.yaml"):
        call_command(command, str(file))
