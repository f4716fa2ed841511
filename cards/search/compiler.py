"""Nodes to sets: the only file that knows how a question is asked of an index."""

from __future__ import annotations

import operator as compare
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from cards.folding import sort_key, words
from cards.search import nodes
from cards.search.bitmaps import bits, without
from cards.search.fields import Type
from cards.search.index import SPELLED, ZONES, Column, Index, Scope
from cards.search.lexicon import Lexicon, lemma
from cards.search.nodes import And, Compare, Exact, Node, Not, Or, Phrase, Regex, Word
from cards.search.terms import compile_pattern

LONGEST_NAME = 3
COMPARE: dict[str, Callable[[int, int], bool]] = {
    ":": compare.eq,
    "=": compare.eq,
    "!=": compare.ne,
    "<": compare.lt,
    "<=": compare.le,
    ">": compare.gt,
    ">=": compare.ge,
}


@dataclass(frozen=True)
class Leaf:
    """Words to look up: as spelled, and all ways to say the same (any way, all of its words)."""

    spelled: tuple[str, ...]
    ways: tuple[tuple[tuple[str, ...], ...], ...]


def leaf(text: str, lexicon: Lexicon) -> Leaf:
    """Prepare a bare word; „Super-Löwenschwein“ is two words."""
    spelled = tuple(words(text))
    ways = [tuple(_keys(word, lexicon) for word in spelled)]
    return Leaf(spelled, (*ways, *_other_names(tuple(map(lemma, spelled)), lexicon)))


