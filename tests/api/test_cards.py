"""Cards, boxes and words over the API."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from cards.models import Card, Redirect
from rules.models import Ruling


def names(body: dict[str, Any]) -> list[str]:
    return [card["name"] for card in body["data"]]


def test_a_card_carries_what_the_database_knows(api: Client) -> None:
    body = api.get("/api/v1/cards/axe-cop/kindskopfkrake").json()
    card = Card.objects.get(edition="axe-cop", slug="kindskopfkrake")
    assert (body["id"], body["name"], body["level"]) == ("axe-cop/kindskopfkrake", card.name, card.level)
    assert body["facts"] == card.facts()
    assert [source["key"] for source in body["sources"]] == [source.key for source in card.sources.all()]
    assert body["gold"] is None
    assert body["rulings_count"] == card.rulings.count()
    assert api.get(body["url"]).json() == body
    assert api.get(body["html_url"]).status_code == 200


def test_include_brings_rulings_questions_and_rules(api: Client) -> None:
    card = Card.objects.filter(rulings__isnull=False, rules__isnull=False).first()
    assert card is not None
    body = api.get(f"/api/v1/cards/{card.key}?include=rulings,questions,rules").json()
    assert {ruling["id"] for ruling in body["rulings"]} == set(card.rulings.values_list("pk", flat=True))
    assert {rule["id"] for rule in body["rules"]} == set(card.rules.values_list("pk", flat=True))
    assert "rulings" not in api.get(f"/api/v1/cards/{card.key}").json()


def test_the_search_language_filters_cards(api: Client) -> None:
    body = api.get("/api/v1/cards?q=typ:monster stufe>=10&limit=200").json()
    wanted = Card.objects.filter(kind="monster", level__gte=10)
    assert body["count"] == wanted.count() > 0
    assert {card["id"] for card in body["data"]} == {card.key for card in wanted}
    assert body["warnings"] == []


def test_a_query_with_a_typo_is_answered_with_a_warning(api: Client) -> None:
    body = api.get("/api/v1/cards?q=typ:monstr").json()
    assert body["warnings"][0]["position"] == 5
    assert body["warnings"][0]["suggestions"] == ["monster"]


def test_a_phrase_finds_the_cards_that_it_means(api: Client) -> None:
    body = api.get("/api/v1/cards?q=kopfbedeckung ab 3 bonus").json()
    assert {card["id"] for card in body["data"]} == {"cthulhu/fez-of-fazooli", "cthulhu/maaaaaaster"}
    assert body["warnings"] == []


def test_an_unknown_word_is_mended_and_said(api: Client) -> None:
    body = api.get("/api/v1/cards?q=kintskopfkrake").json()
    assert names(body) == ["Kindskopfkrake"]
    [warning] = body["warnings"]
    assert warning["text"] == "Zu „kintskopfkrake“ gibt es nichts; gesucht ist „kindskopfkrake“."
    assert warning["suggestions"] == ["kindskopfkrake"]


def test_a_search_turns_its_pages(api: Client) -> None:
    first = api.get("/api/v1/cards?q=typ:monster&limit=5").json()
    second = api.get(first["next"]).json()
    assert not set(names(first)) & set(names(second)) or first["data"][0]["id"] != second["data"][0]["id"]
    assert api.get(second["previous"]).json()["data"] == first["data"]


def test_named_finds_a_name_despite_a_typo(api: Client) -> None:
    assert api.get("/api/v1/cards/named?exact=kindskopfkrake").json()["id"] == "axe-cop/kindskopfkrake"
    assert api.get("/api/v1/cards/named?fuzzy=Kindskopfkrakke").json()["id"] == "axe-cop/kindskopfkrake"


def test_named_refuses_to_guess_between_boxes(api: Client) -> None:
    response = api.get("/api/v1/cards/named?exact=Krieger")
    assert response.status_code == 404
    body = response.json()
    assert body["type"].endswith("/mehrdeutig")
    assert {entry["id"] for entry in body["candidates"]} >= {"axe-cop/krieger", "shakespeare/krieger"}
    assert api.get("/api/v1/cards/named?exact=Krieger&set=axe-cop").json()["id"] == "axe-cop/krieger"


def test_named_without_a_match_names_the_nearest(api: Client) -> None:
    body = api.get("/api/v1/cards/named?exact=Kindskopfkrakke").json()
    assert body["suggestions"][0] == "axe-cop/kindskopfkrake"
    assert 80 < body["candidates"][0]["score"] < 100


def test_autocomplete_puts_beginnings_first(api: Client) -> None:
    body = api.get("/api/v1/cards/autocomplete?q=krie").json()
    assert body["data"][0]["matched"].lower().startswith("krie")
    assert len(body["data"]) <= 20


def test_random_is_never_stored_and_keeps_to_its_query(api: Client) -> None:
    response = api.get("/api/v1/cards/random?q=typ:fluch")
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
    assert response.json()["kind"] == "curse"
    assert api.get("/api/v1/cards/random?q=name=gibtesnichtxyz").status_code == 404


@pytest.mark.parametrize("rest", ["", "/rulings"])
def test_a_renamed_card_leads_to_its_new_address(api: Client, rest: str) -> None:
    Redirect.objects.create(
        kind="card", old="axe-cop/alter-name", new="axe-cop/krieger", since=date(2026, 1, 1)
    )
    response = api.get(f"/api/v1/cards/axe-cop/alter-name{rest}?fields=id")
    assert response.status_code == 301
    assert response.headers["Location"] == f"http://testserver/api/v1/cards/axe-cop/krieger{rest}?fields=id"
    assert api.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("kind", "path"), [("card", "cards/axe-cop/weg"), ("rule", "rules/weg.weg"), ("set", "sets/weg")]
)
def test_what_is_gone_for_good_says_so(api: Client, kind: str, path: str) -> None:
    key = path.partition("/")[2]
    Redirect.objects.create(kind=kind, old=key, new="", since=date(2026, 1, 31), note="Doppelt.")
    response = api.get(f"/api/v1/{path}")
    assert response.status_code == 410
    assert response.json()["detail"].endswith("ist seit 31.01.2026 entfallen. Doppelt.")


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("cards/axe-cop/kriegr", "axe-cop/krieger"),
        ("sets/axe-cob", "axe-cop"),
        ("rules/axe-cop.ziel.stufe-1o", "axe-cop.ziel.stufe-10"),
        ("catalog/kind", "kinds"),
        ("schemas/szenario", "scenario"),
        ("compare?sets=axecop", "axe-cop"),
        ("combine?sets=axe-cop,shakespere", "shakespeare"),
        ("rules?set=chthulhu", "cthulhu"),
    ],
)
def test_an_unknown_id_names_the_nearest(api: Client, path: str, near: str) -> None:
    response = api.get(f"/api/v1/{path}")
    assert response.status_code == 404
    assert near in response.json()["suggestions"]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("fields=nmae", "fields"), ("include=ruling", "include"), ("q=", "q"), ("q=%00", "q"), ("q=" + "x" * 401, "q"),
     ("fields=", "fields"), ("limit=%F0", "limit"), ("q=%ED%A0%80", "q")],
)  # fmt: skip
def test_a_wrong_value_names_its_parameter(api: Client, query: str, parameter: str) -> None:
    response = api.get(f"/api/v1/cards?{query}")
    assert response.status_code == 400
    assert response.json()["parameter"] == parameter


def test_a_word_in_a_catalog_is_what_a_filter_takes(api: Client) -> None:
    topics = api.get("/api/v1/catalog/topics").json()["data"]
    assert api.get(f"/api/v1/rules?topic={topics[3]['id']}").status_code == 200
    for entry in api.get("/api/v1/catalog").json()["data"]:
        assert api.get(entry["url"]).json()["count"] == entry["count"]


PINNED = {
    "cards?limit=5": 3,
    "cards?limit=200": 3,
    "cards?limit=5&include=rulings,questions,rules": 15,
    "cards?limit=200&include=rulings,questions,rules": 15,
    "cards/axe-cop/krieger": 1,
    "rules?limit=5": 3,
    "rules?limit=200": 3,
    "rulings?limit=5": 8,
    "rulings?limit=200": 8,
    "questions?limit=200": 6,
    "examples?limit=200": 4,
    "sets?limit=200": 4,
    "combine?sets=axe-cop,shakespeare": 15,
    "combine?sets=axe-cop,shakespeare,impossible,cthulhu": 15,
}


@pytest.mark.parametrize("path", PINNED)
def test_the_number_of_queries_does_not_grow(api: Client, path: str, django_assert_num_queries: Any) -> None:
    api.get("/api/v1/cards?limit=1")
    with django_assert_num_queries(PINNED[path]):
        assert api.get(f"/api/v1/{path}").status_code == 200


def test_a_ruling_links_cards_and_rules_that_answer(api: Client) -> None:
    ruling = Ruling.objects.filter(cards__isnull=False, rules__isnull=False).first()
    assert ruling is not None
    body = api.get(f"/api/v1/rulings/{ruling.pk}").json()
    for link in [*body["cards"], *body["rules"]]:
        assert api.get(link["url"]).json()["id"] == link["id"]
        assert api.get(link["html_url"]).status_code == 200
