"""What nobody said of a fight is asked for where it decides, and not where it does not."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

ASKED = [
    ("cthulhu", "Stufe 5 +2 gegen Polly Polyp mit Verstärker. Gewonnen?", "Verstärker"),
    ("cthulhu", "Ich bin Stufe 6 und hab +3, das Monster hat Stufe 10 und ist gegen irgendwas schwächer", "Gegen wen"),
    ("cthulhu", "Stufe 4 mit dem Wand of Walloping und noch nem Ding, Gegner Stufe 8", "Bonus"),
    ("cthulhu", "Mein Kumpel Stufe 3 hilft mit allem was er hat, ich 5 +3, Monster 14", "Bonus"),
    ("shakespeare", "Stufe 8, +2, Krieger oder nicht weiß ich grad nicht, Monster 10", "Krieger"),
    ("cthulhu", "lloyd lloigor, ich stufe 5 mit zusammen +2 an sachen, schaff ichs allein", "Kultist"),
    ("cthulhu", "hob an elder sign und bin stufn 6, gega de shallow ones", "Ermittler"),
    ("shakespeare", "Auf Hamlets Karte steht 10, mein Mitspieler und ich sind zusammen bei 9. Reicht das?", "Priester"),
    ("cthulhu", "nyukhees, ich stufe 3 mit +6 zeug. packt man des?", "niedrigste"),
    ("cthulhu", "scherzkeks von yuggoth, ich 5 plus 3, einer von den andern hilft mir. gewinnen wir?", "Wer hilft"),
    ("cthulhu", "Alex steht auf 7 mit +4 vor The Borrower From Beneath. Klappt das?", "männlich oder weiblich"),
    ("cthulhu", "Kultist, Stufe 4, Mitkultisten gibts auch ein paar. Lloyd Lloigor. Schaff ich das?", "Wie viele"),
]  # fmt: skip
TOLD = [
    ("cthulhu", "Lvl 7 +3, Monster 10, jemand spielt einen Verstärker drauf. gewonnen?", "niederlage"),
    ("cthulhu", "Stufe 5 +2 gegen Polly Polyp mit Verstärker +5", "niederlage"),
    ("cthulhu", "Stufe 5 +2 gegen Polly Polyp, kein Verstärker drauf", "sieg"),
    ("shakespeare", "Krieger, Stufe 8, +2, Monster 10. Gewonnen oder nicht?", "sieg"),
    ("cthulhu", "lloyd lloigor, ich stufe 5 mit zusammen +5 an sachen, schaff ichs allein", "sieg"),
    (
        "cthulhu",
        "lloyd lloigor, ich stufe 5 mit zusammen +2 an sachen, keine Klasse, schaff ichs allein",
        "niederlage",
    ),
    ("cthulhu", "nyukhees, ich stufe 3 mit +6 zeug, die andern sind 5 und 6. packt man des?", "niederlage"),
    ("cthulhu", "scherzkeks von yuggoth, ich 5 plus 3, keiner hilft mir. gewinne ich?", "niederlage"),
    ("cthulhu", "Alex steht auf 7 mit +4 vor The Borrower From Beneath. Schafft er das?", "sieg"),
    ("cthulhu", "Bin Kultist, Stufe 4, zwei Mitkultisten. Lloyd Lloigor. Schaff ich das?", "sieg"),
]


@pytest.mark.parametrize(("box", "question", "word"), ASKED)
def test_what_might_turn_the_fight_is_asked_for(books: Library, box: str, question: str, word: str) -> None:
    answer = ask(question, [box], books)
    assert answer.verdict == "rueckfrage"
    assert word in answer.answer


@pytest.mark.parametrize(("box", "question", "verdict"), TOLD)
def test_what_cannot_turn_the_fight_is_not(books: Library, box: str, question: str, verdict: str) -> None:
    assert ask(question, [box], books).verdict == verdict


def test_a_failed_roll_asks_for_the_race_that_would_have_helped(books: Library) -> None:
    asked = ask("ich hab eine 4 gewürfelt. bin ich weg?", ["shakespeare"], books)
    assert (asked.verdict, asked.asks) == ("rueckfrage", ["rasse"])
    assert ask("bin Zwerg, hab eine 4 gewürfelt. bin ich weg?", ["shakespeare"], books).verdict == "nein"
    assert ask("ich hab eine 3 gewürfelt. bin ich weg?", ["shakespeare"], books).verdict == "nein"


@pytest.mark.parametrize(
    ("box", "question", "said", "verdict"),
    [
        ("cthulhu", "Krapfen aus dem All, Stufe 4 mit +2. Reichts?", "nein", "sieg"),
        ("cthulhu", "Krapfen aus dem All, Stufe 4 mit +2. Reichts?", "bin ich nicht", "sieg"),
        ("cthulhu", "Krapfen aus dem All, Stufe 4 mit +2. Reichts?", "ja", "niederlage"),
        ("cthulhu", "Gewinnt Anna? Stufe 4 mit +2 gegen die Krapfen aus dem All", "ja ist sie", "niederlage"),
        ("cthulhu", "chibithulhu, stufe 4, allein. gewonnen?", "Männlich!", "sieg"),
        ("cthulhu", "chibithulhu, stufe 4, allein. gewonnen?", "weiblich", "niederlage"),
        ("cthulhu", "nyukhees, ich stufe 3 mit +6 zeug. packt man des?", "nein", "sieg"),
        ("cthulhu", "nyukhees, ich stufe 3 mit +6 zeug. packt man des?", "ja", "niederlage"),
        ("shakespeare", "ich hab eine 4 gewürfelt. bin ich weg?", "ja bin ich", "ja"),
        ("shakespeare", "ich hab eine 4 gewürfelt. bin ich weg?", "nö", "nein"),
    ],
)
def test_one_word_answers_what_was_asked_back(
    books: Library, box: str, question: str, said: str, verdict: str
) -> None:
    asked = ask(question, [box], books)
    assert asked.verdict == "rueckfrage"
    assert ask(said, [box], books, context=asked.context).verdict == verdict


def test_what_was_chosen_stays_on_the_table(books: Library) -> None:
    context = ""
    for text in ("Krapfen aus dem All, Stufe 4 mit +2. Reichts?", "nein", "und wenn ich Monsterjäger bin?"):
        answer = ask(text, ["cthulhu"], books, context=context)
        context = answer.context
    assert (answer.verdict, answer.changed) == ("niederlage", "6 : 4 → 8 : 10")


@pytest.mark.parametrize(
    "question",
    [
        "fehdehandschuh wird abgerechnet, ich hab 8 dort. wieviele punkte",
        "ich bin erster an der garrison, was gibts da genau an punkten?",
    ],
)
def test_points_that_hang_on_the_others_ask_for_them(books: Library, question: str) -> None:
    answer = ask(question, ["smash-up"], books)
    assert answer.verdict == "rueckfrage"
    assert "zahl" in answer.asks


def test_nobody_is_asked_for_a_class_of_whom_it_is_said_that_nobody_has_one(books: Library) -> None:
    fight = "Lena, Stufe 5, hat die Tommy Gun und steht vor den Shallow Ones. Papa (Stufe 3, Miner’s Helmet) hilft."
    boosted = "Dann knall ich noch Squamous aufs Monster."
    told = ask(f"{fight} {boosted} Klassen hat keiner. Wer gewinnt?", ["cthulhu"], books)
    assert (told.verdict, told.numbers["munchkins"], told.numbers["monsters"]) == ("sieg", 14, 13)
