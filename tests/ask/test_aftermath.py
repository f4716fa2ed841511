"""What came of a fight that is told as over: levels, treasures, the game; or what a monster has left."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

WON = {
    "Stufe 6, gerade den Shoggoth umgehauen. Auf welcher Stufe bin ich nun?": ("cthulhu", 8, 4),
    "auf 4 froggoth gekillt, wie viele schätze": ("cthulhu", 5, 3),
    "Wir haben Lady Macbeth getötet, mein Mann hat geholfen. Ich stand auf fünf. Auf welche Stufe komm ich?": (
        "shakespeare",
        7,
        5,
    ),
}
CAUGHT = {
    "Lloyd Lloigor hat Renate erwischt, sie war auf Stufe 5. Neue Stufe?": 3,
    "Ich bin Ermittler auf Stufe 2 und konnte dem Coggoth nicht entkommen. Welche Stufe bleibt mir?": 1,
}


@pytest.mark.parametrize("question", WON)
def test_a_monster_that_was_killed_brings_its_levels_and_treasures(books: Library, question: str) -> None:
    box, level, treasures = WON[question]
    answer = ask(question, [box], books)
    assert (answer.verdict, answer.numbers) == ("zahl", {"stufe_danach": level, "schaetze": treasures})


@pytest.mark.parametrize(("level", "verdict"), [(8, "ja"), (7, "nein")])
def test_whoever_kills_a_monster_worth_two_levels_on_the_eighth_has_won(
    books: Library, level: int, verdict: str
) -> None:
    answer = ask(f"Mit Stufe {level} hab ich den Großen Cthulhu umgenietet. Gewonnen?", ["cthulhu"], books)
    assert answer.verdict == verdict
    assert answer.numbers["stufe_danach"] == level + 2


@pytest.mark.parametrize("question", CAUGHT)
def test_whom_a_monster_has_caught_loses_the_levels_of_its_card(books: Library, question: str) -> None:
    answer = ask(question, ["cthulhu"], books)
    assert (answer.verdict, answer.numbers) == ("zahl", {"stufe_danach": CAUGHT[question]})


def test_what_a_caught_helper_loses_is_not_told_as_if_he_had_fought(books: Library) -> None:
    text = "Ich (Stufe 6) hab bei Loggoth geholfen, meine Flucht ging schief. Auf welche Stufe muss ich?"
    assert ask(text, ["cthulhu"], books).kind != "aftermath"


def test_who_tells_what_he_is_worth_asks_for_the_fight(books: Library) -> None:
    assert ask("Stufe 5, +4, hab ich den Froggoth besiegt?", ["cthulhu"], books).verdict == "niederlage"
