"""In which order hits come: rungs of sets, walked from the best to the weakest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyroaring import FrozenBitMap

from cards.search.compiler import Query
from cards.search.families import Scope
from cards.search.index import Index, Rung

# Below the whole name, its beginning, and names that spell every word so: where and how else the words stand.
RUNGS = tuple(scope for scope in Scope if scope not in (Scope.NAME_SPELLED, Scope.ANYWHERE))


def rungs(query: Query, index: Index, found: FrozenBitMap, sort: str = "") -> Iterator[Rung]:
    """Yield the sets whose hits come one after the other; together they hold every hit.

    Only as many are worked out as the page needs.
    """
    down = sort.startswith("-")
    if sort.lstrip("-") == "name":
        blocks = index.by_name
        yield from ((block, order[::-1]) for block, order in reversed(blocks) if order) if down else blocks
    elif sort and sort.lstrip("-") != "treffer":
        yield from index.by_number(sort.lstrip("-"), down=down)
    else:
        yield from ((rung, None) for rung in _by_quality(query, index))
        yield found, None


def _by_quality(query: Query, index: Index) -> Iterator[FrozenBitMap]:
    if name := query.wanted_name:
        named, spelled = index.named(name), query.hits(index, Scope.NAME_SPELLED)
        yield named & spelled
        yield named
        yield index.name_begins(name)
        yield spelled
        yield from (query.hits(index, scope) for scope in RUNGS)


def page(index: Index, found: FrozenBitMap, ordered: Iterable[Rung], offset: int, limit: int) -> list[int]:
    """Return the hits number `offset` to `offset + limit`."""
    hits: list[int] = []
    for rung, order in ordered:
        fresh = rung & found
        if not fresh:
            continue
        if offset >= (count := len(fresh)):
            offset -= count
        else:
            room = limit - len(hits)
            hits += (
                index.first(fresh, offset, room)
                if order is None
                else [i for i in order if i in fresh][offset : offset + room]
            )
            offset = 0
            if len(hits) >= limit:
                break
        found -= fresh
        if not found:
            break
    return hits
