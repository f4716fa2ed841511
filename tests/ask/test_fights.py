"""„Schaff ich den?“ in people's own words: the sums on both sides and who wins."""

from __future__ import annotations

import pytest

from rules.ask import ask, fights
from rules.engine.library import Library

# Per kind of reading: box, question, the sum of the munchkins, that of the monsters.
WON = [
    ("cthulhu", "Ich bin Stufe 6 mit +4 und kämpfe gegen ein Monster der Stufe 9. Gewinne ich?", 10, 9),
    ("cthulhu", "Ich bin Stufe 5 mit +2 und +3 gegen ein Monster der Stufe 9. Gewinne ich?", 10, 9),
    ("cthulhu", "ich stufe drei, plus fünf, monster stufe sieben. sieg?", 8, 7),
    ("cthulhu", "Gewinne ich gegen ein Monster der Stufe 9, wenn ich Stufe 6 bin und +4 habe?", 10, 9),
    ("impossible", "Ich bin Stufe 3 mit +12 gegen ein Monster Stufe 14, gewinne ich?", 15, 14),
    ("cthulhu", "Ich bin Stufe 2 ohne Boni gegen ein Monster der Stufe 1. Gewinne ich?", 2, 1),
]
LOST = [
    (
        "cthulhu",
        "Ich bin Stufe 5 mit +9. Gewinne ich gegen ein Monster der Stufe 10, das noch +5 bekommt?",
        14,
        15,
    ),
    ("cthulhu", "ich lvl 8 +3 gegen monster lvl 12 mit +5 verstärker, schaff ich das", 11, 17),
    ("cthulhu", "Ich kämpfe allein mit Stufe 4 gegen ein Monster der Stufe 6 mit +2. Gewinne ich?", 4, 8),
    (
        "cthulhu",
        "Ich bin Stufe 6 und habe +3, jemand spielt dem Monster (Stufe 7) +10 zu. Gewinne ich?",
        9,
        17,
    ),
    ("cthulhu", "Wenn Tom Stufe 3 mit +2 ist und das Monster Stufe 6, gewinnt Tom dann?", 5, 6),
]
TIED = [
    ("cthulhu", "Ich bin Stufe 6 mit +4 und kämpfe gegen ein Monster der Stufe 10. Gewinne ich?", 10),
    ("axe-cop", "Ich Stufe 5 mit +3, kein Krieger, Monster Stufe 8. Gewinne ich?", 8),
    ("impossible", "Stufe 5 mit +3 gegen Monster Stufe 8, gewinne ich?", 8),
    ("shakespeare", "Meine Stärke ist 12, das Monster hat 12. Gewinne ich?", 12),
    ("cthulhu", "Ich bin Stufe 1 gegen ein Monster der Stufe 1. Gewinne ich ohne Boni?", 1),
]
WARRIORS = [
    ("shakespeare", "Ich bin Krieger, Stufe 6 mit +4, gegen ein Monster der Stufe 10. Gewinne ich?", 10),
    ("axe-cop", "Ich bin Krieger Stufe 5 mit +3 gegen Monster Stufe 8, reicht das?", 8),
    (
        "shakespeare",
        "Ich Stufe 4 mit +2, mein Helfer ist Krieger Stufe 5 mit +1, Monster Stufe 12. Gewinnen wir?",
        12,
    ),
]
WEAKENED = [
    ("impossible", "Ich bin Stufe 7 mit -2 gegen ein Monster der Stufe 4. Gewinne ich?", 5, 4),
    ("cthulhu", "Monster Stufe 12 mit minus 5, ich Stufe 6 mit +2. Gewinne ich?", 8, 7),
]
NAMED = [
    ("Shoggoth, ich Stufe 9 mit +8. Schaff ich den?", "sieg", 17, 16),
    ("Schaff ich den Shoggoth? Bin Kultist Stufe 7 mit +4", "niederlage", 11, 16),
    ("Krapfen aus dem All, ohne Klasse Stufe 4 mit +2. Reichts?", "sieg", 6, 4),
    ("Ich bin Stufe 4 mit +3, keine Klasse. Gewinne ich gegen Krapfen?", "sieg", 7, 4),
    ("Ich bin Stufe 8 mit +3 gegen Shoggoth und Lloyd Lloigor. Gewinne ich?", "niederlage", 11, 24),
    ("Professor Stufe 6 mit Necronomicon gegen Lloyd Lloigor, schaff ich den allein?", "sieg", 11, 8),
    ("Professor Stufe 6 mit Necronomicon gegen Shoggoth, schaff ich den?", "niederlage", 11, 16),
]
TRAITS = [
    ("cthulhu", "Krapfen aus dem All, ich Monsterjäger Stufe 4 mit +2. Reichts?", "niederlage", 8, 10),
    ("cthulhu", "Kultist Stufe 6 mit +5 gegen Lloyd Lloigor. Schaff ich den?", "sieg", 11, 6),
    (
        "axe-cop",
        "Ich bin Krieger Stufe 6 mit +4, Monster Stufe 8 mit +5 gegen Krieger. Gewinne ich?",
        "niederlage",
        10,
        13,
    ),
    ("axe-cop", "Ich bin Stufe 6 mit +4, Monster Stufe 8 mit +5 gegen Krieger. Gewinne ich?", "sieg", 10, 8),
    (
        "cthulhu",
        "Stufe 6 mit Necronomicon, kein Professor, gegen Lloyd Lloigor. Schaff ich den?",
        "niederlage",
        6,
        8,
    ),
]
HELPED = [
    (
        "Lena (Stufe 3, +2) hilft mir, ich bin Stufe 5 mit +1. Schaffen wir ein Monster der Stufe 10?",
        "sieg",
        11,
        10,
    ),
    (
        "Ich bin Stufe 4 mit +2, Ben hilft mir mit Stufe 3 und +1, Monster Stufe 11. Gewinnen wir?",
        "niederlage",
        10,
        11,
    ),
    ("Ich Stufe 4 mit +2, Ben hilft (Stufe 5, +1), Monster Stufe 11. Gewinnen wir?", "sieg", 12, 11),
]
SPOKEN = [
    "i bin stufn 6 mit +4, des monschter is stufe 9, gwinn i?",
    "lvl 6, +4, mob lvl 9. win?",
    "Ich bin auf der sechsten Stufe mit plus vier. Besiege ich ein Monster der Stufe neun?",
]
CULTISTS = [
    (
        "Wir sind zu fünft, 3 von uns sind Kultisten, ich auch. Ich Stufe 5 mit +3, Monster Stufe 9. Sieg?",
        12,
        9,
    ),
    ("zu fünft, 3 sind kultisten, ich bin einer, lvl 6, +2, monster 11. sieg?", 12, 11),
    ("Ich Kultist Stufe 4 mit +4, mit mir 3 Kultisten. Monster 11. Gewinne ich?", 12, 11),
    (
        "Insgesamt sind wir vier Kultisten von fünf, ich Stufe 5 mit +2 gegen ein Monster der Stufe 9. Sieg?",
        13,
        9,
    ),
    (
        "Ich bin Kultist Stufe 5 mit +2, noch zwei andere Kultisten am Tisch. Monster 10. Schaff ich das?",
        11,
        10,
    ),
    (
        "Ich Kultist Stufe 5, Jo hilft mir mit Stufe 3 und ist doch AUCH Kultist. Monster Stufe 11. Sieg?",
        12,
        11,
    ),
]
UNDEAD = [
    "Ich Priester Stufe 5 mit +2, Monster 11, untot, ich werfe 2 Karten ab. Sieg?",
    "Ich bin Priester Stufe 5 mit +2 und werfe zwei Karten ab. Der Untote hat 11. Reicht das?",
    "Ich Priester Stufe 5 mit +2 gegen ein untotes Vieh Stufe 11, ich werfe zwei Handkarten ab. Gewinne ich?",
]
ONE_PLACE = [
    ("shakespeare", "Stufe 4, zwei Helme, der eine +1, der andere +3. Monster 8. Sieg?", 7, 8),
    ("impossible", "Stufe 4, zwei Autos, eins +2 und eins +3. Monster 8. Sieg?", 7, 8),
    ("impossible", "Ich Stufe 4 mit Pferd +2 und Fahrrad +3 gegen Monster 8. Sieg?", 7, 8),
    ("impossible", "Ich Stufe 4 mit Panzerwagen +5 und Auto +3 gegen Monster 10. Sieg?", 9, 10),
    ("shakespeare", "Ich Stufe 4, zwei Zweihänder, +4 und +3, gegen Monster 9. Sieg?", 8, 9),
]
NOT_IN_USE = [
    "Ich Stufe 4 mit Schwert +3, auf der Hand noch ein Helm +2, Monster 8. Sieg?",
    "Ich Stufe 4 mit Schwert +3, Schild +2 liegt quer. Monster 8. Sieg?",
    "Ich Stufe 4 mit Schwert +3, im Rucksack Helm +2. Monster 8. Sieg?",
    "Ich Stufe 4 mit Schwert +3, Helm +2 noch nicht ausgelegt. Monster 8. Sieg?",
]
UNKNOWN = [
    ("Gewinne ich mit +4 gegen ein Monster der Stufe 9?", "stufe"),
    ("Ich bin Stufe 6. Gewinne ich gegen ein Monster?", "karte"),
    ("Ich habe Stufe 6 und ein Schwert. Gewinne ich gegen ein Monster der Stufe 9?", "zahl"),
    ("Ich bin Stufe 6 gegen ein Monster der Stufe 9. Gewinne ich?", "zahl"),
]


