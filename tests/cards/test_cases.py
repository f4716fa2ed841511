"""The case files name cards by their slugs: every such card is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.conf import settings

from cards.models import Card
from cards.naming import slugify

ZONES = {"in_play", "backpack", "hand", "card", "boosts", "cultist_discard", "doors", "treasures", "shuffled"}


def named(value: Any, zone: str = "") -> Iterator[str]:
    """Return every word that stands where a card stands."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from named(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from named(part, zone)
    elif isinstance(value, str) and zone in ZONES:
        yield value


def inline(value: Any) -> Iterator[str]:
    """Return the slugs of the cards that a scenario brings itself."""
    if isinstance(value, dict):
        if "name" in value:
            yield slugify(value["name"])
        for part in value.values():
            yield from inline(part)
    elif isinstance(value, list):
        for part in value:
            yield from inline(part)


@pytest.mark.django_db
def test_every_card_that_a_case_names_is_in_its_boxes() -> None:
    there = {(card.edition_id, card.slug) for card in Card.objects.all()}
    looked_at, missing = set(), set()
    for file in settings.FIXTURES.glob("cases/public-*.yaml"):
        for case in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader):
            scenario = case["scenario"]
            own = set(inline(scenario))
            for word in named(scenario):
                box, _slash, slug = word.rpartition("/")
                boxes = [box] if box else scenario["sets"]
                if slug in own or slugify(slug) in own:
                    continue
                looked_at.add(word)
                if not any((one, slug) in there for one in boxes):
                    missing.add((case["id"], word))
    assert len(looked_at) > 15
    assert missing == set()
