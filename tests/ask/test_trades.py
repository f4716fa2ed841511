"""Gold for levels, and the cards that nobody may keep at the end of a turn."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

SALES = {
    "Ich verkaufe Gegenstände für 400, 300 und 500 Gold. Wie viele Stufen?": ("cthulhu", 1200, 1),
    "Ich verkaufe Sachen für 600 und 400 Gold. Wie viele Stufen?": ("cthulhu", 1000, 1),
    "Ich verkaufe Sachen für 1000 und 1200 Gold, wie viele Stufen bekomme ich?": ("cthulhu", 2200, 2),
    "Ich verkaufe für 2500 Gold, wie viele Stufen steige ich?": ("shakespeare", 2500, 2),
    "Wie viele Stufen bringen 3000 Gold beim Verkauf?": ("axe-cop", 3000, 3),
}


@pytest.mark.parametrize("question", SALES)
def test_a_thousand_gold_are_a_level(books: Library, question: str) -> None:
    box, gold, levels = SALES[question]
    answer = ask(question, [box], books)
    assert (answer.verdict, answer.numbers["gold"], answer.numbers["stufen"]) == ("zahl", gold, levels)


def test_less_than_a_thousand_is_no_level(books: Library) -> None:
    answer = ask("Ich verkaufe für 999 Gold. Wie viele Stufen?", ["cthulhu"], books)
    assert (answer.verdict, answer.numbers["stufen"]) == ("nein", 0)
    assert "cthulhu.verkaufen.tausend" in answer.cites


def test_the_level_after_a_sale_is_told(books: Library) -> None:
    answer = ask("Ich bin Stufe 4 und verkaufe für 1000 Gold. Wie viele Stufen?", ["cthulhu"], books)
    assert answer.numbers["stufe_danach"] == 5


def test_things_without_a_price_are_asked_for(books: Library) -> None:
    question = "Ich verkaufe Sachen für 600 und noch ein paar Kleinigkeiten, wie viele Stufen?"
    answer = ask(question, ["cthulhu"], books)
    assert (answer.verdict, answer.numbers["gold"]) == ("rueckfrage", 600)
    assert "zahl" in answer.asks


@pytest.mark.parametrize("hand", [6, 7, 8, 11])
def test_all_but_five_cards_are_given_away(books: Library, hand: int) -> None:
    question = f"Ich habe am Ende meines Zuges {hand} Karten auf der Hand. Wie viele muss ich abgeben?"
    answer = ask(question, ["cthulhu"], books)
    assert (answer.numbers["abgeben"], answer.numbers["behalten"]) == (hand - 5, 5)
    assert "cthulhu.phase4-milde-gabe.limit" in answer.cites


def test_the_lowest_lays_them_aside(books: Library) -> None:
    question = (
        "Ich bin Stufe 1, Anna ist Stufe 4. Ich habe am Zugende 7 Handkarten. Wie viele muss ich abgeben?"
    )
    answer = ask(question, ["cthulhu"], books)
    assert "2 Karten zu viel" in answer.answer
    assert "abgelegt" in answer.answer
    assert "cthulhu.phase4-milde-gabe.selbst-niedrigste" in answer.cites


def test_a_lower_player_gets_them(books: Library) -> None:
    question = (
        "Ich bin Stufe 4, Anna ist Stufe 2. Ich habe am Zugende 7 Handkarten. Wie viele muss ich abgeben?"
    )
    answer = ask(question, ["cthulhu"], books)
    assert "an Anna" in answer.answer
    assert "abgelegt" not in answer.answer


def test_the_last_level_is_not_for_sale(books: Library) -> None:
    answer = ask("Ich bin Stufe 9 und verkaufe für 1000 Gold. Gewinne ich dann?", ["axe-cop"], books)
    assert (answer.verdict, answer.numbers["stufen"]) == ("nein", 0)
    assert answer.cites[0] == "axe-cop.spielende.nur-durch-monster"


def test_things_of_one_price_are_counted(books: Library) -> None:
    answer = ask("Ich verkaufe drei Helme à 400, wie viele Stufen?", ["cthulhu"], books)
    assert (answer.numbers["gold"], answer.numbers["stufen"]) == (1200, 1)


@pytest.mark.parametrize(
    "question",
    [
        "In Ritas Zug ertausche ich mir was für 1000 Gold und will es gleich verkaufen. Geht das?",
        "Darf ich mitten im Kampf Sachen für 1200 Gold verkaufen?",
    ],
)
def test_the_price_alone_allows_no_sale_at_the_wrong_time(books: Library, question: str) -> None:
    assert ask(question, ["shakespeare"], books).verdict != "ja"


def test_who_is_at_turn_outside_a_fight_may_sell(books: Library) -> None:
    answer = ask("Bin am Zug, kein Kampf, verkaufe Sachen für 1200 Gold. Reicht das?", ["cthulhu"], books)
    assert (answer.verdict, answer.kind) == ("ja", "sale")


def test_somebody_else_gives_his_cards_away(books: Library) -> None:
    question = "Tom (Stufe 4) hat am Zugende 8 Handkarten, ich bin Stufe 2. Wie viele kriege ich?"
    answer = ask(question, ["cthulhu"], books)
    assert "an Dich mit der niedrigsten Stufe" in answer.answer
    assert answer.numbers == {"abgeben": 3, "behalten": 5}


def test_nobody_is_said_to_be_lowest_whose_level_nobody_told(books: Library) -> None:
    answer = ask("Ich hab am Zugende 9 Handkarten und bin Stufe 5. Was passiert?", ["cthulhu"], books)
    assert "mit der niedrigsten Stufe" not in answer.answer


def test_who_says_to_be_lowest_lays_them_aside(books: Library) -> None:
    question = "hab die niedrigste stufe von allen und 7 karten auf der hand, was passiert damit?"
    answer = ask(question, ["axe-cop"], books)
    assert "sie werden abgelegt" in answer.answer
    assert "axe-cop.phase4-milde-gabe.selbst-niedrigste" in answer.cites


def test_more_gold_than_any_box_holds_is_asked_about(books: Library) -> None:
    answer = ask("Ich verkaufe für 99999999999 Gold. Wie viele Stufen?", ["cthulhu"], books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["zahl"])


def test_who_stands_lowest_together_shares_what_is_given_away(books: Library) -> None:
    told = "Ich bin Stufe 5 und habe am Ende {} Karten. Pia und Yannik dümpeln beide auf 2, Opa thront auf 7."
    even = ask(f"{told.format('neun')} Wie viele bekommt Pia?", ["cthulhu"], books)
    odd = ask(f"{told.format('acht')} Wie viele bekommt Pia?", ["cthulhu"], books)
    assert even.numbers["je_person"] == 2
    assert "Pia und Yannik bekommen je 2." in even.answer
    assert "je_person" not in odd.numbers
