"""Fights with a catch: cards that lie on others, are too many, are thrown away, or may not be used."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.data import said
from rules.engine.library import Library

WORKED_OUT = [
    (
        "cthulhu",
        "Stufe 7, Ermittler, Shogulator und Wand Of Walloping mit Cheat! drunter. Sluggoth. Sieg?",
        15,
        14,
    ),
    (
        "cthulhu",
        "Ich Kultist Stufe 9, auf mir liegen Frothing und Raving. Sonst keine Kultisten. Shoggoth?",
        15,
        16,
    ),
    ("impossible", "Stufe 5, Flugfähiges Auto +3, Swimming Helicopter +4, Monster 11. Reicht das?", 9, 11),
    ("axe-cop", "Soldat Stufe 6 mit Wexter und Einhorn-Baby gegen Candy Candy. Gewinne ich?", 10, 10),
    ("axe-cop", "Krieger, Stufe 5, Blade Gun. Candy Candy. Ich schmeiße eine Karte weg. Reicht das?", 10, 10),
    (
        "axe-cop",
        "I ben Krieger, Stufe 5, mit Blade Gun. I schmeiß oine Karte weg. Candy Candy. Langt des?",
        10,
        10,
    ),
    ("impossible", "Ich Chinese Stufe 5 mit +2, werfe American Pie gegen ein Monster mit 9. Sieg?", 7, 9),
    (
        "impossible",
        "Stufe 6, hatte Amerikaner liegen und American Pie, die Amerikaner-Karte grad abgeworfen. Monster 10?",
        6,
        10,
    ),
    (
        "cthulhu",
        "Auf der Hand (Tommy Gun, Elder Sign), vor mir die Galoshes. Stufe 7 gegen Shallow Ones?",
        8,
        8,
    ),
    (
        "shakespeare",
        "Hecht quer im Rucksack, Kerze in der Hand, Stufe 7, Monster 10. Geht der Hecht doch noch?",
        10,
        10,
    ),
    ("cthulhu", "Kultist Stufe 5, Maaaaaaster! auf (+4), sonst keine Kultisten. Shoggoth allein?", 9, 16),
    ("cthulhu", "Wir sind zu zweit, jeder Stufe 5, jeder +2, das Vieh hat 13. Langt das?", 14, 13),
    (
        "impossible",
        "Zwei Fahrzeuge, das oane plus 2, das andre plus 4. Stufe 6, Monster 10. Reicht das?",
        10,
        10,
    ),
]
ASKED = [
    (
        "cthulhu",
        "Kultist Stufe 7 mit Maaaaaaster!, ein paar andere sind auch Kultisten. Froggoth allein?",
        "zahl",
    ),
    ("impossible", "Ich Stufe 5 mit +1, werfe American Pie gegen ein Monster mit 9. Sieg?", "klasse"),
    (
        "cthulhu",
        "Ich Stufe 7 mit Miner's Helmet, Elder Sign und Fez of Fazooli, Cheat! hab ich. Froggoth?",
        "lage",
    ),
    (
        "shakespeare",
        "Monster 11, ich Stufe 8 mit +3, eine Klassenkarte liegt auch bei mir. Gewinne ich?",
        "klasse",
    ),
]
LEFT_OUT = [
    ("axe-cop", "Soldat Stufe 6 mit Wexter und Einhorn-Baby gegen Candy Candy. Gewinne ich?", "Einhorn-Baby"),
    (
        "impossible",
        "Stufe 5, Flugfähiges Auto +3, Swimming Helicopter +4, Monster 11. Reicht das?",
        "Flugfähiges Auto",
    ),
    (
        "impossible",
        "Ich Chinese Stufe 5 mit +2, werfe American Pie gegen ein Monster mit 9. Sieg?",
        "American Pie",
    ),
]
TURNED = [
    "Stufe 6 mit Flamethrower, den Flamethrower haben sie mir gerade geklaut. Froggoth. Gewinn ich?",
    "Ich Stufe 8 mit Flamethrower, aber der ist kaputt, gegen Froggoth. Sieg?",
    "Ich Stufe 4, meine +3 werden verdoppelt, gegen Froggoth. Sieg?",
]


@pytest.mark.parametrize(("box", "text", "ours", "theirs"), WORKED_OUT)
def test_what_lies_how_and_who_may_use_it_counts(
    books: Library, box: str, text: str, ours: int, theirs: int
) -> None:
    answer = ask(text, [box], books)
    assert (answer.numbers.get("munchkins"), answer.numbers.get("monsters")) == (ours, theirs), answer.answer


@pytest.mark.parametrize(("box", "text", "asked"), ASKED)
def test_what_nobody_says_and_what_decides_is_asked_for(
    books: Library, box: str, text: str, asked: str
) -> None:
    answer = ask(text, [box], books)
    assert answer.verdict == "rueckfrage"
    assert asked in answer.asks


@pytest.mark.parametrize(("box", "text", "name"), LEFT_OUT)
def test_a_card_that_does_not_count_is_named(books: Library, box: str, text: str, name: str) -> None:
    assert f"„{name}“ zählt dabei nicht" in ask(text, [box], books).answer


@pytest.mark.parametrize("text", TURNED)
def test_a_word_that_takes_something_away_is_never_passed_over(books: Library, text: str) -> None:
    assert ask(text, ["cthulhu"], books).verdict == "rueckfrage"


def test_a_weapon_in_the_hand_is_held(books: Library) -> None:
    answer = ask("Stufe 6, Bug Spray in der Hand, gegen Froggoth. Sieg?", ["cthulhu"], books)
    assert answer.numbers["munchkins"] == 8


def test_a_card_described_with_its_number_keeps_all_that_it_does(books: Library) -> None:
    answer = ask("Stufe 5, Flugfähiges Auto +3, Monster 7. Sieg?", ["impossible"], books)
    assert answer.scenario is not None
    assert answer.scenario["state"]["players"][0]["in_play"][0]["tags"] == ["fahrzeug"]


def test_who_has_the_same_has_it_too(books: Library) -> None:
    text = "Ich bin Kultist Stufe 2, Kollege Hubert ist auch einer, Stufe 1, und hilft. Monster 9. Sieg?"
    answer = ask(text, ["cthulhu"], books)
    assert answer.scenario is not None
    assert all("cthulhu/kultist" in seat["in_play"] for seat in answer.scenario["state"]["players"][:2])


def test_a_class_that_nobody_has_is_not_asked_for(books: Library) -> None:
    answer = ask("Monster 11, ich Stufe 8 mit +3, keine Klassenkarte. Gewinne ich?", ["shakespeare"], books)
    assert answer.verdict == "niederlage"


def test_the_cards_by_which_one_cheats_are_those_of_the_resolver(books: Library) -> None:
    rows = {row["id"]: row for row in books.data["munchkin"]["entries"]}
    assert said("cheating") == set(rows["munchkin.ausruestung.schummelkarten"]["value"])


def test_a_helper_of_whom_nothing_is_told_is_asked_for(books: Library) -> None:
    answer = ask(
        "Bin Stufe 5 mit +3, wir beide gegen ein Monster Stufe 10. Gewinnen wir?", ["cthulhu"], books
    )
    assert answer.verdict == "rueckfrage"
    assert "mit welcher Stufe" in answer.answer
