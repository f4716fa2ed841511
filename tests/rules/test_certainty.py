"""One question, one state: page, comparison and resolver say the same of what the books leave open."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import Client

from rules.engine import resolve
from rules.engine.library import Library
from rules.facts import library as current_library
from rules.models import Question
from rules.reading import RuleBooks, read

GAMES = ("munchkin", "smash-up")
Row = dict[str, Any]


@pytest.fixture(scope="module")
def books() -> RuleBooks:
    return read(settings.FIXTURES, [])


@pytest.fixture(scope="module")
def pages(books: RuleBooks) -> dict[str, Any]:
    return {entry.id: entry for _box, entry in books.questions}


def unsettled() -> dict[str, Row]:
    """Return what the resolver treats as open, by its key."""
    found: dict[str, Row] = {}
    files = [
        *(settings.FIXTURES / "munchkin/unsettled").glob("*.yaml"),
        settings.FIXTURES / "smash-up/unsettled.yaml",
    ]
    for file in files:
        found |= yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


def linked() -> list[tuple[str, Row, str]]:
    """Return every question that the resolver names where it is not sure: key, row, id."""
    return [
        (key, row, question)
        for key, row in unsettled().items()
        for questions in row.get("questions", {}).values()
        for question in questions
    ]


def test_what_the_resolver_leaves_open_is_not_settled_on_its_page(pages: dict[str, Any]) -> None:
    found = linked()
    assert len(found) > 80
    assert [(key, question) for key, _row, question in found if pages[question].state == "settled"] == []


def test_page_and_resolver_prefer_the_same_reading(pages: dict[str, Any]) -> None:
    """`pages` says which reading of the page is the one that the resolver reckons with."""
    said = {
        question: index for row in unsettled().values() for question, index in row.get("pages", {}).items()
    }
    assert len(said) > 80
    assert {question: pages[question].favoured_index for question in said} == said


def test_every_book_that_leaves_it_open_has_a_page_with_that_reading() -> None:
    lacking = [
        (key, box)
        for key, row in unsettled().items()
        for box, questions in row.get("questions", {}).items()
        if not set(questions) & set(row.get("pages", {}))
    ]
    assert lacking == []


def test_a_reading_that_is_preferred_is_one_of_the_readings(pages: dict[str, Any]) -> None:
    for entry in pages.values():
        assert entry.favoured_index is None or entry.favoured_index < len(entry.readings), entry.id
    for key, row in unsettled().items():
        assert row.get("favoured", 0) < len(row["readings"]), key


def test_only_an_open_question_may_do_without_a_preferred_reading(pages: dict[str, Any]) -> None:
    assert [
        entry.id for entry in pages.values() if entry.favoured_index is None and entry.state != "open"
    ] == []


def test_a_settled_question_says_on_which_sentence_it_rests(pages: dict[str, Any]) -> None:
    settled = [entry for entry in pages.values() if entry.state == "settled"]
    assert len(settled) > 10
    assert [entry.id for entry in settled if not entry.rules] == []
    vague = ("analog", "sinngemäß", "nicht ausdrücklich", "naheliegend", "steht nicht da", "offen", "plausib")
    assert [entry.id for entry in settled if any(word in entry.favoured.casefold() for word in vague)] == []


def test_the_comparison_shows_every_doubt_about_its_answer(
    books: RuleBooks, pages: dict[str, Any], db: None
) -> None:
    """A cell whose words say that something is open has a question that is not settled, and shows it."""
    answers = books.answers()
    asked = {(row, question.partition(".")[0]) for question, entry in pages.items() for row in entry.asks}
    assert len(asked) > 40
    assert [entry.id for entry in pages.values() if entry.asks and entry.state == "settled"] == []
    doubtful = [
        (row, box)
        for row, cells in answers.items()
        for box, cell in cells.items()
        if any(word in (cell["answer"] or "").casefold() for word in ("strittig", "offen,", "geschlossen"))
        and "offen geschlossen" not in (cell["answer"] or "")
    ]
    assert doubtful
    missing = [one for one in doubtful if one not in asked and one[0] != "hilfe.faehigkeit-des-helfers"]
    assert missing == []


def test_a_cell_of_the_comparison_leads_to_its_question(client: Client, db: None) -> None:
    question = Question.objects.get(pk="axe-cop.ambiguitaet.003")
    page = client.get("/regeln/vergleich/handeln/").content.decode()
    assert f'href="{question.get_absolute_url()}" class="badge' in page


def test_no_answer_of_a_case_calls_open_what_its_page_settles(
    books: RuleBooks, pages: dict[str, Any], library: Library
) -> None:
    looked = 0
    for _box, case in books.cases:
        for row in resolve(case.scenario, library)["unsettled"]:
            for cite in row["cites"]:
                if cite in pages:
                    looked += 1
                    assert pages[cite].state != "settled", (case.id, cite)
    assert looked > 100


@pytest.fixture
def library(db: None) -> Library:
    return current_library()
