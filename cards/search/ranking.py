"""In which order hits come: rungs of sets, walked from the best to the weakest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.search.bitmaps import all_ids, select, without
from cards.search.compiler import Query
from cards.search.index import Index, Scope

# The best hits first: the whole name, its beginning, then where and how the words stand.
RUNGS = tuple(Scope)


def rungs(query: Query, index: Index, found: int, sort: str = "") -> list[int]:
    """Return the sets whose hits come one after the other; together they hold every hit."""
    if sort.lstrip("-") == "name":
        blocks = index.by_name()
        return blocks[::-1] if sort.startswith("-") else blocks
    if sort and sort.lstrip("-") != "treffer":
        return index.by_number(sort.lstrip("-"), down=sort.startswith("-"))
    name = query.wanted_name
    if not name:
        return [found]
    named = index.named(name)
    best = [named & query.hits(index, Scope.NAME_SPELLED), named, index.name_begins(name)]
    return [*best, *(query.hits(index, scope) for scope in RUNGS[:-1]), found]


def page(
    found: int, ordered: list[int], offset: int, limit: int, within: Callable[[int], Any] | None = None
) -> list[int]:
    """Return the hits number `offset` to `offset + limit`.

    Within a rung the lowest comes first, or what `within` puts first; then a rung must be small.
    """
    hits: list[int] = []
    for rung in ordered:
        fresh = rung & found
        if not fresh or len(hits) >= limit:
            continue
        found = without(found, fresh)
        if offset >= (count := fresh.bit_count()):
            offset -= count
            continue
        room = limit - len(hits)
        hits += (
            sorted(all_ids(fresh), key=within)[offset : offset + room]
            if within
            else select(fresh, offset, room)
        )
        offset = 0
    return hits


def within_rung(index: Index, sort: str) -> Callable[[int], Any] | None:
    """Return what decides inside a rung: the name when sorted by name, else the order on the page."""
    if sort.lstrip("-") != "name":
        return None
    places = index.places_by_name()
    return (lambda i: -places[i]) if sort.startswith("-") else places.__getitem__
