"""Smash Up: who has what on a base, told in people's own words, and what nobody told of it."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.answer import AskAnswer
from rules.engine.library import Library

# Who is meant: by what he is to somebody, by a title, in dialect, without a name, as an opponent.
PAID: dict[str, dict[str, int]] = {
    "treasure bath gewertet, monster vorher weg. ich 4, mitbewohner 6, seine ex 5. also wer kriegt wieviel": {
        "mitbewohner": 2, "ex": 0, "du": 0,
    },
    "Garrison, kein Monster: mein Trauzeuge 8, der Junge 6, ich 3. Punkte?": {"trauzeuge": 3, "junge": 2, "du": 1},
    "Wertung The Pits: Frau Adler 9, die Herren Beck, Conrad und Dorn je 5. Die Siegpunkte aller vier?": {
        "adler": 4, "beck": 2, "conrad": 2, "dorn": 2,
    },
    "Garrison is gfalln: i 4, d’Resi 7, d'Ute 3. Wiavui Punkte kriagt jeda?": {"resi": 3, "du": 2, "ute": 1},
    "Unterirdisches Versteck wird gewertet, wir sind vier: 14, 9, 9 und Opa mit 3. Wer kriegt was?": {
        "spieler_a": 5, "spieler_b": 3, "spieler_c": 3, "opa": 0,
    },
    "the mines, kein monster, ich 12 gegen 9. reichen mir 3 vorsprung, und wie viele punkte gibts für uns?": {
        "du": 4, "gegner": 2,
    },
    "Mage's Tower gefallen. Ich 10, Renate 7, Bernd 6 und Uschi mit ihrem Bardling 2. Was muss Renate notieren?": {
        "du": 4, "renate": 3, "bernd": 2, "uschi": 0,
    },
    "Garrison, kein Monster: Ida 9, Tom genauso viel, ich 4. Wer kriegt was?": {"ida": 4, "tom": 4, "du": 2},
    # Creatures that are the others of somebody.
    "Garrison, kein Monster: mein Berserker, meine anderen zusammen 6, Ute 8. Punkte?": {"du": 3, "ute": 2},
    "Garrison: Tom hat 7, seine anderen 3, ich 8. Punkte?": {"tom": 3, "du": 2},
    # Points that are asked for are nobody's strength.
    "baumhaus, alle vier genau 8, kein monster. teilen wir uns jetzt die 4+2+1 oder was": {
        f"spieler_{one}": 4 for one in "abcd"
    },
    "unterirdisches versteck: frau zwölf, ich auch, der junge vier, kriegen wir beide die fünf oder nur einer": {
        "du": 5, "frau": 5, "junge": 2,
    },
    # Whoever has nothing there gets nothing.
    "thieves guild + ghoul drauf. tim 14 ute 8, von mir liegt da nur mein secret stash, null kreaturen. punkte?": {
        "tim": 4, "ute": 3, "du": 0,
    },
    "The Pits: Ben hat dort null Kreaturen, Ida 9, ich 8. Wer kriegt was?": {"ida": 4, "du": 2, "ben": 0},
    # Whoever goes before the scoring has nothing any more, whatever he had.
    "Dimension Doors gewertet, ich 11, Ina 6, Olli 4. Ich fliehe vorher mit Run Away More! und allen meinen Leuten. "
    "Was bekommen wir drei?": {"ina": 4, "olli": 2, "du": 0},
    "Garrison gewertet, Ida 9, Kai 8, ich 6, kein Monster. Kai zieht davor alle seine Kreaturen weg. Wer kriegt was?": {
        "ida": 3, "du": 2, "kai": 0,
    },
}  # fmt: skip
# Strengths that are told by others', one by one, or beside each other.
PAID |= {
    "The Mines, keine Monster. Anna hat 3 mehr als Ben, Ben hat 8. Wer kriegt was?": {"anna": 4, "ben": 2},
    "The Mines, keine Monster. Ben hat 6, Anna doppelt so viel wie Ben, ich 5. Punkte?": {
        "anna": 4,
        "ben": 2,
        "du": 1,
    },
    "The Pits: ich hab 4 Kreaturen mit je 2, Bo 3 mit je 3. Punkte?": {"bo": 4, "du": 2},
    "Am Baumhaus hat Mia ihre 9, mein Bruder ne 3er und ich zwei 4er. Punkte bitte!": {
        "mia": 4,
        "du": 2,
        "bruder": 1,
    },
    "Garrison: Mama 10, die Zwillinge je 3, ich 8. Wer bekommt Punkte?": {"mama": 4, "du": 3, "spieler_a": 2},
    "Hotel of Holiness wird abgerechnet. Chef 9, Azubi 6, Praktikantin 6.": {
        "chef": 4,
        "azubi": 3,
        "praktikantin": 3,
    },
    "Ich führe am Treehouse mit 9 zu 7 gegen Lara. Keine Monster. Was gibts für uns?": {"du": 4, "lara": 2},
    "Garrison: ich 7, mein Gegner 4, kein Monster. Er spielt noch eine 5er. Punkte?": {"gegner": 3, "du": 2},
    "Mage's Tower: Erster Uwe, Zweiter ich, kein Dritter. Wie viele Siegpunkte bekomme ich?": {
        "uwe": 4,
        "du": 3,
    },
    "Treasure Bath gewertet, Lukas 7, Sara 7. Bekommt jeder 1 oder 2?": {"lukas": 2, "sara": 2},
    "Die Birthday Party fällt mit genau 20. Ich stelle 9, Ede 11. Punkte?": {"ede": 4, "du": 2},
    "Garrison: 8 ich, 7 Ida. Vor der Wertung zieht Ida sich komplett zurück. Punkte?": {"du": 3, "ida": 0},
    "The Pits, kein Monster: ich 9, ben 7, ben opfert vorher seine ganze Truppe. Punkte?": {
        "du": 4,
        "ben": 0,
    },
    "Wertung an der Garrison: Oma Erna 9, Opa 9, ich 3.": {"erna": 3, "opa": 3, "du": 1},
    "Coffers: ich habe 9, mein Nebenmann ebenfalls, Ida 3. Wer bekommt was?": {
        "du": 4,
        "nebenmann": 4,
        "ida": 1,
    },
    "Gleichstand an den Mines: ich und Jule 9, Kai 5. Wie viele Punkte jeder?": {
        "du": 4,
        "jule": 4,
        "kai": 1,
    },
    "Drei von uns haben je 7 an The Pits, der vierte 2. Punkte?": {
        "spieler_a": 4,
        "spieler_c": 4,
        "vierte": 0,
    },
    "The Mines: ich 19, sonst keiner. Punkte für mich?": {"du": 4},
    "Garrison, ich 9, Tom 8, Uli ohne Kreatur. Punkte?": {"du": 3, "tom": 2, "uli": 0},
    "hab 3 leute mit je 3 an der garrison, gegner 2 leute mit je 4. kein monster. wer kriegt was": {
        "du": 3,
        "gegner": 2,
    },
    "The Mines: Rosi 9, Opa gar nix, ich 8. Wer kriegt was?": {"rosi": 4, "du": 2, "opa": 0},
}
# Whether a base falls, with what it needs and what lies there.
FALLS: dict[str, tuple[str, int, int]] = {
    "birthday party mit 1 hippogreif. mara 9 ich 8 leon 6. DRÜBER müssen wir sein sagt leon. wird gewertet oder nich": (
        "ja", 23, 23,
    ),
    "the pits, drauf hockt a ghoul und a poultrygeist. i 11, da sepp 6, d’resi 4. is des iatz gfalln oda ned": (
        "nein", 21, 22,
    ),
    "An den Coffers stehe ich mit 9, meine Enkelin mit 6, King Tut liegt mit 4 darauf. Das wären 19, also mehr als 18. "
    "Ist die Basis damit zerstört?": ("nein", 15, 22),
    "the pits, drauf king tut und ein poultrygeist. ich 12, er 10. müssen wir werten? ich komm auf genau 22": (
        "nein", 22, 23,
    ),
    "Thieves Guild, ein Ghoul: 12 von mir, 7 von Bine. Fällt sie, und wenn ja wer kriegt was?": ("nein", 19, 22),
    "Mage's Tower: wir brauchen 18, ich hab 8 und er 9. Fällt er?": ("nein", 17, 18),
    "Die Diebesgilde hat 19, zwei Monster mit 3 und 4 liegen da. Wir haben 25. Gewertet?": ("nein", 25, 26),
    "Unterirdisches Versteck mit 23, drauf ein Bigfoot mit Stärke 7. Ich 15, Vera 14. Reicht es?": ("nein", 29, 30),
    "the pits, ich hab 6+3+2, lea 8, monster 0. wird gewertet?": ("ja", 19, 16),
    "Coffers, die zwei Monster hab ich plattgemacht. Ich 12, Tom 6. Fällt sie?": ("ja", 18, 18),
    "the pits leer, nur ich 9 und lea 7. kippt sie?": ("ja", 16, 16),
    "Hotel of Holiness, Ghoul unter meiner Kontrolle. Ich 6 und er 6 ohne das Monster. Fällt es?": ("ja", 15, 15),
    "Garrison, ich 4, Ute 7, Ghoul drauf. Ist sie gestürzt?": ("nein", 11, 15),
}  # fmt: skip


def asked(question: str, books: Library) -> AskAnswer:
    return ask(question, ["smash-up"], books)


@pytest.mark.parametrize("question", PAID)
def test_everybody_is_known_by_what_he_is_called(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert answer.verdict == "punkte"
    assert {who: answer.numbers.get(who) for who in PAID[question]} == PAID[question]


@pytest.mark.parametrize("question", FALLS)
def test_a_base_falls_by_what_lies_there(books: Library, question: str) -> None:
    answer = asked(question, books)
    told = answer.verdict, answer.numbers["staerke"], answer.numbers["zerstoerungswert"]
    assert told == FALLS[question]


@pytest.mark.parametrize(
    "question",
    [
        "am baumhaus haben wir alle zusammen neunzehn muss das jetzt gewertet werden oder noch nicht",
        "Thieves' Guild: ich 12, Tom 8. Fällt sie?",
        "Garrison gewertet, Ida 9, Kai 8, ich 6. Ida spielt vorher Run Away More. Wer kriegt was?",
        "Garrison gewertet, Ida 9, Kai 8, ich 6. Kai haut vorher mit seinen Leuten ab. Wer kriegt was?",
    ],
)
def test_what_decides_and_was_not_told_is_asked_for(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert (answer.verdict, "lage" in answer.asks) == ("rueckfrage", True)


@pytest.mark.parametrize(
    "question",
    ["Baumhaus: wir haben zusammen 40. Fällt es?", "Baumhaus ohne Monster, ich 9, Lea 8. Fällt es?"],
)
def test_monsters_are_asked_for_only_where_they_decide(books: Library, question: str) -> None:
    assert asked(question, books).verdict == "ja"


def test_whether_a_scoring_goes_on_without_those_who_left_is_the_laws_to_say(books: Library) -> None:
    question = (
        "Garrison, Ida 9, Kai 8. Kai zieht vor der Wertung alle seine Kreaturen weg. Wird trotzdem gewertet?"
    )
    assert asked(question, books).verdict != "nein"


def test_points_and_treasures_are_told_together(books: Library) -> None:
    question = (
        "Mit Verzauberung habe ich mir den Plutoniumdrachen an den Coffers geholt. Meine anderen dort zusammen 6, "
        "mein Schwager 12. Wer bekommt wie viele Punkte und wie viele Schätze?"
    )
    numbers = asked(question, books).numbers
    assert (numbers["schwager"], numbers["du"]) == (4, 2)
    assert (numbers["schaetze_schwager"], numbers["schaetze_du"]) == (3, 2)


@pytest.mark.parametrize(
    "question",
    [
        "ich hatte ZUERST 15 punkte aber karin hat am ende von meinem zug 17. hab ich gewonnen",
        "Ich war zuerst bei 15, aber Tom steht am Zugende bei 16. Gewinne ich trotzdem?",
    ],
)
def test_who_had_enough_first_has_not_won_by_that(books: Library, question: str) -> None:
    assert asked(question, books).verdict == "nein"


def test_who_asks_without_a_name_asks_for_himself(books: Library) -> None:
    assert asked("ich 15, paul 14, zug zu ende. gewonnen?", books).verdict == "ja"


@pytest.mark.parametrize(
    "question",
    [
        "The Mines: ich 5 und 4, Rosi 3, 3 und 2. Kein Monster. Wer kriegt was?",
        "mein cat burglar zeigt 4 schätze aus der hand. wie stark is er",
        "Garrison: ich hab 2 mehr als nötig, Tom 5. Punkte?",
        "Bei Gleichstand an The Pits, ich 8 Tom 8: wer zieht zuerst Schätze?",
        "hab 3 leute mit 3 an der garrison, gegner 2 leute mit 4. kein monster. wer kriegt was",
        "Diebesgilde: ich 9 inklusive dem Ghoul, den ich kontrolliere, Ida 8. Punkte?",
        "Ich stehe bei 13 Siegpunkten und werde Erster an den Pits mit 10, Ida 6. Gewinne ich?",
        "baumhaus: sie kriegt auch 4, weil sie gleich viel hat wie ich: beide 9. Ben 3. stimmts?",
    ],
)
def test_what_finds_no_place_is_not_counted(books: Library, question: str) -> None:
    assert asked(question, books).kind != "score" or asked(question, books).verdict == "rueckfrage"


def test_a_deck_of_bases_is_no_end_of_the_game(books: Library) -> None:
    question = "Basisdeck aus den 16 Basen. Wie wahrscheinlich verlangt die oberste drei Monster?"
    assert asked(question, books).verdict != "ja"
