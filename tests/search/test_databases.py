"""SQLite and PostgreSQL give the same results in the same order: both must give the stored ones."""

from __future__ import annotations

import os

import pytest

import cards.search
from cards.search import find
from cards.search.store import Corpus
from tests.search import golden

pytestmark = pytest.mark.django_db
SHOWN = 12


def ask(query: str, corpus: Corpus) -> list[str]:
    """Return the number of hits and the first of them, as one list of words."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards.search, "current", lambda: corpus)
        hits = find(query, limit=SHOWN).of("karte")
    return [str(hits.total), *(document.key for document in hits.documents)]


@pytest.fixture
def shelf() -> Corpus:
    golden.make_shelf()
    return golden.read_shelf()


def test_a_few_hundred_queries_are_stored() -> None:
    assert len(golden.stored()) >= 250
    assert sum(1 for answer in golden.stored().values() if len(answer) > 1) > 200


def test_this_database_gives_the_stored_results_in_the_stored_order(shelf: Corpus) -> None:
    given = golden.answers(shelf)
    if os.environ.get("GOLDEN") == "neu":
        golden.store(given)
    assert given.keys() == golden.stored().keys()
    wrong = {
        query: (given[query], answer) for query, answer in golden.stored().items() if given[query] != answer
    }
    assert wrong == {}


def test_reading_twice_gives_the_same(shelf: Corpus) -> None:
    assert golden.answers(golden.read_shelf()) == golden.answers(shelf)
