"""Questions about the rules themselves: a yes, a no, a meaning, how boxes differ, what nobody knows."""

from __future__ import annotations

import re

import pytest

from rules.ask import ask
from rules.ask.entries import units
from rules.engine.library import Library

ANSWERED: dict[str, tuple[str, str, str]] = {
    "Darf ich im Kampf meine Rüstung verkaufen?": (
        "cthulhu",
        "nein",
        "cthulhu.kampfaktionen.verbot-verkaufen",
    ),
    "Reicht Gleichstand zum Sieg?": ("cthulhu", "nein", "cthulhu.kampf.niederlage-bedingung"),
    "Können zwei Spieler mir im Kampf helfen?": ("cthulhu", "nein", "cthulhu.hilfe.maximal-ein-helfer"),
    "Darf ich mit der letzten Stufe durch Verkauf gewinnen?": (
        "cthulhu",
        "nein",
        "cthulhu.spielende.letzte-stufe-durch-toeten",
    ),
    "Muss ich Schlimme Dinge erleiden, wenn ich entkomme?": ("cthulhu", "nein", "cthulhu.weglaufen.erfolg"),
    "Darf ich zwei Klassen haben?": ("axe-cop", "nein", "axe-cop.klasse.hoechstens-eine"),
    "Gewinnt ein Krieger bei Gleichstand?": ("shakespeare", "ja", "shakespeare.hilfe.krieger-gleichstand"),
    "Was bedeutet Schlimme Dinge?": (
        "cthulhu",
        "definition",
        "cthulhu.schlimme-dinge.bei-misslungener-flucht",
    ),
    "Was ist ein Super Munchkin?": ("axe-cop", "definition", "axe-cop.super-munchkin.mehrere-klassen"),
    "Wie läuft die Milde Gabe ab?": ("cthulhu", "definition", "cthulhu.phase4-milde-gabe.abgeben"),
    "Was ist ein Kultist?": ("cthulhu", "definition", "card:cthulhu/kultist"),
    "Wie viele Schätze bringt der Shoggoth?": ("cthulhu", "zahl", "card:cthulhu/shoggoth"),
}
REFUSED = {
    "Welche Karte ist die schönste?": "Geschmack",
    "Wie baut man bei Catan eine Straße?": "anderes Spiel",
    "Darf man beim Schach rochieren, wenn der König im Schach steht?": "anderes Spiel",
}
# Nothing in the books comes near: whatever is said, it is no decision.
FAR = [
    "Darf ich mit dem Fahrrad zur Arbeit fahren?",
    "Muss ich heute noch die Blumen gießen?",
    "Kann man Tomaten im Winter pflanzen?",
    "Ist die Banane krumm?",
    "Darf der Zahnarzt telefonieren?",
]


# What a family asks in its first game, in its simplest words.
SIMPLE = {
    "Wie viel Gold brauche ich für eine Stufe?": ("cthulhu", "1.000"),
    "Kann man Stufen verlieren?": ("cthulhu", "Ja."),
    "Kann man unter Stufe 1 fallen?": ("cthulhu", "Nein."),
    "Darf ich mehrere Helfer haben?": ("cthulhu", "Nein."),
    "Bekommt der Helfer auch eine Stufe?": ("cthulhu", "Nein."),
    "Muss ich helfen?": ("cthulhu", "Nein."),
    "Kann ich mit einer Stufenkarte gewinnen?": ("cthulhu", "Nein."),
    "Kann ich Gegenstände tauschen?": ("shakespeare", "Ja."),
    "Wie viele große Gegenstände darf ich haben?": ("shakespeare", "1 "),
    "Wie viele Loyalitäten darf ich haben?": ("impossible", "1 "),
    "Was ist ein Mietling?": ("impossible", "Ein Mietling"),
    "Was sind Kräfte?": ("axe-cop", "Eine Kraft"),
    "Wie viele Verbündete darf ich haben?": ("axe-cop", "1 "),
    "Wie viele Karten darf ich pro Zug spielen?": ("smash-up", "Bis zu 2"),
    "Was passiert bei Gleichstand an der Basis?": ("smash-up", "Jeder der Gleichstarken"),
}


@pytest.mark.parametrize("question", SIMPLE)
def test_what_a_family_asks_first_is_answered_at_once(books: Library, question: str) -> None:
    box, told = SIMPLE[question]
    answer = ask(question, [box], books)
    assert answer.answer.startswith(told)


