"""Writes read entries into the tables: in bulk, by natural key, so that primary keys stay what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.db import models

from cards.entries import card_row, edition_row
from cards.models import Card, Edition, Redirect, Source
from cards.reading import CardBooks
from cards.vocabulary import Origin

BATCH = 500

Progress = Callable[[int, int], None]


def store(books: CardBooks, origin: Origin, progress: Progress | None = None) -> None:
    """Make the tables say what the books say; the caller holds the transaction."""
    upsert(Source, [Source(**_columns(p.entry), origin=origin) for p in books.sources], ["key"])
    upsert(Edition, [edition_row(p.entry, origin) for p in books.editions], ["key"])
    upsert(Card, _card_rows(books, origin), ["edition", "slug"], progress)
    _link_sources(books)


def store_fixtures(books: CardBooks) -> None:
    """Store the fixtures; cards go at once, boxes and sources when nothing rests on them any more."""
    keys = {(box, p.entry.slug) for box, p in books.cards}
    _take_back_names(keys)
    store(books, Origin.FIXTURES)
    rows = Card.objects.filter(origin=Origin.FIXTURES).values_list("pk", "edition_id", "slug")
    Card.objects.filter(pk__in=[pk for pk, box, slug in rows if (box, slug) not in keys]).delete()
    store_redirects(books)


def _take_back_names(keys: set[tuple[str, str]]) -> None:
    """Give cards that were renamed since back the names that the files know, else they would be there twice."""
    here = {f"{box}/{slug}" for box, slug in keys}
    present = {card.key: card for card in Card.objects.only("edition_id", "slug")}
    for row in Redirect.objects.filter(kind="card", old__in=here).exclude(new__in=here):
        if row.old not in present and row.new in present:
            Card.objects.filter(pk=present[row.new].pk).update(slug=row.old.partition("/")[2])


def sweep_fixtures(books: CardBooks) -> None:
    """Remove the boxes and sources that the files no longer have; a box with somebody's own cards stays."""
    used = set(Card.objects.values_list("edition_id", flat=True))
    _remove_vanished(Edition, {*used, *(p.entry.key for p in books.editions)})
    _remove_vanished(Source, {p.entry.key for p in books.sources})


def store_redirects(books: CardBooks) -> None:
    rows = [
        Redirect(**{**_columns(p.entry), "since": date.fromisoformat(p.entry.since)}) for p in books.redirects
    ]
    upsert(Redirect, rows, ["kind", "old"])
    kept = {(row.kind, row.old) for row in rows}
    gone = [row.pk for row in Redirect.objects.all() if (row.kind, row.old) not in kept]
    Redirect.objects.filter(pk__in=gone).delete()


def upsert(
    model: type[models.Model], rows: list[Any], unique: list[str], progress: Progress | None = None
) -> None:
    """Insert rows or update those with the same natural key, keeping their primary keys."""
    key = model._meta.pk.name
    changing = [f.name for f in model._meta.concrete_fields if f.name not in {*unique, key}]
    for start in range(0, len(rows), BATCH):
        model._default_manager.bulk_create(
            rows[start : start + BATCH],
            update_conflicts=True,
            unique_fields=unique,
            update_fields=changing,
        )
        if progress:
            progress(min(start + BATCH, len(rows)), len(rows))


def link(through: Any, owner: str, other: str, wanted: Iterable[tuple[Any, Any]], owners: set[Any]) -> None:
    """Let the owners be linked to exactly the wanted others, in the wanted order."""
    through._default_manager.filter(**{f"{owner}__in": owners}).delete()
    rows = [through(**{owner: left, other: right}) for left, right in dict.fromkeys(wanted)]
    through._default_manager.bulk_create(rows, batch_size=BATCH)


def _link_sources(books: CardBooks) -> None:
    editions = [(p.entry.key, source) for p in books.editions for source in p.entry.sources]
    link(Edition.sources.through, "edition_id", "source_id", editions, {p.entry.key for p in books.editions})
    boxes = {box for box, _p in books.cards}
    rows = Card.objects.filter(edition__in=boxes).values_list("edition_id", "slug", "pk")
    keys = {(box, slug): pk for box, slug, pk in rows}
    pairs = [(keys[box, p.entry.slug], source) for box, p in books.cards for source in p.entry.sources]
    _link_in_batches(pairs, [keys[box, p.entry.slug] for box, p in books.cards])


def _link_in_batches(pairs: list[tuple[int, str]], owners: list[int]) -> None:
    for start in range(0, len(owners), BATCH):
        some = set(owners[start : start + BATCH])
        link(Card.sources.through, "card_id", "source_id", [pair for pair in pairs if pair[0] in some], some)


def _card_rows(books: CardBooks, origin: Origin) -> list[Card]:
    """Return the rows of all cards; fixtures give the order of a box, other cards join at its end."""
    places = {} if origin is Origin.FIXTURES else _places()
    last: dict[str, int] = {}
    for (box, _slug), order in places.items():
        last[box] = max(last.get(box, 0), order)
    rows = []
    for box, placed in books.cards:
        place = places.get((box, placed.entry.slug))
        if place is None:
            last[box] = place = last.get(box, 0) + 1
        rows.append(card_row(placed.entry, box, place, origin))
    return rows


def _places() -> dict[tuple[str, str], int]:
    rows = Card.objects.values_list("edition_id", "slug", "order")
    return {(box, slug): order for box, slug, order in rows}


def _columns(entry: Any) -> dict[str, Any]:
    names = [name for name in entry.__struct_fields__ if name != "sources"]
    return {name: str(value) if isinstance(value := getattr(entry, name), str) else value for name in names}


def _remove_vanished(model: Any, kept: set[str]) -> None:
    model.objects.filter(origin=Origin.FIXTURES).exclude(pk__in=kept).delete()
