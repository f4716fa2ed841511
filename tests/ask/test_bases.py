"""Smash Up: whether a base falls, and what it brings to whom."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.answer import AskAnswer
from rules.ask.bases import by_score
from rules.ask.reading import read
from rules.engine.library import Library

SCORES: dict[str, tuple[str, dict[str, int]]] = {
    "places in order": (
        "Basis 4/2/1: Anna 12, Ben 9, Carl 3. Wie viele Punkte bekommt jeder?",
        {"anna": 4, "ben": 2, "carl": 1},
    ),
    "with the breakpoint told": (
        "Basis mit Zerstörungswert 20 und Punkten 4, 2, 1: Anna hat Stärke 12, Ben 9, Carl 3. Wie viele Punkte?",
        {"anna": 4, "ben": 2, "carl": 1},
    ),
    "two share the first place": (
        "Basis 4/2/1: Anna 12, Ben 12, Carl 3. Wie viele Punkte bekommt jeder?",
        {"anna": 4, "ben": 4, "carl": 1},
    ),
    "two share the second place": (
        "Basis 4/2/1: Anna 12, Ben 9, Carl 9. Wie viele Punkte bekommt jeder?",
        {"anna": 4, "ben": 2, "carl": 2},
    ),
    "all alike": (
        "Basis mit 5/3/2 Punkten. Anna 11, Ben 11, Carl 11. Punkte?",
        {"anna": 5, "ben": 5, "carl": 5},
    ),
    "the fourth gets nothing": (
        "Basis 3/2/1, Anna 10, Ben 8, Carl 6, Dora 4. Punkte?",
        {"anna": 3, "ben": 2, "carl": 1, "dora": 0},
    ),
    "another who has the same": (
        "Thieves' Guild ohne Monster: Uli hat 9, Rosi auch 9, Jo 3. Wer bekommt was?",
        {"uli": 4, "rosi": 4, "jo": 2},
    ),
    "distributed at somebody's word": (
        "Fehdehandschuh fällt, Monster sind keine mehr da. Yusuf und Greta je zwölf, Opa sechs. Verteil mal!",
        {"yusuf": 5, "greta": 5, "opa": 2},
    ),
    "alone": (
        "Basis 4/2/1, nur Anna hat Kreaturen mit Stärke 21 darauf. Wie viele Punkte bekommt sie?",
        {"anna": 4},
    ),
}
FALLS = {
    "Basis mit Zerstörungswert 20: Anna hat 12, Ben 7. Wird sie gewertet?": ("nein", 19, 20),
    "Basis mit Zerstörungswert 20: Anna hat 12, Ben 9. Wird sie gewertet?": ("ja", 21, 20),
    "Basis mit Zerstörungswert 18, Anna hat Stärke 10 und Ben Stärke 8. Wird gewertet?": ("ja", 18, 18),
    "Basis mit Zerstörungswert 22: Anna hat 12, Ben 9. Fällt die Basis?": ("nein", 21, 22),
}


# Told in other ways: who gets what, and whether it falls.
PAYS: dict[str, dict[str, int]] = {
    "The Mines wird gewertet: Ida 9, Max 8, ich 3. Wer kriegt wie viel?": {"ida": 4, "max": 2, "du": 1},
    "thieves guild gewertet: ich 13, zwei leute je 6, tim 1. wer bekommt was?": {
        "du": 4, "spieler_a": 3, "spieler_b": 3, "tim": 0,
    },
    "the mines: mama hat 8 papa 6 und ich und mein bruder haben beide 3. wer kriegt wie viele punkte?": {
        "mama": 4, "papa": 2, "du": 1, "bruder": 1,
    },
    "Hotel of Holiness, drei Spieler, alle mit Stärke 9. Wie viele Siegpunkte?": {
        "spieler_a": 4, "spieler_b": 4, "spieler_c": 4,
    },
    "Fehdehandschuh gewertet: A hat eine Kreatur mit 9, B zwei Kreaturen mit je 4. Siegpunkte?": {"a": 5, "b": 3},
    "treasure bath kaputt, ich 8, er 8, monster keins mehr da. wie viele punkte?": {"du": 2, "er": 2},
}  # fmt: skip
FATES = {
    "The Coffers, drauf ein Ghoul. Ich 9, Lea 8, Kai 5. Fällt die?": ("ja", 22, 21),
    "Treasure Bath 12, Monster drauf St. 3, Kreaturen 9 + 5. Wertung?": ("nein", 14, 15),
    "wir haben zusammen 14 am Baumhaus und ein Bigfoot liegt da, wird gewertet?": ("nein", 14, 22),
    "reichen 17 am Thieves Guild?": ("nein", 17, 19),
    "Charm auf den Plutoniumdrachen am Baumhaus. Meine Kreaturen dort 7, Gegner 4. Fällt die Basis?": (
        "ja",
        16,
        15,
    ),
}


@pytest.mark.parametrize("question", PAYS)
def test_who_gets_what_is_told_in_many_ways(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert answer.verdict == "punkte"
    assert {who: answer.numbers.get(who) for who in PAYS[question]} == PAYS[question]


@pytest.mark.parametrize("question", FATES)
def test_whether_a_base_falls_is_told_in_many_ways(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert (answer.verdict, answer.numbers["staerke"], answer.numbers["zerstoerungswert"]) == FATES[question]


def test_the_breakpoint_says_what_it_is_made_of(books: Library) -> None:
    answer = asked("Mage's Tower mit einem Bigfoot darauf, wie hoch ist der Zerstörungswert?", books)
    assert "18 + 7 = 25" in answer.answer


def test_a_base_that_falls_as_the_question_says_shows_no_breakpoint_of_its_own(books: Library) -> None:
    answer = asked("Basis 4/2/1: Anna 12, Ben 9, Carl 3. Wie viele Punkte bekommt jeder?", books)
    assert "zerstoerungswert" not in answer.numbers


def test_treasures_are_told_where_they_are_asked_for(books: Library) -> None:
    answer = asked(
        "An den Mines liegen King Tut und Ghoul. Ich 15, Lea 9. Wie viele Schätze kriegt jeder?", books
    )
    assert (answer.numbers["du"], answer.numbers["lea"]) == (2, 1)


# Names before the number, behind it, in brackets; groups, places, sums, creatures by name, cards that are played.
PAYS |= {
    "The Pits: 11 für mich, 7 für Oma und 4 für Opa. Wer bekommt wie viele Punkte?": {"du": 4, "oma": 2, "opa": 1},
    "Garrison wird gewertet mit 10 (Lena) und 8 (Moritz), Punkte?": {"lena": 3, "moritz": 2},
    "The Mines zu viert, zweimal 9 und zweimal 6. Was bekommt jeder der vier?": {
        "spieler_a": 4, "spieler_b": 4, "spieler_c": 1, "spieler_d": 1,
    },
    "Thieves' Guild, wir sind zu dritt und alle drei haben genau 9. Wie viele Siegpunkte?": {
        "spieler_a": 4, "spieler_b": 4, "spieler_c": 4,
    },
    "4-3-2 Basis, elf von mir, sieben von Uta. Siegpunkte?": {"du": 4, "uta": 3},
    "Basis 5/3/2, ich bin Dritter, Ida Erste. Wie viele Punkte kriege ich?": {"du": 2, "ida": 5},
    "Basis 4/2/1: ich hatte 9, dann frisst ein Hippogreif meine 3er-Kreatur, Bo 7. Punkte für uns?": {"du": 2, "bo": 4},
    "Basis 4/2/1, ich 12, Lea 8, und ich spiele während der Wertung Angry Pillagers. Wie viele Punkte?": {
        "du": 5, "lea": 2,
    },
    "drei Spötterinnen (ich) gegen Master Thief (mein Vater) am Baumhaus. Siegpunkte?": {"du": 4, "vater": 2},
}  # fmt: skip
FATES |= {
    "16 aufgedruckt, eine Karte senkt das um 3, ein Monster mit Stärke 4. Unsere Kreaturen haben 16. Fällt sie?": (
        "nein", 16, 17,
    ),
    "Ich kontrolliere das einzige Monster (Stärke 4) an einer 17er-Basis, hab selber 6, Milo 7. Fällt sie?": (
        "ja", 17, 17,
    ),
    "Zerstörungswert 21, zwei Monster mit Stärke 5 und 2, Kreaturen aller Spieler zusammen 27. Wird gewertet?": (
        "nein", 27, 28,
    ),
}  # fmt: skip
LACKS = {
    "Treasure Bath mit Knight of the Living Dead, Kreaturen 9 und 7. Wie viel fehlt?": 1,
    "Zerstörungswert 20, King Tut, die anderen haben zusammen 15. Wie viel muss ich haben, damit sie fällt?": 9,
    "Bigfoot und Ghoul am Hotel of Holiness, wir haben 8+7+6. Wie viel noch?": 1,
}
WON = {
    "Zugende. Ich habe 15 Siegpunkte, sie hat 17. Wer hat gewonnen?": ("folge", "Sie gewinnt mit 17"),
    "Siggi 17, Gisela 15, Heinz 12 am Zugende. Gewinnt Siggi?": ("ja", "Siggi gewinnt mit 17"),
    "15:15 nach dem Zug von Tarik. Hat schon einer gewonnen?": ("nein", "weitergespielt"),
    "Ich hab 14, Mia 12. Ist das Spiel jetzt aus?": ("nein", "genügen nicht"),
}
# A number, a card or a creature without a place, a sum that does not fit: nobody counts.
UNPLACED = [
    "The Pits: ich 9, Lea 7, 5. Fällt die Basis?",
    "The Mines, ich hab 12 und ein Ghoul frisst was davon weg, Lea 7, 8. Fällt sie?",
    "Baumhaus: ich hatte 9, jetzt nur noch 6, Lea 8. Fällt es?",
    "Anna und Ben haben 8 an The Pits, ich 5. Wer kriegt wie viele Punkte?",
    "The Pits: ich hab 8 und keine Kreatur, Lea 7, wie viele Punkte?",
]


@pytest.mark.parametrize("question", LACKS)
def test_what_a_base_lacks_is_told(books: Library, question: str) -> None:
    reading = by_score(read(question, ["smash-up"], books))
    assert reading is not None
    assert (reading.answer.verdict, reading.answer.numbers["fehlt"]) == ("zahl", LACKS[question])


@pytest.mark.parametrize("question", WON)
def test_who_has_won_at_the_end_of_a_turn_is_told(books: Library, question: str) -> None:
    reading = by_score(read(question, ["smash-up"], books))
    assert reading is not None
    assert (reading.answer.verdict, WON[question][1] in reading.answer.answer) == (WON[question][0], True)
    assert all(cite.startswith("smash-up.spielende.") for cite in reading.answer.cites)


def test_a_card_stands_among_told_strengths_without_being_a_number(books: Library) -> None:
    told = (
        "Mein Inbrünstiger Mönch (4) trägt die Hanteln, plus drei. Dagegen hält Holger mit Dork Ork. Wertung?"
    )
    assert ask(told, ["smash-up"], books).verdict != "punkte"


@pytest.mark.parametrize("question", UNPLACED)
def test_a_base_with_something_unplaced_is_not_counted(books: Library, question: str) -> None:
    reading = by_score(read(question, ["smash-up"], books))
    assert reading is None or reading.answer.verdict == "rueckfrage"


def test_whose_turn_it_is_is_asked_where_booty_is_drawn_in_turn(books: Library) -> None:
    reading = by_score(
        read("Ayse und ich haben beide 8, drei Schätze Beute. Wie viele kriegt jeder?", ["smash-up"], books)
    )
    assert reading is not None
    assert reading.answer.asks == ["person", "lage"]
    reading = by_score(
        read(
            "Ich bin am Zug, Ayse und ich haben beide 8, drei Schätze Beute. Wie viele kriege ich?",
            ["smash-up"],
            books,
        )
    )
    assert reading is not None
    assert reading.answer.numbers["du"] == 2


def test_monsters_that_nobody_names_are_asked_for(books: Library) -> None:
    reading = by_score(
        read("The Mines mit zwei Monstern, ich 12, Lea 9. Fällt die Basis?", ["smash-up"], books)
    )
    assert reading is not None
    assert reading.answer.verdict == "rueckfrage"


LAWS = [
    "Löst der Netz-Troll aus, wenn der Fehdehandschuh ihn bringt?",
    "Bekommt der Zweite an einer Basis auch noch die Punkte vom dritten Platz dazu?",
]


@pytest.mark.parametrize("question", LAWS)
def test_not_every_number_beside_a_base_is_a_scoring(books: Library, question: str) -> None:
    assert asked(question, books).kind == "law"


def asked(question: str, books: Library) -> AskAnswer:
    return ask(question, ["smash-up"], books)


@pytest.mark.parametrize("case", SCORES)
def test_a_base_pays_by_places(books: Library, case: str) -> None:
    question, points = SCORES[case]
    answer = asked(question, books)
    assert answer.verdict == "punkte"
    assert {who: answer.numbers.get(who) for who in points} == points
    assert all(f"{who.title()}: {n}" in answer.answer for who, n in points.items())


@pytest.mark.parametrize("question", FALLS)
def test_a_base_falls_when_the_strength_reaches_its_breakpoint(books: Library, question: str) -> None:
    verdict, strength, wall = FALLS[question]
    answer = asked(question, books)
    assert (answer.verdict, answer.numbers["staerke"], answer.numbers["zerstoerungswert"]) == (
        verdict,
        strength,
        wall,
    )


def test_who_gets_points_without_a_base_is_a_question_for_the_law(books: Library) -> None:
    answer = asked("Wer bekommt wie viele Punkte?", books)
    assert answer.scenario is None
    assert "smash-up.siegpunkte.rangfolge" in answer.cites


def test_a_sum_that_is_told_beside_the_strengths_is_nobodys(books: Library) -> None:
    question = "Baumhaus mit Hippogreif und Ghoul. Anna 11, Ben 9, macht zwanzig. Ist die Basis fällig?"
    answer = ask(question, ["smash-up"], books)
    assert (answer.verdict, answer.numbers["staerke"], answer.numbers["zerstoerungswert"]) == ("nein", 20, 21)


def test_both_of_us_are_two(books: Library) -> None:
    question = "Wir beide haben 8 am Baumhaus, die Monster sind weg. Wer kriegt wie viele Punkte?"
    answer = ask(question, ["smash-up"], books)
    assert "Du: 4; Dein Gegenüber: 4" in answer.answer


def test_nobody_has_won_in_the_middle_of_a_turn(books: Library) -> None:
    answer = ask("Jetzt hab ich 15, mitten im Zug. Gewonnen?", ["smash-up"], books)
    assert answer.verdict == "nein"
    assert "Ende des Zuges" in answer.answer


def test_who_asks_for_himself_has_not_won_with_less(books: Library) -> None:
    question = "Zug vorbei, Lukas hat 16, ich 15. Ich war aber zuerst da, gewinne also ich?"
    answer = ask(question, ["smash-up"], books)
    assert (answer.verdict, answer.answer[:12]) == ("nein", "Nein: Lukas ")


def test_cards_in_the_hand_are_no_points(books: Library) -> None:
    answer = ask(
        "Mein Zug läuft noch: zwölf Karten auf der Hand. Jetzt schon welche weg?", ["smash-up"], books
    )
    assert answer.kind != "score"


def test_a_monster_that_nobody_controls_strengthens_the_base(books: Library) -> None:
    question = "Hotel of Holiness, darauf King Tut und ein Ghoul, keiner kontrolliert sie. Zusammen: 21. Machts bumm?"
    answer = ask(question, ["smash-up"], books)
    assert (answer.verdict, answer.numbers) == ("nein", {"staerke": 21, "zerstoerungswert": 22})


def test_falls_or_not_asks_for_no_points(books: Library) -> None:
    question = "Bollwerk, drauf ein Ghoul und ein Poultrygeist. Ich 9, Tina 8. Kracht das jetzt oder nicht"
    assert ask(question, ["smash-up"], books).verdict == "ja"


def test_who_asks_only_whether_a_base_has_fallen_is_told_that(books: Library) -> None:
    text = "Thieves' Guild, ich 12, Tom 8, kein Monster mehr. Gefallen?"
    first = ask(text, ["smash-up"], books)
    with_ghoul = ask("und mit einem Ghoul drauf?", ["smash-up"], books, context=first.context)
    assert (first.verdict, first.numbers["zerstoerungswert"]) == ("ja", 19)
    assert (with_ghoul.verdict, with_ghoul.numbers["zerstoerungswert"]) == ("nein", 22)


def test_who_says_that_a_base_has_fallen_is_told_the_points(books: Library) -> None:
    answer = ask(
        "Thieves' Guild ist gefallen, ich 12, Tom 8, kein Monster. Wer kriegt was?", ["smash-up"], books
    )
    assert (answer.numbers["du"], answer.numbers["tom"]) == (4, 3)


# A base that is told as scored: nobody asks whether it falls, but who gets what.
PAID: dict[str, dict[str, int]] = {
    "Garrison wird abgerechnet, wir haben zusammen 23: Ida 11, Kai 8, Nils 4.": {"ida": 4, "kai": 3, "nils": 2},
    "Mage's Tower gewertet: Lotte 12, Theo 5 und ich 5.": {"lotte": 4, "theo": 3, "du": 3},
    "Helper's Hollow fällt: Sina 9, Malte 9, Opa Willi 4, Boni alle schon drin.": {"sina": 3, "malte": 3, "willi": 1},
    "Treasure Bath fliegt: Emil 9, Frieda 4.": {"emil": 2, "frieda": 0},
    "Schlag den Ghoul ist fällig, kein Monster mehr: Lea 6, Tim 6.": {"lea": 3, "tim": 3},
    # Points without a name, in many shapes.
    "Hannah 10, Piet 10, dahinter Oma mit 4. Auf der Basis steht 5 – 3 – 2.": {"hannah": 5, "piet": 5, "oma": 2},
    "Auf der Basis steht 4 für den ersten, 3 und 2 dahinter. Olga 9, dann Mats und ich mit je fünf.": {
        "olga": 4, "mats": 3, "du": 3,
    },
    "Hein un Fiete je 8, Trintje un Jan je 5, op de Basis steiht 3-2-1. Wo veel kriegt elkeen?": {
        "hein": 3, "fiete": 3, "trintje": 1, "jan": 1,
    },
    "4-2-1 steht da. Die beiden Brüder haben je 10, ich mit 6 danach. Ich will die 2 für den Zweiten! Was krieg ich?": {
        "spieler_a": 4, "spieler_b": 4, "du": 1,
    },
    # Who has no creature there gets nothing, and is told so.
    "Basis 4-3-2. Paul 12, Greta 7, und Toni hat dort nur noch eine Aktion liegen.": {"paul": 4, "greta": 3, "toni": 0},
    "Dimension Doors: Hilde 13, Walter 8, Bodo ist gar nicht vertreten. Was bekommt jeder?": {
        "hilde": 4, "walter": 2, "bodo": 0,
    },
    "Anna zieht mit „Run Away More!“ vor der Wertung all ihre Leute vom Baumhaus weg. Ben 9, Cem 6. Punkte der drei?": {
        "anna": 0, "ben": 4, "cem": 2,
    },
    "The Coffers: Ben 12, Lena 8, ich hab da gar keine Kreatur. Wie viele Siegpunkte?": {"ben": 4, "lena": 2, "du": 0},
    # Names with what somebody is before them.
    "The Pits wurde gewertet. Herr Brandt kam auf 11, Frau Thiele auf 9 und Herr Voss auf 6. Wie viele Siegpunkte?": {
        "brandt": 4, "thiele": 2, "voss": 1,
    },
    "Diebesgilde gewertet: Gegner Udo 8, meine Freundin Ayla 6 und ich 6.": {"udo": 4, "ayla": 3, "du": 3},
    "Spieler 1 hat 9, Spieler 2 hat 7, Spieler 3 hat 7. The Pits gewertet.": {
        "spieler_1": 4, "spieler_2": 2, "spieler_3": 2,
    },
    # Sums beside those who make them up; who comes behind the number.
    "Garrison, 9 + 6 + 4 macht 19: Xaver hat neun, Burgl sechs, Sepp vier. Punkte?": {"xaver": 3, "sepp": 1},
    "Am Garrison stehn nur wir zwee, ick elf, Manne elf. Macht zwoundzwanzich. Wat kriejen wa?": {"du": 4, "manne": 4},
    "Unterirdisches Versteck gewertet: 14 für Lea, 11 für Max, je 3 für Tom und Kim.": {
        "lea": 5, "max": 3, "tom": 2, "kim": 2,
    },
    "Garrison: 12 (Sabine) zu 10 (Rolf) zu 3 (ich). Wertung!": {"sabine": 4, "rolf": 3, "du": 2},
    "3/2/1 – wer kriegt was bei 8 (Lea), 8 (Max), 4 (ich)?": {"lea": 3, "max": 3, "du": 1},
    "Thieves' Guild gewertet: 9 Anna, 9 Ben, 4 Cem.": {"anna": 4, "ben": 4, "cem": 2},
    # Creatures and cards by their names.
    "Sword Lord (5) plus zwei Dork Orks bei mir. Dagegen Onkel Fred mit 10. Die Basis hat 4, 3, 2 und fällt.": {
        "du": 4, "fred": 3,
    },
    "Mein Berserker (3) trägt den Shield of Ubiquity, am Bollwerk sind drei Netz-Trolle. Loni 8, Sami 5. Gewertet!": {
        "du": 3, "loni": 2, "sami": 2,
    },
    "The Mines! Mein Cat Burglar 3 mit der Kettensäge (+2) und der Master Thief 5. Resi hat 10. Wer kriegt was?": {
        "du": 4, "resi": 2,
    },
    "Drei Zwerge von mir am Hotel of Holiness, jeder mit Stärke 2, auf einem drei +1-Plättchen. Udo hat 8. Wertung!": {
        "du": 4, "udo": 3,
    },
    "The Mines gewertet: Bei mir liegen zwei Krieger mit je 4, bei Lisa einer mit 7.": {"du": 4, "lisa": 2},
    "Baumhaus fällig: Anna 12 (ein Wender mit 3 dabei), Ben 10. Vorher frisst der Hippogreif Annas Wender. Punkte?": {
        "ben": 4, "anna": 2,
    },
    "Basis 4-2-1 gewertet: Trank auf meiner 2er-Elfe, sie hat jetzt 0. Kurt 9, Ina 8.": {"kurt": 4, "ina": 2, "du": 1},
    "Birthday Party is dran: ich 15, Lea 13. Angry Pillagers hab ich gespielt, zwei Stück sogar. Punkte?": {
        "du": 4, "lea": 2,
    },
    "Angry Pillagers spiele ich zweimal! Ich 14, Ute 9, The Pits wird gewertet.": {"du": 6, "ute": 2},
    # A monster that somebody controls is his.
    "baumhaus. der ghoul dort gehört mir (verzauberung), der hat 3. meine leute zusammen 6, ben hat 8. punkte?": {
        "du": 4, "ben": 2,
    },
    "The Pits wird gewertet. Bigfoot gehört Anna, sonst Anna 5 und Ben 8.": {"anna": 4, "ben": 2},
    "The Coffers gewertet: Bruno vor mir, einen Dritten gibt es nicht.": {"bruno": 4, "du": 2},
}  # fmt: skip
# Where nobody knows who has what, it is asked for, or left to the law.
OPEN = [
    "Kim 0, Anna 9, Ben 4. Basis 4/2/1 wird gewertet. Was kriegt Kim?",
    "Garrison abgerechnet: ich 8, Tim etwa 9.",
    "Diebesgilde: Anna 10 (mit Bigfoot), Ben 9. Wird gewertet.",
    "The Pits abgerechnet: Anna 9 mit dem Sword Lord, Ben 8.",
    "The Mines gewertet, mein Berserker trägt zwei Schätze, Lea hat 6.",
    "Basis 4-2-1, die Hälfte von Annas 12 ist weg, Ben 7. Gewertet.",
    "The Pits gewertet: 8 für Tom und Kim, 7 für mich.",
    "Helper's Hollow wird gewertet. Meine zwei Kreaturen haben je 3, Lea hat drei Kreaturen mit je 2.",
    "The Mines, wir haben zusammen 24, gewertet! Wer kriegt was?",
    "Baumhaus wird gewertet: Anna 9, Ben 8. Darf Ben vorher noch eine Kreatur spielen?",
    "Garrison wird gleich gewertet, Anna 9, Ben 4. Soll ich noch was spielen?",
    "The Pits wird gewertet: Lea 9, Tom 7. Wohin gehen die Kreaturen?",
    "The Pits wird gewertet: Lea 9, Tom 7. Wer zieht zuerst einen Schatz?",
]


@pytest.mark.parametrize("question", PAID)
def test_a_base_that_is_told_as_scored_is_asked_for_its_points(books: Library, question: str) -> None:
    answer = asked(question, books)
    assert (answer.verdict, answer.kind) == ("punkte", "score")
    assert {who: answer.numbers.get(who) for who in PAID[question]} == PAID[question]


@pytest.mark.parametrize("question", OPEN)
def test_nobody_is_told_points_that_hang_on_something_unsaid(books: Library, question: str) -> None:
    assert asked(question, books).verdict != "punkte"


@pytest.mark.parametrize(
    "question",
    [
        "thieves guild, ich 9, tom 8, fällt die",
        "Thieves' Guild, ich 9, Tom 8, ist die fällig.",
        "Wird sie gewertet?",
    ],
)
def test_a_verb_that_leads_asks_whether_a_base_falls(books: Library, question: str) -> None:
    first = "" if "ich" in question else "Thieves' Guild: ich 9, Tom 8. "
    assert asked(first + question, books).verdict == "nein"


def test_the_booty_is_counted_with_what_lies_on_the_base(books: Library) -> None:
    loot = "An der Basis liegen ein Hippogreif und ein Ghoul, und Lea hat Secret Stash drauf. Wie groß wird die Beute?"
    share = "Neun Schätze zu vergeben, drei dabei, alle verschieden stark. Wie viele kriegt der Mittlere?"
    assert asked(loot, books).numbers == {"beute": 4}
    assert asked(share, books).numbers["platz_2"] == 3


def test_of_several_monsters_only_those_named_are_controlled(books: Library) -> None:
    question = "Baumhaus mit Hippogreif und Ghoul, den Hippogreif kontrolliere ich. Wie hoch ist der Zerstörungswert?"
    assert asked(question, books).numbers == {"zerstoerungswert": 18}


def test_a_scoring_goes_on_with_who_is_meant(books: Library) -> None:
    context = ""
    told: list[AskAnswer] = []
    for text in (
        "unterirdisches versteck, kein monster. stärken 10, 8, 4 und 2. fällig?",
        "der mit den 2 bin ich. was gibts für mich an punkten?",
        "und wenn dem mit 4 vor der wertung seine einzige kreatur zerstört wird?",
    ):
        told.append(ask(text, ["smash-up"], books, context=context))
        context = told[-1].context
    assert (told[1].numbers["du"], told[2].numbers["du"], told[2].numbers["spieler_c"]) == (0, 2, 0)
