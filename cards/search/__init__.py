"""One search for everything: `find` is the only door."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field, replace

from pyroaring import FrozenBitMap

from cards.search.compiler import Query
from cards.search.corpus import PARTS, Document, Part
from cards.search.disk import NOTHING
from cards.search.fields import SORTINGS
from cards.search.index import Index
from cards.search.nodes import Node
from cards.search.parser import Parsed, parse
from cards.search.ranking import page, rungs
from cards.search.store import Corpus, anew, current
from cards.search.suggest import (
    Alone,
    Completion,
    Suggestion,
    complete,
    counter,
    each_alone,
    elsewhere,
    near_misses,
    with_known_words,
    without_one,
)
from cards.search.understanding import CARDS, understand
from cards.search.warnings import Warning  # noqa: A004

PAGE = 24
# Terms before rules: the first says which query is a word of the game.
FIRST_OF_A_TERM = ("begriff", "regel")


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
    # What the words ask, and what a phrase of them asks the cards; without a phrase both are the same.
    words: Node | None
    node: Node | None
    normalised: str
    # Whether the words were read as a phrase: `node` and `normalised` say what was understood.
    phrase: bool
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
    sets: dict[str, FrozenBitMap] = field(repr=False)
    # The query that was asked instead, where a word of the one that was typed is unknown.
    mended: str = ""

    @property
    def literal(self) -> str:
        """The query that takes the words as they were typed."""
        return f"{self.text} lesart:wort"

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

    A query that finds nothing because of a word that nobody knows is answered with the nearest word, and says so.

    >>> find("typ:monster stufe>=10").of("karte").documents
    """
    corpus = corpus or current()
    try:
        return _find(text, parts, (offset, limit), corpus)
    except sqlite3.DatabaseError as error:
        return _find(text, parts, (offset, limit), anew(corpus, error))


def _find(text: str, parts: tuple[str, ...], wanted: tuple[int, int], corpus: Corpus) -> Found:
    parsed = parse(text, corpus.catalogue)
    asked = tuple(key for key in parts or PARTS if key in corpus.indexes)
    answer = _answer(parsed, asked, wanted, corpus)
    if answer.total or parsed.node is None or parsed.literal:
        return answer
    node = with_known_words(parsed.node, corpus, asked)
    if node != parsed.node:
        typed = parse(replace(parsed, node=node).normalised, corpus.catalogue)
        mended = _answer(typed, asked, wanted, corpus)
        if mended.total:
            return replace(mended, text=answer.text, mended=typed.text, warnings=answer.warnings)
    return answer


def _answer(parsed: Parsed, parts: tuple[str, ...], wanted: tuple[int, int], corpus: Corpus) -> Found:
    """Ask each part; the cards are asked what a phrase means, the others for its words."""
    words, asked = parsed.node, {key: corpus.indexes[key] for key in parts}
    phrase = understand(parsed, corpus) if CARDS in asked else None
    node, sort = (phrase.node, phrase.sort) if phrase else (words, parsed.sort)
    query = Query(words, corpus.lexicon) if words else None
    read = Query(phrase.node, corpus.lexicon) if phrase else query
    queries = {key: read if key == CARDS else query for key in asked}
    sets = {key: one.hits(asked[key]) if one else NOTHING for key, one in queries.items()}
    empty = node is not None and not any(sets.values())
    suggestions, alone = _help(node, corpus) if node and empty else ([], [])
    return Found(
        text=parsed.text,
        words=words,
        node=node,
        normalised=phrase.normalised if phrase else parsed.normalised,
        phrase=phrase is not None,
        corrected=parsed.corrected,
        explanation=explain(node, sort),
        warnings=parsed.warnings,
        results=[
            _hits(key, asked[key], queries[key], sets[key], (sort, *wanted)) for key in _order(query, asked)
        ],
        notes=_notes(read, corpus) if read else [],
        suggestions=suggestions,
        alone=alone,
        sort=sort,
        view=parsed.view,
        release=corpus.release,
        marked=query.marked | read.marked if query and read else frozenset(),
        corpus=corpus,
        sets=sets,
    )


def _order(query: Query | None, asked: dict[str, Index]) -> list[str]:
    """Return the parts in the order of their hits: a word of the game has its term and its rules first."""
    name = query.wanted_name if query and {CARDS, *FIRST_OF_A_TERM} <= set(asked) else ""
    if name and asked[FIRST_OF_A_TERM[0]].named_in_a_form(name) and not asked[CARDS].named(name):
        return [*FIRST_OF_A_TERM, *(key for key in asked if key not in FIRST_OF_A_TERM)]
    return list(asked)


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


def _hits(
    key: str, index: Index, query: Query | None, found: FrozenBitMap, wanted: tuple[str, int, int]
) -> Hits:
    sort, offset, limit = wanted
    if not query or not found:
        return Hits(PARTS[key], 0, [])
    ids = page(index, found, rungs(query, index, found, sort), offset, limit) if limit else []
    return Hits(PARTS[key], len(found), index.documents(ids))


def _help(node: Node, corpus: Corpus) -> tuple[list[Suggestion], list[Alone]]:
    """Return what would find something, and what each part finds alone."""
    count = counter(node, corpus)
    better = [*near_misses(node, corpus, count), *elsewhere(node, count), *without_one(node, count)]
    return better, each_alone(node, count)


def _notes(query: Query, corpus: Corpus) -> list[str]:
    """Say where a word was not taken as it stands."""
    read = [word for asked in query.leaves.values() for word in asked.spelled]
    begun = [
        w for w in dict.fromkeys(read) if not corpus.lexicon.knows(w) and corpus.lexicon.beginning_with(w)
    ]
    return [f"„{word}“ kommt als Wort nicht vor und zählt als Wortanfang." for word in begun]


__all__ = ["PAGE", "Facet", "Found", "Hits", "completions", "explain", "find"]
