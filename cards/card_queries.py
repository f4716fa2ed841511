"""What a card's page asks of the database, written out: to put it together takes longer than to answer it."""

from __future__ import annotations

from typing import Any

from cards.models import Card, Edition, Source
from cards.per_release import PerRelease

AT = "SELECT * FROM cards_card WHERE edition_id = %s AND slug = %s"
ATTESTING = """
SELECT source.* FROM cards_source source JOIN cards_card_sources link ON link.source_id = source.key
WHERE link.card_id = %s ORDER BY source.key
"""
BESIDE = """
SELECT * FROM (
    SELECT id, edition_id, slug, name, '{name}' AS side FROM cards_card
    WHERE edition_id = %s AND ("order", slug) {sign} (%s, %s) ORDER BY "order" {way}, slug {way} LIMIT 1
) AS {name}_card
"""
SIDES = (("previous", "<", "DESC"), ("next", ">", "ASC"))
NEIGHBOURS = "UNION ALL".join(BESIDE.format(name=name, sign=sign, way=way) for name, sign, way in SIDES)
_boxes: PerRelease[dict[str, Edition]] = PerRelease()


def card_at(box: str, slug: str) -> Card | None:
    """Return the card of an address, with its box."""
    found = next(iter(Card.objects.raw(AT, [box, slug])), None)
    return found and with_box(found)


def with_box(card: Card) -> Card:
    """Give a card its box; one that came with a release nobody has seen yet is asked for."""
    if box := _boxes.now(Edition.objects.in_bulk).get(card.edition_id):
        card.edition = box
    return card


def sources(card: Card) -> list[Source]:
    return list(Source.objects.raw(ATTESTING, [card.pk]))


def neighbours(card: Card) -> dict[str, Card | None]:
    """Return the cards before and after one in its box."""
    place = (card.edition_id, card.order, card.slug)
    rows: Any = Card.objects.raw(NEIGHBOURS, place * len(SIDES))
    return dict.fromkeys(name for name, *_ in SIDES) | {row.side: row for row in rows}
