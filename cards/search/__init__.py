"""One search for everything: `find` is the only door."""

from __future__ import annotations

from dataclasses import dataclass, field

from cards.search.compiler import Query
from cards.search.corpus import PARTS, Document, Part
from cards.search.fields import SORTINGS
from cards.search.index import Index
from cards.search.nodes import Node
from cards.search.parser import parse
from cards.search.ranking import page, rungs, within_rung
from cards.search.store import Corpus, current
from cards.search.suggest import Alone, Completion, Suggestion, complete, each_alone, near_misses, without_one
from cards.search.warnings import Warning  # noqa: A004

PAGE = 24


@dataclass(frozen=True)
class Hits:
    """The hits of one part: one page of them, and how many there are."""

    part: Part
    total: int
    documents: list[Document]


@dataclass(frozen=True)
class Facet:
    """A value of a field among the hits, with how many have it."""

    field: str
    key: str
    label: str
    hits: int


@dataclass(frozen=True)
class Found:
    """The answer to a query: what was understood, what was found, and what would help."""

    text: str
    node: Node | None
    normalised: str
    explanation: str
    corrected: str
    warnings: list[Warning]
    results: list[Hits]
    notes: list[str]
    suggestions: list[Suggestion]
    alone: list[Alone]
    sort: str
    view: str
    release: str
    # The words that were looked for, as the texts spell them.
    marked: frozenset[str]
    corpus: Corpus = field(repr=False)
    sets: dict[str, int] = field(repr=False)

    @property
    def total(self) -> int:
        return sum(hits.total for hits in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """The number of hits of every part that was asked."""
        return {hits.part.key: hits.total for hits in self.results}

    def of(self, part: str) -> Hits:
        """Return the hits of one part."""
        return next(hits for hits in self.results if hits.part.key == part)

    def facets(self, part: str, name: str) -> list[Facet]:
        """Return the values of a field among the hits of a part, the most frequent first."""
        counted = self.corpus.indexes[part].counts(name, self.sets[part])
        labels = self.corpus.catalogue.labels.get(name, {})
        ordered = sorted([(-n, labels.get(key, key), key) for key, n in counted.items()])
        return [Facet(name, key, label, -n) for n, label, key in ordered]


def find(
    text: str,
    *,
    parts: tuple[str, ...] = (),
    offset: int = 0,
    limit: int = PAGE,
    corpus: Corpus | None = None,
) -> Found:
    """Answer a query: whatever was typed, there is an answer; `parts` asks only those groups.

    >>> find("typ:monster stufe>=10").of("karte").documents
    """
    corpus = corpus or current()
    parsed = parse(text, corpus.catalogue)
    node = parsed.node
    asked = {key: corpus.indexes[key] for key in parts or PARTS if key in corpus.indexes}
    query = Query(node, corpus.lexicon) if node else None
    sets = {key: query.hits(index) if query else 0 for key, index in asked.items()}
    results = [
        _hits(key, index, query, sets[key], (parsed.sort, offset, limit)) for key, index in asked.items()
    ]
    empty = node is not None and not any(sets.values())
    return Found(
        text=parsed.text,
        node=node,
        normalised=parsed.normalised,
        corrected=parsed.corrected,
        explanation=explain(node, parsed.sort),
        warnings=parsed.warnings,
        results=results,
        notes=_notes(query, corpus) if query else [],
        suggestions=[*near_misses(node, corpus), *without_one(node, corpus)] if node and empty else [],
        alone=each_alone(node, corpus) if node and empty else [],
        sort=parsed.sort,
        view=parsed.view,
        release=corpus.release,
        marked=query.marked if query else frozenset(),
        corpus=corpus,
        sets=sets,
    )


def explain(node: Node | None, sort: str = "") -> str:
    """Return in one German sentence what was understood."""
    if node is None:
        return ""
    direction = " absteigend" if sort.startswith("-") else ""
    ordered = f"; sortiert{direction} nach {SORTINGS[sort.lstrip('-')]}" if sort else ""
    return f"Gesucht: {node.explain()}{ordered}."


def completions(text: str, *, only_fields: bool = False) -> list[Completion]:
    """Return what the text in the search box may become."""
    return complete(text, current(), only_fields)


def _hits(key: str, index: Index, query: Query | None, found: int, wanted: tuple[str, int, int]) -> Hits:
    sort, offset, limit = wanted
    if not query or not found:
        return Hits(PARTS[key], 0, [])
    ordered, within = rungs(query, index, found, sort), within_rung(index, sort)
    ids = page(found, ordered, offset, limit, within) if limit else []
    return Hits(PARTS[key], found.bit_count(), [index.documents[i] for i in ids])


def _notes(query: Query, corpus: Corpus) -> list[str]:
    """Say where a word was not taken as it stands."""
    read = [word for asked in query.leaves.values() for word in asked.spelled]
    begun = [
        w for w in dict.fromkeys(read) if not corpus.lexicon.knows(w) and corpus.lexicon.beginning_with(w)
    ]
    return [f"„{word}“ kommt als Wort nicht vor und zählt als Wortanfang." for word in begun]


__all__ = ["PAGE", "Facet", "Found", "Hits", "completions", "explain", "find"]
