"""Card names in memory: which card is meant by a name, exactly or nearly, and what a beginning could become."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from msgspec import Meta
from rapidfuzz import fuzz, process

from cards.folding import sort_key
from cards.search.lexicon import sound
from cards.serializers import Entry, Frame, card_page
from cardsite.api import shelf

SURE = 78.0
POSSIBLE = 60.0
# By so much the best candidate must lead for „fuzzy“ to be sure.
LEAD = 4.0
# How much of the likeness comes from parts of the name; of fewer letters there are too many parts.
OF_PARTS, LONG = 0.25, 5
# A name that begins so; one with a word that does; one that contains it.
RANK_SCORES = (100.0, 90.0, 80.0)


class Suggestion(Entry, kw_only=True):
    """Ein Name, der zum Anfang passt."""

    object: Literal["suggestion"] = "suggestion"
    name: str
    matched: Annotated[str, Meta(description="Der Name, der passt: deutsch, englisch oder ein Nebenname.")]
    set: str
    score: Annotated[float, Meta(description="0 bis 100.")]


class Name(NamedTuple):
    """One of the names of one card."""

    folded: str
    heard: str
    shown: str
    card: str
    title: str
    box: str


@lru_cache(maxsize=2)
def index(frame: Frame) -> list[Name]:
    """Return all names of all cards at a data version."""
    return [
        Name(sort_key(shown), sound(shown), shown, card.id, card.name, card.set)
        for card in shelf.cards(frame).values()
        for shown in dict.fromkeys(word for word in (card.name, card.name_en, *card.aliases) if word)
    ]


def exact(word: str, frame: Frame, box: str | None) -> list[Name]:
    """Return the cards that are called exactly so, spelling of umlauts and capitals aside."""
    wanted = sort_key(word)
    found = [name for name in index(frame) if name.folded == wanted and box in {None, name.box}]
    return list({name.card: name for name in found}.values())


def nearly(word: str, frame: Frame, box: str | None, limit: int = 10) -> list[tuple[Name, float]]:
    """Return the cards whose names look or sound like the word, with their likeness, best first."""
    names = [name for name in index(frame) if box in {None, name.box}]
    scores = likeness(sort_key(word), names)
    best: dict[str, tuple[Name, float]] = {}
    for place in np.argsort(-scores, kind="stable")[: 4 * limit]:
        score = round(float(scores[place]), 1)
        if score >= POSSIBLE:
            best.setdefault(names[place].card, (names[place], score))
    return list(best.values())[:limit]


def likeness(word: str, names: Sequence[Name]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return how much each name is like the word: as it is written, as it sounds, and in its parts."""
    folded = [name.folded for name in names]
    written, spoken = _alike(word, folded), _alike(sound(word), [name.heard for name in names])
    parts = process.cdist([word], folded, scorer=fuzz.WRatio)[0]
    return (1 - OF_PARTS) * (written + spoken) / 2 + OF_PARTS * parts


def _alike(word: str, others: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Compare without blanks, with the words in any order, and with words too many."""
    joined = [other.replace(" ", "") for other in others]
    whole = process.cdist([word.replace(" ", "")], joined, scorer=fuzz.ratio)[0]
    turned = process.cdist([word], others, scorer=fuzz.token_sort_ratio)[0]
    within = process.cdist([word], others, scorer=fuzz.token_set_ratio)[0]
    long = np.array([min(len(word), len(other)) >= LONG for other in others])
    return np.maximum(np.maximum(whole, 0.97 * turned), 0.9 * within * long)


def beginning(word: str, frame: Frame, limit: int) -> list[tuple[Name, float]]:
    """Return names that begin so, then those with a word that does, then those that look alike."""
    wanted = sort_key(word)
    ranked = sorted(
        ((rank, len(name.folded), place), name)
        for place, name in enumerate(index(frame))
        if (rank := _rank(name.folded, wanted)) < len(RANK_SCORES)
    )
    best: dict[str, tuple[Name, float]] = {}
    for (rank, _, _), name in ranked:
        best.setdefault(name.card, (name, RANK_SCORES[rank]))
    return list(best.values())[:limit] or nearly(word, frame, None)[:limit]


def _rank(folded: str, wanted: str) -> int:
    if folded.startswith(wanted):
        return 0
    if f" {wanted}" in folded:
        return 1
    return 2 if wanted in folded else len(RANK_SCORES)


def present(name: Name, score: float, frame: Frame) -> Suggestion:
    page = card_page(name.box, name.card.partition("/")[2], frame)
    head = frame.head(name.card, f"cards/{name.card}", page)
    return Suggestion(**head, name=name.title, matched=name.shown, set=name.box, score=score)
