"""Lists stand in the same order whatever database they come from, and however its rows lie on the disk."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from cards.models import Edition
from rules.models import Ruling

pytestmark = pytest.mark.django_db


def boxes() -> list[str]:
    return [box.key for box in sorted(Edition.objects.all(), key=lambda box: (box.order, box.key))]


def shuffle() -> None:
    """Let the rows lie on the disk in another order than they were written in."""
    for box in reversed(Edition.objects.all()):
        box.save()


def test_boxes_that_are_counted_keep_their_order(reader: Client) -> None:
    shuffle()
    assert [box.key for box in Edition.objects.in_full()] == boxes()
    assert Edition.objects.in_full().ordered, "else the next VACUUM would move them"


def test_the_boxes_to_choose_from_keep_their_order(reader: Client) -> None:
    shuffle()
    chosen = re.search(
        r'<select[^>]+name="box".*?</select>', reader.get("/karten/").content.decode(), re.DOTALL
    )
    assert chosen
    offered = [key for key in re.findall(r'value="([a-z-]+)"', chosen[0]) if key]
    assert len(offered) > 3
    assert offered == [key for key in boxes() if key in offered]


def test_rulings_of_no_box_come_first_on_every_database() -> None:
    found = list(Ruling.objects.select_related("edition"))
    assert found[0].edition is None
    assert found == sorted(
        found, key=lambda one: (one.edition.order if one.edition else -1, one.order, one.pk)
    )
