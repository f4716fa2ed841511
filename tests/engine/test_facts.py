"""The library is the same from the database and from the fixtures."""

from __future__ import annotations

import pytest
from django.test import Client

from cards.models import Release
from rules.engine.library import Library
from rules.facts import library_from_database


@pytest.fixture
def stored(db: None) -> Library:
    release = Release.objects.order_by("-id").first()
    assert release is not None
    return library_from_database(release.version)


def test_cards_are_the_same_from_both(stored: Library, library: Library) -> None:
    assert len(stored.card_facts) > 300
    assert stored.card_facts == library.card_facts


def test_what_can_be_cited_is_the_same_from_both(stored: Library, library: Library) -> None:
    assert len(stored.cited) > 2000
    assert stored.cited == library.cited


def test_the_boxes_stand_in_the_same_order_in_both(stored: Library, library: Library) -> None:
    assert [*stored.editions][:4] == ["cthulhu", "shakespeare", "impossible", "axe-cop"]
    assert [*stored.editions] == [*library.editions]


def test_the_comparison_is_the_same_from_both(stored: Library, library: Library) -> None:
    assert {key: row["answers"] for key, row in stored.comparison.items()} == {
        key: row["answers"] for key, row in library.comparison.items()
    }


@pytest.mark.parametrize(
    "start", ["card:axe-cop/krieger", "axe-cop.kampf.vergleich", "axe-cop.ruling.tod-am-zug"]
)
def test_what_is_cited_has_its_page(client: Client, stored: Library, start: str) -> None:
    assert client.get(stored.cited[start]["url"]).status_code == 200
