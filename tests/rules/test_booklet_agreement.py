"""The rulebook of a table says what the resolver applies there: by its rows, and in every case that was decided."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from rules.booklet.mix import GAME, Mix
from rules.booklet.sheet import sheet
from rules.booklet.text import compose
from rules.engine import resolve
from rules.engine.entries import read_entries
from rules.engine.library import Library
from rules.engine.rulebook import Rulebook
from rules.facts import library_from_fixtures
from tests.decided import cases
from tests.rules.tables import TABLES, falls_away, sentences

# A table as the resolver has it before it: the boxes in the order of asking, and its own choices.
Table = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
# What is open about a card that is not carried out is no question of a rulebook.
OF_A_CARD = "card.not-executed"
Told = dict[Table, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def library() -> Library:
    return library_from_fixtures()


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_the_text_follows_what_the_resolver_applies(library: Library, boxes: tuple[str, ...]) -> None:
    """The answer of each sentence is the value that the resolver reads, and its statements are cited by it."""
    entries = read_entries(library.data[GAME]["entries"])
    book = Rulebook(library, boxes, boxes[0], (), entries)
    mix = Mix(library, boxes)
    for one in sentences(compose(mix)):
        for question in one.asks:
            answer = mix.answers(question)[mix.decider(question)]
            # Two books may write the same value in different words.
            assert book.value(question) == answer.get("value"), question
            assert set(answer["rules"]) <= set(book.cites(question)) & set(one.rules), question


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the resolver asks of its books while it decides, and what it is told: values and statements."""
    found: Told = defaultdict(dict)
    value, cites = Rulebook._find_value, Rulebook._find_cites

    def telling_values(book: Rulebook, target: str) -> Any:
        return found[_table(book)].setdefault(target, {}).setdefault("value", value(book, target))

    def telling_cites(book: Rulebook, target: str) -> tuple[str, ...]:
        stated: tuple[str, ...] = cites(book, target)
        found[_table(book)].setdefault(target, {})["rules"] = stated
        return stated

    monkeypatch.setattr(Rulebook, "_find_value", telling_values)
    monkeypatch.setattr(Rulebook, "_find_cites", telling_cites)
    return found


def _table(book: Rulebook) -> Table:
    return book.order, tuple(sorted(book.house.items()))


def test_whatever_a_case_asks_of_the_books_the_text_answers_alike(told: Told) -> None:
    library = library_from_fixtures()
    asked = [case["scenario"] for case in cases()]
    for scenario in (one for one in asked if one.get("game") == GAME):
        resolve(scenario, library)
    compared = set()
    for (boxes, house), answered in told.items():
        mix = Mix(library, boxes, dict(house))
        said = {question for one in sentences(compose(mix)) for question in one.asks}
        for question in set(answered) & set(library.comparison):
            if question in said:
                answer = mix.answers(question)[mix.decider(question)]
                assert answered[question].get("value", answer.get("value")) == answer.get("value"), question
                assert set(answer["rules"]) <= set(answered[question].get("rules", answer["rules"])), question
                compared.add(question)
            else:
                assert not mix.answers(question) or falls_away(question, mix), (boxes, question)
    assert len(compared) > 380


def test_what_stands_open_in_the_text_is_what_the_resolver_leaves_open_under_that_book(
    library: Library,
) -> None:
    """Each case that leaves something open, asked again at every table that has its boxes."""
    rows = library.data[GAME]["unsettled"]
    asked = [case["scenario"] for case in cases() if case["scenario"].get("game") == GAME]
    found: dict[tuple[str, tuple[str, ...], str], set[bool]] = defaultdict(set)
    for scenario in asked:
        scenario = {key: value for key, value in scenario.items() if key != "house"}
        for doubt in open_in(scenario, library) - {OF_A_CARD}:
            for boxes in (one for one in TABLES if set(scenario["sets"]) <= set(one)):
                for house in ({}, *ways_to_choose(rows[doubt].get("of", ""), boxes, library)):
                    led = {**scenario, "sets": list(boxes), "rulebook": boxes[0], "house": house}
                    found[doubt, boxes, "".join(house.values())].add(doubt in open_in(led, library))
    for (doubt, boxes, choice), left_open in found.items():
        mix = Mix(library, boxes, {rows[doubt]["of"]: choice} if choice else {})
        # A choice may change the situation so that the doubt does not arise in all of them.
        # What no book raises itself stands in the text wherever it comes up in play.
        raised = rows[doubt].get("questions")
        named = mix.choices if raised else {point.id for row in compose(mix) for point in row.open}
        assert (True in left_open) == (doubt in named), (doubt, boxes, choice)
        assert choice or not raised or len(left_open) == 1, (doubt, boxes)
    assert len({doubt for doubt, *_ in found}) > 52
    assert len(found) > 1000


def ways_to_choose(question: str, boxes: tuple[str, ...], library: Library) -> list[dict[str, str]]:
    """Return every choice that a table may make of the question that settles a doubt."""
    return [{question: box} for box in Mix(library, boxes).answers(question)] if question else []


def open_in(scenario: dict[str, Any], library: Library) -> set[str]:
    return {row["question"] for row in resolve(scenario, library)["unsettled"]}


def test_the_sheet_answers_no_dispute_against_the_deciding_book(library: Library) -> None:
    beside = Mix(library, ("impossible", "axe-cop"))
    text = " ".join(one.text for one in sentences(compose(beside)))
    assert "Während eines Kampfes tauscht niemand" in text
    assert "trade.beside-a-fight" not in [point.id for point in sheet(beside).disputes]
    assert "trade.beside-a-fight" in [
        point.id for point in sheet(Mix(library, ("axe-cop", "impossible"))).disputes
    ]
