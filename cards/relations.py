"""Which cards belong together: computed from their facts and words, nothing is written down by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from django.db import connections, router

from cards.card_queries import with_box
from cards.consistency import traits_of
from cards.models import Card
from cards.shapes import Facts
from cards.vocabulary import NUMBERS, WORDS

MOST = 12
# A shorter name stands in too many sentences by chance.
SHORTEST_NAME = 5
# What is shown of another card, and what says why it belongs here.
SHOWN = (
    *("id", "edition_id", "slug", "name", "name_is_german", "kind", "text", "bad_stuff_text"),
    *("tags", "structures"),
    *NUMBERS,
    *WORDS,
)
# Written out, because putting it together for each card would take longer than answering it.
FOUND = f"""
SELECT {", ".join(f"card.{column}" for column in SHOWN)}
FROM cards_card card JOIN cards_edition box ON box.key = card.edition_id
WHERE card.id <> %s AND ({{wanted}})
ORDER BY box."order", card."order", card.slug LIMIT 200
"""  # noqa: S608 - our own columns
# What a database calls the function that says where a text stands in another; LIKE would take twice as long.
PLACE = {"sqlite": "instr", "postgresql": "strpos"}


@dataclass(frozen=True)
class Relation:
    """Cards that belong to one, and why."""

    title: str
    cards: list[Card]


def relations(card: Card) -> list[Relation]:
    """Return the cards that belong to a card, the closest first, each once; one query."""
    traits = _traits(card)
    groups: dict[str, list[Card]] = {}
    for other in _candidates(card, traits):
        title = _why(card, other, traits)
        if title and len(groups.setdefault(title, [])) < MOST:
            groups[title].append(other)
    return [Relation(title, groups[title]) for title in _TITLES if groups.get(title)]


_ACTS_ON = "Wirkt auf diese Karten"
_ACTED_ON = "Diese Karten nehmen auf sie Bezug"
_NAMED = "Im Text genannt"
_SAME_NAME = "Gleicher Name in anderen Boxen"
_SAME_TAG = "Gleiches Merkmal"
_TITLES = (_ACTS_ON, _ACTED_ON, _NAMED, _SAME_NAME, _SAME_TAG)


def _traits(card: Card) -> set[str]:
    try:
        facts = msgspec.convert(card.own_facts(), Facts)
    except msgspec.ValidationError:
        return set()
    return {trait for _field, trait in traits_of(facts)}


def _candidates(card: Card, traits: set[str]) -> Iterator[Card]:
    slugs, tags = [card.slug, *traits], [f'"{tag}"' for tag in (*card.tags, *traits)]
    wanted = [f"card.slug IN ({', '.join(['%s'] * len(slugs))})", _contains("structures")]
    wanted += [_contains("tags")] * len(tags)
    asked = [card.pk, *slugs, f'"{card.slug}"', *tags]
    if said := f"{card.text} {card.bad_stuff_text}".strip():
        wanted.append("{place}(%s, card.name) > 0")
        asked.append(said)
    if len(card.name) >= SHORTEST_NAME:
        wanted += [_contains("text"), _contains("bad_stuff_text")]
        asked += [card.name] * 2
    place = PLACE[connections[router.db_for_read(Card)].vendor]
    question = FOUND.format(wanted=" OR ".join(wanted).format(place=place))
    yield from map(with_box, Card.objects.raw(question, asked))


def _contains(column: str) -> str:
    return f"{{place}}(CAST(card.{column} AS text), %s) > 0"


def _why(card: Card, other: Card, traits: set[str]) -> str:
    """Say why another card belongs to this one; empty where it only looked so."""
    same_box = card.edition_id == other.edition_id
    if same_box and (other.slug in traits or traits & set(other.tags)):
        return _ACTS_ON
    if same_box and (card.slug in (others := _traits(other)) or others & set(card.tags)):
        return _ACTED_ON
    if len(card.name) >= SHORTEST_NAME and card.name in f"{other.text} {other.bad_stuff_text}":
        return _ACTED_ON if same_box else ""
    if len(other.name) >= SHORTEST_NAME and other.name in f"{card.text} {card.bad_stuff_text}":
        return _NAMED
    if other.slug == card.slug:
        return _SAME_NAME
    return _SAME_TAG if same_box and set(card.tags) & set(other.tags) else ""
