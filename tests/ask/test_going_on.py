"""Going on with a question: „und wenn …?“, „und bei …?“, „warum?“."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import msgspec
import pytest

from rules.ask import AskAnswer, ask, fights
from rules.engine.library import Library

FIGHT = "Krapfen aus dem All, ich ohne Klasse, Stufe 4 mit +2. Reichts?"
TIE = "Ich bin Stufe 6 mit +4 gegen ein Monster der Stufe 10. Gewinne ich?"
BROKEN = ["x", "%%%", "AAAA", "eJwDAAAAAAE", "ä" * 10, "a" * 5000, "\u0000"]


def talk(books: Library, box: str, *turns: str) -> list[AskAnswer]:
    """Return the answer to each turn; each is asked with the context of the one before."""
    answers: list[AskAnswer] = []
    for turn in turns:
        answers.append(ask(turn, [box], books, context=answers[-1].context if answers else ""))
    return answers


def sums(answer: AskAnswer) -> tuple[str, object, object]:
    return answer.verdict, answer.numbers.get("munchkins"), answer.numbers.get("monsters")


def test_a_fight_that_was_read_back_is_told_when_it_is_confirmed(
    books: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fights, "rows", lambda _: {"enough": 1.0})
    asked, told = talk(books, "cthulhu", FIGHT, "ja, das stimmt so")
    assert (asked.verdict, told.verdict) == ("rueckfrage", "sieg")
    assert "Stimmt das, dann reicht es;" in asked.answer
    assert sums(told) == ("sieg", 6, 4)


def test_a_yes_to_a_question_for_more_tells_nobody_who_wins(books: Library) -> None:
    asked, then = talk(books, "cthulhu", "bin stufe 6 mit nem helm gegen polly polyp, reichts?", "ja genau")
    assert asked.verdict == then.verdict == "rueckfrage"


def test_a_class_may_turn_the_fight(books: Library) -> None:
    first, then = talk(books, "cthulhu", FIGHT, "und wenn ich Monsterjäger bin?")
    assert sums(first) == ("sieg", 6, 4)
    assert sums(then) == ("niederlage", 8, 10)
    assert then.changed == "6 : 4 → 8 : 10"
    assert then.changed in then.answer


def test_what_was_said_stays_for_the_third_turn(books: Library) -> None:
    turns = (FIGHT, "und wenn ich Monsterjäger bin?", "und mit noch +5?")
    assert sums(talk(books, "cthulhu", *turns)[-1]) == ("sieg", 13, 10)


def test_a_helper_may_come_later(books: Library) -> None:
    first, then = talk(books, "cthulhu", TIE, "und wenn Lena mit Stufe 3 hilft?")
    assert (sums(first), sums(then)) == (("niederlage", 10, 10), ("sieg", 13, 10))


def test_a_warrior_turns_a_tie(books: Library) -> None:
    assert sums(talk(books, "shakespeare", TIE, "und wenn ich Krieger bin?")[-1]) == ("sieg", 10, 10)


def test_a_class_can_be_taken_back(books: Library) -> None:
    warrior = TIE.replace("Ich bin", "Ich bin Krieger,")
    first, then = talk(books, "axe-cop", warrior, "und wenn ich kein Krieger bin?")
    assert (sums(first), sums(then)) == (("sieg", 10, 10), ("niederlage", 10, 10))


def test_another_level_replaces_the_first(books: Library) -> None:
    assert sums(talk(books, "cthulhu", TIE, "und wenn ich Stufe 8 bin?")[-1]) == ("sieg", 12, 10)


def test_another_monster_is_another_roll(books: Library) -> None:
    chance = "Wie hoch ist die Chance, dass ich beim Weglaufen entkomme?"
    first, then = talk(books, "cthulhu", chance, "und mit zwei Monstern?")
    assert (first.numbers["chance"], then.numbers["chance"]) == ("1/3", "1/9")


def test_another_box_answers_by_its_own_rules(books: Library) -> None:
    _, then = talk(books, "cthulhu", "Reicht Gleichstand zum Sieg?", "und bei Shakespeare?")
    assert then.cites[0].startswith("shakespeare.kampf.gleichstand")


def test_why_is_answered_by_the_rules_of_the_answer_before(books: Library) -> None:
    first, why = talk(books, "cthulhu", FIGHT, "warum?")
    assert why.cites == first.cites
    assert books.cited[first.cites[0]]["text"] in why.answer


def test_why_alone_has_nothing_to_explain(books: Library) -> None:
    assert ask("warum?", ["cthulhu"], books).kind != "why"


def test_a_whole_question_stands_for_itself(books: Library) -> None:
    _, then = talk(
        books,
        "cthulhu",
        FIGHT,
        "Ich bin Stufe 6 mit +4 und kämpfe gegen ein Monster der Stufe 9. Gewinne ich?",
    )
    assert sums(then) == ("sieg", 10, 9)
    assert not then.changed


# A fight of 8 against 8, and what somebody says then: who wins, by what sums.
EIGHT = "Ich ohne Klasse Stufe 5 mit +3 gegen ein Monster der Stufe 8. Gewinne ich?"
CHANGES = {
    "und ohne die +3?": ("niederlage", 5, 8),
    "nein warte, ich bin Stufe 6": ("sieg", 9, 8),
    "und mit +5 statt +3?": ("sieg", 10, 8),
    "und mit noch +5?": ("sieg", 13, 8),
    "und gegen den Shoggoth?": ("niederlage", 8, 16),
    "und wenn noch ein Ruggoth dazukommt?": ("niederlage", 8, 10),
    "dann halt mit dem Trank +2": ("sieg", 10, 8),
    "und mit Lena, Stufe 4?": ("sieg", 12, 8),
    "und eine Stufe höher?": ("sieg", 9, 8),
    "und als Monsterjäger?": ("sieg", 10, 8),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_further_question_changes_what_it_speaks_of(books: Library, change: str) -> None:
    assert sums(talk(books, "cthulhu", EIGHT, change)[-1]) == CHANGES[change]


def test_what_was_added_can_be_taken_back(books: Library) -> None:
    turns = (
        EIGHT,
        "und mit Lena, Stufe 4?",
        "und ohne Lena?",
        "und mit dem Trank +2?",
        "und ohne den Trank?",
    )
    found = [sums(one)[1] for one in talk(books, "cthulhu", *turns)]
    assert found == [8, 12, 8, 10, 8]


def test_both_may_get_the_same_class(books: Library) -> None:
    first = "Anna (Stufe 6, Kultistin) kämpft gegen The Unpronounceable Evil, ich helfe mit Stufe 5. Gewinnen wir?"
    _, then = talk(books, "cthulhu", first, "und wenn wir beide Kultisten sind?")
    kinds = [[card for card in seat["in_play"] if card == "cthulhu/kultist"] for seat in seats(then)[:2]]
    assert [len(one) for one in kinds] == [1, 1]


def seats(answer: AskAnswer) -> list[dict[str, Any]]:
    assert answer.scenario is not None
    found: list[dict[str, Any]] = answer.scenario["state"]["players"]
    return found


def test_running_away_is_asked_beside_the_fight(books: Library) -> None:
    _, away, back = talk(books, "cthulhu", EIGHT, "und beim Weglaufen?", "und wenn ich Stufe 7 bin?")
    assert (away.verdict, away.numbers["chance"]) == ("chance", "1/3")
    assert sums(back) == ("sieg", 10, 8)


def test_what_is_missing_is_filled_in_by_a_bare_answer(books: Library) -> None:
    asked, then = talk(books, "cthulhu", "Geek Ones, ich Stufe 3 mit +1. Gewinne ich?", "weiblich")
    assert (asked.verdict, asked.asks) == ("rueckfrage", ["geschlecht"])
    assert sums(then) == ("sieg", 4, 2)


def test_a_victory_says_what_it_brings(books: Library) -> None:
    _, then = talk(books, "cthulhu", FIGHT, "was krieg ich dafür?")
    assert (then.verdict, then.numbers["stufen"], then.numbers["schaetze"]) == ("folge", 1, 2)
    assert then.cites[0].split(".")[1] in {"sieg", "schatz"}


def test_a_defeat_says_how_much_is_missing(books: Library) -> None:
    _, then = talk(books, "cthulhu", EIGHT, "wie viel fehlt mir?")
    assert (then.verdict, then.numbers["es_fehlen"]) == ("zahl", 1)


def test_a_law_beside_the_table_leaves_it_there(books: Library) -> None:
    _, law, then = talk(
        books, "cthulhu", EIGHT, "darf ich mitten im Kampf was verkaufen?", "und wenn ich Stufe 7 bin?"
    )
    assert (law.kind, law.verdict) == ("law", "nein")
    assert sums(then) == ("sieg", 10, 8)


def test_more_for_sale_comes_on_top(books: Library) -> None:
    first = "Ich verkaufe Zeug für 1400 Gold, wie viele Stufen?"
    found = talk(books, "cthulhu", first, "und noch was für 600 dazu?", "und bei 3100?")
    assert [one.numbers["stufen"] for one in found] == [1, 2, 3]


def test_it_does_not_stay_like_that_on_level_eight(books: Library) -> None:
    _, then = talk(books, "cthulhu", "2100 Gold verkaufen, wie viele Stufen?", "auch wenn ich auf 8 bin?")
    assert (then.verdict, then.numbers["stufen"], then.numbers["stufe_danach"]) == ("nein", 1, 9)
    assert then.cites[0] == "cthulhu.spielende.letzte-stufe-durch-toeten"


def test_a_base_is_counted_anew(books: Library) -> None:
    first = "The Mines wird gewertet: Ida 9, Max 8, ich 3. Wer kriegt wie viel?"
    found = talk(books, "smash-up", first, "und wenn Max auch 9 hat?", "und ohne mich?")
    assert [one.numbers.get("max") for one in found] == [2, 4, 4]
    assert "du" not in found[-1].numbers


def test_a_monster_more_lifts_the_breakpoint(books: Library) -> None:
    first = "Baumhaus mit einem Hippogreif drauf, ab wie viel fällt das?"
    found = talk(books, "smash-up", first, "und wenn es zwei davon sind?", "wir haben zusammen 22")
    assert [one.numbers["zerstoerungswert"] for one in found] == [18, 21, 21]
    assert found[-1].verdict == "ja"


def test_the_box_that_was_asked_for_is_enough(books: Library) -> None:
    _, then = talk(books, "cthulhu", "Darf ich im Kampf etwas verkaufen?", "und bei Axe Cop?")
    assert (then.verdict, then.cites[0].split(".")[0]) == ("nein", "axe-cop")


# Talks about the law: the box, what is asked, and what is answered at last: the verdict, and the section it rests on.
TALKS = [
    ("cthulhu", ("Darf ich im Kampf etwas verkaufen?", "und tauschen?"), "nein", "cthulhu.kampfaktionen"),
    ("shakespeare", ("Steigt mein Helfer mit auf?", "und wenn er ein Elf ist?"), "ja", "shakespeare.sieg"),
    ("impossible", ("Darf ich einen Mietling tauschen?", "und zwei haben?"), "nein", "impossible.mietling"),
    ("axe-cop", ("Darf ich Kräfte tauschen?", "und jederzeit ablegen?"), "ja", "axe-cop.kraft"),
    ("smash-up", ("Bekomme ich ohne Kreatur Punkte?", "und Beute?"), "nein", "smash-up.beute"),
]


@pytest.mark.parametrize(("box", "turns", "verdict", "section"), TALKS)
def test_the_law_asked_closer_is_found_in_the_light_of_the_talk(
    books: Library, box: str, turns: tuple[str, ...], verdict: str, section: str
) -> None:
    then = talk(books, box, *turns)[-1]
    assert (then.kind, then.verdict) == ("law", verdict)
    assert section in {cite.rpartition(".")[0] for cite in then.cites}


def test_a_new_topic_is_not_bent_by_the_old_one(books: Library) -> None:
    _, then = talk(books, "cthulhu", "Darf ich im Kampf tauschen?", "Wer plündert zuerst bei einer Leiche?")
    assert then.cites[0].startswith("cthulhu.leiche-pluendern")


def test_who_goes_on_is_never_told_that_nothing_was_understood(books: Library) -> None:
    _, then = talk(books, "cthulhu", "Darf ich im Kampf tauschen?", "wem denn?")
    assert then.verdict != "rueckfrage"


def test_how_treasures_are_drawn_is_the_law_after_a_victory(books: Library) -> None:
    _, then = talk(books, "cthulhu", FIGHT, "zieh ich die Schätze dann verdeckt?")
    assert (then.kind, then.verdict) == ("law", "ja")
    assert then.cites[0] == "cthulhu.schatz.allein-verdeckt"


def test_who_helps_may_stand_behind_the_word(books: Library) -> None:
    turns = (EIGHT, "dann hilft mir Jana, Stufe 4. Reicht das?", "und ohne sie?")
    assert [sums(one)[1] for one in talk(books, "cthulhu", *turns)] == [8, 12, 8]


def test_who_was_named_once_is_known_without_a_capital(books: Library) -> None:
    first = "The Mines wird gewertet: Ida 9, Brunhold 9, ich 3. Wer kriegt wie viel?"
    found = talk(books, "smash-up", first, "und wenn brunhold nur 8 hat?", "und ohne brunhold?")
    assert [one.numbers.get("brunhold") for one in found] == [4, 2, None]


def test_names_without_capitals_in_a_row_of_numbers_are_people(books: Library) -> None:
    answer = ask("The Mines wird gewertet: ida 10 ben 9 ich 5. punkte?", ["smash-up"], books)
    assert [answer.numbers.get(one) for one in ("ida", "ben", "du")] == [4, 2, 1]


def test_a_table_is_changed_after_a_question_about_the_law(books: Library) -> None:
    first = "The Mines wird gewertet: Ida 10, Ben 9, ich 5. Wer kriegt wie viel?"
    _, _, then = talk(books, "smash-up", first, "wird die Basis danach zerstört?", "und ohne Ben?")
    assert (then.kind, then.numbers["du"]) == ("score", 2)


def test_another_box_keeps_to_the_entry_that_answered(books: Library) -> None:
    turns = ("Darf ich im Kampf verkaufen?", "und tauschen?", "und bei Impossible?")
    then = talk(books, "cthulhu", *turns)[-1]
    assert then.verdict == "nein"
    assert then.cites[0] in {"impossible.handeln.nicht-im-kampf", "impossible.kampf.kein-handel"}


def test_whether_one_may_is_no_answer_to_whether_one_must(books: Library) -> None:
    turns = ("Muss ich eine zusätzliche Karte sofort spielen?", "und aus einer Extra-Fähigkeit?")
    then = talk(books, "smash-up", *turns)[-1]
    assert then.verdict != "nein"
    assert not then.answer.startswith("Nein")


FORGED = [
    {"asked": ["x" * 1900] * 6, "told": ["y" * 1900] * 6, "table": "fight"},
    {"asked": [""], "told": [""], "table": "score", "sets": ["gibt-es-nicht"], "cites": ["nie.war.da"]},
    {"asked": ["a"], "told": ["b"], "table": "sale", "numbers": {"stufen": "viele"}, "kind": "sale"},
    {"asked": ["a"], "told": [], "table": "fight", "entries": ["nirgends"], "sets": ["smash-up"]},
    {"asked": ["a"], "told": ["(" * 300], "table": "chance", "kind": "nonsense", "verdict": "x"},
]


@pytest.mark.parametrize("number", range(len(FORGED)))
@pytest.mark.parametrize(
    "text", ["und bei Shakespeare?", "warum?", "und wenn ich Stufe 5 bin?", "und noch 600?"]
)
def test_a_forged_context_breaks_nothing(books: Library, number: int, text: str) -> None:
    packed = zlib.compress(msgspec.json.encode(FORGED[number]))
    context = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    answer = ask(text, ["cthulhu"], books, context=context)
    assert answer.answer
    assert len(answer.context) <= 4000


def test_a_context_that_would_burst_is_none(books: Library) -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 5_000_000)).decode()
    assert ask(TIE, ["cthulhu"], books, context=bomb) == ask(TIE, ["cthulhu"], books)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_context_is_none(books: Library, broken: str) -> None:
    assert ask(TIE, ["cthulhu"], books, context=broken) == ask(TIE, ["cthulhu"], books)


def test_a_context_stays_short_however_long_the_talk(books: Library) -> None:
    context = ""
    for turn in range(12):
        context = ask(
            f"und wenn ich Stufe {turn % 9 + 1} bin? {'x' * 200}", ["cthulhu"], books, context=context
        ).context
    assert len(context) < 4000


def test_a_bare_yes_decides_nothing_that_hangs_on_more(books: Library) -> None:
    asked = ask("Kann ich den Helm jetzt verkaufen?", ["impossible"], books)
    assert (asked.kind, asked.verdict) == ("law", "rueckfrage")
    for bare in ("ja", "nein"):
        answer = ask(bare, [], books, context=asked.context)
        assert answer.verdict == "folge"
        assert answer.cites == asked.cites
        assert asked.answer in answer.answer


def test_what_is_told_after_a_question_back_gets_the_rule(books: Library) -> None:
    asked = ask("Kann ich den Helm jetzt verkaufen?", ["impossible"], books)
    answer = ask("ja, bin dran", [], books, context=asked.context)
    assert answer.verdict == "folge"
    assert answer.cites[0].startswith("impossible.verkaufen")


def test_a_no_to_a_question_for_a_number_is_asked_again(books: Library) -> None:
    asked = ask("Schaff ich den Shoggoth?", ["cthulhu"], books)
    again = ask("nein", [], books, context=asked.context)
    assert (again.verdict, again.answer, again.asks) == ("rueckfrage", asked.answer, asked.asks)
    told = ask("Stufe 4, +2", [], books, context=again.context)
    assert told.kind == "fight"


def test_whether_a_monster_pursues_is_asked_of_the_fight_before(books: Library) -> None:
    fight = ask("Lady Macbeth, bin Stufe 3 und hab nichts an, kein Dieb. Tot?", ["shakespeare"], books)
    assert fight.verdict == "niederlage"
    asked = ask("läuft die mir dann überhaupt nach?", [], books, context=fight.context)
    assert (asked.verdict, asked.asks) == ("rueckfrage", ["geschlecht"])


def test_a_bare_number_is_the_level_that_was_asked_for(books: Library) -> None:
    asked = ask("Zwei Kräfte, Grad 2 und Grad 3. Darf ich die beide auslegen?", ["axe-cop"], books)
    assert asked.asks[0] == "stufe"
    assert ask("4", [], books, context=asked.context).verdict == "nein"
    assert ask("5", [], books, context=asked.context).verdict == "ja"


def test_a_sex_is_told_in_a_word(books: Library) -> None:
    asked = ask("Nightie-Gaunts! Stufe 9, Fez of Fazooli, Necronookiecon. Sieg?", ["cthulhu"], books)
    assert asked.asks == ["geschlecht"]
    assert ask("frau", [], books, context=asked.context).verdict == "sieg"
    assert ask("ein kerl", [], books, context=asked.context).verdict == "niederlage"


def test_the_law_says_no_yes_to_what_changes_a_table(books: Library) -> None:
    fight = ask("Brite Stufe 9, Ausrüstung insgesamt plus neun. Superspion. Langts?", ["impossible"], books)
    assert fight.verdict == "niederlage"
    told = ask("hab noch american pie auf der hand, zack rein", [], books, context=fight.context)
    assert told.verdict not in ("ja", "nein")


def test_a_number_of_cards_completes_a_fight_that_hangs_on_them(books: Library) -> None:
    first = "Coggoth, ich Monsterjägerin Stufe 5 mit der Wand of Walloping. Schaff ich den?"
    asked, three, four = talk(books, "cthulhu", first, "drei", "und wenns vier gewesen wären?")
    assert asked.verdict == "rueckfrage"
    assert (three.verdict, three.numbers["monsters"]) == ("sieg", 8)
    assert (four.verdict, four.numbers["monsters"]) == ("niederlage", 11)


def test_what_has_to_be_rolled_is_asked_of_a_lost_fight_and_then_rolled(books: Library) -> None:
    first = "Mann, Stufe 4, keine Klasse, nix dabei, Grape Old Ones. Reicht das?"
    _, needed, rolled = talk(books, "cthulhu", first, "Was muss ich zum Entwischen würfeln?", "vier")
    assert (needed.kind, needed.verdict, needed.numbers["wurf_ab_1"]) == ("chance", "zahl", 5)
    assert (rolled.kind, rolled.verdict) == ("chance", "nein")
    assert "Schlimme Dinge" in rolled.answer


@pytest.mark.parametrize(
    ("further", "sums"),
    [
        ("nu kommt Holger mitm Laster voller Ninjas", (9, 20)),
        ("und wenn ick eene Karte wegschmeiß?", (10, 10)),
        ("und springt mir Lars bei, ooch 6, mit Einhorn-Baby?", (19, 10)),
        ("So steh mir Lars bei, ein Cop der zweiten Stufe!", (11, 10)),
    ],
)
def test_who_and_what_comes_changes_the_fight(books: Library, further: str, sums: tuple[int, int]) -> None:
    first = "Ick Kriegerin, sechste Stufe, Überraschungssichere Rüstung an. Candy Candy. Wird dit wat?"
    *_, then = talk(books, "axe-cop", first, further)
    assert (then.numbers["munchkins"], then.numbers["monsters"]) == sums


def test_a_monster_stands_for_another(books: Library) -> None:
    first = "Agent Orange, auf der Karte steht 16. Ich: 8 und +3, ohne Loyalität. Gewonnen?"
    *_, then = talk(books, "impossible", first, "und statt dem der V-Ameisenmann, sagen wir auch mit 15?")
    assert then.numbers["monsters"] == 15


def test_after_a_fight_it_is_asked_whether_the_game_is_won(books: Library) -> None:
    first = "Soldat auf 9, Einhorn-Baby, Überraschungssichere Rüstung gegen die Candy Candy. Reicht das?"
    assert talk(books, "axe-cop", first, "Hab ich damit die Partie im Sack?")[-1].verdict == "ja"
    assert (
        talk(books, "axe-cop", first.replace("auf 9", "auf 8"), "Hab ich damit das Spiel?")[-1].verdict
        == "nein"
    )


@pytest.mark.parametrize(
    ("further", "verdict", "numbers"),
    [
        ("und mit einer Spötterin von mir?", "ja", {"staerke": 22, "zerstoerungswert": 21}),
        ("und wenn ich den Ghoul kaputt mach?", "ja", {"staerke": 20, "zerstoerungswert": 18}),
        ("und wie viele Schätze liegen dann da?", "zahl", {"beute": 2}),
    ],
)
def test_a_base_is_changed_by_what_comes_and_goes(
    books: Library, further: str, verdict: str, numbers: dict[str, int]
) -> None:
    first = "Am Baumhaus hocken ein Ghoul und ein Hippogreif, wir haben zusammen 20. Kippt die Basis?"
    *_, then = talk(books, "smash-up", first, further)
    assert (then.verdict, then.numbers) == (verdict, numbers)


def test_whose_turn_it_is_may_be_corrected(books: Library) -> None:
    first = "Basis ist weg, 6 Schätze. Sabine hat dort 11, ich 7, Dennis 7, Opa 2, dran bin ich. Wer kriegt wie viele?"
    mine, his = talk(books, "smash-up", first, "Nee andersrum, Dennis ist am Zug")
    assert (mine.numbers["du"], mine.numbers["dennis"]) == (2, 1)
    assert (his.numbers["du"], his.numbers["dennis"]) == (1, 2)


@pytest.mark.parametrize(
    ("further", "sums"),
    [
        ("und wenn mir n cop hilft, der is bloß 2", (12, 11)),
        ("und ohne das Schwert?", (6, 16)),
    ],
)
def test_helpers_and_things_come_and_go_in_few_words(
    books: Library, further: str, sums: tuple[int, int]
) -> None:
    first = "König aller Bösen, auf der Karte steht 16. Ich bin Stufe 6 mit einem Schwert +4. Reicht das?"
    *_, then = talk(books, "axe-cop", first, further)
    assert (then.numbers["munchkins"], then.numbers["monsters"]) == sums


def test_a_correction_gets_no_yes_that_was_found_for_another_number(books: Library) -> None:
    first = "Alle anderen sind Kultisten, nur ich nicht, ich bin auf 9. Hab ich gewonnen?"
    won, corrected = talk(books, "cthulhu", first, "ups, doch erst Stufe 8")
    assert won.verdict == "ja"
    assert corrected.verdict not in ("ja", "nein")


def test_what_a_victory_brings_is_asked_in_passing(books: Library) -> None:
    first = "Zwei Bienen, ich Stufe 3, keine Klasse, Schwert +1. Gewinn ich?"
    *_, then = talk(books, "shakespeare", first, "geil, was springt dabei raus?")
    assert (then.kind, then.verdict) == ("fight", "folge")
    assert "Stufe 4" in then.answer


def test_a_fight_of_its_own_clears_the_one_before_away(books: Library) -> None:
    first = "Ich bin Krieger Stufe 5 mit Schwert +4 gegen ein Monster der Stufe 8. Reicht das?"
    other = "Anderer Tisch: Ein Elf auf Stufe 3 mit Bogen +2 kämpft gegen ein Monster der Stufe 6. Gewinnt er den?"
    *_, then = talk(books, "shakespeare", first, other, "und mit noch +3?")
    assert (then.numbers["munchkins"], then.numbers["monsters"]) == (8, 6)


@pytest.mark.parametrize("further", ["und mit +1 aufs Weglaufen?", "und mit +3?"])
def test_a_bonus_is_no_roll(books: Library, further: str) -> None:
    first = "Wie groß ist die Chance, dass ich einem Monster entkomme?"
    *_, then = talk(books, "cthulhu", first, further)
    assert "gewürfelt" not in then.answer


def test_a_creature_that_goes_strengthens_nobody(books: Library) -> None:
    first = "Am Baumhaus hocken ein Ghoul und ein Hippogreif, wir haben zusammen 20. Kippt die Basis?"
    for further in ("und ohne die Spötterin?", "und wenn ich die Spötterin kaputt mach?"):
        *_, then = talk(books, "smash-up", first, further)
        assert then.numbers.get("staerke") != 22


def test_who_has_no_creature_is_who_says_so(books: Library) -> None:
    first = "Mage's Tower ist durch. Ich 9, Ole 7, Kim 4. Wer kriegt wie viel?"
    *_, his = talk(books, "smash-up", first, "und Kim da gar kein Vieh?")
    assert (his.numbers["kim"], his.numbers["du"]) == (0, 4)


def test_what_lies_in_play_is_no_question_for_the_end_of_the_game(books: Library) -> None:
    first = "Ich bin Krieger Stufe 5 mit Helm +4 gegen ein Monster der Stufe 8. Reicht das?"
    *_, then = talk(books, "axe-cop", first, "Zählt das auch, wenn ich den Helm nicht im Spiel hab?")
    assert "gewonnen ist das Spiel" not in then.answer


def test_a_thing_takes_the_place_of_another(books: Library) -> None:
    turns = ("foggoth, ich lvl 5 mit tommy gun, heiß pia", "statt der tommy gun den flamethrower")
    first, then = talk(books, "cthulhu", *turns)
    assert (sums(first), sums(then)) == (("niederlage", 5, 6), ("sieg", 13, 6))


def test_who_gives_up_a_class_in_the_fight_no_longer_has_it(books: Library) -> None:
    turns = (
        "krapfen aus dem all gegen mich, stufe 5, nix an, keine klasse",
        "nele hilft auch noch, monsterjägerin stufe 2",
        "und wenn sie die klasse schnell ablegt?",
    )
    _, with_her, without = talk(books, "cthulhu", *turns)
    assert (sums(with_her), sums(without)) == (("niederlage", 9, 10), ("sieg", 7, 4))


def test_a_bare_number_says_how_many_cards_are_thrown_away(books: Library) -> None:
    turns = (
        "Ich bin Priester Stufe 5, nix dabei, gegen einen Untoten mit 12.",
        "und wenn ich zwei karten abwerfe?",
        "und drei?",
    )
    _, two, three = talk(books, "shakespeare", *turns)
    assert (sums(two), sums(three)) == (("niederlage", 11, 12), ("sieg", 14, 12))


def test_what_a_victory_brings_may_be_asked_of_somebody_by_name(books: Library) -> None:
    fight = "Anna, Stufe 5, keine Klasse, Tommy Gun, gegen Lloyd Lloigor. Reicht das?"
    brought = talk(books, "cthulhu", fight, "was kriegt anna dafür")[-1]
    assert (brought.verdict, brought.numbers["schaetze"], brought.numbers["stufe_danach"]) == ("folge", 2, 6)


@pytest.mark.parametrize("end", ["Und wenns schiefgeht?", "und wenn ich nicht wegkomme?"])
def test_who_does_not_get_away_is_told_what_the_monster_does(books: Library, end: str) -> None:
    told = talk(books, "cthulhu", "Chance, dem Joggoth zu entkommen, ohne irgendwas?", end)[-1]
    assert told.verdict == "folge"
    assert told.cites == ["card:cthulhu/joggoth", "cthulhu.schlimme-dinge.bei-misslungener-flucht"]


def test_who_gets_away_is_not_told_what_the_monster_does(books: Library) -> None:
    told = talk(
        books, "cthulhu", "Chance, dem Joggoth zu entkommen, ohne irgendwas?", "und wenn ich wegkomme?"
    )
    assert "card:cthulhu/joggoth" not in told[-1].cites
