"""What is known of a card and of a box: the figures, and where they lead."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from cards.knowledge import BY_KEY, figures, missing, without
from cards.models import Card, Edition

pytestmark = pytest.mark.django_db


def figure(box: str, aspect: str) -> tuple[int, int]:
    counted = figures(Edition.objects.get(key=box), list(Card.objects.in_box(box)))
    found = next(row for row in counted if row.aspect.key == aspect)
    return found.known, found.total


@pytest.mark.parametrize(("box", "number"), [("cthulhu", 149), ("impossible", 148), ("axe-cop", 145)])
def test_every_card_of_a_whole_list_is_known_by_name(box: str, number: int) -> None:
    assert figure(box, "name") == (number, number)


def test_where_nobody_counts_the_cards_the_printed_ones_say_how_many_there_are_at_most(
    reader: Client,
) -> None:
    assert figure("shakespeare", "name") == (44, 152)
    assert figure("shakespeare", "art")[1] == 44
    assert "44 von höchstens 152" in reader.get("/sets/shakespeare/").content.decode()
    assert "höchstens" not in reader.get("/sets/impossible/").content.decode()


def test_what_a_box_lacks_is_the_rest_of_the_figure() -> None:
    cards = list(Card.objects.in_box("axe-cop"))
    for aspect in BY_KEY:
        known, total = figure("axe-cop", aspect)
        assert len(without(aspect, cards)) == total - known
    assert figure("axe-cop", "werte")[0] < 145


def test_a_monster_of_which_only_the_name_is_known_lacks_values_text_and_german_name() -> None:
    card = Card.objects.get(edition="impossible", slug="cold-warrior")
    assert [aspect.label for aspect in missing(card)] == ["Werte", "Text", "Deutscher Name"]


def test_a_monster_is_known_by_its_values_only_when_none_is_missing() -> None:
    card = Card.objects.get(edition="shakespeare", slug="lady-macbeth")
    card.complete = False
    assert BY_KEY["werte"].known(card)
    card.treasures = None
    assert not BY_KEY["werte"].known(card)


def test_the_box_page_leads_from_a_figure_to_the_cards_that_lack_it(reader: Client) -> None:
    said = reader.get("/sets/impossible/").content.decode()
    assert "Was wir wissen" in said
    assert 'href="/karten/?box=impossible&amp;fehlt=deutsch"' in said
    rest = reader.get("/karten/?box=impossible&fehlt=deutsch").content.decode()
    assert "ohne deutschen Namen" in rest
    assert "cold-warrior" in rest
    assert "betthaeschen" not in rest


def test_an_aspect_that_nobody_knows_is_said_to_be_unknown(reader: Client) -> None:
    assert "„farbe“ gibt es hier nicht" in reader.get("/karten/?fehlt=farbe").content.decode()


def test_a_card_page_says_what_is_missing(reader: Client) -> None:
    said = reader.get("/karten/impossible/cold-warrior/").content.decode()
    assert "unvollständig, nicht belegt: Werte, Text, Deutscher Name" in said


def test_the_command_counts_box_by_box() -> None:
    out = StringIO()
    call_command("known", stdout=out)
    row = next(line for line in out.getvalue().splitlines() if line.startswith("impossible"))
    assert row.split()[1:3] == ["148", "148"]
