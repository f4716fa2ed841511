"""Fights in which something counts no longer, or counts twice: what is thrown away, denied, laid down too late."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.engine.library import Library

WORKED_OUT = {
    "a class thrown away in the middle of the fight": [
        (
            "axe-cop",
            (
                "Cop auf Stufe 5 mit +4, gegen den Kettensägen-Cop (8). Ich schmeiße meine Cop-Karte sofort weg. "
                "Gewonnen?"
            ),
            9,
            8,
        ),
        (
            "axe-cop",
            (
                "Kieka, ick bin Cop Stufe 6, Knarre mit +3, vor mir der Kettensägen-Cop mit 8. Nu schmeiß ick "
                "meene Cop-Karte eenfach wech. Jewonnen?"
            ),
            9,
            8,
        ),
        (
            "impossible",
            "V-Ameisenmann 10, ich Russe Stufe 6 mit +5, schmeiß meine Loyalität einfach weg. Sieg?",
            11,
            10,
        ),
        (
            "impossible",
            (
                "V-Ameisenmann 10, ich Russe Stufe 6 mit +5, Lea hilft, Russe, Stufe 1, sonst nichts. Ich lege "
                "meine Loyalität ab. Sieg?"
            ),
            12,
            12,
        ),
    ],
    "whoever throws cards away as a Krieger stays one": [
        (
            "axe-cop",
            "Krieger, Stufe 5, +4, Monster 11. Als Krieger hab ich ne Karte abgeworfen. Reicht das?",
            10,
            11,
        ),
        (
            "axe-cop",
            "Krieger, Stufe 5, +4, Monster 12. Ich werf als Krieger zwei Karten ab. Reicht das?",
            11,
            12,
        ),
    ],
    "a thing of no use is thrown away like a card": [
        (
            "axe-cop",
            (
                "Krieger Stufe 4 mit +5, Monster 12. Ich werf zwei Handkarten ab und dazu den Hut, der quer "
                "liegt. Reicht das?"
            ),
            12,
            12,
        ),
    ],
    "each of several equal things counts": [
        (
            "shakespeare",
            "Ich Stufe 5 mit zwei Tränken mit je drei gegen ein Monster mit 10. Reicht das?",
            11,
            10,
        ),
        ("shakespeare", "Stufe 4, zwei Schwerter mit je +3, gegen 9. Gewinne ich?", 10, 9),
        ("shakespeare", "Stufe 4, drei Gegenstände à +1, gegen 6. Gewinne ich?", 7, 6),
        (
            "impossible",
            "Ich Stufe 5 gegen 12, Lea hilft mit Stufe 4 und hat zwei Messer mit je +2. Packen wir das?",
            13,
            12,
        ),
    ],
    "two things for the same place are one too many": [
        ("shakespeare", "Stufe 4, zwei Helme mit je +3, gegen 9. Gewinne ich?", 7, 9),
    ],
    "nothing but an ally or a potion comes from the hand into a fight": [
        (
            "impossible",
            (
                "Paul ist Stufe 5 und kämpft gegen 9. Ich bin Stufe 3 und helfe, dazu lege ich meinen Helm +2 "
                "von der Hand auf den Tisch. Gewinnen wir?"
            ),
            8,
            9,
        ),
        (
            "impossible",
            "Stufe 6, +2, Monster 10. Im Kampf lege ich einen Mietling mit +3 von der Hand aus. Gewonnen?",
            11,
            10,
        ),
        ("impossible", "Ich Stufe 5 gegen 8, ich spiele den Trank +4 von der Hand. Gewonnen?", 9, 8),
    ],
    "who is told to look on counts for the Kultist who fights": [
        (
            "cthulhu",
            (
                "Ich Kultist Stufe 6 mit +9 gegen Shoggoth. Jo und Bea sind auch Kultisten, bleiben aber draußen. "
                "Reicht das?"
            ),
            19,
            16,
        ),
        (
            "cthulhu",
            "Ich Stufe 5 Kultist mit +4 gegen Shoggoth, mein Kumpel is auch Kultist. Reichts?",
            11,
            16,
        ),
        (
            "cthulhu",
            "ich kultistin auf 4 mit maaaaaaster!, und rike is auch kultist. froggoth. verloren?",
            10,
            12,
        ),
    ],
}
NOBODY = [
    "Krieger bin ich keiner.",
    "Krieger war ich übrigens nie.",
    "Krieger ist hier niemand.",
    "Ein Krieger bin ich nicht mehr.",
]
ASKED = [
    "Krieger Stufe 4 mit Helm +2 und Schwert +3, Monster 11. Ich werfe eine Karte ab und dazu den Helm. Sieg?",
    "Ich Stufe 5 gegen 8. Mitten im Kampf lege ich noch schnell den Helm +4 aus. Gewonnen?",
    "Ich Stufe 5 gegen 12, Mo hilft mit Stufe 4 und legt noch schnell einen Schild +4 dazu. Gewonnen?",
]


@pytest.mark.parametrize("case", [(why, *row) for why, of in WORKED_OUT.items() for row in of])
def test_what_counts_no_longer_or_more_than_once(
    books: Library, case: tuple[str, str, str, int, int]
) -> None:
    why, box, text, ours, theirs = case
    answer = ask(text, [box], books)
    sums = answer.numbers.get("munchkins"), answer.numbers.get("monsters")
    assert sums == (ours, theirs), f"{why}: {answer.answer}"


@pytest.mark.parametrize("said", NOBODY)
def test_who_denies_being_a_krieger_loses_a_tie(books: Library, said: str) -> None:
    assert ask(f"Stufe 7 mit +3 gegen 10. {said} Gewonnen?", ["shakespeare"], books).verdict == "niederlage"


@pytest.mark.parametrize("text", ASKED)
def test_what_may_count_or_not_is_asked_for(books: Library, text: str) -> None:
    assert ask(text, ["axe-cop"], books).verdict == "rueckfrage"


def test_nobody_gives_up_a_kultist_by_himself(books: Library) -> None:
    text = (
        "Kultist Stufe 6 mit +3 gegen Stufe 9, zwei andere sind Kultisten. Ich werfe meine Klasse ab. Sieg?"
    )
    assert "nicht freiwillig" in ask(text, ["cthulhu"], books).answer


@pytest.mark.parametrize(
    ("text", "ours", "note"),
    [
        ("Ich werfe zwei Karten ab, macht +6. Untoter mit 14", 11, ""),
        ("Kein Untoter, das Monster hat 14, drei Karten werfe ich ab", 5, "wenn das Monster untot ist"),
        (
            "Ich werfe vier Karten ab gegen einen Untoten mit 14",
            14,
            "Mehr als 3 abgeworfene Karten zählen nicht",
        ),
    ],
)
def test_a_priester_throws_three_cards_at_most_and_at_undead_alone(
    books: Library, text: str, ours: int, note: str
) -> None:
    answer = ask(f"Ich Priester Stufe 5. {text}. Gewinne ich?", ["shakespeare"], books)
    assert answer.numbers.get("munchkins") == ours, answer.answer
    assert note in answer.answer