def test_who_asks_in_the_very_words_of_a_phrasing_gets_its_answer(books: Library) -> None:
    answer = ask("Darf ich während des Kampfs das Training legen?", ["impossible"], books)
    assert "impossible.training.jederzeit-ablegen" not in answer.cites
    assert answer.verdict == "ja"


@pytest.mark.parametrize(
    "question", ["Wann darf ich einen Fluch spielen?", "Wie viele Rüstungen darf ich tragen?"]
)
def test_who_asks_when_or_how_many_is_not_told_yes_or_no(books: Library, question: str) -> None:
    answer = ask(question, ["cthulhu"], books)
    assert answer.verdict in ("folge", "definition", "zahl")
    assert not re.match(r"(Ja|Nein)\b", answer.answer)


@pytest.mark.parametrize("question", ANSWERED)
def test_the_books_answer_with_their_rules(books: Library, question: str) -> None:
    box, verdict, cite = ANSWERED[question]
    answer = ask(question, [box], books)
    assert answer.verdict == verdict
    assert cite in answer.cites


def test_the_first_word_of_an_answer_is_its_verdict(books: Library) -> None:
    assert ask("Darf ich im Kampf meine Rüstung verkaufen?", ["cthulhu"], books).answer.startswith("Nein")
    assert ask("Gewinnt ein Krieger bei Gleichstand?", ["shakespeare"], books).answer.startswith("Ja")


def test_boxes_are_compared_side_by_side(books: Library) -> None:
    question = "Wie unterscheiden sich Cthulhu und Shakespeare bei Gleichstand?"
    answer = ask(question, ["cthulhu", "shakespeare"], books)
    assert answer.verdict == "vergleich"
    assert {"cthulhu.kampf.niederlage-bedingung", "shakespeare.kampf.gleichstand-verloren"} <= set(
        answer.cites
    )


def test_boxes_named_in_the_question_need_not_be_chosen(books: Library) -> None:
    question = "Wie viele Handkarten darf man bei Cthulhu und Shakespeare am Zugende haben?"
    answer = ask(question, [], books)
    assert answer.verdict == "vergleich"
    assert set(answer.numbers.values()) == {5}


@pytest.mark.parametrize("question", REFUSED)
def test_taste_and_other_games_are_refused(books: Library, question: str) -> None:
    answer = ask(question, ["cthulhu"], books)
    assert answer.verdict == "unbeantwortbar"
    assert REFUSED[question] in answer.answer
    assert not answer.cites


def test_a_base_that_nobody_named_is_asked_for(books: Library) -> None:
    answer = ask("Wie viele Siegpunkte bekomme ich für die Basis?", ["smash-up"], books)
    assert answer.verdict == "rueckfrage"
    assert answer.asks


@pytest.mark.parametrize("question", FAR)
def test_far_from_every_rule_nobody_decides(books: Library, question: str) -> None:
    assert ask(question, ["cthulhu"], books).verdict not in ("ja", "nein", "sieg", "niederlage")


def test_what_comes_nearest_is_marked_as_such(books: Library) -> None:
    answer = ask("Muss ich beim Kampf auf jemanden schimpfen?", ["cthulhu"], books)
    assert answer.answer.startswith("Am nächsten kommt dem")


def test_whatever_comes_nearest_has_its_own_answer_and_exists(books: Library) -> None:
    answer = ask("Darf ich jemanden um Hilfe bitten?", ["cthulhu"], books)
    assert 0 < len(answer.near) <= 5
    assert all(one.answer and one.id in books.cited for one in answer.near)


def test_who_names_no_box_is_asked_for_it_where_the_books_count_otherwise(books: Library) -> None:
    answer = ask("Wie viele Karten bekommt man am Anfang auf die Hand?", [], books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["box"])


def test_letters_without_a_meaning_are_asked_back(books: Library) -> None:
    answer = ask("asdf qwer yxcv", ["cthulhu"], books)
    assert (answer.verdict, answer.asks, answer.cites) == ("rueckfrage", ["lage"], [])


def test_who_cries_foul_gets_no_yes_to_something_else(books: Library) -> None:
    question = (
        "Der Priester soll die Tür öffnen und nimmt lieber die oberste Karte der Ablage. Ist das Betrug?"
    )
    assert ask(question, ["shakespeare"], books).verdict not in ("ja",)


