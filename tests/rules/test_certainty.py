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
from rules.models import Comparison, Question
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


# Questions about the same sentence, book by book. Books whose sentence is another one are not here.
SAME_SENTENCE = {
    "Kampfstärke gegen Stufe des Monsters": ("cthulhu.001", "axe-cop.001", "shakespeare.019"),
    "Tauschen, während andere kämpfen": ("cthulhu.002", "axe-cop.003", "shakespeare.031"),
    "Gegenstände als Lohn": ("cthulhu.003", "axe-cop.004", "shakespeare.032", "impossible.025"),
    "Wanderndes Monster im eigenen Kampf": ("cthulhu.007", "axe-cop.027", "shakespeare.020"),
    "Super Munchkin beim Tod": ("cthulhu.014", "axe-cop.030", "shakespeare.035", "impossible.007"),
    "Andauernde Flüche beim Tod": ("cthulhu.015", "shakespeare.053"),
    "Milde Gabe für Tote": ("cthulhu.016", "axe-cop.031", "shakespeare.037"),
    "Leiche plündern": ("cthulhu.018", "axe-cop.032", "shakespeare.056", "impossible.070"),
    "Schnelle Regeln beim Mischen": ("cthulhu.029", "shakespeare.057", "impossible.071"),
    "Plündern freigestellt": ("cthulhu.032", "axe-cop.034", "shakespeare.042"),
    "Gegenstände ohne Anlass ablegen": ("cthulhu.034", "axe-cop.014", "shakespeare.058", "impossible.072"),
    "Wurf und Folge je Monster": ("cthulhu.038", "axe-cop.005", "shakespeare.052", "impossible.053"),
    "Stufe 9 und kein Monster": ("cthulhu.047", "axe-cop.047", "shakespeare.041"),
    "Umrüsten im fremden Zug": ("cthulhu.057", "axe-cop.046", "shakespeare.059"),
    "Verstärker bei gleichen Monstern": ("cthulhu.061", "axe-cop.028", "shakespeare.040", "impossible.021"),
    "Nachfolgende Untote": ("cthulhu.026", "shakespeare.049"),
    "Plündern der eigenen Leiche": ("axe-cop.038", "shakespeare.036", "impossible.009"),
}


@pytest.mark.parametrize("sentence", SAME_SENTENCE)
def test_the_same_sentence_is_as_certain_in_every_book_that_has_it(
    pages: dict[str, Any], sentence: str
) -> None:
    ids = [one.replace(".", ".ambiguitaet.") for one in SAME_SENTENCE[sentence]]
    assert {pages[one].state for one in ids} in ({"provisional"}, {"settled"})


def test_the_resolver_treats_the_same_sentence_alike(pages: dict[str, Any]) -> None:
    """Where one book's question is asked by the resolver, the others with the same sentence are asked too."""
    asked = {question: key for key, _row, question in linked()}
    split = {
        sentence: keys
        for sentence, ids in SAME_SENTENCE.items()
        if len(keys := {asked.get(one.replace(".", ".ambiguitaet.")) for one in ids}) > 1
    }
    assert len({key for key, _row, _question in linked()}) > 60
    assert split == {}


def test_a_row_that_speaks_of_a_doubt_leads_to_its_question(pages: dict[str, Any], db: None) -> None:
    asked = {row for entry in pages.values() for row in entry.asks}
    doubtful = [row.pk for row in Comparison.objects.all() if "nklar" in row.note]
    assert len(doubtful) > 40
    assert [row for row in doubtful if row not in asked] == []
