"""Which cards belong together: computed from their facts and words, nothing is written down by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from django.db.models import F, Q, TextField, Value
from django.db.models.functions import Cast

from cards.consistency import traits_of
from cards.models import Card
from cards.shapes import Facts
from cards.vocabulary import NUMBERS, WORDS

MOST = 12
# A shorter name stands in too many sentences by chance.
SHORTEST_NAME = 5
# What is shown of another card, and what says why it belongs here.
SHOWN = (
    *(
        "slug",
        "name",
        "name_is_german",
        "kind",
        "text",
        "bad_stuff_text",
        "tags",
        "structures",
        "edition__name",
    ),
    *NUMBERS,
    *WORDS,
)


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
    wanted = Q(slug=card.slug) | Q(slug__in=traits) | Q(facts_text__contains=f'"{card.slug}"')
    for tag in (*card.tags, *traits):
        wanted |= Q(tags_text__contains=f'"{tag}"')
    if said := f"{card.text} {card.bad_stuff_text}".strip():
        wanted |= Q(said__contains=F("name"))
    if len(card.name) >= SHORTEST_NAME:
        wanted |= Q(text__contains=card.name) | Q(bad_stuff_text__contains=card.name)
    yield from (
        Card.objects.for_lists()
        .only(*SHOWN)
        .annotate(facts_text=Cast("structures", TextField()), tags_text=Cast("tags", TextField()))
        .annotate(said=Value(said, output_field=TextField()))
        .filter(wanted)
        .exclude(pk=card.pk)
        .order_by("edition__order", "order", "slug")[:200]
    )


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
