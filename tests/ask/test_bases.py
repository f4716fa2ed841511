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


# Told in other ways: who gets what, and whether it falls.
PAYS: dict[str, dict[str, int]] = {
    "The Mines wird gewertet: Ida 9, Max 8, ich 3. Wer kriegt wie viel?": {"ida": 4, "max": 2, "du": 1},
    "thieves guild gewertet: ich 13, zwei leute je 6, tim 1. wer bekommt was?": {
        "du": 4, "spieler_a": 3, "spieler_b": 3, "tim": 0,
    },
    "the mines: mama hat 8 papa 6 und ich und mein bruder haben beide 3. wer kriegt wie viele punkte?": {
        "mama": 4, "papa": 2, "du": 1, "bruder": 1,
    },
    "Hotel of Holiness, drei Spieler, alle mit Stärke 9. Wie viele Siegpunkte?": {
        "spieler_a": 4, "spieler_b": 4, "spieler_c": 4,
    },
    "Fehdehandschuh gewertet: A hat eine Kreatur mit 9, B zwei Kreaturen mit je 4. Siegpunkte?": {"a": 5, "b": 3},
    "treasure bath kaputt, ich 8, er 8, monster keins mehr da. wie viele punkte?": {"du": 2, "er": 2},
}  # fmt: skip
FATES = {
    "The Coffers, drauf ein Ghoul. Ich 9, Lea 8, Kai 5. Fällt die?": ("ja", 22, 21),
    "Treasure Bath 12, Monster drauf St. 3, Kreaturen 9 + 5. Wertung?": ("nein", 14, 15),
    "wir haben zusammen 14 am Baumhaus und ein Bigfoot liegt da, wird gewertet?": ("nein", 14, 22),
    "reichen 17 am Thieves Guild?": ("nein", 17, 19),
    "Charm auf den Plutoniumdrachen am Baumhaus. Meine Kreaturen dort 7, Gegner 4. Fällt die Basis?": (
        "ja",
        16,
        15,
    ),
}


@pytest.mark.parametrize("question", PAYS)
def test_who_gets_what_is_told_in_many_ways(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert answer.verdict == "punkte"
    assert {who: answer.numbers.get(who) for who in PAYS[question]} == PAYS[question]


@pytest.mark.parametrize("question", FATES)
def test_whether_a_base_falls_is_told_in_many_ways(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert (answer.verdict, answer.numbers["staerke"], answer.numbers["zerstoerungswert"]) == FATES[question]


def test_the_breakpoint_says_what_it_is_made_of(books: Library) -> None:
    answer = asked("Mage's Tower mit einem Bigfoot darauf, wie hoch ist der Zerstörungswert?", books)
    assert "18 + 7 = 25" in answer.answer


def test_a_base_that_falls_as_the_question_says_shows_no_breakpoint_of_its_own(books: Library) -> None:
    answer = asked("Basis 4/2/1: Anna 12, Ben 9, Carl 3. Wie viele Punkte bekommt jeder?", books)
    assert "zerstoerungswert" not in answer.numbers


def test_treasures_are_told_where_they_are_asked_for(books: Library) -> None:
    answer = asked(
        "An den Mines liegen King Tut und Ghoul. Ich 15, Lea 9. Wie viele Schätze kriegt jeder?", books
    )
    assert (answer.numbers["du"], answer.numbers["lea"]) == (2, 1)


LAWS = [
    "Löst der Netz-Troll aus, wenn der Fehdehandschuh ihn bringt?",
    "Zugende. Ich habe 15 Siegpunkte, sie hat 17. Wer hat gewonnen?",
]


@pytest.mark.parametrize("question", LAWS)
def test_not_every_number_beside_a_base_is_a_scoring(books: Library, question: str) -> None:
    assert asked(question, books).kind == "law"


def asked(question: str, books: Library) -> AskAnswer:
    return ask(question, ["smash-up"], books)


@pytest.mark.parametrize("case", SCORES)
def test_a_base_pays_by_places(books: Library, case: str) -> None:
    question, points = SCORES[case]
    answer = asked(question, books)
    assert answer.verdict == "punkte"
    assert {who: answer.numbers.get(who) for who in points} == points
    assert all(f"{who.title()}: {n}" in answer.answer for who, n in points.items())


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
