"""The search page: whatever is typed there is an answer, with and without JavaScript."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote_plus
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils.safestring import mark_safe
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from cards.knowledge import singles
from cards.models import Card, Release
from cards.releases import make_release
from cards.search import find
from cards.search.fields import FIELDS
from cardsite import search, stand
from cardsite.search_help import OPERATORS, chapters
from tests.search.test_parser import QUERY

pytestmark = pytest.mark.django_db


def get(client: Client, query: str, **more: str) -> str:
    answer = client.get("/suche/", {"q": query} | more)
    assert answer.status_code == 200
    return answer.content.decode()


def test_search_shows_what_it_understood_and_the_groups(reader: Client) -> None:
    page = get(reader, "monster")
    assert "Gesucht: das Wort „monster“ kommt vor." in page
    places = [
        page.index(f"g-{part}") for part in ("begriff", "regel", "karte", "klarstellung", "beispiel", "frage")
    ]
    assert places == sorted(places)


def test_a_phrase_shows_the_query_that_was_understood(reader: Client) -> None:
    page = get(reader, "kopfbedeckung ab 3 bonus")
    assert "platz:kopfbedeckung bonus&gt;=3" in page
    assert 'href="?q=platz%3Akopfbedeckung+bonus%3E%3D3"' in page
    assert "Fez of Fazooli" in page
    assert 'href="?q=kopfbedeckung+ab+3+bonus+lesart%3Awort">Wort für Wort suchen</a>' in page


def test_the_query_that_was_understood_finds_the_same(reader: Client) -> None:
    plain, formal = (
        get(reader, "untote monster cthulhu"),
        get(reader, "typ:monster merkmal:untot set:cthulhu"),
    )
    hits = re.compile(r'class="hit__name" href="([^"]+)"')
    assert len(hits.findall(formal)) == 4
    assert hits.findall(plain)[:4] == hits.findall(formal)


def test_a_typo_is_said_and_undone_by_a_link(reader: Client) -> None:
    page = get(reader, "kintskopfkrake")
    assert "Zu „kintskopfkrake“ gibt es nichts; gesucht ist „kindskopfkrake“." in page
    assert 'href="?q=kintskopfkrake+lesart%3Awort">Doch genau so suchen</a>' in page
    assert "Nichts gefunden" in get(reader, "kintskopfkrake lesart:wort")


def test_the_home_page_completes_as_the_header_does(reader: Client) -> None:
    assert 'data-complete="/suche/vorschlag/"' in reader.get("/").content.decode()


def test_search_works_without_javascript(reader: Client) -> None:
    page = get(reader, "monster")
    assert page.startswith("<!doctype html>")
    assert 'action="/suche/" method="get"' in page


def test_search_returns_only_what_changes_while_typing(reader: Client) -> None:
    answer = reader.get("/suche/", {"q": "monster"}, headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_search_explains_an_error_and_links_the_corrected_query(reader: Client) -> None:
    page = get(reader, "stuffe:5 krake")
    assert "Unbekanntes Feld „stuffe“ an Stelle 1. Meintest du „stufe“?" in page
    assert f'href="?q={quote("stufe:5 krake", safe="").replace("%20", "+")}"' in page
    assert "Kindskopfkrake" in page


def test_search_helps_when_nothing_is_found(reader: Client) -> None:
    page = get(reader, "stufe>100 krake")
    assert "Nichts gefunden" in page
    assert "Ohne „stufe&gt;100“" in page
    assert "So viel findet jeder Teil für sich" in page


def test_an_empty_answer_says_how_many_cards_have_no_german_name(reader: Client) -> None:
    page = get(reader, "Bowlingkegel")
    unnamed = singles(Card.objects.filter(edition="impossible", name_is_german=False))
    assert f"Für {len(unnamed)} Karten von Munchkin Impossible ist kein deutscher Name belegt." in page
    assert "Munchkin Cthulhu ist kein deutscher Name" in page


def test_an_empty_answer_about_one_box_speaks_of_that_box(reader: Client) -> None:
    page = get(reader, "Bowlingkegel set:cthulhu")
    assert "Karten von Munchkin Cthulhu ist kein deutscher Name belegt." in page
    assert "Karten von Munchkin Impossible ist kein" not in page


def test_every_other_way_to_a_card_without_a_german_name_finds_some(reader: Client) -> None:
    ways = re.findall(r'href="\?q=([^"]+)">nach ', get(reader, "Bowlingkegel"))
    assert len(ways) > 10
    for way in ways:
        assert "Nichts gefunden" not in get(reader, unquote_plus(way))


def test_search_escapes_what_was_typed(reader: Client) -> None:
    page = get(reader, '<script>alert(1)</script> "><img src=x>')
    assert "<script>alert" not in page
    assert "<img" not in page


def test_a_facet_becomes_part_of_the_query_and_leaves_it_again(reader: Client) -> None:
    assert 'href="?q=monster+typ%3Amonster"' in get(reader, "monster")
    chosen = get(reader, "monster typ:monster")
    assert '<a class="chip chip--on" href="?q=monster" aria-current="true">Monster' in chosen


@pytest.mark.parametrize(
    ("view", "sign"), [("liste", "hits"), ("tabelle", "card-table"), ("galerie", "gallery__card")]
)
def test_cards_can_be_shown_in_three_ways(reader: Client, view: str, sign: str) -> None:
    assert sign in get(reader, f"typ:monster ansicht:{view}")


def test_search_has_pages(reader: Client) -> None:
    first, second = get(reader, "typ:monster"), get(reader, "typ:monster", seite="2")
    assert "Seite 1 von" in first
    assert "Seite 2 von" in second
    assert first != second


def test_behind_the_last_page_lies_the_last_page(reader: Client) -> None:
    page = get(reader, "typ:monster", seite="999")
    assert 'class="hit ' in page
    assert "Weiter</a>" not in page


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999999999999", "²", ""])
def test_any_page_number_is_answered(reader: Client, number: str) -> None:
    get(reader, "monster", seite=number, teil="unsinn")


def test_a_new_question_asks_the_database_only_for_the_release(
    reader: Client, django_assert_max_num_queries: object
) -> None:
    get(reader, "monster")
    with django_assert_max_num_queries(1):  # type: ignore[operator]
        get(reader, "schatz oder fluch")


@pytest.mark.parametrize(
    "query",
    [
        "<script>alert(1)</script>",
        """'quotes' "and" more""",
        "{{ query }} {% url 'home' %} {# x #}",
        "\x02title\x03 \x02query\x03 \x02results\x03",
        "&amp; &lt;",
        "ä" * 80,
        "e\u0301" * 70,
        "",
        " ",
    ],
)
def test_the_joined_page_is_what_the_template_renders(db: None, query: str) -> None:
    at = stand.fresh()
    plain = {"title": search._short(query), "query": query, "results": "<ol>", "stand": at}
    whole = render_to_string("site/search.html", plain | {"results": mark_safe("<ol>")})
    assert search.page(at, query, "<ol>") == whole


def test_the_search_shows_the_cards_of_the_newest_release(reader: Client) -> None:
    get(reader, "monster")
    card = Card.objects.get(slug="kindskopfkrake")
    card.name = "Umgetaufte Krake"
    card.save()
    release = make_release("Name geändert")
    stand.forget()
    page = get(reader, "umgetaufte")
    assert "Umgetaufte Krake" in page
    assert f"<code>{release.version}</code>" in page


def test_a_search_in_data_without_a_release_is_answered_and_never_kept(reader: Client) -> None:
    Release.objects.all().delete()
    stand.forget()
    assert "Kindskopfkrake" in get(reader, "kindskopfkrake")
    Card.objects.filter(slug="kindskopfkrake").update(name="Umgetaufte Krake")
    assert "Umgetaufte Krake" in get(reader, "umgetaufte")


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(QUERY, some.booleans())
def test_whatever_is_typed_is_answered(reader: Client, text: str, typing: bool) -> None:
    headers = {"HX-Request": "true"} if typing else {}
    answer = reader.get("/suche/", {"q": text.encode("utf-8", "replace").decode()}, headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "raw", ["q=%00", "q=%ff%fe", "q=%ed%a0%80", "q=" + "%28" * 900, "q=" + "a+" * 3000, "q[]=x", ""]
)
def test_broken_addresses_are_answered(reader: Client, raw: str) -> None:
    assert reader.get(f"/suche/?{raw}").status_code == 200
    assert reader.get(f"/suche/vorschlag/?{raw}").status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "/(a+)+$/",
        "/(x|x|x)*y/",
        "/" + ".*" * 200 + "/",
        "/a{1000}{1000}/",
        "/" + "(" * 400 + "/",
        " ".join(["/./"] * 50),
    ],
)
def test_a_hungry_regex_is_answered(reader: Client, query: str) -> None:
    assert get(reader, query)


@pytest.mark.parametrize("query", ["/(.{0,20}){12}x/", "/(a{0,30}b{0,30}){9}/"])
def test_a_regex_that_could_run_away_is_refused_as_too_large(query: str) -> None:
    (warning,) = find(query).warnings
    assert warning.text.endswith("er ist zu groß.")


# Help, completions, browsers


@pytest.mark.parametrize("number", range(len(OPERATORS)))
def test_every_operator_of_the_help_finds_something(number: int) -> None:
    example = chapters()["operators"][number]  # type: ignore[index]
    assert example.hits > 0, example.query
    assert example.said


@pytest.mark.parametrize("number", range(len(FIELDS)), ids=[field.name for field in FIELDS])
def test_every_field_of_the_help_finds_something(number: int) -> None:
    row = chapters()["fields"][number]  # type: ignore[index]
    assert row.example.hits > 0, row.example.query


def test_the_help_shows_every_operator_of_every_field() -> None:
    shown = " ".join(query for query, _ in OPERATORS)
    for operator in {operator for field in FIELDS for operator in field.operators}:
        assert operator in shown
    for sign in ("oder", "und", "(", "-", '"', "!", "|", "&", "/", "-10"):
        assert sign in shown


def test_the_help_page_lists_all_fields(reader: Client) -> None:
    page = reader.get("/suche/hilfe/").content.decode()
    assert all(f'id="feld-{field.name}"' in page for field in FIELDS)


def test_completions_are_options_of_a_list(reader: Client) -> None:
    page = reader.get("/suche/vorschlag/", {"q": "kindsk"}).content.decode()
    assert 'role="option"' in page
    assert "Kindskopfkrake" in page


def test_a_browser_can_add_the_search(reader: Client) -> None:
    answer = reader.get("/suche/opensearch.xml")
    assert answer["Content-Type"].startswith("application/opensearchdescription+xml")
    root = ElementTree.fromstring(answer.content)
    urls = [url.attrib["template"] for url in root.iter("{http://a9.com/-/spec/opensearch/1.1/}Url")]
    assert "http://testserver/suche/?q={searchTerms}" in urls
    assert 'rel="search"' in reader.get("/").content.decode()
