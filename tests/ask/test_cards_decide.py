"""What a card says decides: whom a monster pursues, which powers may lie together, whether a sale is enough."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library


@pytest.mark.parametrize(
    ("box", "question", "verdict"),
    [
        ("cthulhu", "I bin auf vier und da Nasatob steht vor mir. Rennt mir der überhaupt nach?", "nein"),
        ("cthulhu", "Nasatob hat Oma besiegt, sie steht auf Stufe 5. Rennt er hinter ihr her?", "ja"),
        ("cthulhu", "rudi is stufe 4 und kämpft gegen nasatob, verfolgt der ihn wenn er verliert", "nein"),
        ("cthulhu", "Bin Stufe 2, lässt mich der Shoggoth in Ruhe?", "ja"),
        ("shakespeare", "Lady Macbeth hat gewonnen. Ich bin ein Mann, Stufe 2. Verfolgt sie mich?", "ja"),
        ("shakespeare", "Lady Macbeth hat gewonnen. Ich bin eine Frau, Stufe 2. Verfolgt sie mich?", "nein"),
    ],
)
def test_a_monster_pursues_whom_its_card_does_not_spare(
    books: Library, box: str, question: str, verdict: str
) -> None:
    answer = ask(question, [box], books)
    assert answer.verdict == verdict
    assert answer.cites[0].startswith("card:")


@pytest.mark.parametrize(
    ("box", "question", "asks"),
    [
        ("cthulhu", "Nasatob hat den Opa geschlagen. Läuft er ihm nun hinterher?", ["stufe"]),
        ("shakespeare", "Lady Macbeth, ich Stufe 3, verloren. Verfolgt sie mich jetzt?", ["geschlecht"]),
        ("shakespeare", "Verfolgt mich Lady Macbeth?", ["stufe", "geschlecht"]),
        ("shakespeare", "Lady Macbeth hat gewonnen. Verfolgt sie mich?", ["stufe", "geschlecht"]),
    ],
)
def test_what_its_card_looks_at_is_asked_for(
    books: Library, box: str, question: str, asks: list[str]
) -> None:
    answer = ask(question, [box], books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", asks)


def test_a_man_is_pursued_on_every_level_so_none_is_asked_for(books: Library) -> None:
    assert ask("Ich bin ein Mann. Verfolgt mich Lady Macbeth?", ["shakespeare"], books).verdict == "ja"


@pytest.mark.parametrize(
    ("question", "verdict", "total"),
    [
        ("Level 5, eine Kraft Grad 2 liegt. Darf noch eine mit 3 dazu oder ist das drüber?", "ja", 5),
        ("Stufe 5: Kraft Grad 3 + Kraft Grad 2 liegen. Noch eine Kraft Grad 2 dazu erlaubt?", "nein", 7),
        (
            "Zwei Kräfte auf der Hand, auf beiden steht Grad 3, meine Stufe ist 5. Darf ich beide legen?",
            "nein",
            6,
        ),
        ("stufe sechs drei kräfte grad zwei, geht das?", "ja", 6),
        ("drei Kräfte mit Grad 2, 3 und 2, mithin 7, Stufe 6. Geht die dritte noch?", "nein", 7),
        ("zu Beginn: Kraft mit Grad 2 auf der Starthand. darf ich die legen?", "nein", 2),
    ],
)
def test_powers_lie_together_up_to_the_level(books: Library, question: str, verdict: str, total: int) -> None:
    answer = ask(question, ["axe-cop"], books)
    assert (answer.verdict, answer.numbers["grade"]) == (verdict, total)
    assert answer.cites[0] == "axe-cop.kraft.gradsumme"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Stufe fünf, eine Kraft mit Grad drei liegt da, darf ich noch eine zweite Kraft dazulegen", "zahl"),
        ("darf ich ne kraft mit grad 3 und ne kraft mit grad 2 zusammen liegen haben?", "stufe"),
    ],
)
def test_a_grade_or_level_that_nobody_told_is_asked_for(books: Library, question: str, asks: str) -> None:
    answer = ask(question, ["axe-cop"], books)
    assert answer.verdict == "rueckfrage"
    assert asks in answer.asks


@pytest.mark.parametrize(
    ("box", "turns", "verdict"),
    [
        ("cthulhu", ("Nasatob hat den Opa geschlagen. Läuft er ihm hinterher?", "Stufe 3"), "nein"),
        ("shakespeare", ("Verfolgt mich Lady Macbeth?", "Stufe 3", "weiblich"), "nein"),
        ("shakespeare", ("Verfolgt mich Lady Macbeth?", "bin ein Mann"), "ja"),
        (
            "axe-cop",
            ("darf ich ne kraft mit grad 3 und ne kraft mit grad 2 zusammen liegen haben?", "stufe 5"),
            "ja",
        ),
    ],
)
def test_what_was_asked_back_for_completes_the_question(
    books: Library, box: str, turns: tuple[str, ...], verdict: str
) -> None:
    context = ""
    for text in turns:
        answer = ask(text, [box], books, context=context)
        context = answer.context
    assert (answer.q, answer.verdict) == (turns[-1], verdict)


def test_a_book_without_grades_knows_nothing_of_them(books: Library) -> None:
    answer = ask("darf ich grad 3 kraftkarten legen, bin stufe 2?", ["cthulhu"], books)
    assert "grade" not in answer.numbers


def test_who_asks_whether_a_sale_is_enough_is_told_yes_or_no(books: Library) -> None:
    enough = ask(
        "Ich verkaufe Sachen für 600 und 400 Goldstücke. Reicht das für eine Stufe?", ["cthulhu"], books
    )
    assert (enough.verdict, enough.numbers["stufen"]) == ("ja", 1)
    how_many = ask("Ich verkaufe Sachen für 600 und 400 Goldstücke. Wie viele Stufen?", ["cthulhu"], books)
    assert (how_many.verdict, how_many.numbers["stufen"]) == ("zahl", 1)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Bin Stufe 4, eine Kraft mit 3 liegt schon. Kann ich noch eine mit 2 dazutun?", "nein"),
        ("Bin Stufe 5, eine Kraft mit 3 liegt schon. Kann ich noch eine mit 2 dazutun?", "ja"),
        ("Zwei Kräfte liegen vor mir, eine mit 2 und eine mit 3. Dürfen die beide bleiben?", "rueckfrage"),
    ],
)
def test_a_grade_need_not_be_called_so(books: Library, question: str, verdict: str) -> None:
    assert ask(question, ["axe-cop"], books).verdict == verdict


def test_grades_are_held_against_the_level_that_is_left(books: Library) -> None:
    question = (
        "Stufe 5, zwei Kräfte, Grad drei und zwei. Dann kostet mich ein Fluch eine Stufe. Darf das so liegen?"
    )
    answer = ask(question, ["axe-cop"], books)
    assert (answer.verdict, answer.numbers["stufe"]) == ("nein", 4)
