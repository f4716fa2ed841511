"""Going on with a question: „und wenn …?“, „und bei …?“, „warum?“."""

from __future__ import annotations

import pytest

from rules.ask import AskAnswer, ask
from rules.engine.library import Library

FIGHT = "Krapfen aus dem All, ich Stufe 4 mit +2. Reichts?"
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


def test_a_class_may_turn_the_fight(books: Library) -> None:
    first, then = talk(books, "cthulhu", FIGHT, "und wenn ich Monsterjäger bin?")
    assert sums(first) == ("sieg", 6, 4)
    assert sums(then) == ("niederlage", 8, 10)
    assert first.answer in then.changed


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
