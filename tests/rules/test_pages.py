"""Every page of the rules: each box, each topic, each id, each choice of boxes."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from cards.models import Redirect
from rules import models
from rules.views import rulings
from rules.vocabulary import TOPICS

BOOKS = ("cthulhu", "shakespeare", "impossible", "axe-cop", "smash-up")
LISTS = (
    "/regeln/", "/regeln/vergleich/", "/regeln/vergleich/werte/", "/kombinieren/", "/klarstellungen/",
    "/offene-fragen/", "/glossar/", "/beispiele/",
)  # fmt: skip


def page(reader: Client, address: str) -> str:
    response = reader.get(address)
    assert response.status_code == 200, address
    text = response.content.decode()
    assert "<h1" in text, address
    assert "</html>" in text, address
    return text


def each(reader: Client, rows: list[Model]) -> int:
    for row in rows:
        page(reader, row.get_absolute_url())  # type: ignore[attr-defined]
    return len(rows)


def differing(model: type[Model]) -> list[Model]:
    """Return rows enough that any two facts of any row stand together in one of them: what is filled, what leads there.

    Whatever a page asks of its row, and of two things together, it is asked here; each text itself stands in the lists.
    """
    fields = model._meta.get_fields()
    related = [one.name if one.concrete else one.get_accessor_name() for one in fields if _is_many(one)]
    seen: set[tuple[object, ...]] = set()
    kept = []
    for row in model._default_manager.prefetch_related(*related):
        facts = [(name, min(2, len(getattr(row, name).all()))) for name in related]
        facts += [(one.name, _told(row, one)) for one in fields if one.concrete and not _is_many(one)]
        pairs = set(combinations(facts, 2))
        if not pairs <= seen:
            kept.append(row)
        seen |= pairs
    return kept


def _is_many(field: Any) -> bool:
    return bool(field.one_to_many or field.many_to_many)


def _told(row: Model, field: Any) -> object:
    """Return what the page may ask: which one of few, or whether there is anything."""
    value = getattr(row, field.attname)
    return value if field.choices or field.is_relation else bool(value)


@pytest.mark.parametrize("address", LISTS)
def test_every_list_opens(reader: Client, address: str) -> None:
    page(reader, address)


@pytest.mark.parametrize("box", BOOKS)
def test_a_rulebook_shows_every_statement_once(reader: Client, box: str) -> None:
    text = page(reader, f"/regeln/{box}/")
    ids = list(models.Rule.objects.filter(edition=box).values_list("pk", flat=True))
    assert ids
    assert all(text.count(f'id="{rule}"') == 1 for rule in ids)


@pytest.mark.parametrize("box", BOOKS)
def test_a_rulebook_needs_at_most_twelve_queries(
    reader: Client, box: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        page(reader, f"/regeln/{box}/")


@pytest.mark.parametrize(
    "model", [models.Rule, models.Ruling, models.Question, models.Example], ids=lambda model: model.__name__
)
def test_every_kind_of_entry_has_its_page(reader: Client, model: type[Model]) -> None:
    assert each(reader, differing(model)) > 10


def test_the_list_of_rulings_shows_each_once(reader: Client) -> None:
    pages = range(1, 1 + -(-models.Ruling.objects.count() // rulings.PAGE))
    text = "".join(page(reader, f"/klarstellungen/?seite={number}") for number in pages)
    for ruling in models.Ruling.objects.all():
        assert text.count(f'href="{ruling.get_absolute_url()}"') == 1, ruling.pk


def test_every_term_has_a_page_and_a_preview(reader: Client) -> None:
    for term in models.Term.objects.all():
        assert term.definition[:20] in reader.get(f"/glossar/{term.pk}/?vorschau").content.decode().replace(
            "&quot;", '"'
        )


def test_every_compared_topic_has_its_page(reader: Client) -> None:
    topics = set(models.Comparison.objects.values_list("topic", flat=True))
    assert len(topics) > 40
    for topic in topics:
        assert TOPICS[topic] in page(reader, f"/regeln/vergleich/{topic}/")


@pytest.mark.parametrize("size", range(5))
def test_every_choice_of_munchkin_boxes_can_be_compared_and_combined(reader: Client, size: int) -> None:
    for boxes in combinations(BOOKS[:4], size):
        sets = ",".join(boxes)
        page(reader, f"/regeln/vergleich/tod/?sets={sets}")
        text = page(reader, f"/kombinieren/?sets={sets}")
        assert ("Wo sich die Anleitungen widersprechen" in text) == (size > 1)


def test_the_combined_rulebook_stays_cheap(
    reader: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        page(reader, "/kombinieren/?sets=cthulhu,shakespeare,impossible,axe-cop")


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("/regeln/", 3),
        ("/regeln/cthulhu.kampf.sieg-bedingung/", 17),
        ("/regeln/vergleich/", 5),
        ("/klarstellungen/", 11),
        ("/offene-fragen/", 6),
        ("/glossar/", 6),
        ("/beispiele/", 4),
    ],
)
def test_a_page_asks_the_database_no_more_than_it_must(
    reader: Client, address: str, queries: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(queries):
        page(reader, address)


def test_checked_boxes_become_one_permanent_address(reader: Client) -> None:
    response = reader.get("/kombinieren/?sets=&sets=cthulhu&sets=impossible&rulebook=impossible")
    assert response.status_code == 302
    assert response["Location"] == "/kombinieren/?sets=cthulhu,impossible&rulebook=impossible"


def test_an_unknown_box_is_named_and_the_choice_offered(reader: Client) -> None:
    text = page(reader, "/kombinieren/?sets=ctulhu,impossible")
    assert "„ctulhu“ kennen wir nicht" in text
    assert 'value="cthulhu"' in text


def test_the_combined_rulebook_carries_a_qr_code(reader: Client) -> None:
    text = page(reader, "/kombinieren/?sets=cthulhu,impossible")
    image = reader.get(text.split('class="qr"><img src="')[1].split('"')[0].replace("&amp;", "&"))
    assert image["Content-Type"] == "image/svg+xml"
    assert b"<path" in image.content
    assert "style=" not in text


def test_a_term_is_linked_once_per_paragraph(reader: Client) -> None:
    text = page(reader, "/regeln/cthulhu/")
    paragraph = text.split('id="cthulhu.kampf.sieg-bedingung"')[1].split("</article>")[0]
    assert paragraph.count('data-preview="/glossar/cthulhu.begriff.kampf/"') == 1


def test_a_statement_names_kind_section_parameters_and_what_rests_on_it(reader: Client) -> None:
    text = page(reader, "/regeln/cthulhu.ziel.sieg-durch-stufe/")
    for words in ("Sieg", "Abschnitt „Spielziel“", "Siegstufe", "Zitat kopieren", "Fälle zum Nachspielen"):
        assert words in text
    assert "/was-waere-wenn/?fall=" in text
    assert "/regeln/shakespeare." in text


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("box=cthulhu&thema=kultisten", "Kann ich meine Kultistenkarte einfach ablegen?"),
        ("status=superseded", "Frühere Auskunft"),
        ("karte=Bollwerk", "Ziehe ich an Bollwerk nur"),
    ],
)
def test_rulings_are_found_by_box_topic_status_and_card(reader: Client, query: str, wanted: str) -> None:
    assert wanted in page(reader, f"/klarstellungen/?{query}")


def test_no_ruling_found_offers_a_way_on(reader: Client) -> None:
    assert "Dazu gibt es keine Klarstellung." in page(reader, "/klarstellungen/?karte=Gibtesnicht")


def test_a_ruling_shows_the_rules_it_rests_on_and_its_source(reader: Client) -> None:
    text = page(reader, "/klarstellungen/faq.gewinnt-gleichstand/")
    for words in (
        "offiziell",
        "Darauf beruht die Antwort",
        "/regeln/axe-cop.",
        "/regeln/shakespeare.",
        "Nr. 42",
    ):
        assert words in text


def test_an_open_question_marks_the_favoured_reading(reader: Client) -> None:
    text = page(reader, "/offene-fragen/cthulhu.ambiguitaet.001/")
    assert text.count("reading--favoured") == 1
    assert "Diese Lesart ziehen wir vor" in text


def test_a_statement_that_moved_leads_to_its_successor(reader: Client) -> None:
    Redirect.objects.create(
        kind="rule", old="cthulhu.kampf.alt", new="cthulhu.kampf.sieg-bedingung", since=date(2026, 1, 1)
    )
    response = reader.get("/regeln/cthulhu.kampf.alt/")
    assert (response.status_code, response["Location"]) == (301, "/regeln/cthulhu.kampf.sieg-bedingung/")


def test_a_ruling_that_is_gone_says_so(reader: Client) -> None:
    Redirect.objects.create(kind="ruling", old="cthulhu.ruling.alt", new="", since=date(2026, 1, 1))
    response = reader.get("/klarstellungen/cthulhu.ruling.alt/")
    assert response.status_code == 410
    assert "entfallen" in response.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "/regeln/munchkin/",
        "/regeln/a.b/",
        "/regeln/vergleich/unsinn/",
        "/klarstellungen/a.b/",
        "/glossar/a.b/",
    ],
)
def test_what_does_not_exist_is_not_found(reader: Client, address: str) -> None:
    assert reader.get(address).status_code == 404


def test_a_strange_page_number_is_no_error(reader: Client) -> None:
    page(reader, "/klarstellungen/?seite=zehn")
    page(reader, "/klarstellungen/?seite=9999")


def test_comparing_starts_with_topics_and_says_in_a_sentence_what_differs(reader: Client) -> None:
    text = page(reader, "/regeln/vergleich/?sets=cthulhu,impossible")
    assert text.index("Nach Themen") < text.index("Alle Unterschiede auf einmal")
    assert "Beim Tod behält man bei Cthulhu: Klasse(n) und Stufe; bei Impossible: " in text
    assert "Türkarten bekommt man zu Beginn bei Cthulhu: Vier; bei Impossible: Zwei." in text


@pytest.mark.parametrize(
    ("words", "topic"), [("Tod", "tod"), ("weglaufen", "weglaufen"), ("Klassen", "klasse")]
)
def test_a_search_for_a_topic_leads_to_its_comparison(reader: Client, words: str, topic: str) -> None:
    assert f'href="/regeln/vergleich/{topic}/"' in page(reader, f"/suche/?q={words}")
    assert "/regeln/vergleich/" not in page(reader, "/suche/?q=Krieger").split("</header>")[1]


def test_open_questions_are_folded_by_box_until_one_is_chosen(reader: Client) -> None:
    everything, chosen = page(reader, "/offene-fragen/"), page(reader, "/offene-fragen/?box=cthulhu")
    boxes = set(models.Question.objects.values_list("edition", flat=True))
    assert boxes >= set(BOOKS)
    assert everything.count('<details class="fold">') == len(boxes)
    assert chosen.count('<details class="fold" open>') == 1