def sums(books: Library, box: str, question: str) -> tuple[str, object, object]:
    answer = ask(question, [box], books)
    return answer.verdict, answer.numbers.get("munchkins"), answer.numbers.get("monsters")


@pytest.mark.parametrize(("box", "question", "ours", "theirs"), WON)
def test_the_higher_sum_wins(books: Library, box: str, question: str, ours: int, theirs: int) -> None:
    assert sums(books, box, question) == ("sieg", ours, theirs)


@pytest.mark.parametrize(("box", "question", "ours", "theirs"), LOST)
def test_the_lower_sum_loses(books: Library, box: str, question: str, ours: int, theirs: int) -> None:
    assert sums(books, box, question) == ("niederlage", ours, theirs)


@pytest.mark.parametrize(("box", "question", "both"), TIED)
def test_a_tie_is_lost(books: Library, box: str, question: str, both: int) -> None:
    assert sums(books, box, question) == ("niederlage", both, both)


@pytest.mark.parametrize(("box", "question", "both"), WARRIORS)
def test_a_warrior_wins_a_tie(books: Library, box: str, question: str, both: int) -> None:
    assert sums(books, box, question) == ("sieg", both, both)


@pytest.mark.parametrize(("box", "question", "ours", "theirs"), WEAKENED)
def test_what_is_taken_away_counts_against_its_side(
    books: Library, box: str, question: str, ours: int, theirs: int
) -> None:
    assert sums(books, box, question) == ("sieg", ours, theirs)


