"""In which order hits come: rungs of sets, walked from the best to the weakest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cards.search.bitmaps import all_ids, select, without
from cards.search.compiler import Query
from cards.search.index import Index, Scope

# Below the whole name, its beginning, and names that spell every word so: where and how else the words stand.
RUNGS = tuple(scope for scope in Scope if scope not in (Scope.NAME_SPELLED, Scope.ANYWHERE))


def rungs(query: Query, index: Index, found: int, sort: str = "") -> Iterator[int]:
    """Yield the sets whose hits come one after the other; together they hold every hit.

    Only as many are worked out as the page needs.
    """
    if sort.lstrip("-") == "name":
        yield from index.blocks[::-1] if sort.startswith("-") else index.blocks
    elif sort and sort.lstrip("-") != "treffer":
        yield from index.by_number(sort.lstrip("-"), down=sort.startswith("-"))
    else:
        if name := query.wanted_name:
            named, spelled = index.named(name), query.hits(index, Scope.NAME_SPELLED)
            yield named & spelled
            yield named
            yield index.name_begins(name)
            yield spelled
            yield from (query.hits(index, scope) for scope in RUNGS)
        yield found


def page(
    found: int, ordered: Iterable[int], offset: int, limit: int, within: Callable[[int], Any] | None = None
) -> list[int]:
    """Return the hits number `offset` to `offset + limit`.

    Within a rung the lowest comes first, or what `within` puts first; then a rung must be small.
    """
    hits: list[int] = []
    for rung in ordered:
        fresh = rung & found
        if not fresh:
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
        if len(hits) >= limit:
            break
    return hits


def within_rung(index: Index, sort: str) -> Callable[[int], Any] | None:
    """Return what decides inside a rung: the name when sorted by name, else the order on the page."""
    if sort.lstrip("-") != "name":
        return None
    places = index.places_by_name
    return (lambda i: -places[i]) if sort.startswith("-") else places.__getitem__
