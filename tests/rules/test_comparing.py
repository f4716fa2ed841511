"""The rulebooks side by side: where they differ, and whether it matters."""

from __future__ import annotations

import pytest
from django.test import Client

from rules.comparing import compare
from rules.facts import library
from rules.models import Comparison
from rules.telling_apart import topic_of
from rules.vocabulary import TOPICS

BOOKS = ("cthulhu", "shakespeare", "impossible", "axe-cop")

pytestmark = pytest.mark.django_db


def row(key: str, *books: str):
    return next(row for row in compare(books or BOOKS, key.split(".")[0]) if row.id == key)


def test_the_computed_differences_are_those_the_editors_found() -> None:
    computed = {row.id for row in compare(BOOKS) if row.verdict in ("different", "harmless", "partial")}
    assert computed == set(Comparison.objects.filter(same=False).values_list("pk", flat=True))
    assert len(computed) == 43


def test_only_two_books_give_a_treasure_for_a_monster_that_was_not_killed() -> None:
    found = row("schatz.ohne-toeten")
    assert found.verdict == "different"
    assert found.cell("cthulhu").value != found.cell("impossible").value


def test_impossible_deals_two_cards_where_the_others_deal_four() -> None:
    found = row("anfangskarten.tuerkarten")
    assert {cell.box: cell.value for cell in found.cells} == {
        "cthulhu": 4, "shakespeare": 4, "impossible": 2, "axe-cop": 4,
    }  # fmt: skip
    assert [cell.box for cell in found.cells if cell.deviates] == ["impossible"]


def test_a_difference_disappears_with_the_box_that_makes_it() -> None:
    assert row("anfangskarten.tuerkarten", "cthulhu", "shakespeare").verdict == "same"


def test_a_missing_die_is_a_difference_without_consequences() -> None:
    found = row("material.wuerfel")
    assert (found.verdict, found.label, found.matters) == ("harmless", "Ohne Spielfolgen", False)


def test_only_one_of_two_books_speaking_counts_where_it_matters() -> None:
    assert row("grosse-gegenstaende.ausnahmen", "cthulhu", "axe-cop").verdict == "partial"


def test_a_silent_book_is_not_said_to_agree() -> None:
    found = row("tod.zug-endet", "impossible")
    assert found.verdict == "silent"
    assert found.cell("impossible").silent


def test_the_same_words_of_all_books_are_said_once() -> None:
    assert row("ziel.siegstufe").common.value == 10
    assert row("anfangskarten.tuerkarten").common is None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Tod", "tod"),
        ("Flüche", "fluch"),
        ("Fallen", "fluch"),
        ("fluch im kampf", "fluch"),
        ("tauschen während des Kampfes", "handeln"),
        ("Große Gegenstände", "grosse-gegenstaende"),
        ("großer Gegenstand", "grosse-gegenstaende"),
        ("Milde Gabe", "phase4-milde-gabe"),
        ("beim Sterben behalten", "tod"),
        ("Flucht", "weglaufen"),
        ("Gleichstand", "kampf"),
        ("Kampf", "kampf"),
        ("Super Munchkin", "super-munchkin"),
        ("zweite Klasse", "super-munchkin"),
        ("Boxen mischen", "kombination"),
        ("typ:fluch set:cthulhu", ""),
        ("Buggoth", ""),
        ("Totenkopf", ""),
        ("Was passiert mit meinen Gegenständen und Klassen, wenn ich beim Weglaufen sterbe?", ""),
    ],
)
def test_a_search_for_a_topic_leads_to_its_comparison(text: str, topic: str) -> None:
    found = topic_of(text)
    assert (found[1] if found else "") == (f"/regeln/vergleich/{topic}/" if topic else "")


def test_every_topic_of_the_comparison_is_found_by_its_name() -> None:
    topics = {question.partition(".")[0] for question in library().comparison}
    assert len(topics) > 40
    for key in topics:
        found = topic_of(TOPICS[key].partition(": ")[2] or TOPICS[key])
        assert found
        assert found[1] == f"/regeln/vergleich/{key}/"


def test_a_search_page_links_to_the_comparison_of_its_topic(reader: Client) -> None:
    assert 'href="/regeln/vergleich/fluch/"' in reader.get("/suche/?q=Flüche").content.decode()


def test_topics_come_in_the_order_of_play() -> None:
    topics = list(dict.fromkeys(row.topic for row in compare(BOOKS)))
    assert topics == [topic for topic in TOPICS if topic in topics]
    assert topics[0] == "ziel"
