"""Which way round a question is put: „Darf er das?“ and „Muss er es lassen?“ ask for the same and want contrary words.

What a question is about does not tell it, so it has axes of its own. Each entry with a yes or no has a way on them,
from the questions it answers so to those that ask for the contrary; how far a question lies along it is learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rules.ask.descent import Adam, Bags, thinned
from rules.ask.entries import TURNED

AXES = 32
ROUNDS, TOGETHER, RATE, SLOWEST, LEFT_OUT = 8, 256, 5e-3, 5e-4, 0.5
# What pieces say along the way of an entry is heard so loud, and so loud what they say of any entry.
LOUD, ALWAYS = 3.0, 4.0
SEED, START, SCALE = 11, 0.05, 127.0


class Sides:
    """The learned axes: where each piece of language lies on them, and which way each entry goes.

    The last axis is what a piece says of any entry.
    """

    def __init__(self, axes: Any, entries: Sequence[str], ways: Any) -> None:
        self.axes, self.entries, self.ways = axes, tuple(entries), ways

    @classmethod
    def none(cls, pieces: int) -> Sides:
        return cls(np.zeros((pieces, AXES + 1), dtype=np.int8), (), np.zeros((0, AXES + 1), dtype=np.float32))

    def lay(self, known: tuple[Any, Any]) -> Any:
        """Return where the known pieces of a question lie."""
        places, weights = known
        return weights @ self.axes[places].astype(np.float32)

    def of(self, names: Sequence[str]) -> Any:
        """Return which way each entry goes, the contrary ones the other way; nowhere where there is none."""
        place = {name: at for at, name in enumerate(self.entries)}
        found = np.zeros((len(names), AXES + 1), dtype=np.float32)
        for row, name in enumerate(names):
            at = place.get(name.removesuffix(TURNED))
            if at is not None:
                found[row] = self.ways[at] if name.endswith(TURNED) else -self.ways[at]
        return found


def learn(known: Sequence[tuple[Any, Any]], names: Sequence[str], pieces: int) -> Sides:
    """Learn from the known pieces of questions and the entry of each; only those count that have a contrary."""
    there = set(names)
    both = [at for at, name in enumerate(names) if name.removesuffix(TURNED) + TURNED in there]
    entries = sorted({names[at].removesuffix(TURNED) for at in both})
    place = {name: at for at, name in enumerate(entries)}
    own = np.asarray([place[names[at].removesuffix(TURNED)] for at in both])
    turned = np.asarray([names[at].endswith(TURNED) for at in both], dtype=np.float32)
    chance = np.random.default_rng(SEED)
    axes, ways = (Adam(_start(chance, size)) for size in (pieces, len(entries)))
    axes.weights[:, AXES], ways.weights[:, AXES] = 0.0, ALWAYS / LOUD
    for turn in range(ROUNDS):
        rate = RATE * (1 - turn / ROUNDS) + SLOWEST
        order = chance.permutation(len(both))
        for at in range(0, len(order), TOGETHER):
            some = order[at : at + TOGETHER]
            texts = thinned([known[both[one]] for one in some], LEFT_OUT, chance)
            _draw(axes, ways, texts, own[some], turned[some], rate)
    scale = np.abs(axes.weights).max() / SCALE
    return Sides(np.rint(axes.weights / scale).astype(np.int8), entries, LOUD * scale * ways.weights)


def _start(chance: Any, size: int) -> Any:
    return chance.normal(scale=START, size=(size, AXES + 1)).astype(np.float32)


def _draw(axes: Adam, ways: Adam, some: Bags, own: Any, turned: Any, rate: float) -> None:
    """Draw some texts to the side on which they ask."""
    laid, way = some.summed(axes.weights), ways.weights[own]
    likely = 1 / (1 + np.exp(-LOUD * (laid * way).sum(axis=1)))
    off = (LOUD * (likely - turned) / some.size)[:, None]
    # What pieces say of any entry counts for all of them alike.
    pull = off * laid
    pull[:, AXES] = 0.0
    order = np.argsort(own, kind="stable")
    touched, first = np.unique(own[order], return_index=True)
    axes.follow(*some.onto(off * way), rate)
    ways.follow(touched, np.add.reduceat(pull[order], first, axis=0), rate)
