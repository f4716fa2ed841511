"""Smash Up: whether a base falls, and what it brings to whom."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.answer import AskAnswer
from rules.engine.library import Library

SCORES: dict[str, tuple[str, dict[str, int]]] = {
    "places in order": (
        "Basis 4/2/1: Anna 12, Ben 9, Carl 3. Wie viele Punkte bekommt jeder?",
        {"anna": 4, "ben": 2, "carl": 1},
    ),
    "with the breakpoint told": (
        "Basis mit Zerstörungswert 20 und Punkten 4, 2, 1: Anna hat Stärke 12, Ben 9, Carl 3. Wie viele Punkte?",
        {"anna": 4, "ben": 2, "carl": 1},
    ),
    "two share the first place": (
        "Basis 4/2/1: Anna 12, Ben 12, Carl 3. Wie viele Punkte bekommt jeder?",
        {"anna": 4, "ben": 4, "carl": 1},
    ),
    "two share the second place": (
        "Basis 4/2/1: Anna 12, Ben 9, Carl 9. Wie viele Punkte bekommt jeder?",
        {"anna": 4, "ben": 2, "carl": 2},
    ),
    "all alike": (
        "Basis mit 5/3/2 Punkten. Anna 11, Ben 11, Carl 11. Punkte?",
        {"anna": 5, "ben": 5, "carl": 5},
    ),
    "the fourth gets nothing": (
        "Basis 3/2/1, Anna 10, Ben 8, Carl 6, Dora 4. Punkte?",
        {"anna": 3, "ben": 2, "carl": 1, "dora": 0},
    ),
    "alone": (
        "Basis 4/2/1, nur Anna hat Kreaturen mit Stärke 21 darauf. Wie viele Punkte bekommt sie?",
        {"anna": 4},
    ),
}
FALLS = {
    "Basis mit Zerstörungswert 20: Anna hat 12, Ben 7. Wird sie gewertet?": ("nein", 19, 20),
    "Basis mit Zerstörungswert 20: Anna hat 12, Ben 9. Wird sie gewertet?": ("ja", 21, 20),
    "Basis mit Zerstörungswert 18, Anna hat Stärke 10 und Ben Stärke 8. Wird gewertet?": ("ja", 18, 18),
    "Basis mit Zerstörungswert 22: Anna hat 12, Ben 9. Fällt die Basis?": ("nein", 21, 22),
}


def asked(question: str, books: Library) -> AskAnswer:
    return ask(question, ["smash-up"], books)


@pytest.mark.parametrize("case", SCORES)
def test_a_base_pays_by_places(books: Library, case: str) -> None:
    question, points = SCORES[case]
    answer = asked(question, books)
    assert answer.verdict == "punkte"
    assert {who: answer.numbers.get(who) for who in points} == points
    assert all(f"{who}: {n}" in answer.answer for who, n in points.items())


@pytest.mark.parametrize("question", FALLS)
def test_a_base_falls_when_the_strength_reaches_its_breakpoint(books: Library, question: str) -> None:
    verdict, strength, wall = FALLS[question]
    answer = asked(question, books)
    assert (answer.verdict, answer.numbers["staerke"], answer.numbers["zerstoerungswert"]) == (
        verdict,
        strength,
        wall,
    )


def test_who_gets_points_without_a_base_is_a_question_for_the_law(books: Library) -> None:
    answer = asked("Wer bekommt wie viele Punkte?", books)
    assert answer.scenario is None
    assert "smash-up.siegpunkte.rangfolge" in answer.cites
