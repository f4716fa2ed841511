"""How likely it is to get away: counted over every roll of the dice."""

from __future__ import annotations

import pytest

from rules.ask import ask
from rules.ask.dice import by_escape
from rules.ask.reading import read
from rules.engine.library import Library

CHANCES = {
    "one monster without help": (
        "cthulhu",
        "Wie hoch ist die Chance, dass ich beim Weglaufen entkomme?",
        "1/3",
    ),
    "one better": ("cthulhu", "Mit welcher Wahrscheinlichkeit entkomme ich mit +1 auf Weglaufen?", "1/2"),
    "two better": (
        "shakespeare",
        "Wie groß ist die Wahrscheinlichkeit, mit +2 beim Weglaufen zu entkommen?",
        "2/3",
    ),
    "two things that help": (
        "impossible",
        "Schuhe +1 und Rucksack +1 fürs Weglaufen, ein Verfolger. Erfolgsaussicht?",
        "2/3",
    ),
    "one worse": ("cthulhu", "Ich habe -1 auf Weglaufen. Wie hoch ist die Chance zu entkommen?", "1/6"),
    "always": ("impossible", "Wie wahrscheinlich ist es, mit +5 aufs Weglaufen zu entkommen?", "1"),
    "caught": ("cthulhu", "Mit welcher Chance werde ich beim Weglaufen erwischt?", "2/3"),
    "away from both": (
        "cthulhu",
        "Ich laufe vor zwei Monstern weg. Wie hoch ist die Chance zu entkommen?",
        "1/9",
    ),
    "at least one catches": (
        "cthulhu",
        "Ich fliehe vor zwei Monstern. Wie wahrscheinlich ist es, dass mich mindestens eines erwischt?",
        "8/9",
    ),
    "away from three": (
        "cthulhu",
        "Ich fliehe vor drei Monstern, wie hoch ist die Chance, allen zu entkommen?",
        "1/27",
    ),
    "with a helper": ("cthulhu", "Mein Helfer und ich laufen weg. Chance, dass wir beide entkommen?", "1/9"),
}


