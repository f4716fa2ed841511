"""Which way round a question is put: learned from questions that ask for the same and want contrary words."""

from __future__ import annotations

import numpy as np

from rules.ask import sides
from rules.ask.knowledge import knowledge, read
from rules.engine.library import Library

# Pieces: what the question is about, whether it may be kept, whether it is gone.
ABOUT, KEPT, GONE = 0, 1, 2


def known(*places: int) -> tuple[np.ndarray, np.ndarray]:
    return np.asarray(places), np.full(len(places), 1 / len(places) ** 0.5, dtype=np.float32)


def taught() -> sides.Sides:
    asked = [known(ABOUT, KEPT), known(KEPT), known(ABOUT, GONE), known(GONE)] * 40
    return sides.learn(asked, ["keep", "keep", "keep~", "keep~"] * 40, 3)


def along(found: sides.Sides, name: str, *places: int) -> float:
    return float((found.of([name])[0] * found.lay(known(*places))).sum())


def test_the_word_of_the_contrary_question_lies_on_the_other_side() -> None:
    found = taught()
    assert along(found, "keep~", ABOUT, GONE) > 0 > along(found, "keep~", ABOUT, KEPT)


def test_what_speaks_for_an_entry_speaks_as_much_against_its_contrary() -> None:
    found = taught()
    assert along(found, "keep", ABOUT, GONE) == -along(found, "keep~", ABOUT, GONE)


def test_who_has_no_contrary_has_no_side() -> None:
    assert not sides.Sides.none(3).of(["keep"]).any()
    assert not taught().of(["other"]).any()


def test_who_asks_whether_it_is_gone_asks_against_who_asks_whether_it_stays(books: Library) -> None:
    space = knowledge(books).space
    (way,) = space.sides.of(["q4.tod-stufe-bleibt~"])

    def contrary(text: str) -> float:
        return float(way @ space.sides.lay(space.known(read(text, books))))

    assert contrary("Ich bin tot. Ist meine Stufe futsch?") > contrary("Ich bin tot. Bleibt mir meine Stufe?")
