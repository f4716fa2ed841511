"""Fights as people tell them: names and things nobody knows, ages, times of day, sums that are claimed."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

# Per law of speech: box, question, how it ends, the sum of the munchkins, that of the monsters.
SUMS = [
    ("cthulhu", "Ich hab 5+6, gegen ein Monster der Stufe 9. Reicht das?", "sieg", 11, 9),
    ("cthulhu", "Bruno (8+9) hilft mir, ich bin Stufe 4 mit +2. Monster 20, packen wir das?", "sieg", 23, 20),
    ("impossible", "Stufe 6, Weste +3, macht 9 gegen eine 8, oder? Gewonnen?", "sieg", 9, 8),
    ("axe-cop", "Ich rechne 4+4+3, weil ich Stufe 4 bin mit +4 und +3. Monster 10. Sieg?", "sieg", 11, 10),
    ("shakespeare", "Wir kommen zusammen auf 14, das Monster hat 12. Gewinnen wir?", "sieg", 14, 12),
]
STRANGE = [
    (
        "axe-cop",
        "Xhevdet hilft mir (Stufe 3, Knüppel +2), ich Stufe 4, Laserbrille +3. Gegen den Schleimkoloss Stufe 11?",
        "sieg",
        12,
        11,
    ),
    (
        "cthulhu",
        "Fatima hilft mir mit Stufe 3, ich bin Stufe 5 mit +2, Monster Stufe 10. Sieg?",
        "niederlage",
        10,
        10,
    ),
    (
        "shakespeare",
        "Stufe 5, Zauberstab +5, Schuhe +1, gegen ein Ungeheuer der Stufe 10. Wer geht schlafen?",
        "sieg",
        11,
        10,
    ),
    (
        "axe-cop",
        "Monster 11. Wer wirft Feuerkugel +3 auf meine Seite, wer Stinkbombe +4 aufs Monster. Ich Stufe 8 mit +3.",
        "niederlage",
        14,
        15,
    ),
]
ASIDE = [
    (
        "cthulhu",
        "Mein Sohn (11) sagt, ich verliere: Stufe 5 mit +6 gegen ein Monster der Stufe 9.",
        "sieg",
        11,
        9,
    ),
    (
        "shakespeare",
        "Um 21:40 Uhr, nach zwei Flaschen Wein: ich Stufe 5 mit +6, Monster Stufe 9. Sieg?",
        "sieg",
        11,
        9,
    ),
    (
        "axe-cop",
        "Cop Stufe 4, zwei Verbündete: Wexter und Graudiamant, gegen Candy Candy 10. Sieg?",
        "sieg",
        11,
        10,
    ),
    ("impossible", "Ich bin Stufe 5 mit +6, Monster Stufe 9, macht doch 11 zu 9. Gewonnen?", "sieg", 11, 9),
]
CURSED = [
    (
        "cthulhu",
        "Learn Yet Another Awful Truth trifft mich, ich Stufe 5 mit +6, Monster 10. Sieg?",
        "niederlage",
        10,
        10,
    ),
    (
        "cthulhu",
        "Curse! Flashlight Goes Out! hat mich im Kampf getroffen. Stufe 7, Flamethrower, gegen die Shallow Ones.",
        "niederlage",
        8,
        8,
    ),
    ("cthulhu", "Ich Stufe 4 mit +5 spiele Mystic Visions, Monster Stufe 9. Gewinne ich?", "sieg", 10, 9),
]
OF_ALL = [
    (
        "impossible",
        "Wir sind beide Russen, ich 6 und Ben 5. Agent Orange (12). Gewinnen wir?",
        "sieg",
        11,
        10,
    ),
]


@pytest.mark.parametrize(
    ("box", "question", "verdict", "ours", "theirs"), SUMS + STRANGE + ASIDE + CURSED + OF_ALL
)
def test_a_fight_that_is_told_is_worked_out(
    books: Library, box: str, question: str, verdict: str, ours: int, theirs: int
) -> None:
    answer = ask(question, [box], books)
    assert (answer.verdict, answer.numbers.get("munchkins"), answer.numbers.get("monsters")) == (
        verdict,
        ours,
        theirs,
    )


ASKED = [
    ("cthulhu", "Wir zwei kommen zusammen auf 23, er ist Kultist. Großer Cthulhu. Gewonnen?", "klasse"),
    ("cthulhu", "Backpack full of Dynamite und Stufe 5 gegen die Nyukhees. Reicht das?", "zahl"),
    ("cthulhu", "Ich Stufe 5 mit +6 gegen Stufe 9, und dann waren da noch 7. Gewonnen?", "zahl"),
]


@pytest.mark.parametrize(("box", "question", "missing"), ASKED)
def test_what_decides_or_has_no_place_is_asked(books: Library, box: str, question: str, missing: str) -> None:
    answer = ask(question, [box], books)
    assert answer.verdict == "rueckfrage"
    assert missing in answer.asks
