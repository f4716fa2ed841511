"""How likely it is to get away: counted over every roll of the dice."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

CHANCES = {
    "one monster without help": (
        "cthulhu",
        "Wie hoch ist die Chance, dass ich beim Weglaufen entkomme?",
        "1/3",
    ),
    "one better": ("cthulhu", "Mit welcher Wahrscheinlichkeit entkomme ich mit +1 auf Weglaufen?", "1/2"),
    "two better": (
        "shakespeare",
        "Wie groß ist die Wahrscheinlichkeit, mit +2 beim Weglaufen zu entkommen?",
        "2/3",
    ),
    "one worse": ("cthulhu", "Ich habe -1 auf Weglaufen. Wie hoch ist die Chance zu entkommen?", "1/6"),
    "always": ("impossible", "Wie wahrscheinlich ist es, mit +5 aufs Weglaufen zu entkommen?", "1"),
    "caught": ("cthulhu", "Mit welcher Chance werde ich beim Weglaufen erwischt?", "2/3"),
    "away from both": (
        "cthulhu",
        "Ich laufe vor zwei Monstern weg. Wie hoch ist die Chance zu entkommen?",
        "1/9",
    ),
    "at least one catches": (
        "cthulhu",
        "Ich fliehe vor zwei Monstern. Wie wahrscheinlich ist es, dass mich mindestens eines erwischt?",
        "8/9",
    ),
    "away from three": (
        "cthulhu",
        "Ich fliehe vor drei Monstern, wie hoch ist die Chance, allen zu entkommen?",
        "1/27",
    ),
    "with a helper": ("cthulhu", "Mein Helfer und ich laufen weg. Chance, dass wir beide entkommen?", "1/9"),
}


@pytest.mark.parametrize("case", CHANCES)
def test_the_chance_is_an_exact_fraction(books: Library, case: str) -> None:
    box, question, chance = CHANCES[case]
    answer = ask(question, [box], books)
    assert (answer.verdict, answer.numbers["chance"]) == ("chance", chance)
    assert answer.cites


def test_the_lowest_roll_that_succeeds_is_said(books: Library) -> None:
    answer = ask("Wie hoch ist die Chance, dass ich mit +1 beim Weglaufen entkomme?", ["cthulhu"], books)
    assert answer.numbers["wurf_ab_1"] == 4


@pytest.mark.parametrize("bonus", [0, 1, 2, 3])
def test_each_point_of_help_is_worth_a_sixth(books: Library, bonus: int) -> None:
    question = f"Wie hoch ist die Chance, mit +{bonus} beim Weglaufen zu entkommen?"
    assert ask(question, ["cthulhu"], books).numbers["chance"] == ["1/3", "1/2", "2/3", "5/6"][bonus]
