"""Which part each number, card and person of a fight plays, as it was learned from marked fights."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.ask import ask, drill
from rules.ask.data import rows
from rules.ask.marks import Mark, fights, parsed, unpunctuated
from rules.ask.parts import Parts
from rules.ask.spotting import spotter
from rules.ask.table import Table
from rules.ask.told import Worked, clues_of, parts, surely, values
from rules.engine.library import Library

ROLES = [
    ("cthulhu", "7 hab ich an Stufe, +2 vom Hut, das Vieh hat 9", "K.stufe K.bonus M.stufe"),
    ("axe-cop", "mein Sohn (11) ist Stufe 4 mit +3 gegen Monster Stufe 6", "egal K.stufe K.bonus M.stufe"),
    (
        "shakespeare",
        "ich 5 +2, Tom hilft mit Stufe 3 und +1, Gegner 12",
        "K.stufe K.bonus H.stufe H.bonus M.stufe",
    ),
]


def read(books: Library, box: str, text: str) -> list[str]:
    """Return the parts that the numbers of a question play."""
    tokens, mentions = spotter(books).spot(text, [box])
    clues = clues_of(tokens, mentions, books)
    best = parts().read(clues)[0].roles
    return [role for unit, role in zip(clues.units, best, strict=True) if unit.kind == "number"]


def test_a_mark_says_where_it_stands_and_which_part_it_is() -> None:
    found = parsed("cthulhu+axe-cop", "bin {7|K.stufe}, na?")
    assert found[:3] == (("cthulhu", "axe-cop"), "bin 7, na?", (Mark(4, 5, "K.stufe"),))


def test_without_signs_the_marks_stand_where_they_stood() -> None:
    bare = unpunctuated(parsed("cthulhu", "bin {7|K.stufe}, na? {Dr. Who|K}!"))
    assert [bare.text[mark.start : mark.end] for mark in bare.marks] == ["7", "Dr. Who"]
    assert bare.text == "bin 7  na  Dr. Who "


@pytest.mark.parametrize(("box", "text", "roles"), ROLES)
def test_each_number_plays_its_part(books: Library, box: str, text: str, roles: str) -> None:
    assert read(books, box, text) == roles.split()


def test_what_was_learned_is_the_same_after_it_was_kept(books: Library, tmp_path: Path) -> None:
    lines = [one for one in fights() if len(one.marks) == 4][:12]
    learned = drill.learn(lines, books)
    learned.save(tmp_path / "parts.npz")
    kept = Parts.load(tmp_path / "parts.npz")
    clues = [one.clues for one in drill.examples(lines, books)]
    assert [kept.read(one)[0].roles for one in clues] == [learned.read(one)[0].roles for one in clues]
    assert [learned.read(one)[0].roles for one in clues] == [
        one.roles for one in drill.examples(lines, books)
    ]


def test_every_mark_is_on_something_that_is_read(books: Library) -> None:
    found = drill.examples(fights(), books)
    marks, lost = sum(len(one.marked.marks) for one in found), sum(len(one.lost) for one in found)
    assert lost < 0.03 * marks


def test_a_fight_that_may_be_read_in_two_ways_is_asked_for(books: Library) -> None:
    answer = ask("der 8er und ich 5 und er 3 und noch 2 für den 4er, wer gewinnt?", ["cthulhu"], books)
    assert answer.verdict == "rueckfrage"


def test_of_two_readings_that_of_the_closer_fight_is_surer() -> None:
    close, far = (Worked(Table(), ("munchkins", 12 + place, 11 - place)) for place in (0, 9))
    nobody = Worked(Table(), ("gap", "stufe"))
    found = values([(close, [0.0]), (far, [0.0])], nobody, 2, [])
    learned = rows("parts")
    sure = {key: surely(of, learned["weights"], learned["bias"]) for key, of in found.items()}
    assert sure[close.comes_to] > sure[far.comes_to]


def test_a_score_is_two_numbers_and_no_party_of_two(books: Library) -> None:
    reader = spotter(books)
    _, score = reader.spot("steht es 3 zu 2", ["cthulhu"])
    _, party = reader.spot("wir sind zu 2", ["cthulhu"])
    assert [one.number for one in score if one.kind == "number"] == [3, 2]
    assert [one.name for one in party if one.kind == "word"] == ["we", "players"]


@pytest.mark.parametrize("question", ["Stufe 1 ohne alles gegen ein Monster der Stufe 18. Schaff ich das?"])
def test_a_plain_fight_is_told_however_uneven_it_is(books: Library, question: str) -> None:
    assert ask(question, ["cthulhu"], books).verdict == "niederlage"
