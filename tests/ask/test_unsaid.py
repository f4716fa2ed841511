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
]  # fmt: skip
TOLD = [
    ("cthulhu", "Lvl 7 +3, Monster 10, jemand spielt einen Verstärker drauf. gewonnen?", "niederlage"),
    ("cthulhu", "Stufe 5 +2 gegen Polly Polyp mit Verstärker +5", "niederlage"),
    ("cthulhu", "Stufe 5 +2 gegen Polly Polyp, kein Verstärker drauf", "sieg"),
    ("shakespeare", "Krieger, Stufe 8, +2, Monster 10. Gewonnen oder nicht?", "sieg"),
]


@pytest.mark.parametrize(("box", "question", "word"), ASKED)
def test_what_might_turn_the_fight_is_asked_for(books: Library, box: str, question: str, word: str) -> None:
    answer = ask(question, [box], books)
    assert answer.verdict == "rueckfrage"
    assert word in answer.answer


@pytest.mark.parametrize(("box", "question", "verdict"), TOLD)
def test_what_cannot_turn_the_fight_is_not(books: Library, box: str, question: str, verdict: str) -> None:
    assert ask(question, [box], books).verdict == verdict
