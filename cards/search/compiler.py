"""Nodes to sets: the only file that knows how a question is asked of an index."""

from __future__ import annotations

import operator as compare
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

from pyroaring import FrozenBitMap

from cards.folding import sort_key, words
from cards.search import nodes
from cards.search.disk import NOTHING
from cards.search.families import SPELLED, ZONES, Scope
from cards.search.fields import Type
from cards.search.index import Index, united
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
        self.answers: dict[tuple[Index, int, tuple[str, ...]], FrozenBitMap] = {}

    @cached_property
    def wanted_name(self) -> str:
        """The bare words of the query as one name, for the hits whose name is just that."""
        bare = [n.text for n in nodes.wanted(self.node) if isinstance(n, Word | Phrase)]
        return "" if isinstance(self.node, Or) else sort_key(" ".join(bare))

    def hits(self, index: Index, scope: Scope = Scope.ANYWHERE, node: Node | None = None) -> FrozenBitMap:
        """Return the documents that the tree describes, its bare words standing where `scope` says."""
        node = node or self.node
        if isinstance(node, Word):
            return self._word(index, self._leaf(node.text), scope)
        if isinstance(node, And):
            return self._and(index, node, scope)
        if isinstance(node, Or):
            return united([self.hits(index, scope, inner) for inner in node.nodes])
        # The rest is the same on several rungs of the ranking, and asked once.
        zones = ZONES[scope] if isinstance(node, Phrase) else ()
        key = (index, id(node), zones)
        if key not in self.answers:
            self.answers[key] = self._fixed(index, node, zones)
        return self.answers[key]

    def _fixed(
        self, index: Index, node: Not | Compare | Phrase | Exact | Regex, zones: tuple[str, ...]
    ) -> FrozenBitMap:
        if isinstance(node, Not):
            return index.everything - self.hits(index, Scope.ANYWHERE, node.node)
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
        asked = chain(self.leaves.values(), *self.names.values())
        keys = {key for one in asked for way in one.ways for some in way for key in some}
        phrases = {lemma(w) for n in nodes.wanted(self.node) if isinstance(n, Phrase) for w in words(n.text)}
        return frozenset(chain(*[some for key in keys | phrases for some in self.lexicon.bearing(key)]))

    # Words

    def _leaf(self, text: str) -> Leaf:
        if text not in self.leaves:
            self.leaves[text] = leaf(text, self.lexicon)
        return self.leaves[text]

    def _word(self, index: Index, asked: Leaf, scope: Scope | str) -> FrozenBitMap:
        if scope in SPELLED:
            return _all(index, (index.having(scope, (word,)) for word in asked.spelled))
        return united([_all(index, (index.having(scope, keys) for keys in way)) for way in asked.ways])

    def _and(self, index: Index, node: And, scope: Scope) -> FrozenBitMap:
        """All parts; words that together name a thing may stand under its other name as well."""
        named = self._named_together(node)
        found = self.hits(index, scope, node.nodes[0])
        for part in node.nodes[1:]:
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

    def _phrase(self, index: Index, text: str, zones: tuple[str, ...]) -> FrozenBitMap:
        if text not in self.spellings:
            self.spellings[text] = [self.lexicon.spelling(word) for word in words(text)]
        spelled = self.spellings[text]
        candidates = _all(index, (index.spelled_so(zones, word) for word in spelled))
        for first, second in pairwise(spelled):
            if first in index.common and second in index.common:
                candidates &= index.side_by_side(zones, first, second)
        if len(spelled) < 2 or not candidates or (len(spelled) == 2 and index.common.issuperset(spelled)):
            return candidates
        return index.containing(zones, f" {' '.join(spelled)} ", candidates)

    # Patterns

    def _pattern(self, index: Index, pattern: nodes.Pattern, zones: tuple[str, ...]) -> FrozenBitMap:
        compiled = compile_pattern(pattern.source)
        found: list[int] = []
        for zone in zones:
            for first, text in index.lines(zone):
                line, place = first, 0
                while match := compiled.search(text, place):
                    line += text.count(b"\n", place, match.start())
                    found.append(line)
                    if (place := text.find(b"\n", match.start()) + 1) in (0, len(text)):
                        break
                    line += 1
        # A line without a text is of a document that is gone.
        return FrozenBitMap(found) & index.everything

    # Fields

    def _compare(self, index: Index, node: Compare) -> FrozenBitMap:
        """Return the documents whose field is so; where a part has no such field, none."""
        if node.field.name not in index.fields:
            return NOTHING
        found = united(
            [_all(index, (self._value(index, node, value) for value in option)) for option in node.options]
        )
        if node.operator != "!=":
            return found
        name, number = node.field.name, node.field.type is Type.NUMBER
        known = number and index.column(name) and not _asks_unattested(node)
        return (index.attested(name) if known else index.everything) - found

    def _value(self, index: Index, node: Compare, value: nodes.Value) -> FrozenBitMap:
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

    def _words(self, index: Index, name: str, operator: str, text: str) -> FrozenBitMap:
        if operator == "=" and name == "name":
            return index.named_somehow(sort_key(text))
        zones = ("name", "other") if name == "name" else (name,)
        if operator == "=" or len(text.split()) > 1:
            return self._phrase(index, text, zones)
        return self._word(index, self._leaf(text), Scope.NAMES if name == "name" else name)


def _all(index: Index, found: Iterable[FrozenBitMap]) -> FrozenBitMap:
    """Return what is in all of these sets; behind an empty one the rest is not looked for."""
    together: FrozenBitMap | None = None
    for one in found:
        together = one if together is None else together & one
        if not together:
            return NOTHING
    return index.everything if together is None else together


def _asks_unattested(node: Compare) -> bool:
    return any(isinstance(v, nodes.Unattested) for option in node.options for v in option)


def _number(index: Index, name: str, operator: str, value: nodes.Value) -> FrozenBitMap:
    column, test = index.column(name), COMPARE[operator]
    if isinstance(value, nodes.Number):
        return united([ids for number, ids in column.items() if test(number, value.value)])
    if isinstance(value, nodes.Between):
        return united([ids for number, ids in column.items() if value.low <= number <= value.high])
    if isinstance(value, nodes.Unattested):
        return index.everything - index.attested(name)
    assert isinstance(value, nodes.Other)
    other = index.column(value.field.name)
    return united([left & right for n, left in column.items() for m, right in other.items() if test(n, m)])
