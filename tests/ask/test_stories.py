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
SEVERAL = [
    (
        "impossible",
        "Anna und Ben haben beide Stufe 5 ohne alles, das Monster hat 9. Gewinnen die zwei?",
        "sieg",
        10,
        9,
    ),
    (
        "axe-cop",
        "Das Monster hat 15 und ich 9 plus 5, mein Helfer aber 2 plus 0: reicht das?",
        "sieg",
        16,
        15,
    ),
    ("cthulhu", "Ich stehe mit 8 da, er hilft mit 4, Monster 12, verlieren wir?", "niederlage", 12, 12),
    (
        "cthulhu",
        "Der Ghoul (Stufe 7) und die Ratte (Stufe 2) greifen an. Ich Stufe 5 mit +5, Sieg?",
        "sieg",
        10,
        9,
    ),
    ("shakespeare", "Elfe, lvl 4, +6, gegner lvl 6 und nochmal lvl 4 dazu. gg?", "niederlage", 10, 10),
    (
        "cthulhu",
        "Ich Stufe 4 mit +3. Monster 6. Nadja legt ein wanderndes Monster Stufe 3 dazu.",
        "niederlage",
        7,
        9,
    ),
    ("cthulhu", "Nyukhees. Ich Stufe 5 mit +5, Lisa 3, Ben 7. Wird das was?", "sieg", 10, 8),
]
TOLD_ASIDE = [
    (
        "impossible",
        "Das Ding hat 18. Wir sind zu zweit, jeder Stufe 6, jeder +3. Reicht's?",
        "niederlage",
        18,
        18,
    ),
    ("axe-cop", "Der Boss hat 20, ich 8, hab +6, Sven hat 5 und +2 und hilft. Haben wir's?", "sieg", 21, 20),
    (
        "impossible",
        "ich 5 + waffe 4 + helm 1 = 10, monster 8, dann spielt Lisa +3 aufs monster",
        "niederlage",
        10,
        11,
    ),
    ("axe-cop", "gegen 2 Monster à 5, ich hab Stufe 7 und +4", "sieg", 11, 10),
    ("shakespeare", "Ich Stufe 4, Dolch +3, Stiefel +1. Vor mir ein Troll, mit 7 angegeben.", "sieg", 8, 7),
    ("cthulhu", "Gegen ein Stufe-14-Monster: Stufe 8, Rüstung +3, Waffe +3. Gewonnen?", "niederlage", 14, 14),
    ("shakespeare", "Monsterstufe 10, meine Stufe 5, Bonus 3. Was fehlt?", "niederlage", 8, 10),
    ("axe-cop", "Level 6 mit insgesamt 11 gegen 10. Sieg?", "sieg", 11, 10),
    (
        "impossible",
        "Monster Stufe 12, das gegen Männer +3 hat. Bin Frau, Stufe 8, Zeug +5. Hilfe nötig?",
        "sieg",
        13,
        12,
    ),
]
SIDES = [
    (
        "cthulhu",
        "es steht 14 zu 13 für mich. dann spielt wer +2 aufs monster. hab ich verloren?",
        "niederlage",
        14,
        15,
    ),
    ("cthulhu", "Trank +3 auf meine Seite, Stufe 5, Rüstung 2, gegen eine 9. Passt das?", "sieg", 10, 9),
    (
        "impossible",
        "Mit 5+3 gegen ein 7er, der +2 gegen Amerikaner hat, ich Amerikaner: Sieg?",
        "niederlage",
        8,
        9,
    ),
    ("shakespeare", "Reicht Stufe 5 +4 +1 gegen Stufe 10?", "niederlage", 10, 10),
    ("shakespeare", "Ich trage zwei Helme, +2 und +3. Stufe 4. Monster 8. Sieg?", "niederlage", 7, 8),
    (
        "shakespeare",
        "Ich Priesterin, Stufe 5, +3. Untotes Monster Stufe 13. Ich werfe zwei Handkarten ab. Sieg?",
        "sieg",
        14,
        13,
    ),
    (
        "impossible",
        "Ich Stufe 5, Laser +4. Monster Stufe 8, +2 gegen Frauen. Ich bin ein Mann. Sieg?",
        "sieg",
        9,
        8,
    ),
    (
        "shakespeare",
        "Monster Stufe 8 und +5 gegen Zauberer. Ich bin keiner. Stufe 6 und +3. Sieg?",
        "sieg",
        9,
        8,
    ),
    ("impossible", "Muss ich mit Stufe 3 und +2 vor einem Stufe 6 Monster weglaufen?", "niederlage", 5, 6),
    ("cthulhu", "was brauch ich noch um mit lvl 5 und +2 gegen nen lvl 11 zu gewinnen", "niederlage", 7, 11),
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
    ("box", "question", "verdict", "ours", "theirs"),
    SUMS + STRANGE + SEVERAL + TOLD_ASIDE + SIDES + ASIDE + CURSED + OF_ALL,
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
    ("shakespeare", "Ich war Stufe 6, ein Fluch traf mich. Mit meinen +5 gegen eine 10, Sieg?", "lage"),
    ("axe-cop", "Zwei Leute, beide Stufe 4, einer mit +3, einer mit +2. Monster 12. Sieg?", "lage"),
    ("axe-cop", "Ich Stufe 8 mit +5 gegen ein Monster Stufe 10, Nadja Stufe 3. Sieg?", "lage"),
    ("cthulhu", "Wir zwei kommen zusammen auf 23, er ist Kultist. Großer Cthulhu. Gewonnen?", "klasse"),
    ("cthulhu", "Backpack full of Dynamite und Stufe 5 gegen die Nyukhees. Reicht das?", "zahl"),
    ("cthulhu", "Ich Stufe 5 mit +6 gegen Stufe 9, und dann waren da noch 7. Gewonnen?", "zahl"),
]


@pytest.mark.parametrize(("box", "question", "missing"), ASKED)
def test_what_decides_or_has_no_place_is_asked(books: Library, box: str, question: str, missing: str) -> None:
    answer = ask(question, [box], books)
    assert answer.verdict == "rueckfrage"
    assert missing in answer.asks
