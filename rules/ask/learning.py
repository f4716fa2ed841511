"""Learning from the phrasings: the axes of meaning, and how likely a candidate is; both are kept in fixtures/ask.

The axes are those of a linear map from the pieces of a question to a place near the entry that answers it: each
phrasing is drawn to its own entry and away from all others, with half of its pieces left out at random, so that no
single word decides. Plain numpy, Adam on the rows that occur.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from rules.ask import sides, weighing
from rules.ask.descent import Adam, Bags, share, thinned
from rules.ask.entries import COMPARISON, FIGHT, Entry, of_books, units
from rules.ask.judging import Judged, Weights
from rules.ask.knowledge import SPOKEN, Knowledge, read
from rules.ask.marks import fights
from rules.ask.meaning import Features, Space, unit
from rules.engine.library import Library

AXES, FEWEST = 256, 6
ROUNDS, TOGETHER, RATE, SLOWEST = 9, 256, 4e-3, 2e-4
# How sharply entries are told apart, how many pieces are left out, how much doubt is always left.
SHARP, LEFT_OUT, DOUBT = 10.0, 0.5, 0.05
SEED = 7
# What stands in so many phrasings of an entry belongs to it, if it has more than a few.
NEARLY, FEW = 0.65, 5
# Every so many fights are held back, beside all that was heard, to learn from them how likely a candidate is.
PARTS_OF = 4
# Every so many of them is asked of a box that has no answer to it.
ELSEWHERE = 8
# So much of what people ask tells a fight; among what is held back they are rarer.
FIGHTS = 0.25


class Lesson(NamedTuple):
    """A text with what it consists of, and the entry that answers it; whether somebody asked so who did not know."""

    text: str
    found: Features
    entry: str
    boxes: tuple[str, ...]
    heard: bool = False


def lessons(library: Library) -> list[Lesson]:
    """Return every phrasing of a unit or a comparison, and every marked fight, read once."""
    found = [
        Lesson(text, read(text, library), entry.name, tuple(entry.answers), text in entry.heard)
        for entry in (*units(), *(one for one in of_books(library) if one.source == COMPARISON))
        for text in entry.asks
    ]
    return [*found, *(Lesson(one.text, read(one.text, library), FIGHT, one.boxes) for one in fights())]


def held_back(one: Lesson) -> bool:
    """Say whether only the weights are learned from a text: whoever words a unit anew asks as its phrasings do."""
    return one.heard or (one.entry == FIGHT and hashlib.sha256(one.text.encode()).digest()[1] % PARTS_OF == 0)


# The axes


def learn(rows: Sequence[tuple[Features, str]], axes: int = AXES, fewest: int = FEWEST) -> Space:
    """Learn the axes from what texts consist of and the entry that each belongs to."""
    names, rarity = _rarity([found for found, _ in rows], fewest)
    entries = sorted({entry for _, entry in rows})
    own = np.asarray([entries.index(entry) for _, entry in rows])
    chance = np.random.default_rng(SEED)
    start = chance.normal(scale=1 / math.sqrt(axes), size=(len(names) + len(entries), axes))
    pieces, middles = (
        Adam(start[: len(names)].astype(np.float32)),
        Adam(start[len(names) :].astype(np.float32)),
    )
    blank = Space(names, rarity, pieces.weights, entries, middles.weights)
    known = [blank.known(found) for found, _ in rows]
    for turn in range(ROUNDS):
        rate = RATE * (1 - turn / ROUNDS) + SLOWEST
        order = chance.permutation(len(rows))
        for at in range(0, len(order), TOGETHER):
            some = order[at : at + TOGETHER]
            _draw(pieces, middles, thinned([known[one] for one in some], LEFT_OUT, chance), own[some], rate)
    scale = np.abs(pieces.weights).max() / 127.0
    small = np.rint(pieces.weights / scale).astype(np.int8)
    of_entry: dict[str, list[Features]] = {entry: [] for entry in entries}
    for found, entry in rows:
        of_entry[entry].append(found)
    needed, spoken = map(_needed, of_entry.values()), map(_spoken, of_entry.values())
    turning = sides.learn(known, [entry for _, entry in rows], len(names))
    return Space(names, rarity, small, entries, unit(middles.weights), [*needed], [*spoken], turning)


def _needed(own: Sequence[Features]) -> str:
    """Return the cards and numbers that nearly every phrasing of an entry names."""
    seen = Counter(name for found in own for name in found if name.startswith(("k:", "n:")))
    return "\t".join(name for name, times in seen.items() if len(own) > FEW and times >= NEARLY * len(own))


def _spoken(own: Sequence[Features]) -> str:
    """Return the cards and words of the game that any phrasing of an entry names."""
    return "\t".join({name for found in own for name in found if name.startswith(SPOKEN)})


def _rarity(found: Sequence[Features], fewest: int) -> tuple[list[str], Any]:
    """Return the pieces that occur often enough, and how rare each is."""
    seen = Counter(name for one in found for name in one)
    names = sorted(name for name, times in seen.items() if times >= fewest)
    rarity = [math.log(1 + len(found) / seen[name]) for name in names]
    # As it is kept, so that what was learned and what is read later are the same.
    return names, np.asarray(rarity, dtype=np.float16).astype(np.float32)


def _draw(pieces: Adam, middles: Adam, some: Bags, own: Any, rate: float) -> None:
    """Draw some texts to their entries and away from all others."""
    sums = some.summed(pieces.weights)
    length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    laid = sums / length
    sizes = np.linalg.norm(middles.weights, axis=1, keepdims=True)
    ends = middles.weights / sizes
    off = share(SHARP * laid @ ends.T)
    off -= DOUBT / len(ends)
    off[np.arange(some.size), own] -= 1 - DOUBT
    off *= SHARP / some.size
    slope, pull = off @ ends, off.T @ laid
    slope = (slope - laid * (slope * laid).sum(axis=1, keepdims=True)) / length
    pull = (pull - ends * (pull * ends).sum(axis=1, keepdims=True)) / sizes
    pieces.follow(*some.onto(slope), rate)
    middles.follow(slice(None), pull, rate)


# How likely a candidate is


def learn_weights(library: Library, found: Sequence[Lesson]) -> Weights:
    """Learn the weights from texts that the axes have not seen."""
    aside = [one for one in found if held_back(one)]
    space = learn([(one.found, one.entry) for one in found if not held_back(one)])
    known = Knowledge(library, space, Weights([], [], []), {one.text: one.found for one in found})
    known.leave_out([one.text for one in aside])
    weights = weighing.learn(list(_examples(known, aside)))
    told = sum(one.entry == FIGHT for one in aside) / len(aside)
    return weights.likelier(math.log(FIGHTS / (1 - FIGHTS)) - math.log(told / (1 - told)))


# What is asked of the candidates: which of them answer, at last whether a fight is told, and whether nobody knows.
Example = tuple[Judged, list[bool]]


def _examples(known: Knowledge, aside: Sequence[Lesson]) -> Iterator[Example]:
    """Yield the candidates of each text that was held back; now and then of a box that has no answer to it."""
    by_name = {entry.name: entry for entry in known.entries}
    for place, one in enumerate(aside):
        entry = by_name.get(one.entry)
        if entry is None:
            judged = known.judged(one.text, one.found, one.boxes[:1])
            yield judged, [*[False] * len(judged.rows), True, False]
        elif entry.source != COMPARISON:
            others = () if place % ELSEWHERE else sorted(known.boxes - set(one.boxes))
            box = others[place // ELSEWHERE % len(others)] if others else one.boxes[0]
            judged = known.judged(one.text, one.found, [box])
            right = [
                known.entries[row.entry] is entry or agrees(known.entries[row.entry], entry, box)
                for row in judged.rows
            ]
            yield judged, [*right, False, not any(right)]


def agrees(other: Entry, entry: Entry, box: str) -> bool:
    """Say whether another entry answers the same on the same ground."""
    theirs, ours = other.answers.get(box), entry.answers.get(box)
    if theirs is None or ours is None or theirs.verdict != ours.verdict:
        return False
    return bool(set(theirs.cites[:2]) & set(ours.cites[:2])) and theirs.numbers == ours.numbers