def _keys(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return what a word is looked up under: a word nobody knows counts as the beginning of words."""
    if lexicon.knows(word):
        return (lemma(word),)
    return tuple(dict.fromkeys(lemma(longer) for longer in lexicon.beginning_with(word)))


def _other_names(name: tuple[str, ...], lexicon: Lexicon) -> list[tuple[tuple[str, ...], ...]]:
    return [tuple((key,) for key in other) for other in lexicon.translations.get(name, ())]


class Query:
    """A tree that is asked of one index after the other."""

    def __init__(self, node: Node, lexicon: Lexicon) -> None:
        self.node = node
        self.lexicon = lexicon
        self.leaves: dict[str, Leaf] = {}
        self.spellings: dict[str, list[str]] = {}
        # By the identity of nodes: the tree keeps them alive, and equal ones have equal answers anyway.
        self.names: dict[int, tuple[Leaf, ...]] = {}
        self.answers: dict[tuple[Index, int, tuple[str, ...]], int] = {}

    @cached_property
    def wanted_name(self) -> str:
        """The bare words of the query as one name, for the hits whose name is just that."""
        bare = [n.text for n in nodes.wanted(self.node) if isinstance(n, Word | Phrase)]
        return "" if isinstance(self.node, Or) else sort_key(" ".join(bare))

    def hits(self, index: Index, scope: Scope = Scope.ANYWHERE, node: Node | None = None) -> int:
        """Return the documents that the tree describes, its bare words standing where `scope` says."""
        node = node or self.node
        if isinstance(node, Word):
            return self._word(index, self._leaf(node.text), scope)
        if isinstance(node, And):
            return self._and(index, node, scope)
        if isinstance(node, Or):
            found = 0
            for inner in node.nodes:
                found |= self.hits(index, scope, inner)
            return found
        # The rest is the same on several rungs of the ranking, and asked once.
        zones = ZONES[scope] if isinstance(node, Phrase) else ()
        key = (index, id(node), zones)
        if key not in self.answers:
            self.answers[key] = self._fixed(index, node, zones)
        return self.answers[key]

    def _fixed(
        self, index: Index, node: Not | Compare | Phrase | Exact | Regex, zones: tuple[str, ...]
    ) -> int:
        if isinstance(node, Not):
            return without(index.everything, self.hits(index, Scope.ANYWHERE, node.node))
        if isinstance(node, Compare):
            return self._compare(index, node)
        if isinstance(node, Phrase):
            return self._phrase(index, node.text, zones)
        if isinstance(node, Exact):
            return index.named_somehow(sort_key(node.text))
        return self._pattern(index, node.pattern, ("name", "other", "text"))

    @cached_property
    def marked(self) -> frozenset[str]:
        """The words, as the corpus spells them, for whose sake a text was found."""
        keys = {key for asked in self.leaves.values() for way in asked.ways for some in way for key in some}
        keys |= {
            key
            for named in self.names.values()
            for one in named
            for way in one.ways
            for some in way
            for key in some
        }
        phrases = {lemma(w) for n in nodes.wanted(self.node) if isinstance(n, Phrase) for w in words(n.text)}
        held = (self.lexicon.by_lemma, self.lexicon.compounds)
        return frozenset(word for key in keys | phrases for some in held for word in some.get(key, ()))

    # Words

    def _leaf(self, text: str) -> Leaf:
        if text not in self.leaves:
            self.leaves[text] = leaf(text, self.lexicon)
        return self.leaves[text]

    def _word(self, index: Index, asked: Leaf, scope: Scope | str) -> int:
        if scope in SPELLED:
            return _all(index, [index.having(scope, (word,)) for word in asked.spelled])
        found = 0
        for way in asked.ways:
            found |= _all(index, [index.having(scope, keys) for keys in way])
        return found

    def _and(self, index: Index, node: And, scope: Scope) -> int:
        """All parts; words that together name a thing may stand under its other name as well."""
        named = self._named_together(node)
        found = index.everything
        for part in node.nodes:
            if found:
                found &= self.hits(index, scope, part)
        for at_once in named:
            rest = [n for n in node.nodes if not (isinstance(n, Word) and n.text.lower() in at_once.spelled)]
            found |= _all(
                index, [self._word(index, at_once, scope), *(self.hits(index, scope, n) for n in rest)]
            )
        return found

    def _named_together(self, node: And) -> tuple[Leaf, ...]:
        """Return the names of several words, „run away“, that stand in the query word by word."""
        if id(node) not in self.names:
            texts = [n.text.lower() if isinstance(n, Word) else "" for n in node.nodes]
            found = []
            for length in range(2, LONGEST_NAME + 1):
                for start in range(len(texts) - length + 1):
                    spelled = tuple(texts[start : start + length])
                    if all(spelled) and (ways := _other_names(tuple(map(lemma, spelled)), self.lexicon)):
                        found.append(Leaf(spelled, tuple(ways)))
            self.names[id(node)] = tuple(found)
        return self.names[id(node)]

    def _phrase(self, index: Index, text: str, zones: tuple[str, ...]) -> int:
        if text not in self.spellings:
            self.spellings[text] = [self.lexicon.spelling(word) for word in words(text)]
        spelled = self.spellings[text]
        candidates = _all(index, [index.spelled_so(zones, (word,)) for word in spelled])
        for first, second in pairwise(spelled):
            if first in index.common and second in index.common:
                candidates &= index.side_by_side(zones, first, second)
        if len(spelled) < 2 or not candidates or (len(spelled) == 2 and index.common.issuperset(spelled)):
            return candidates
        return index.containing(zones, f" {' '.join(spelled)} ", candidates)

    # Patterns

    def _pattern(self, index: Index, pattern: nodes.Pattern, zones: tuple[str, ...]) -> int:
        compiled = compile_pattern(pattern.source)
        found: list[int] = []
        for zone in zones:
            lines = index.lines(zone)
            place = 0
            while match := compiled.search(lines.text, place):
                i = bisect_right(lines.starts, match.start()) - 1
                if i >= index.size:
                    break
                found.append(i)
                place = lines.starts[i + 1]
        return bits(found, index.size)

    # Fields

    def _compare(self, index: Index, node: Compare) -> int:
        """Return the documents whose field is so; where a part has no such field, none."""
        if node.field.name not in index.fields:
            return 0
        found = 0
        for option in node.options:
            found |= _all(index, [self._value(index, node, value) for value in option])
        if node.operator != "!=":
            return found
        attested = index.columns.get(node.field.name)
        whole = attested.attested if attested and node.field.type is Type.NUMBER else index.everything
        return without(index.everything if _asks_unattested(node) else whole, found)

    def _value(self, index: Index, node: Compare, value: nodes.Value) -> int:
        """Return the documents with one value; „nicht“ is left to the caller."""
        operator = ":" if node.operator == "!=" else node.operator
        name = node.field.name
        if isinstance(value, nodes.Key):
            return index.chosen(name, value.key, node.field.tree)
        if isinstance(value, nodes.Pattern):
            return self._pattern(index, value, ("name", "other") if name == "name" else (name,))
        if isinstance(value, nodes.Words):
            return self._words(index, name, operator, value.text)
        return _number(index, name, operator, value)

    def _words(self, index: Index, name: str, operator: str, text: str) -> int:
        if operator == "=" and name == "name":
            return index.named_somehow(sort_key(text))
        zones = ("name", "other") if name == "name" else (name,)
        if operator == "=" or len(text.split()) > 1:
            return self._phrase(index, text, zones)
        return self._word(index, self._leaf(text), Scope.NAMES if name == "name" else name)


def _all(index: Index, found: list[int]) -> int:
    together = index.everything
    for one in found:
        together &= one
    return together


def _asks_unattested(node: Compare) -> bool:
    return any(isinstance(v, nodes.Unattested) for option in node.options for v in option)


def _number(index: Index, name: str, operator: str, value: nodes.Value) -> int:
    column = index.columns.get(name, Column())
    test = COMPARE[operator]
    if isinstance(value, nodes.Number):
        return column.among(lambda number: test(number, value.value))
    if isinstance(value, nodes.Between):
        return column.among(lambda number: value.low <= number <= value.high)
    if isinstance(value, nodes.Unattested):
        return without(index.everything, column.attested)
    assert isinstance(value, nodes.Other)
    other, found = index.columns.get(value.field.name, Column()), 0
    for number, documents in other.by_number.items():
        found |= documents & column.among(partial(_turned(test), number))
    return found


def _turned(test: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    return lambda right, left: test(left, right)
