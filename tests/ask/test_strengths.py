"""Smash Up: how strong a creature is with what lies on it and beside it."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.answer import AskAnswer
from rules.engine.library import Library

STRONG: dict[str, int] = {
    "Taunter at Bastion, alle 3 startmonster noch da, Shield of Ubiquity drauf. power?": 8,
    "auf meinem gem grabber hängen die chest of holding kettensäge und boots of butt kicking wie stark ist der": 10,
    "zwoa schädelspalter vo mir an da gleichn basis und a sword lord. wiavui ham de zwoa zamm?": 12,
    "Auf dem Cardinal liegen Hanteln. Stärke?": 8,
    "Mein Loot Lover trägt die Kettensäge und die Chest of Holding. Wie stark ist er?": 12,
    "Bardling mit Shield of Ubiquity, ein Ghoul und ein Bigfoot liegen da. Wie stark?": 6,
    "Bardling mit Shield of Ubiquity, keine Monster. Wie stark?": 2,
    "Auf dem Pestling der Fluch der Nutzlosigkeit, dazu die Kettensäge. Wie stark?": 0,
    "Mein Wender trägt den Potion of Cowardice. wie stark?": 1,
}


def asked(question: str, books: Library) -> AskAnswer:
    return ask(question, ["smash-up"], books)


@pytest.mark.parametrize("question", STRONG)
def test_a_creature_is_as_strong_as_all_that_lies_there_makes_it(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert (answer.verdict, answer.numbers["staerke"]) == ("zahl", STRONG[question])


def test_alike_creatures_are_told_one_by_one_and_together(books: Library) -> None:
    answer = asked("Sword Lord und zwei Dork Orks von mir an einer Basis. Wie stark sind die zwei?", books)
    assert answer.numbers == {"staerke": 6, "je": 3}
    assert "durch Sword Lord" in answer.answer


def test_monsters_that_nobody_spoke_of_are_asked_for_where_they_decide(books: Library) -> None:
    answer = asked("Auf meinem Bardling liegt das Shield of Ubiquity. Wie stark ist er?", books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["zahl", "lage"])


def test_a_thing_that_may_be_one_of_several_cards_is_asked_for(books: Library) -> None:
    answer = asked("wie stark ist mein Gem Grabber mit Kettensäge und Stiefeln drauf", books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["karte"])


@pytest.mark.parametrize(
    "question",
    [
        "Sein Sword Lord und mein Dork Ork, wie stark ist mein Dork Ork?",
        "mein cat burglar zeigt 4 schätze aus der hand. wie stark is er",
        "Ist mein Berserker mit Kettensäge stark genug für den Bigfoot?",
        "Helper's Hollow: mein Dork Ork mit Hanteln. Wie stark ist er?",
        "Wie stark ist der Dork Ork?",
        "Star Player an The Pits, dort sterben nacheinander zwei Monster. Power danach?",
        "Star Player an The Pits, drei Monster liegen da. Wie stark?",
    ],
)
def test_what_hangs_on_more_than_what_lies_there_is_not_counted(books: Library, question: str) -> None:
    assert asked(question, books).kind != "count"