@pytest.mark.parametrize("text", ["x", "?", "q!"])
def test_a_single_letter_is_not_understood(books: Library, text: str) -> None:
    assert ask(text, ["cthulhu"], books).verdict == "rueckfrage"


def test_who_says_which_box_is_played_is_not_asked_for_it(books: Library) -> None:
    asking = [one for one in units() if any("box" in reply.asks for reply in one.answers.values())]
    assert len(asking) > 10
    for entry in asking[::3]:
        box = next(iter(entry.answers))
        answer = ask(entry.asks[0], [box], books)
        assert "box" not in answer.asks, entry.id


def test_a_yes_or_no_asked_of_one_box_compares_nothing(books: Library) -> None:
    text = "Darf ich bei Shakespeare zwei Große Gegenstände tragen?"
    assert ask(text, ["shakespeare", "cthulhu"], books).verdict == "nein"


def test_boxes_on_one_table_that_say_the_same_give_their_yes(books: Library) -> None:
    text = (
        "wir ham alles zusammengeschmissen, cthulhu is chef. gegen mich steht der king in pink, und jetz will heinz "
        "ausm shakespeare den henry iv part I dazuhaun, ohne wandering-karte, weil beide tot sind. darf der?"
    )
    answer = ask(text, ["cthulhu", "shakespeare"], books)
    assert answer.verdict == "ja"
    assert "cthulhu.untote.folgen" in answer.cites


def test_a_number_that_was_found_without_one_of_the_cards_is_none(books: Library) -> None:
    both = "Mein Sword Lord und zwei Dork Orks stehen an einer Basis. Gesamtstärke?"
    more = "Mein Sword Lord, zwei Dork Orks und ein Schädelspalter stehen an einer Basis. Gesamtstärke?"
    assert ask(both, ["smash-up"], books).verdict == "zahl"
    assert ask(more, ["smash-up"], books).verdict != "zahl"


def test_a_yes_to_may_one_is_none_to_must_one(books: Library) -> None:
    text = (
        "Als Zwerg hab ich am Schluss sieben im Blatt. Die Gruppe besteht drauf, dass ich zwei rausrücke. "
        "Muss ich bis auf fünf runter?"
    )
    assert ask(text, ["shakespeare"], books).verdict != "ja"


def test_where_the_books_differ_the_box_is_asked_for_if_somebody_wrote_down_that_it_decides(
    books: Library,
) -> None:
    answer = ask("Darf i jetzt zwoi so große Sacha vor mir liega han?", [], books)
    assert (answer.verdict, "box" in answer.asks) == ("rueckfrage", True)


def test_a_short_comparison_is_about_what_stands_beside_the_boxes(books: Library) -> None:
    text = "Was ist der Unterschied zwischen Cthulhu und Shakespeare beim Sterben?"
    answer = ask(text, [], books)
    assert answer.verdict == "vergleich"
    assert {"cthulhu.ruling.tod-was-bleibt", "shakespeare.ruling.tod-was-bleibt"} <= set(answer.cites)


@pytest.mark.parametrize(
    ("question", "box", "verdict", "cite"),
    [
        ("gewinnt bei gleichstand das monster", "cthulhu", "ja", "cthulhu.kampf.niederlage-bedingung"),
        ("muss der helfer auch weglaufen würfeln", "cthulhu", "ja", "cthulhu.weglaufen.helfer-muss-auch"),
        (
            "darf ich zwei große gegenstände haben",
            "shakespeare",
            "nein",
            "shakespeare.grosse-gegenstaende.hoechstens-einer",
        ),
        ("wann darf ich den raum plündern", "axe-cop", "folge", "axe-cop.phase3-pluendern.bedingung"),
        (
            "was passiert wenn die flucht misslingt",
            "cthulhu",
            "folge",
            "cthulhu.schlimme-dinge.bei-misslungener-flucht",
        ),
        (
            "werden die zwei fraktionen zusammengemischt",
            "smash-up",
            "ja",
            "smash-up.vorbereitung.deck-mischen",
        ),
    ],
)
def test_the_plainest_questions_get_the_rule(
    books: Library, question: str, box: str, verdict: str, cite: str
) -> None:
    answer = ask(question, [box], books)
    assert answer.verdict == verdict
    assert cite in answer.cites


def test_who_describes_a_table_is_asked_what_decides_there(books: Library) -> None:
    assert ask("Darf ich das jetzt noch verkaufen?", ["shakespeare"], books).verdict == "rueckfrage"
