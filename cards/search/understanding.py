"""What a query asks of the cards: its words, or the facts that they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyroaring import FrozenBitMap

from cards.folding import sort_key
from cards.search.compiler import Query
from cards.search.families import Scope
from cards.search.lexicon import lemma
from cards.search.nodes import Node
from cards.search.parser import Parsed, parse
from cards.search.phrases import BY_ONE_WORD, Reading

if TYPE_CHECKING:
    from cards.search.store import Corpus

CARDS = "karte"
# Of so many words that stay words a phrase is still one; with more it is a sentence that was hardly understood.
MOST_LEFT = 2


@dataclass(frozen=True)
class Understood:
    """A phrase as the search language says it."""

    node: Node
    sort: str
    normalised: str


def understand(parsed: Parsed, corpus: Corpus) -> Understood | None:
    """Return what a phrase asks the cards for; None where its words had better stay words."""
    if parsed.literal or parsed.warnings or corpus.phrases is None or parsed.node is None:
        return None
    reading = corpus.phrases.read(parsed.text)
    if reading is None:
        return None
    if not reading.facts or _is_name(parsed.text, reading, corpus):
        return _without_filler(reading, parsed, corpus)
    if len(reading.left) > MOST_LEFT or not _says_enough(reading):
        return None
    asked = parse(reading.query, corpus.catalogue)
    if asked.node is None or asked.warnings:
        return None
    # A number that no card has is an answer; a word that no card has was not understood.
    if not _found(asked.node, corpus) and (reading.left or len(reading.facts) < 2):
        return None
    return Understood(asked.node, parsed.sort or asked.sort, _normalised(asked, parsed))


def _without_filler(reading: Reading, parsed: Parsed, corpus: Corpus) -> Understood | None:
    """„Zeig mir die Kindskopfkrake“: where all the words find nothing, those that carry weight may."""
    asked = parse(" ".join([*reading.said, *reading.formal]), corpus.catalogue)
    if asked.node is None or asked.warnings or parsed.node is None or _found(parsed.node, corpus):
        return None
    return (
        Understood(asked.node, parsed.sort, _normalised(asked, parsed))
        if _found(asked.node, corpus)
        else None
    )


def _found(node: Node, corpus: Corpus) -> FrozenBitMap:
    return Query(node, corpus.lexicon).hits(corpus.indexes[CARDS])


def _normalised(asked: Parsed, parsed: Parsed) -> str:
    return Parsed(asked.text, asked.node, parsed.sort or asked.sort, parsed.view).normalised


def _says_enough(reading: Reading) -> bool:
    """One word alone means a kind, a place, a tag; a box alone is a word like others."""
    fields = {fact.lstrip("-").partition(":")[0].partition(">")[0] for fact in reading.facts}
    if reading.alone:
        return fields <= set(BY_ONE_WORD)
    return bool(reading.left) or fields != {"set"}


def _is_name(text: str, reading: Reading, corpus: Corpus) -> bool:
    """Say whether all the words stand in the name of one card: a name beats whatever its words mean."""
    cards = corpus.indexes[CARDS]
    if reading.measured or reading.several:
        return False
    if not reading.alone:
        if cards.named_somehow(sort_key(text)):
            return True
        found = cards.everything
        for word in reading.said:
            if found:
                found &= cards.having(Scope.NAME_FORM, (lemma(word),))
        return bool(found)
    [word] = reading.said
    if not any(fact.startswith("typ:") for fact in reading.facts):
        return bool(cards.named_somehow(sort_key(word)))
    return any(cards.spells(zone, word) for zone in ("name", "other"))