@pytest.mark.parametrize(("question", "verdict", "ours", "theirs"), NAMED)
def test_a_card_brings_its_own_values(
    books: Library, question: str, verdict: str, ours: int, theirs: int
) -> None:
    assert sums(books, "cthulhu", question) == (verdict, ours, theirs)


@pytest.mark.parametrize(("box", "question", "verdict", "ours", "theirs"), TRAITS)
def test_a_class_changes_what_cards_are_worth(
    books: Library, box: str, question: str, verdict: str, ours: int, theirs: int
) -> None:
    assert sums(books, box, question) == (verdict, ours, theirs)


@pytest.mark.parametrize(("question", "verdict", "ours", "theirs"), HELPED)
def test_a_helper_adds_level_and_bonuses(
    books: Library, question: str, verdict: str, ours: int, theirs: int
) -> None:
    assert sums(books, "cthulhu", question) == (verdict, ours, theirs)


@pytest.mark.parametrize("question", SPOKEN)
def test_dialect_and_chat_are_read_alike(books: Library, question: str) -> None:
    assert sums(books, "cthulhu", question) == ("sieg", 10, 9)


@pytest.mark.parametrize(("question", "missing"), UNKNOWN)
def test_what_decides_and_is_missing_is_asked(books: Library, question: str, missing: str) -> None:
    answer = ask(question, ["cthulhu"], books)
    assert answer.verdict == "rueckfrage"
    assert missing in answer.asks