CHANCES |= {
    "both catch": ("cthulhu", "Chance, dass mich beide erwischen? Zwei Monster, kein Bonus.", "4/9"),
    "away from at least one": (
        "cthulhu",
        "Chance, dass ich mindestens einem der zwei Monster davonkomme?",
        "5/9",
    ),
    "away from exactly one": (
        "cthulhu",
        "Wie wahrscheinlich entwische ich genau einem von zwei Monstern?",
        "4/9",
    ),
    "all three catch": ("cthulhu", "Chance dass drei Monster mich alle kriegen?", "8/27"),
    "each with his own help": (
        "impossible",
        "Mein Helfer hat +1 beim Weglaufen, ich nix. Chance für uns beide?",
        "1/6",
    ),
    "only the helper": (
        "impossible",
        "Mein Helfer hat +1 beim Weglaufen, ich nix. Wie wahrscheinlich entkommt er?",
        "1/2",
    ),
    "one of us": (
        "cthulhu",
        "Chance, dass uns wenigstens einer durchkommt, wir zwei vor einem Monster?",
        "5/9",
    ),
    "none of us": ("cthulhu", "Wie wahrscheinlich, dass keiner von uns beiden entkommt? Ein Monster.", "4/9"),
    "help for both rolls": (
        "cthulhu",
        "2 monster, +1 auf flucht, wie wahrscheinlich erwischt mich wenigstens eins",
        "3/4",
    ),
    "hindered and helped": (
        "impossible",
        "Mein Monster gibt minus 1 aufs Abhaun, meine Latschen plus 1. Chance?",
        "1/3",
    ),
    "named after being counted": (
        "shakespeare",
        "2 mobs: Zwei Bienen und Shog Goth, bin Elf lvl 2. Wahrscheinlichkeit, dass ich BEIDEN entkomme?",
        "1/4",
    ),
}
TOLD = {
    "both monsters hinder": (
        "axe-cop",
        "Beide Monster geben je -1 auf den Wurf. Wie wahrscheinlich entkomme ich wenigstens einem davon?",
        "11/36",
    ),
    "one quick monster and a slow one": (
        "impossible",
        "Ein flinkes Monster mit -1 auf Flucht und ein lahmes ohne. Wie wahrscheinlich komme ich vor beiden weg?",
        "1/18",
    ),
    "all four rolls": (
        "impossible",
        "Zu zweit gegen zwei Monster verloren. Wie wahrscheinlich gelingen alle vier Würfe?",
        "1/81",
    ),
    "two of three": (
        "cthulhu",
        "Drei Monster ohne Boni. Wie wahrscheinlich gelingen genau zwei Fluchtwürfe?",
        "2/9",
    ),
    "one gets away, the other does not": (
        "cthulhu",
        "Froggoth hat uns. Wie wahrscheinlich, dass ich rauskomme und mein Helfer nicht?",
        "2/9",
    ),
    "an elf and a human": (
        "shakespeare",
        "Ein Elf und ein Mensch fliehen. Wie wahrscheinlich gelingt es keinem von beiden?",
        "1/3",
    ),
    "a drink on our side": (
        "cthulhu",
        "Joggoth gewinnt, ich spiele Quicker Ichor zu meinen Gunsten. Wie wahrscheinlich bin ich weg?",
        "1/3",
    ),
    "told once more what the card says": (
        "cthulhu",
        "Joggoth (-2 Weglaufen), Fake Tentacle (+1). Wie wahrscheinlich entkomme ich?",
        "1/6",
    ),
    "grabbed by one of three": (
        "axe-cop",
        "Drei Bösewichte, kein Fluchtbonus. Wie wahrscheinlich schnappt mich wenigstens einer?",
        "26/27",
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_the_event_of_the_dice_is_read(books: Library, case: str) -> None:
    box, question, chance = TOLD[case]
    reading = by_escape(read(question, [box], books))
    assert reading is not None
    assert (reading.answer.verdict, reading.answer.numbers["chance"]) == ("chance", chance)


# A number, a card or an event without a place: nobody counts.
UNCOUNTED = [
    "Ich bin kein Elf mehr, war mal einer. Wie wahrscheinlich entkomme ich dem Monster mit 3 Köpfen?",
    "Zwei Monster. Wie wahrscheinlich entkomme ich dem ersten, wenn mich das zweite erwischt?",
    "Wie wahrscheinlich entkomme ich, wenn ich den Wurf einmal wiederholen darf?",
    "Wie wahrscheinlich ist es, dass einer von uns beiden entkommt?",
    "Wie wahrscheinlich entkomme ich, wenn ich mein Einhorn-Baby opfere?",
]


@pytest.mark.parametrize("question", UNCOUNTED)
def test_a_flight_with_something_unplaced_is_not_counted(books: Library, question: str) -> None:
    assert by_escape(read(question, ["axe-cop"], books)) is None


@pytest.mark.parametrize(
    "question",
    [
        "Ich laufe vor einigen Monstern weg, ohne Boni. Wie hoch ist die Chance?",
        "muss abhauen, liegen mehrere viecher. wie stehn die chancen dass ich heil rauskomm, hab keine boni",
    ],
)
def test_several_monsters_without_a_number_are_counted_first(books: Library, question: str) -> None:
    reading = by_escape(read(question, ["shakespeare"], books))
    assert reading is not None
    assert (reading.answer.verdict, reading.answer.asks) == ("rueckfrage", ["zahl"])


def test_help_of_which_nobody_says_how_much_is_asked_for(books: Library) -> None:
    reading = by_escape(read("Ich würfle eine 4, meine Schuhe helfen auch. Bin ich weg?", ["cthulhu"], books))
    assert reading is not None
    assert (reading.answer.verdict, reading.answer.asks) == ("rueckfrage", ["zahl", "karte"])


@pytest.mark.parametrize(("question", "verdict"), {
    "Das Monster gibt -2 auf den Fluchtwurf. Gibt es irgendeine Zahl, mit der ich noch entkomme?": "nein",
    "Elf würfelt 3, kein weiterer Bonus. Raus?": "nein",
    "Elf würfelt 4, davongekommen?": "ja",
    "Joggoth, ich würfle eine 6, kein Bonus. Entkommen?": "nein",
}.items())  # fmt: skip
def test_whether_a_roll_can_be_enough_is_told(books: Library, question: str, verdict: str) -> None:
    reading = by_escape(read(question, ["shakespeare", "cthulhu"], books))
    assert reading is not None
    assert reading.answer.verdict == verdict


# What somebody rolls, or has to: the verdict, and the lowest roll that is enough.
ROLLS = [
    ("Was muss ich würfeln, um mit +2 zu entkommen?", "zahl", 3),
    ("Ab welcher Zahl komm ich mit -1 davon?", "zahl", 6),
    ("Turnschuhe +1, und das Monster ist schnell, -1 aufs Weglaufen. Was muss ich würfeln?", "zahl", 5),
    ("Ich würfle eine 4 und hab +1. Bin ich entkommen?", "ja", 4),
    ("Ich hab beim Weglaufen -1 und eine 5 gewürfelt. Entkommen?", "nein", 6),
]


@pytest.mark.parametrize(("question", "verdict", "least"), ROLLS)
def test_a_roll_is_told_or_judged(books: Library, question: str, verdict: str, least: int) -> None:
    answer = ask(question, ["cthulhu"], books)
    assert (answer.verdict, answer.numbers["wurf_ab_1"]) == (verdict, least)


@pytest.mark.parametrize(
    "question",
    [
        "hab beim abhauen nur eine 2 gewürfelt. was stellt das viech jetzt mit mir an?",
        "Wurf beim Weglaufen war eine 5. Kriege ich trotzdem Schätze? Und darf ich plündern?",
        "Ich fliehe vor drei Monstern, würfle ich einmal oder drei mal?",
        "ich hab ne 3 gewürfelt beim weglaufen, wer sucht jetzt aus was ich verliere",
    ],
)
def test_what_comes_of_a_roll_is_no_question_for_the_dice(books: Library, question: str) -> None:
    assert ask(question, ["cthulhu"], books).kind != "chance"


def test_help_in_other_words_without_a_number_is_asked_for(books: Library) -> None:
    asked = "4 gewürfelt beim wegrennen, auf meinen stiefeln steht irgendwas fürs weglaufen. bin ich raus?"
    answer = ask(asked, ["cthulhu"], books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["zahl", "karte"])


@pytest.mark.parametrize("case", CHANCES)
def test_the_chance_is_an_exact_fraction(books: Library, case: str) -> None:
    box, question, chance = CHANCES[case]
    answer = ask(question, [box], books)
    assert (answer.verdict, answer.numbers["chance"]) == ("chance", chance)
    assert answer.cites


def test_the_lowest_roll_that_succeeds_is_said(books: Library) -> None:
    answer = ask("Wie hoch ist die Chance, dass ich mit +1 beim Weglaufen entkomme?", ["cthulhu"], books)
    assert answer.numbers["wurf_ab_1"] == 4


@pytest.mark.parametrize("bonus", [0, 1, 2, 3])
def test_each_point_of_help_is_worth_a_sixth(books: Library, bonus: int) -> None:
    question = f"Wie hoch ist die Chance, mit +{bonus} beim Weglaufen zu entkommen?"
    assert ask(question, ["cthulhu"], books).numbers["chance"] == ["1/3", "1/2", "2/3", "5/6"][bonus]


def test_whom_a_monster_lets_go_needs_no_roll(books: Library) -> None:
    question = "Ich Stufe 3 fliehe vor dem Shoggoth mit Schuhen +2, wie stehen die Chancen?"
    answer = ask(question, ["cthulhu"], books)
    assert (answer.verdict, answer.numbers) == ("chance", {"chance": "1"})
    assert "verfolgt Dich nicht" in answer.answer


def test_nobody_rolls_whom_the_monster_lets_go(books: Library) -> None:
    answer = ask("Nasatob hat mich besiegt, bin Stufe 4. Muss ich würfeln?", ["cthulhu"], books)
    assert answer.verdict == "nein"


def test_what_has_to_be_rolled_is_asked_without_a_question_mark(books: Library) -> None:
    answer = ask("joggoth ist schneller oder? was muss ich würfeln um zu entkommen", ["cthulhu"], books)
    assert (answer.verdict, answer.numbers["wurf_ab_1"]) == ("zahl", 7)


def test_whether_a_monster_pursues_at_all_hangs_on_an_untold_level(books: Library) -> None:
    answer = ask("Als Frau gegen Lady Macbeth verloren. Muss ich überhaupt würfeln?", ["shakespeare"], books)
    assert (answer.verdict, answer.asks) == ("rueckfrage", ["stufe"])


def test_how_often_is_rolled_is_no_chance(books: Library) -> None:
    question = "Ich unterlieg zwei Monstern auf einmal. Wie oft muss ich da würfeln?"
    answer = ask(question, ["impossible"], books)
    assert (answer.verdict, answer.numbers) == ("zahl", {"wuerfe": 2})
