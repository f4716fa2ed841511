"""The pages of cards: every one of them renders, and none asks the database more because there is more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cards.models import Card, Edition, Redirect
from cards.views import FIRST_OF_KIND, WHOLE_BOX
from cardsite import stand

Asserts = Callable[..., Any]


def page(reader: Client, address: str) -> str:
    response = reader.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_every_box_page_and_its_checklist_render(reader: Client) -> None:
    for box in Edition.objects.all():
        for view in ("liste", "tabelle", "galerie"):
            assert box.name in page(reader, f"{box.get_absolute_url()}?ansicht={view}")
        assert box.name in page(reader, f"{box.get_absolute_url()}checkliste/")


def test_a_card_page_says_what_a_player_asks(reader: Client) -> None:
    said = page(reader, "/karten/shakespeare/lady-macbeth/")
    expected = (
        "−3 gegen Dieb",
        "weibliche Munchkins bis Stufe 4",
        "Die Figur stirbt.",
        "Munchkin Shakespeare",
        "/was-waere-wenn/?karte=shakespeare/lady-macbeth",
        "/api/v1/cards/shakespeare/lady-macbeth",
    )
    for words in expected:
        assert words in said


def test_a_card_page_shows_its_rulings_and_the_rules_of_its_kind(reader: Client) -> None:
    said = page(reader, "/karten/cthulhu/krapfen-aus-dem-all/")
    assert "Bekommt der Krapfen aus dem All dann +12?" in said
    assert "/regeln/cthulhu/#monster" in said


def test_the_page_of_a_card_that_is_not_carried_out_whole_names_what_is_not(reader: Client) -> None:
    cards = Card.objects.filter(edition="cthulhu").exclude(coverage="full")
    assert cards
    for card in cards:
        assert "Nicht gerechnet ist " in page(reader, card.get_absolute_url()), card.slug
    assert "der Wurf bei jeder Nutzung" in page(reader, "/karten/cthulhu/bagpipes/")
    assert "Nicht gerechnet ist " not in page(reader, "/karten/cthulhu/galoshes/")


def test_a_card_page_leads_to_the_cards_that_it_affects(reader: Client) -> None:
    assert 'href="/karten/cthulhu/monsterjaeger/"' in page(reader, "/karten/cthulhu/krapfen-aus-dem-all/")
    assert 'href="/karten/cthulhu/krapfen-aus-dem-all/"' in page(reader, "/karten/cthulhu/monsterjaeger/")


def test_a_card_page_leads_to_the_neighbours_in_the_box(reader: Client) -> None:
    cards = list(Card.objects.in_box("axe-cop"))
    said = page(reader, cards[5].get_absolute_url())
    assert f'rel="prev" href="{cards[4].get_absolute_url()}"' in said
    assert f'rel="next" href="{cards[6].get_absolute_url()}"' in said


def test_what_no_source_attests_is_said_to_be_so(reader: Client) -> None:
    said = page(reader, "/karten/axe-cop/meeresgeist/")
    assert '<dt>Stufe</dt><dd><span class="unattested">nicht belegt</span></dd>' in said
    assert "ungeprüft" in said


def test_a_list_says_that_a_card_has_rulings(reader: Client) -> None:
    row = page(reader, "/karten/?box=cthulhu&art=monster").split("krapfen-aus-dem-all")[1][:400]
    assert "Klarstellung" in row


def test_a_list_explains_what_unchecked_means(reader: Client) -> None:
    assert "es heißt nicht, dass nichts zu beachten ist" in page(reader, "/karten/")


def test_the_english_name_leads_to_the_card(reader: Client) -> None:
    response = reader.get("/karten/cthulhu/great-cthulhu/")
    assert (response.status_code, response["Location"]) == (301, "/karten/cthulhu/grosser-cthulhu/")


def test_a_former_address_leads_to_the_card(reader: Client) -> None:
    Redirect.objects.create(kind="card", old="cthulhu/alt", new="cthulhu/nasatob", since="2026-01-01")
    response = reader.get("/karten/cthulhu/alt/")
    assert (response.status_code, response["Location"]) == (301, "/karten/cthulhu/nasatob/")


def test_a_former_box_leads_to_the_box(reader: Client) -> None:
    Redirect.objects.create(kind="set", old="muncthulhu", new="cthulhu", since="2026-01-01")
    response = reader.get("/sets/muncthulhu/")
    assert (response.status_code, response["Location"]) == (301, "/sets/cthulhu/")


@pytest.mark.parametrize(
    "address", ["/karten/cthulhu/gibt-es-nicht/", "/sets/gibt-es-nicht/", "/karten/nirgends/"]
)
def test_what_is_not_there_is_not_found(reader: Client, address: str) -> None:
    assert reader.get(address, follow=True).status_code == 404


@pytest.mark.parametrize(
    ("query", "number"),
    [("box=cthulhu&art=monster", 37), ("merkmal=goth&box=cthulhu", 10), ("quelle=bookmark-axecop", 2)],
)
def test_filters_leave_the_cards_that_fit(reader: Client, query: str, number: int) -> None:
    assert f"<strong>{number}</strong>" in page(reader, f"/karten/?{query}")


def test_an_unknown_filter_is_said_to_be_unknown(reader: Client) -> None:
    said = page(reader, "/karten/?box=cthulu")
    assert "„cthulu“ gibt es hier nicht." in said
    assert "Alle Karten zeigen" in said


def test_a_page_that_is_too_far_shows_the_last_one(reader: Client) -> None:
    assert "card-row" in page(reader, "/karten/?seite=999")


def test_a_box_of_very_many_cards_shows_the_first_of_each_kind(reader: Client) -> None:
    Edition.objects.create(key="club", name="Club", game="munchkin")
    usual = {"edition_id": "club", "kind": "monster", "coverage": "text", "confidence": "low"}
    Card.objects.bulk_create(
        Card(slug=f"m-{place}", name=f"M {place}", order=place, **usual) for place in range(WHOLE_BOX + 1)
    )
    said = page(reader, "/sets/club/")
    assert said.count('class="card-row ') == FIRST_OF_KIND
    assert 'href="/karten/?box=club"' in said


def test_sources_say_how_many_cards_rest_on_them(reader: Client) -> None:
    said = page(reader, "/quellen/")
    assert "?quelle=salty-images" in said
    assert "nicht belegt" in said


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("/karten/", 7),
        ("/karten/?box=cthulhu&ansicht=galerie", 8),
        ("/karten/shakespeare/lady-macbeth/", 5),
        ("/karten/cthulhu/ermittler/", 5),
        ("/sets/", 3),
        ("/sets/cthulhu/", 6),
        ("/sets/axe-cop/?ansicht=galerie", 6),
        ("/sets/cthulhu/checkliste/", 3),
        ("/quellen/", 4),
    ],
)
def test_a_page_asks_a_fixed_number_of_questions(
    reader: Client,
    django_assert_num_queries: Asserts,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    queries: int,
) -> None:
    # The state of the data is read once in a while, whichever page asks, and again before a page is kept.
    stand.fresh()
    monkeypatch.setattr(stand._Known, "until", float("inf"))
    page(reader, address)
    # Another reader: the first one's page is answered from the store.
    with django_assert_num_queries(queries):
        page(Client(), address)


def test_a_former_address_leads_to_the_card_that_it_was(reader: Client) -> None:
    response = reader.get("/karten/impossible/dr-maybe/")
    assert (response.status_code, response["Location"]) == (301, "/karten/impossible/dr-e-von-tuell/")