@pytest.mark.parametrize(("question", "ours", "theirs"), CULTISTS)
def test_a_count_of_cultists_holds_the_speaker_unless_others_are_said(
    books: Library, question: str, ours: int, theirs: int
) -> None:
    assert sums(books, "cthulhu", question) == ("sieg", ours, theirs)


def test_a_count_that_may_hold_the_speaker_is_asked(books: Library) -> None:
    question = "Ich Kultist Stufe 5 mit +6, Monster 9, drei Kultisten sind am Tisch. Sieg?"
    assert ask(question, ["cthulhu"], books).verdict == "rueckfrage"


@pytest.mark.parametrize("question", UNDEAD)
def test_a_priest_throws_cards_at_the_undead(books: Library, question: str) -> None:
    assert sums(books, "shakespeare", question) == ("sieg", 13, 11)


def test_a_priest_is_asked_whether_the_monster_is_undead(books: Library) -> None:
    question = "Ich Priester Stufe 5 mit +2 und werfe zwei Karten ab. Monster 11. Reicht das?"
    answer = ask(question, ["shakespeare"], books)
    assert (answer.verdict, "untot" in answer.answer) == ("rueckfrage", True)


def test_a_warrior_throws_cards_for_strength_only_in_axe_cop(books: Library) -> None:
    question = "Ich Krieger Stufe 5 mit +2 werfe zwei Karten ab für die Stärke, Monster Stufe 9. Sieg?"
    assert sums(books, "axe-cop", question) == ("sieg", 9, 9)
    assert sums(books, "shakespeare", question) == ("niederlage", 7, 9)


@pytest.mark.parametrize(("box", "question", "ours", "theirs"), ONE_PLACE)
def test_of_two_things_for_one_place_the_better_counts(
    books: Library, box: str, question: str, ours: int, theirs: int
) -> None:
    assert sums(books, box, question) == ("niederlage", ours, theirs)


@pytest.mark.parametrize("question", NOT_IN_USE)
def test_what_is_not_in_use_does_not_count(books: Library, question: str) -> None:
    assert sums(books, "shakespeare", question) == ("niederlage", 7, 8)


def test_a_weapon_beside_a_two_hander_is_asked(books: Library) -> None:
    question = "Ich Stufe 4 mit Zweihänder +4 und Schwert +3 gegen Monster 9. Sieg?"
    assert ask(question, ["shakespeare"], books).verdict == "rueckfrage"


def test_a_helper_is_a_woman_by_the_word(books: Library) -> None:
    question = "Ich Mann Stufe 5 mit +2, Helferin Stufe 4, Monster 8 mit +5 gegen Frauen. Sieg?"
    assert sums(books, "impossible", question) == ("niederlage", 11, 13)


def test_a_loyalty_thrown_away_is_not_hated(books: Library) -> None:
    question = (
        "Ich Russe Stufe 5 mit +4, Monster 6 mit +4 gegen Russen. Sieg, wenn ich die Russenkarte abwerfe?"
    )
    assert sums(books, "impossible", question) == ("sieg", 9, 6)


