"""Fights told in rows and pieces: three monsters, a helper bit by bit, the levels of the others, sums alone."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

WORKED_OUT = [
    ("impossible", "Drei Monster: 5, 3 und 2. Ich Stufe 8, +3. Reicht das?", 11, 10),
    ("impossible", "erst ein 6er, dazu ein 4er und noch ein 2er. Ich bin 8 und hab +5. Gewonnen?", 13, 12),
    (
        "impossible",
        "Monster 5, dann noch n 3er und Lea schickt noch n 2er. Ich Stufe 8, +3. Reicht das?",
        11,
        10,
    ),
    (
        "impossible",
        "n 6er, dazu n 4er und kim noch n 2er. ich bin 8 und hab plus 5, keiner hilft. reicht das",
        13,
        12,
    ),
    (
        "axe-cop",
        "Candy Candy (10). Ich Soldat Stufe 6 mit +2. Da Timo taat mitmachn, Stufn 3, sonst nix. Reicht's?",
        11,
        10,
    ),
    ("cthulhu", "Nyukhees. Ich Stufe 4 mit +5, die andern stehn auf 4, 6 u 7. Reicht das?", 9, 12),
    (
        "shakespeare",
        "Priester Stufe 5 mit +2 gegen einen Untoten mit 14. Drei Karten werfe ich weg. Klappt es?",
        16,
        14,
    ),
    (
        "cthulhu",
        "Keine Klasse, sechste Stufe. Drei Sachen draußen: Bowling Pin, Slime-Proof Poncho, Miner's Helmet. Froggoth?",
        12,
        12,
    ),
    (
        "cthulhu",
        "Jana, Stufe 5, keine Klasse, Slime-Proof Poncho an. Nico ist Kultist, Stufe 2, kommt mit rein. Froggoth?",
        9,
        12,
    ),
    (
        "axe-cop",
        "Ich trage die Überraschungssichere Rüstung (+3) und eine zweite Rüstung mit +2. Stufe 5, Monster 9?",
        8,
        9,
    ),
    ("cthulhu", "Ich bin 9 Jahre alt und Stufe 4 mit +5 gegen Froggoth. Gewinne ich?", 9, 12),
]


@pytest.mark.parametrize(("box", "text", "ours", "theirs"), WORKED_OUT)
def test_each_number_of_a_row_is_whose_it_is(
    books: Library, box: str, text: str, ours: int, theirs: int
) -> None:
    answer = ask(text, [box], books)
    assert (answer.numbers.get("munchkins"), answer.numbers.get("monsters")) == (ours, theirs), answer.answer


@pytest.mark.parametrize(
    "text", ["12:12 gegen irgendein Viech. Gewonnen?", "14:14 gegen so nen roboter. gewonnen?"]
)
def test_two_equal_sums_ask_for_the_class_that_wins_ties(books: Library, text: str) -> None:
    answer = ask(text, ["axe-cop"], books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["klasse"])
    assert answer.choices["Nein"] == "Ich bin kein Krieger."


@pytest.mark.parametrize(
    ("box", "text"),
    [
        ("axe-cop", "Ich habe 12, das Monster auch 12, bin kein Krieger. Gewonnen?"),
        ("axe-cop", "Ich habe 12, das Monster auch 12, ich bin Cop. Gewonnen?"),
        ("cthulhu", "12:12 gegen irgendein Viech. Gewonnen?"),
        ("axe-cop", "Meine Stärke ist 12, das Monster hat 12. Gewinne ich?"),
    ],
)
def test_a_tie_is_lost_where_nobody_can_be_a_krieger(books: Library, box: str, text: str) -> None:
    assert ask(text, [box], books).verdict == "niederlage"


def test_a_tie_that_is_read_back_names_who_would_win_it(books: Library) -> None:
    text = "Ich Stufe 5 gegen 9, lege jetzt noch schnell den Helm +4 an. Sieg?"
    answer = ask(text, ["axe-cop"], books)
    assert answer.verdict == "rueckfrage"
    assert "klasse" in answer.asks
    assert "Bei Gleichstand gewinnt nur, wer „Krieger“ ist." in answer.answer
