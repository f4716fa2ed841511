"""What would help: the nearest words, what each part finds alone, and completions while typing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import islice

from cards.folding import WORD, lower, sort_key
from cards.search import nodes
from cards.search.compiler import Query
from cards.search.corpus import Document
from cards.search.families import Scope
from cards.search.fields import BY_NAME, FIELDS, SETTINGS, Type, find_field
from cards.search.lexicon import lemma
from cards.search.nodes import Node, Word
from cards.search.store import Corpus
from cards.search.understanding import CARDS

MOST = 8
MOST_FIELDS = 3
# Under which other fields cards of another kind hold such a number.
TWINS = {"bonus": ("staerke",), "staerke": ("bonus", "stufe"), "stufe": ("staerke",), "stufen": ("stufe",)}
Count = Callable[[Node], int]


@dataclass(frozen=True)
class Suggestion:
    """A query that finds something, and what it changes."""

    said: str
    query: str
    hits: int


@dataclass(frozen=True)
class Alone:
    """How many hits one part of the query has by itself."""

    term: str
    said: str
    hits: int


@dataclass(frozen=True)
class Completion:
    """What the word that is being typed may become: a hit to open, or a query to go on with."""

    text: str
    document: Document | None = None
    help: str = ""


def counter(node: Node, corpus: Corpus) -> Count:
    """Return what says how many hits a tree has in all parts together; what several have is asked once."""
    query, indexes = Query(node, corpus.lexicon), corpus.indexes.values()
    known: dict[Node, int] = {}

    def count(tree: Node) -> int:
        if tree not in known:
            known[tree] = sum([len(query.hits(index, node=tree)) for index in indexes])
        return known[tree]

    return count


def near_misses(node: Node, corpus: Corpus, count: Count) -> list[Suggestion]:
    """Return the query with every unknown word replaced by the nearest known one, if that finds anything."""
    changed = with_known_words(node, corpus, tuple(corpus.indexes))
    hits = count(changed) if changed != node else 0
    return [Suggestion(f"Meintest du „{changed}“?", str(changed), hits)] if hits else []


def with_known_words(node: Node, corpus: Corpus, parts: Collection[str]) -> Node:
    """Return the query with the nearest word of these parts instead of each word that nobody knows."""
    if isinstance(node, Word):
        return Word(WORD.sub(lambda match: _known(match.group(), corpus, parts), node.text))
    if isinstance(node, nodes.And | nodes.Or):
        return replace(node, nodes=tuple(with_known_words(n, corpus, parts) for n in node.nodes))
    return node


def _known(word: str, corpus: Corpus, parts: Collection[str]) -> str:
    """Return the word itself if it finds anything, else the nearest one, written large or small as it was."""
    small, phrases = lower(word), corpus.phrases
    if (
        corpus.lexicon.knows(small)
        or corpus.lexicon.beginning_with(small)
        or (phrases and phrases.knows(small))
    ):
        return word
    near = next((w for w in _near(small, corpus) if _stands(w, corpus, parts)), word)
    return near.capitalize() if word[0].isupper() else near


def _near(word: str, corpus: Corpus) -> list[str]:
    """Return the words that may be meant, the nearest first: of the texts, and of the table of phrases."""
    means = corpus.phrases.said if corpus.phrases else ()
    return corpus.lexicon.near(word, means)


def _stands(word: str, corpus: Corpus, parts: Collection[str]) -> bool:
    """Say whether a word finds something in one of these parts, or means something to the cards."""
    if CARDS in parts and corpus.phrases and word in corpus.phrases.said:
        return True
    return any(corpus.indexes[part].having(Scope.ANYWHERE, (lemma(word),)) for part in parts)


def elsewhere(node: Node, count: Count) -> list[Suggestion]:
    """Return the queries with another field for a number: the bonus of an enhancer stands under `staerke`."""
    found = []
    clauses = nodes.conjuncts(node)
    for at, asked in enumerate(clauses[:MOST]):
        for twin in _twins(asked):
            changed = nodes.all_of([*clauses[:at], twin, *clauses[at + 1 :]])
            if changed and (hits := count(changed)):
                said = f"Bei diesen Karten steht die Zahl unter „{twin.field.label}“: {changed}"
                found.append(Suggestion(said, str(changed), hits))
    return found


def _twins(node: Node) -> list[nodes.Compare]:
    if not isinstance(node, nodes.Compare):
        return []
    return [replace(node, field=BY_NAME[name]) for name in TWINS.get(node.field.name, ())]


def each_alone(node: Node, count: Count) -> list[Alone]:
    """Return the hits of every part of the query by itself."""
    parts = list(dict.fromkeys(nodes.terms(node)))[:MOST]
    return [Alone(str(part), part.explain(), count(part)) for part in parts]


def without_one(node: Node, count: Count) -> list[Suggestion]:
    """Return the queries that find something as soon as one part is left out, the most hits first."""
    if not isinstance(node, nodes.And):
        return []
    found = []
    for left_out in node.nodes[:MOST]:
        rest = nodes.all_of([n for n in node.nodes if n is not left_out])
        if rest and (hits := count(rest)):
            found.append(Suggestion(f"Ohne „{left_out}“", str(rest), hits))
    return sorted(found, key=lambda s: -s.hits)


# While typing


def complete(text: str, corpus: Corpus, only_fields: bool = False) -> list[Completion]:
    """Return what the text may become: names that begin so, then names with a word that does, then fields."""
    start, _, last = text.rpartition(" ")
    named = [] if only_fields or ":" in last else _names(text, corpus)
    fields = _field_words(start, last, corpus)[: MOST if not named else MOST_FIELDS]
    return [*named[: MOST - len(fields)], *fields]


def _names(text: str, corpus: Corpus) -> list[Completion]:
    typed = sort_key(text)
    if not typed:
        return []
    found: dict[str, Completion] = {}
    for name, document in islice(corpus.names_from(typed), MOST * 2):
        # Every box has its glossary; one entry of a word is enough here.
        told_by = document.key if document.part == "karte" else sort_key(document.name)
        found.setdefault(told_by, _named(name, document))
    if len(found) < MOST and len(typed) > 2:
        for document in _with_word(typed, corpus):
            found.setdefault(document.key, _named(document.name, document))
    return list(found.values())[:MOST]


def _named(name: str, document: Document) -> Completion:
    return Completion(document.name, document, "" if name == document.name else f"auch „{name}“")


def _with_word(typed: str, corpus: Corpus) -> list[Document]:
    """Return cards in whose name a later word begins so; few enough to look through as long as one types."""
    index = corpus.indexes.get("karte")
    if index is None:
        return []
    keys = corpus.lexicon.beginning_with(typed.split()[-1])
    found = index.having(Scope.NAME_SPELLED, keys)
    return index.documents(index.first(found, 0, MOST))


def _field_words(start: str, last: str, corpus: Corpus) -> list[Completion]:
    """Complete the name of a field, or the value behind its colon."""
    before = f"{start} " if start else ""
    name, colon, typed = last.partition(":")
    known = find_field(name)
    if colon and known:
        values = SETTINGS.get(known.name) or corpus.catalogue.labels.get(known.name, {})
        written = [(corpus.catalogue.written(known, key), label) for key, label in values.items()]
        fitting = [(k, label) for k, label in written if _begins(typed, k, label)]
        return [Completion(f"{before}{known.name}:{k}", help=label) for k, label in fitting[:MOST]]
    if colon or len(last) < 2:
        return []
    fields = [f for f in FIELDS if f.name.startswith(sort_key(last))]
    return [
        Completion(f"{before}{f.name}{':' if f.type is not Type.NUMBER else '>='}", help=f.help)
        for f in fields
    ]


def _begins(typed: str, *named: str) -> bool:
    return any(sort_key(name).startswith(sort_key(typed)) for name in named)