def test_a_monster_that_counts_cards_in_hand_asks_for_them(books: Library) -> None:
    untold = ask("Ich Stufe 5 mit +6 gegen Coggoth. Sieg?", ["cthulhu"], books)
    assert (untold.verdict, untold.asks[:1]) == ("rueckfrage", ["zahl"])
    told = "Ich Stufe 5 mit +6 und {} Handkarten gegen Coggoth. Sieg?"
    assert sums(books, "cthulhu", told.format(4)) == ("niederlage", 11, 11)
    assert sums(books, "cthulhu", told.format(5)) == ("sieg", 11, 8)


def test_a_win_brings_a_level_and_the_treasures_of_the_card(books: Library) -> None:
    question = "Ich bin Stufe 6 mit +4 und das Monster hat Stufe 9 und bringt 3 Schätze. Was bekomme ich?"
    answer = ask(question, ["cthulhu"], books)
    assert (answer.numbers["stufe_danach"], answer.numbers["schaetze"]) == (7, 3)


def test_two_monsters_bring_two_levels(books: Library) -> None:
    question = (
        "Ich bin Stufe 5 mit +6 gegen ein Monster der Stufe 4 und ein zweites Monster der Stufe 6. Sieg?"
    )
    answer = ask(question, ["cthulhu"], books)
    assert (answer.numbers["munchkins"], answer.numbers["monsters"], answer.numbers["stufe_danach"]) == (
        11,
        10,
        7,
    )


def test_the_tenth_level_from_a_fight_ends_the_game(books: Library) -> None:
    answer = ask(
        "Ich bin Stufe 9 mit +6 gegen ein Monster der Stufe 12. Gewinne ich das Spiel?", ["cthulhu"], books
    )
    assert (answer.verdict, answer.numbers["stufe_danach"]) == ("sieg", 10)
    assert "Spiel" in answer.answer


def test_a_lost_fight_says_how_much_was_missing(books: Library) -> None:
    answer = ask("Ich bin Stufe 4 mit +2 gegen ein Monster der Stufe 9. Gewinne ich?", ["cthulhu"], books)
    assert answer.numbers["es_fehlen"] == 4


def test_somebody_elses_fight_is_told_with_the_name(books: Library) -> None:
    answer = ask("Anna ist Stufe 6 mit +4. Gewinnt sie gegen ein Monster der Stufe 9?", ["cthulhu"], books)
    assert answer.answer.startswith("Ja: 6 + 4 = 10 gegen 9, Anna gewinnt.")


def test_a_fight_is_shown_as_the_resolver_reads_it_and_rests_on_rules(books: Library) -> None:
    answer = ask("Ich bin Stufe 6 mit +4 gegen ein Monster der Stufe 9. Gewinne ich?", ["cthulhu"], books)
    assert answer.scenario is not None
    assert answer.result is not None
    assert answer.result["legal"]
    assert answer.cites[0] == "cthulhu.kampf.sieg-bedingung"


def test_one_of_two_monsters_is_no_level(books: Library) -> None:
    question = "Zwei Monster auf einmal, eins mit 3, eins mit 5. Ich bin 6 und hab plus 4. Gewonnen?"
    assert "6 + 4 = 10 gegen 3 + 5 = 8" in ask(question, ["impossible"], books).answer


def test_a_boost_and_an_even_hand_both_strengthen(books: Library) -> None:
    question = "Ich Stufe 5 mit +10 und 4 Handkarten gegen Coggoth, jemand spielt +5 auf das Monster. Sieg?"
    answer = ask(question, ["cthulhu"], books)
    assert answer.verdict == "rueckfrage" or answer.numbers["monsters"] == 16


def test_a_fight_that_is_read_back_says_what_its_end_would_rest_on(
    books: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fights, "rows", lambda _: {"enough": 1.1})
    read_back = ask("Ich bin Stufe 6 mit +4 gegen ein Monster der Stufe 10. Gewinne ich?", ["cthulhu"], books)
    assert read_back.verdict == "rueckfrage"
    assert "cthulhu.kampf.sieg-bedingung" in read_back.cites
