"""Values of cards: one, several, those of a base, and those that no source attests."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

VALUES: dict[str, tuple[str, int]] = {
    "Welche Stufe hat Nyarlythotep?": ("cthulhu", 14),
    "welches level hat der froggoth": ("cthulhu", 12),
    "Goldwert Tommy Gun?": ("cthulhu", 600),
    "Wie viele Schätze bringen Shoggoth und Ruggoth zusammen?": ("cthulhu", 5),
    "Wie viele Punkte kriegt der Zweite am Thieves Guild?": ("smash-up", 3),
    "Wie viele Monster liegen am Anfang auf dem Bollwerk?": ("smash-up", 3),
    "Welche Stärke brauche ich am Birthday Party?": ("smash-up", 20),
    "Hippogreif, Netz-Troll und Plutoniumdrache liegen da, wie viele Schätze sind das?": ("smash-up", 4),
}
EFFECTS = {
    "Wie viele Stufen verliere ich beim Coggoth?": ("cthulhu", "zwei Stufen"),
    "Fluch! Text vergessen! hat mich getroffen. Was kostet mich das?": ("shakespeare", "eine Stufe"),
    "I bin auf vier und da Nasatob steht vor mir. Rennt mir der nach?": ("cthulhu", "bis Stufe 4"),
    "Was passiert, wenn mich der Shoggoth erwischt?": ("cthulhu", "Schlimme Dinge von „Shoggoth“"),
}
UNKNOWN = {
    "Welche Stufe hat der König aller Bösen?": "axe-cop",
    "Welchen Grad hat der Superspion?": "impossible",
}


@pytest.mark.parametrize("question", VALUES)
def test_a_value_is_told(books: Library, question: str) -> None:
    box, value = VALUES[question]
    answer = ask(question, [box], books)
    assert (answer.verdict, list(answer.numbers.values())) == ("zahl", [value])


@pytest.mark.parametrize("question", EFFECTS)
def test_what_a_card_does_to_somebody_is_told_in_words(books: Library, question: str) -> None:
    box, told = EFFECTS[question]
    answer = ask(question, [box], books)
    assert told in answer.answer


@pytest.mark.parametrize("question", UNKNOWN)
def test_a_value_that_nobody_attests_is_said_to_be_unknown(books: Library, question: str) -> None:
    answer = ask(question, [UNKNOWN[question]], books)
    assert answer.verdict == "unbeantwortbar"
    assert "nicht belegt" in answer.answer
    assert not answer.numbers


def test_a_base_tells_its_points(books: Library) -> None:
    answer = ask("Welche Punkte gibt es am Mage's Tower?", ["smash-up"], books)
    assert list(answer.numbers.values()) == [4, 3, 2]


def test_a_class_has_no_level(books: Library) -> None:
    answer = ask("Welche Stufe brauche ich als Kultist?", ["cthulhu"], books)
    assert answer.kind != "fact"


FAMILY = ["Reicht Gleichstand?", "Darf ich im Kampf verkaufen?", "Darf ich zwei Helfer haben?"]


@pytest.mark.parametrize("question", FAMILY)
def test_who_names_no_box_does_not_mean_the_game_about_bases(books: Library, question: str) -> None:
    answer = ask(question, [], books)
    assert not [cite for cite in answer.cites if cite.startswith("smash-up.")]
    assert answer.verdict in {"nein", "folge", "rueckfrage"}


def test_words_of_bases_need_no_box(books: Library) -> None:
    answer = ask("Basis mit Zerstörungswert 20, Anna 12, Ben 9, fällt die?", [], books)
    assert (answer.verdict, answer.sets) == ("ja", ["smash-up"])


def test_the_name_of_a_card_asks_for_nothing(books: Library) -> None:
    answer = ask("Ich hab Helfende Hände auf Chinesisch. Was steht da drauf?", ["smash-up"], books)
    assert answer.verdict == "definition"
    assert "Zahl der Hände" not in answer.answer


def test_grad_at_the_end_asks_for_no_grade_where_cards_have_none(books: Library) -> None:
    assert ask("wie stark is mein loot lover grad", ["smash-up"], books).verdict != "unbeantwortbar"


def test_treasures_rest_on_the_card_and_on_what_the_book_says_of_them(books: Library) -> None:
    text = "Kindskopfkrake mit einem Laster voller Ninjas besiegt: Wie viele Schätze insgesamt?"
    answer = ask(text, ["axe-cop"], books)
    assert answer.numbers["treasures"] == 6
    assert "axe-cop.schatz.extra" in answer.cites


RESTS = {
    "necronomicon bonus?": ("cthulhu", "cthulhu.gegenstaende.karte-aufbau"),
    "The Head That Wears The Crown, welches Level?": ("shakespeare", "shakespeare.monster.kartenfelder"),
    "Zu wie viel Händen hält man die Blade Gun?": ("axe-cop", "axe-cop.ausruestung.haende"),
    "tiger-ross stärke?": ("smash-up", "smash-up.karten-aufbau.schatz-bestandteile"),
    "Wie stark macht Four-Dimensional ein Monster?": ("cthulhu", "cthulhu.monsterverstaerker.spielen"),
}


@pytest.mark.parametrize("question", RESTS)
def test_a_value_rests_on_where_the_book_says_it_stands_on_such_a_card(books: Library, question: str) -> None:
    box, rule = RESTS[question]
    assert rule in ask(question, [box], books).cites


def test_beside_a_value_no_other_box_is_cited(books: Library) -> None:
    cites = ask("necronomicon bonus?", [], books).cites
    assert {cite.partition(".")[0] for cite in cites if not cite.startswith("card:")} <= {"cthulhu", "faq"}


def test_a_level_that_is_told_of_somebody_is_not_asked_of_the_monster(books: Library) -> None:
    answer = ask("Stufe 6, gerade den Shoggoth umgehauen. Auf welcher Stufe bin ich nun?", ["cthulhu"], books)
    assert answer.kind != "fact"
