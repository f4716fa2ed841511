"""Every card of our boxes, one by one: it has a page, and the search finds it by each of its names."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from cards.models import Card
from cards.search import find

pytestmark = pytest.mark.django_db
BOXES = {"cthulhu": 149, "shakespeare": 44, "impossible": 148, "axe-cop": 145, "smash-up": 142}


@pytest.mark.parametrize("box", BOXES)
def test_every_card_has_a_page_with_its_name(reader: Client, box: str) -> None:
    cards = list(Card.objects.in_box(box))
    assert len(cards) >= BOXES[box]
    for card in cards:
        page = reader.get(card.get_absolute_url())
        assert page.status_code == 200, card.key
        assert card.name in unescape(page.content.decode()), card.key


@pytest.mark.parametrize("box", BOXES)
def test_every_card_is_found_by_each_of_its_names(box: str) -> None:
    lost = [
        (card.key, name)
        for card in Card.objects.in_box(box)
        for name in {card.name, card.name_en} - {""}
        if card.get_absolute_url()
        not in [hit.url for hit in find(name, parts=("karte",), limit=200).of("karte").documents]
    ]
    assert lost == []
