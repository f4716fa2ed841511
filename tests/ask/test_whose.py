"""Whose number, whose card and whose turn a question speaks of is never mixed up, and no number is lost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ask import ask
from rules.engine.library import Library

POINTS = [
    "ich hab 10 siegpunkte und du 15",
    "du hast 15 Siegpunkte, ich habe 10",
    "hab 10 punkte, du 15 punkte",
]
OTHER_TURN = [
    "darf ich in deinem zug sachen verkaufen",
    "darf ich im zug von anderen verkaufen",
    "darf ich im zug anderer sachen verkaufen",
    "darf ich im zug der anderen was verkaufen",
]
TWISTED = [
    "darf ich dein schwert verkaufen",
    "darfst du meine klasse ablegen",
    "darf anna meine rüstung verkaufen",
    "darf ich deinen helm aus dem rucksack holen",
    "ich hab 15 punkte und ich hab 12 punkte wer gewinnt",
    "anna 9 stärke ben 6 stärke anna 7 stärke an der basis",
    "darf ich für unter 1000 gold verkaufen",
    "ich lvl 5 gegen monster lvl 4 und 3",
    "ich lvl 5 gegen 2 monster 3 und 4",
    "ich lvl 4, anna lvl 3, ben lvl 5 gegen monster lvl 10",
    "ich verkaufe 3 sachen für 400 gold",
    "darf ich schwert und helm für 600 gold verkaufen",
    "darf ich gegen lvl 19 kraken weglaufen",
]


def answered(text: str, books: Library) -> dict[str, Any]:
    told = ask(text, [], books).answer
    assert told is not None
    outcome: dict[str, Any] = told["outcomes"][0]
    return outcome


@pytest.mark.parametrize("text", POINTS)
def test_ich_and_du_are_two_people(text: str, books: Library) -> None:
    outcome = answered(text, books)
    assert {p["id"]: p["points"] for p in outcome["state"]["players"]} == {"alex": 10, "toni": 15}
    assert outcome["winners"] == ["toni"]


def test_du_alone_is_whoever_asks(books: Library) -> None:
    assert answered("Du bist Stufe 9 und tötest ein Monster, gewinnst du?", books)["winners"] == ["alex"]


@pytest.mark.parametrize("text", OTHER_TURN)
def test_in_somebody_elses_turn_nothing_is_sold(text: str, books: Library) -> None:
    told = ask(text, [], books).answer
    assert told is not None
    assert told["legal"] is False


def test_whoever_helps_does_not_rise(books: Library) -> None:
    outcome = answered("ich helfe anna (stufe 6) gegen monster stufe 8, bin stufe 3", books)
    levels = {player["id"]: player["level"] for player in outcome["state"]["players"]}
    assert (levels["alex"], levels["anna"]) == (3, 7)


@pytest.mark.parametrize("text", TWISTED)
def test_what_would_be_read_wrong_is_not_answered(text: str, books: Library) -> None:
    assert ask(text, [], books).answer is None


def test_words_without_a_place_are_named(books: Library) -> None:
    found = ask("Bekomme ich deine Karten, wenn du stirbst?", [], books)
    assert found.scenario is None
    assert {word.text for word in found.ignored} >= {"Karten", "du"}


def test_a_rule_that_answers_stands_first(books: Library) -> None:
    found = ask("was passiert wenn mein deck leer ist smash up", [], books)
    assert found.suggestions[0].id == "smash-up.ruling.deck-leer"
    assert all("smash-up" in (near.id or "") or near.kind == "question" for near in found.suggestions)


def test_the_two_cards_of_the_turn_count_towards_the_hand(books: Library) -> None:
    told = ask("smash up: 12 karten auf der hand, muss ich ablegen", [], books).answer
    assert told is not None
    assert told["outcomes"][0]["state"]["players"][0]["hand"] == 10


def test_prices_are_added_up(books: Library) -> None:
    told = ask("kann ich 500 und 600 gold zusammen verkaufen", [], books).answer
    assert told is not None
    assert told["legal"] is True


def test_shoes_count_for_the_flight(books: Library) -> None:
    outcome = answered("hab ne 4 gewürfelt beim weglaufen mit schuhen +1 bin ich weg", books)
    assert outcome["state"]["players"][0]["level"] == 4
