"""The questions that editors wrote down: complete, founded, and each asked only once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.ask.entries import TURNED, Entry, Reply, units
from rules.ask.kept import digest, phrasings
from rules.ask.knowledge import read
from rules.ask.learning import learn
from rules.ask.words import cut, key, spelled
from rules.engine.library import Library
from tests.ask.test_garbage import MISSING, VERDICTS

FEWEST = 3
ONE, TWO = {"ein", "eine", "einen", "einem", "einer", "eins", "einmal"}, {"beide", "beiden", "beider"}


@pytest.fixture(scope="session")
def written() -> list[Entry]:
    return list(units())


def replies(written: list[Entry]) -> Iterator[tuple[str, str, Reply]]:
    for entry in written:
        for box, reply in entry.answers.items():
            yield entry.id, box, reply


def said(text: str) -> set[str]:
    """Return every number of a text, written in digits or as a word."""
    found = {re.sub(r"\D", "", token.text) for token in cut(text) if token.value is not None}
    found |= {str(spelled(key(word))) for word in re.findall(r"[^\W\d_]+", text)}
    found |= set(re.findall(r"\d+/\d+", text)) | set(re.findall(r"\d+", text.replace(".", "")))
    words = {word.lower() for word in re.findall(r"\w+", text)}
    return found | ({"1"} if words & ONE else set()) | ({"2"} if words & TWO else set())


def test_every_unit_has_an_id_of_its_own(written: list[Entry]) -> None:
    assert not [ident for ident, times in Counter(entry.id for entry in written).items() if times > 1]


def test_no_phrasing_is_asked_of_two_units_of_a_box(written: list[Entry]) -> None:
    asks = Counter(
        (box, ask.strip().casefold()) for entry in written for ask in entry.asks for box in entry.answers
    )
    assert not [ask for ask, times in asks.items() if times > 1]


def test_every_unit_is_asked_in_several_ways(written: list[Entry]) -> None:
    whole = [entry for entry in written if not entry.id.endswith(TURNED)]
    assert not [entry.id for entry in whole if len(entry.asks) < FEWEST]


def test_every_verdict_is_one_of_the_contract(written: list[Entry]) -> None:
    assert not [(ident, box) for ident, box, reply in replies(written) if reply.verdict not in VERDICTS]


def test_who_asks_back_says_what_is_missing(written: list[Entry]) -> None:
    asking = [(ident, box, reply) for ident, box, reply in replies(written) if reply.verdict == "rueckfrage"]
    assert not [
        (ident, box) for ident, box, reply in asking if not reply.asks or not set(reply.asks) <= MISSING
    ]


def test_every_box_of_an_answer_exists(written: list[Entry], books: Library) -> None:
    assert not [(ident, box) for ident, box, _ in replies(written) if box not in books.editions]


def test_every_citation_is_in_the_library(written: list[Entry], books: Library) -> None:
    assert not [
        (ident, box, cite)
        for ident, box, reply in replies(written)
        for cite in reply.cites
        if cite not in books.cited
    ]


def test_whoever_decides_rests_on_a_rule(written: list[Entry]) -> None:
    assert not [
        (ident, box)
        for ident, box, reply in replies(written)
        if reply.verdict in ("ja", "nein") and not reply.cites
    ]


def test_an_answer_says_each_of_its_numbers(written: list[Entry]) -> None:
    unsaid = [
        (ident, box, name, value)
        for ident, box, reply in replies(written)
        for name, value in reply.numbers.items()
        if str(value).lstrip("+-") not in said(reply.answer)
    ]
    assert not unsaid


def test_an_answer_begins_with_the_yes_or_no_of_its_verdict(written: list[Entry]) -> None:
    other = {"ja": "Nein", "nein": "Ja"}
    assert not [
        (ident, box)
        for ident, box, reply in replies(written)
        if re.match(rf"{other.get(reply.verdict, '-')}\b", reply.answer)
    ]


def test_who_asks_for_the_contrary_is_told_the_contrary(written: list[Entry]) -> None:
    turned = [entry for entry in written if entry.id.endswith(TURNED)]
    whole = {entry.id: entry for entry in written}
    assert turned
    for entry in turned:
        for box, reply in entry.answers.items():
            other = whole[entry.id.removesuffix(TURNED)].answers[box]
            assert {reply.verdict, other.verdict} == {"ja", "nein"}
            assert reply.answer.partition(".")[2] == other.answer.partition(".")[2]


def test_phrasings_that_mean_the_same_come_to_lie_together(books: Library) -> None:
    asked = {
        "flight": ["darf ich weglaufen", "kann ich türmen", "ist türmen erlaubt", "weglaufen erlaubt"],
        "price": [
            "was kostet der helm",
            "preis vom helm",
            "wie teuer ist der helm",
            "preis und was er kostet",
        ],
        "start": ["wer beginnt das spiel", "wer fängt an", "wer beginnt", "wer fängt das spiel an"],
    }
    space = learn([(read(text, books), entry) for entry, texts in asked.items() for text in texts], 16, 1)

    def near(left: str, right: str) -> float:
        return float(space.lay(read(left, books)) @ space.lay(read(right, books)))

    assert near("türmen", "weglaufen") > near("türmen", "helm") + 0.3


def test_every_phrasing_was_laid_out_when_it_was_learned(written: list[Entry]) -> None:
    kept = phrasings()
    new = [ask for entry in written for ask in entry.asks if digest(ask) not in kept.places]
    assert not new, f"Run manage.py ask_learn --only law: {new[:3]}"
