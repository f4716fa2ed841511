"""Cards that do more in a fight than add their number: what a marked fight comes to with them, or what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ask import ask, drill
from rules.ask.assembly import assembled
from rules.ask.marks import parsed
from rules.ask.spotting import spotter
from rules.ask.told import worked
from rules.engine.library import Library

ON_MONSTERS = [
    ("{ich|K} Stufe {8|K.stufe}, auf den {Elder Globs|M.karte} liegt {The Stars Are Right|M.karte}", 8, 13),
    (
        "{ich|K} Stufe {8|K.stufe}, auf den {Elder Globs|M.karte} liegt {The Stars Are Right|M.karte} {+3|M.bonus}",
        8,
        13,
    ),
    (
        "{ich|K} Stufe {8|K.stufe} gegen {Dunwich Snorer|M.karte} mit {The Stars Are Right|M.karte} {+10|M.bonus}",
        8,
        11,
    ),
    (
        "{ich|K} Stufe {8|K.stufe} und {The Stars Are Wrong|K.karte} {-2|K.bonus} gegen {Elder Globs|M.karte}",
        8,
        8,
    ),
    (
        (
            "{ich|K} Stufe {8|K.stufe}, {Tom|H.m} hilft mit {3|H.gesamt} und spielt {The Stars Are Right|H.karte}, "
            "gegen {Elder Globs|M.karte}"
        ),
        11,
        13,
    ),
]
SECRETIONS = [
    (
        "{ich|K} Stufe {6|K.stufe}, {Sicker Ichor|K.karte}, {Thicker Ichor|K.karte} gegen {Krapfen|M.karte}",
        10,
        4,
    ),
    (
        (
            "{ich|K} Stufe {6|K.stufe}, {Bicker Ichor|K.karte} gegen {Scherzkeks von Yuggoth|M.karte} und "
            "{Krapfen|M2.karte}"
        ),
        6,
        12,
    ),
    (
        "{ich|K} Stufe {6|K.stufe}, {Song of Madness|K.karte} {+5|K.bonus} gesungen gegen {Krapfen|M.karte}",
        11,
        4,
    ),
]
TOTALS = [
    (
        (
            "{ich|K} komme als {Kultist|K.karte} auf {12|K.gesamt}, {zwei andere|T} sind {Kultisten|T.karte}, gegen "
            "{Krapfen|M.karte}"
        ),
        12,
    ),
    ("{ich|K} komme als {Monsterjäger|K.karte} auf {7|K.gesamt} gegen {Krapfen|M.karte}", 7),
    (
        "{ich|K} Stufe {5|K.stufe}, als {Monsterjäger|K.karte} insgesamt {9|K.gesamt}, gegen {Krapfen|M.karte}",
        9,
    ),
]
TIED_TO_THINGS = [
    ("{ich|K} Stufe {5|K.stufe}, {Gas Mask|K.karte}: {zwei|K.bonus}, gegen Stufe {6|M.stufe}", 7),
    (
        "{ich|K} Stufe {5|K.stufe}, plus {zwei|K.bonus} von den {Shoe Bombs|K.karte}, gegen Stufe {6|M.stufe}",
        7,
    ),
    ("{ich|K} Stufe {5|K.stufe}, {+3|K.bonus} mein {Kevlar Bikini|K.karte}, gegen Stufe {6|M.stufe}", 8),
]
UNKNOWN = [
    ("axe-cop", "{ich|K} Stufe {8|K.stufe}, {Handgranate|K.karte}, gegen Stufe {10|M.stufe}"),
    ("axe-cop", "{ich|K} Stufe {8|K.stufe} mit der {Flute|K.karte} gegen Stufe {10|M.stufe}"),
    ("impossible", "{ich|K} Stufe {8|K.stufe} und werfe {Mustard Gas|K.karte} gegen Stufe {10|M.stufe}"),
    ("cthulhu", "{ich|K} Stufe {8|K.stufe} mit {Backpack Full of Dynamite|K.karte} gegen Stufe {10|M.stufe}"),
]
BONUSLESS = ["Fake Tentacle", "Cult Membership Card", "Loaded Die", "Quicker Ichor"]
OTHER_CULTISTS = [
    "{Ich|K} {Kultist|K.karte} Stufe {7|K.stufe}, {zwei|egal} andre {Kultisten|T.karte}, gegen {Elder Globs|M.karte}",
    "{Bea|T} und {ich|K} sind {Kultisten|K.karte}, {ich|K} Stufe {9|K.stufe}, gegen {Elder Globs|M.karte}",
]


def come_to(books: Library, box: str, line: str) -> tuple[Any, ...]:
    """Return what a marked fight comes to."""
    one = parsed(box, line)
    example = next(iter(drill.examples([one], books)))
    mentions = spotter(books).spot(one.text, one.boxes)[1]
    table = assembled(example.clues.text, mentions, example.roles, books.card_facts)
    return worked(table, one.boxes, books).comes_to


@pytest.mark.parametrize(("line", "ours", "theirs"), ON_MONSTERS + SECRETIONS)
def test_a_card_does_in_a_fight_what_it_says_and_only_once(
    books: Library, line: str, ours: int, theirs: int
) -> None:
    assert come_to(books, "cthulhu", line)[1:] == (ours, theirs)


def test_a_card_of_two_sides_is_asked_for_the_one_that_is_meant(books: Library) -> None:
    line = "{ich|K} Stufe {8|K.stufe} und {The Stars Are Wrong|K.karte} gegen {Elder Globs|M.karte}"
    assert come_to(books, "cthulhu", line) == ("gap", "karte", "lage")


@pytest.mark.parametrize(("line", "ours"), TOTALS)
def test_what_a_class_brings_is_in_a_total_already(books: Library, line: str, ours: int) -> None:
    assert come_to(books, "cthulhu", line)[1] == ours


@pytest.mark.parametrize(("line", "ours"), TIED_TO_THINGS)
def test_a_bonus_belongs_to_the_thing_that_it_is_told_of(books: Library, line: str, ours: int) -> None:
    assert come_to(books, "impossible", line)[1] == ours


@pytest.mark.parametrize(("box", "line"), UNKNOWN)
def test_a_thing_whose_bonus_nobody_knows_is_asked_for(books: Library, box: str, line: str) -> None:
    assert come_to(books, box, line) == ("gap", "zahl", "karte", "klasse")


@pytest.mark.parametrize("name", BONUSLESS)
def test_a_thing_that_has_no_bonus_is_not_asked_for_one(books: Library, name: str) -> None:
    line = f"{{ich|K}} Stufe {{8|K.stufe}}, {{{name}|K.karte}} gegen {{Krapfen|M.karte}}"
    assert come_to(books, "cthulhu", line)[1:] == (8, 4)


def test_a_grenade_counts_with_the_bonus_that_is_told(books: Library) -> None:
    line = "{ich|K} Stufe {8|K.stufe} mit {Handgranate|K.karte} {+3|K.bonus} gegen Stufe {10|M.stufe}"
    assert come_to(books, "axe-cop", line) == ("munchkins", 11, 10)


def test_who_helps_with_a_thing_and_no_level_is_asked_for_it(books: Library) -> None:
    line = "{ich|K} Stufe {5|K.stufe}, {Tom|H.m} hilft mit dem {Fez|H.karte} gegen {Krapfen|M.karte}"
    assert come_to(books, "cthulhu", line) == ("gap", "stufe")


def test_who_meets_munchcraft_is_no_investigator_any_more(books: Library) -> None:
    line = "{ich|K} bin {Ermittler|K.karte} Stufe {6|K.stufe} gegen {H.P. Munchcraft|M.karte}"
    assert come_to(books, "cthulhu", line)[1:] == (6, 6)


@pytest.mark.parametrize(("helper", "ours"), [("{Tom|H.m}", 1), ("{Anna|H.w}", 4)])
def test_no_man_helps_against_the_gram_smoker(books: Library, helper: str, ours: int) -> None:
    line = f"{{ich|K}} Stufe {{1|K.stufe}}, {helper} hilft mit {{3|H.stufe}} gegen {{Gram Smoker|M.karte}}"
    assert come_to(books, "cthulhu", line)[1] == ours


@pytest.mark.parametrize(
    ("mine", "theirs", "ours"), [("Brite", "Amerikaner", 8), ("Amerikaner", "Brite", 13)]
)
def test_who_throws_a_card_has_to_be_able_to_use_it(
    books: Library, mine: str, theirs: str, ours: int
) -> None:
    line = (
        f"{{ich|K}} Stufe {{5|K.stufe}} bin {{{mine}|K.karte}}, werfe {{American Pie|K.karte}}, {{Tom|H.m}} hilft "
        f"als {{{theirs}|H.karte}} mit {{3|H.stufe}} gegen Stufe {{10|M.stufe}}"
    )
    assert come_to(books, "impossible", line)[1] == ours


@pytest.mark.parametrize(("trait", "comes"), [("", "gap"), ("{Kultist|K.karte}, ", "monsters")])
def test_a_tentacle_gives_a_hand_to_cultists_alone(books: Library, trait: str, comes: str) -> None:
    line = (
        f"{trait}{{ich|K}} Stufe {{7|K.stufe}} mit {{Tentacle|K.karte}}, {{Bowling Pin|K.karte}}, "
        "{Railroad Spike|K.karte} und {Sushi Knife|K.karte} gegen {Shoggoth|M.karte}"
    )
    assert come_to(books, "cthulhu", line)[0] == comes


def test_a_monster_may_be_stronger_against_two_sorts_of_people(books: Library) -> None:
    line = (
        "{ich|K} Stufe {7|K.stufe} gegen Stufe {3|M.stufe}, {+2|M.gegen} gegen {Frauen|M.wen}, {+3|M.gegen} gegen "
        "{Kultisten|M.wen}; {ich|K} bin {Frau|K.w} und {Kultistin|K.karte}"
    )
    assert come_to(books, "cthulhu", line)[1:] == (7, 8)


@pytest.mark.parametrize("line", OTHER_CULTISTS)
def test_other_cultists_count_by_whatever_word_they_are_told(books: Library, line: str) -> None:
    assert come_to(books, "cthulhu", line)[1] == 11


def test_two_of_whom_nobody_says_the_sex_are_asked_for_it_where_both_decide(books: Library) -> None:
    answer = ask(
        "Ich Stufe 8, mein Helfer Stufe 7, gegen Nightie-Gaunts, beide ohne Klasse. Gewinnen wir?",
        ["cthulhu"],
        books,
    )
    assert answer.asks == ["geschlecht"]
