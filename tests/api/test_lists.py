"""Cards in the order that somebody wants, page by page; feeds of what changed; what is promised."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from cards.folding import sort_key
from cards.models import Card
from cardsite.api import docs
from cardsite.api.operation import Deprecation
from cardsite.api.urls import OPERATIONS


def cards(client: Client, query: str) -> list[dict[str, Any]]:
    response = client.get(f"/api/v1/cards?limit=200&{query}")
    assert response.status_code == 200, response.content
    data: list[dict[str, Any]] = response.json()["data"]
    return data


def test_cards_come_in_the_order_of_their_names(api: Client) -> None:
    names = [sort_key(card["name"]) for card in cards(api, "sort=name")]
    assert names == sorted(names)
    assert len(names) == 200


def test_the_highest_level_comes_first_and_among_equals_the_name_decides(api: Client) -> None:
    found = cards(api, "q=typ:monster&sort=-level,name")
    attested = [card for card in found if card["level"] is not None]
    assert attested == found[: len(attested)]
    places = [(-card["level"], sort_key(card["name"])) for card in attested]
    assert places == sorted(places)
    assert attested[0]["level"] > attested[-1]["level"]


def test_what_is_not_attested_comes_last_in_either_direction(api: Client) -> None:
    for sort in ("gold", "-gold"):
        values = [card["gold"] for card in cards(api, f"sort={sort}&q=typ:gegenstand")]
        assert values[0] is not None
        first_unknown = values.index(None) if None in values else len(values)
        assert all(value is None for value in values[first_unknown:])


@pytest.mark.parametrize("query", ["", "q=typ:monster&", "sort=name&"])
def test_pages_by_number_are_those_that_the_cursor_walks(api: Client, query: str) -> None:
    walked, url = [], f"/api/v1/cards?{query}limit=30"
    for _ in range(3):
        page = api.get(url).json()
        walked += [card["id"] for card in page["data"]]
        url = page["next"]
    turned = [
        card["id"]
        for number in (1, 2, 3)
        for card in api.get(f"/api/v1/cards?{query}limit=30&page={number}").json()["data"]
    ]
    assert walked == turned
    assert len(set(turned)) == 90


def test_a_page_leads_to_its_neighbours(api: Client) -> None:
    page = api.get("/api/v1/rules?limit=10&page=2").json()
    assert "page=3" in page["next"]
    assert "page=1" in page["previous"]
    assert api.get(page["next"]).json()["data"][0]["id"] not in {rule["id"] for rule in page["data"]}
    assert api.get("/api/v1/rules?page=1000").json()["data"] == []


def test_of_a_page_and_a_cursor_the_cursor_holds_and_the_answer_says_so(api: Client) -> None:
    second = api.get("/api/v1/rules?limit=10").json()["next"]
    both = api.get(f"{second}&page=5").json()
    assert [row["id"] for row in both["data"]] == [row["id"] for row in api.get(second).json()["data"]]
    (warning,) = both["warnings"]
    assert warning["word"] == "page"
    assert "page=" not in both["next"]
    found = api.get("/api/v1/cards?q=krieger&limit=1").json()["next"]
    assert len(api.get(f"{found}&page=7").json()["warnings"]) == 1


def test_a_collection_takes_whatever_a_card_is_called(api: Client) -> None:
    ways = [
        "axe-cop/krieger", "http://testserver/api/v1/cards/axe-cop/krieger", "/karten/axe-cop/krieger/",
        "Kindskopfkrake", "Exploding Phone", {"id": "/karten/cthulhu/grosser-cthulhu/"}, {"name": "Great Cthulhu"},
    ]  # fmt: skip
    response = api.post("/api/v1/cards/collection", {"identifiers": ways}, content_type="application/json")
    body = response.json()
    assert [card["id"] for card in body["data"]] == [
        "axe-cop/krieger", "axe-cop/kindskopfkrake", "axe-cop/exploding-phones", "cthulhu/grosser-cthulhu",
    ]  # fmt: skip
    assert body["not_found"] == []


def test_a_name_of_several_boxes_is_no_card(api: Client) -> None:
    response = api.post(
        "/api/v1/cards/collection", {"identifiers": ["Krieger"]}, content_type="application/json"
    )
    assert response.json()["not_found"] == ["Krieger"]
    assert Card.objects.filter(name="Krieger").count() > 1


def test_both_feeds_say_the_same(api: Client) -> None:
    atom = ElementTree.fromstring(api.get("/api/v1/changes.atom").content)
    names = {"a": "http://www.w3.org/2005/Atom"}
    titles = [entry.findtext("a:title", namespaces=names) for entry in atom.findall("a:entry", names)]
    feed = api.get("/api/v1/changes.json")
    assert feed.headers["Content-Type"] == "application/feed+json"
    assert [item["title"] for item in feed.json()["items"]] == titles
    assert titles
    assert feed.json()["version"] == "https://jsonfeed.org/version/1.1"


def test_every_page_names_both_feeds(api: Client) -> None:
    page = api.get("/").content.decode()
    assert 'type="application/atom+xml" title="Änderungen" href="/api/v1/changes.atom"' in page
    assert 'type="application/feed+json" title="Änderungen" href="/api/v1/changes.json"' in page


def test_the_page_of_promises_names_what_ends(api: Client) -> None:
    assert "Zurzeit endet nichts" in api.get("/api/v1/stabilitaet").content.decode()
    ending = next(row for row in OPERATIONS if row.name == "compare")
    day = datetime(2030, 1, 31, tzinfo=UTC)
    row = Deprecation(since=day, sunset=day, link="https://regeln.example/statt-dessen")
    object.__setattr__(ending, "deprecation", row)
    try:
        page = api.get("/api/v1/stabilitaet/").content.decode()
        assert docs.template(ending) in page
        assert "31. Januar 2030" in page
    finally:
        object.__setattr__(ending, "deprecation", None)
