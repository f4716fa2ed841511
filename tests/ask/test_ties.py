"""How further questions are tied to what answers them: the talks that teach it, and what is learned from them."""

from __future__ import annotations

from rules.ask import talks, ties
from rules.ask.data import rows
from rules.ask.knowledge import knowledge
from rules.engine.library import Library


def test_every_talk_rests_on_statements_that_exist(books: Library) -> None:
    lines = [line for talk in talks.written() for line in talk]
    assert lines
    assert not {rule for line in lines for rule in line.rules} - books.cited.keys()


def test_every_weight_was_learned() -> None:
    assert rows(ties.FILE)["weights"].keys() == {*ties.NAMES, *ties.NONE}


def test_most_turns_of_the_talks_find_what_they_mean(books: Library) -> None:
    known = knowledge(books)
    turns = list(talks.turns(known))[::4]
    right = sum(one.line.answered_by(ties.found(known, one.talk)[0].entry) for one in turns)
    assert right >= 0.65 * len(turns)


def test_shares_of_candidates_leave_room_for_none(books: Library) -> None:
    talk = ties.Talk("und tauschen?", ["Darf ich im Kampf verkaufen?"], ["cthulhu"])
    found = ties.found(knowledge(books), talk)
    assert 0.5 < sum(one.sure for one in found) < 1
    assert [one.sure for one in found] == sorted((one.sure for one in found), reverse=True)


def test_a_box_without_entries_has_no_candidates(books: Library) -> None:
    talk = ties.Talk("und tauschen?", ["Darf ich im Kampf verkaufen?"], ["gibt-es-nicht"])
    assert ties.found(knowledge(books), talk) == []
