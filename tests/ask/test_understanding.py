"""What was understood is shown, what was assumed is said, what is missing is asked."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.data import intents
from rules.engine.library import Library

LEAST_INTENTS = 80
FIGHT = "Gewinne ich gegen ein Monster der Stufe 8?"


def test_every_chip_stands_at_its_words(books: Library) -> None:
    found = ask("Darf ich im Kampf meine Rüstung verkaufen?", ["axe-cop"], books)
    spans = [chip for chip in found.understood if chip.span]
    assert len(spans) >= 5
    assert all(found.q[chip.span[0] : chip.span[1]] == chip.text for chip in spans if chip.span)


def test_what_was_assumed_is_said(books: Library) -> None:
    found = ask("Darf ich verkaufen?", ["axe-cop"], books)
    assumed = {chip.label for chip in found.understood if chip.assumed}
    assert "du bist am Zug" in assumed
    assert "Gegenstand im Wert von 1000 Gold" in assumed


def test_a_missing_level_is_asked_and_can_be_sent(books: Library) -> None:
    asked = ask(FIGHT, ["axe-cop"], books)
    assert [gap.what for gap in asked.missing] == ["fighter.level"]
    assert asked.answer is None
    lost = ask(FIGHT, ["axe-cop"], books, given={"fighter.level": "8"}).answer
    won = ask(FIGHT, ["axe-cop"], books, given={"fighter.level": "9"}).answer
    assert lost is not None
    assert lost["outcomes"][0]["combat"]["winner"] == "monsters"
    assert won is not None
    assert won["outcomes"][0]["winners"] == ["alex"]


@pytest.mark.parametrize("level", ["0", "-3", "1000", "viel", ""])
def test_an_impossible_level_is_asked_again(level: str, books: Library) -> None:
    found = ask(FIGHT, ["axe-cop"], books, given={"fighter.level": level})
    assert found.answer is None
    assert [gap.what for gap in found.missing] == ["fighter.level"]


def test_boxes_that_disagree_are_asked_for(books: Library) -> None:
    found = ask("Darf ich zwei große Gegenstände tragen?", [], books)
    assert [gap.what for gap in found.missing] == ["sets"]
    assert {option.value for option in found.missing[0].options} == {
        "axe-cop",
        "cthulhu",
        "shakespeare",
        "impossible",
    }
    answered = ask("Darf ich zwei große Gegenstände tragen?", [], books, given={"sets": "axe-cop"})
    assert answered.answer is not None
    assert answered.answer["legal"] is False


def test_boxes_that_agree_are_a_chip(books: Library) -> None:
    found = ask("Darf ich im Kampf verkaufen?", [], books)
    box = next(chip for chip in found.understood if chip.what == "sets")
    assert box.assumed
    assert len(box.options) == 4


def test_the_assumed_turn_can_be_changed(books: Library) -> None:
    found = ask("Darf ich meine Rüstung verkaufen?", ["axe-cop"], books)
    turn = next(chip for chip in found.understood if chip.what == "turn")
    assert found.answer is not None
    assert found.answer["legal"]
    for option in turn.options:
        changed = ask(found.q, ["axe-cop"], books, given={"turn": option.value}).answer
        assert changed is not None
        assert changed["legal"] == (option.value == "own")


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Zwei Spieler haben Stärke 10, einer 5 an der Basis – wer bekommt wie viele Punkte?", [4, 4, 1]),
        ("zwei spieler stärke 10 und einer mit 5 an der basis, wer bekommt die punkte", [4, 4, 1]),
        ("Drei Spieler haben Stärke 8, 7 und 5 an der Basis: Wer bekommt wie viele Punkte?", [4, 2, 1]),
        ("Zwei Spieler haben Stärke 9 und 6 an der Basis: Wer bekommt wie viele Punkte?", [4, 2]),
        ("Drei Spieler haben Stärke 6 an der Basis, einer 9: Wer bekommt wie viele Punkte?", [2, 2, 2, 4]),
    ],
)
def test_everybody_at_the_base_is_counted_once(text: str, points: list[int], books: Library) -> None:
    answer = ask(text, ["smash-up"], books).answer
    assert answer is not None
    assert [player["points"] for player in answer["outcomes"][0]["state"]["players"]] == points


def test_the_first_question_of_all_is_read_as_it_was_meant(books: Library) -> None:
    text = (
        "Was passiert, wenn ein Krieger Stufe 6 mit Hilfe eines Cop Stufe 4 gegen den Kindskopfkraken (Stufe 18) "
        "kämpft und jemand +10 auf das Monster spielt?"
    )
    answer = ask(text, [], books).answer
    assert answer is not None
    combat = answer["outcomes"][0]["combat"]
    assert (combat["munchkins"]["total"], combat["monsters"]["total"], combat["winner"]) == (
        10,
        28,
        "monsters",
    )


def test_a_card_chooses_its_box(books: Library) -> None:
    found = ask("Krieger Stufe 9 gegen den Kindskopfkraken", [], books)
    assert found.sets == ["axe-cop"]
    octopus = next(chip for chip in found.understood if chip.id == "axe-cop/kindskopfkrake")
    assert octopus.url == "/karten/axe-cop/kindskopfkrake/"


def test_a_typo_is_read_generously_and_shown(books: Library) -> None:
    found = ask("Darf ich im Kampf meine Rüsstung verkaufen?", ["axe-cop"], books)
    armor = next(chip for chip in found.understood if chip.text == "Rüsstung")
    assert armor.corrected
    assert armor.label.startswith("Rüstung")


def test_an_unknown_word_is_named_and_can_be_left_out(books: Library) -> None:
    text = "Darf ich im Kampf meine Rüstung heimlich verkaufen?"
    found = ask(text, ["axe-cop"], books)
    assert [word.text for word in found.ignored] == ["heimlich"]
    assert found.answer is None
    assert [gap.what for gap in found.missing] == ["without"]
    assert ask(text, ["axe-cop"], books, given={"without": "heimlich"}).answer is not None


def test_another_level_than_the_printed_one_is_questioned(books: Library) -> None:
    found = ask("Ich bin Stufe 6. Gewinne ich gegen den Kindskopfkraken Stufe 5?", ["axe-cop"], books)
    assert found.answer is None
    assert "Stufe 18" in found.missing[0].question


def test_what_cannot_be_answered_leads_to_what_can(books: Library) -> None:
    found = ask("Darf ich beim Mischen die Karten ansehen?", ["axe-cop"], books)
    assert found.answer is None
    assert found.suggestions
    assert all(row.url for row in found.suggestions if row.kind != "question")


def test_every_suggested_question_can_be_read(books: Library) -> None:
    assert len(intents()) >= LEAST_INTENTS
    for intent in intents():
        found = ask(intent["title"], list(intent.get("boxes", ())), books)
        assert found.scenario is not None, intent["title"]
