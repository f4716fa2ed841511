"""Card names in memory: which card is meant by a name, exactly or nearly, and what a beginning could become."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct
from rapidfuzz import fuzz, process

from cards.folding import sort_key
from cards.models import Card
from cards.serializers import Api, Frame, Page
from cardsite.api import shelf

SURE = 88.0
POSSIBLE = 60.0
# By so much the best candidate must lead for „fuzzy“ to be sure.
LEAD = 6.0
# A name that begins so; one with a word that does; one that contains it.
RANK_SCORES = (100.0, 90.0, 80.0)


class Suggestion(Struct, kw_only=True):
    """Ein Name, der zum Anfang passt."""

    object: Literal["suggestion"] = "suggestion"
    id: str
    url: Api
    html_url: Page
    stand: str
    name: str
    matched: Annotated[str, Meta(description="Der Name, der passt: deutsch, englisch oder ein Nebenname.")]
    set: str
    score: Annotated[float, Meta(description="0 bis 100.")]


class Name(NamedTuple):
    """One of the names of one card."""

    folded: str
    shown: str
    card: str
    title: str
    box: str


@lru_cache(maxsize=2)
def index(frame: Frame) -> list[Name]:
    """Return all names of all cards at a data version."""
    return [
        Name(sort_key(shown), shown, card.id, card.name, card.set)
        for card in shelf.cards(frame).values()
        for shown in dict.fromkeys(word for word in (card.name, card.name_en, *card.aliases) if word)
    ]


def exact(word: str, frame: Frame, box: str | None) -> list[Name]:
    """Return the cards that are called exactly so, spelling of umlauts and capitals aside."""
    wanted = sort_key(word)
    return _one_per_card(name for name in index(frame) if name.folded == wanted and box in {None, name.box})


def nearly(word: str, frame: Frame, box: str | None) -> list[tuple[Name, float]]:
    """Return the cards whose names look like the word, with their similarity, best first."""
    names = [name for name in index(frame) if box in {None, name.box}]
    found = process.extract(
        sort_key(word), [name.folded for name in names], scorer=fuzz.WRatio, limit=40, score_cutoff=POSSIBLE
    )
    best: dict[str, tuple[Name, float]] = {}
    for _, score, place in found:
        best.setdefault(names[place].card, (names[place], round(score, 1)))
    return list(best.values())[:10]


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


def _one_per_card(names: Iterable[Name]) -> list[Name]:
    first: dict[str, Name] = {}
    for name in names:
        first.setdefault(name.card, name)
    return list(first.values())


def present(name: Name, score: float, frame: Frame) -> Suggestion:
    slug = name.card.partition("/")[2]
    return Suggestion(
        id=name.card,
        url=frame.api(f"cards/{name.card}"),
        html_url=frame.page(Card, edition_id=name.box, slug=slug),
        stand=frame.stand,
        name=name.title,
        matched=name.shown,
        set=name.box,
        score=score,
    )
