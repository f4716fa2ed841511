"""Walking down a slope to the weights under which what is right is likeliest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

DECAY, SPREAD, TINY = 0.9, 0.999, 1e-8
STEPS, PACE = 1500, 0.4


class Adam:
    """Weights that follow their slope, each at its own pace."""

    def __init__(self, weights: Any) -> None:
        self.weights, self.step = weights, 0
        self.first, self.second = np.zeros_like(weights), np.zeros_like(weights)

    def follow(self, rows: Any, slope: Any, rate: float) -> None:
        self.step += 1
        first = DECAY * self.first[rows] + (1 - DECAY) * slope
        second = SPREAD * self.second[rows] + (1 - SPREAD) * slope * slope
        self.first[rows], self.second[rows] = first, second
        pace = rate * math.sqrt(1 - SPREAD**self.step) / (1 - DECAY**self.step)
        self.weights[rows] -= pace * first / (np.sqrt(second) + TINY)


class Bags(NamedTuple):
    """Several texts as bags of known pieces, end to end: where each piece stands, its weight, and its text."""

    places: Any
    weights: Any
    texts: Any
    size: int

    def summed(self, rows: Any) -> Any:
        """Return the weighed sum of the rows of each text."""
        found = np.zeros((self.size, rows.shape[1]), dtype=np.float32)
        if len(self.places):
            present, first = np.unique(self.texts, return_index=True)
            found[present] = np.add.reduceat(rows[self.places] * self.weights, first, axis=0)
        return found

    def onto(self, slope: Any) -> tuple[Any, Any]:
        """Return which pieces occur, and the slope of each of them from that of the texts."""
        order = np.argsort(self.places, kind="stable")
        touched, first = np.unique(self.places[order], return_index=True)
        return touched, np.add.reduceat(slope[self.texts[order]] * self.weights[order], first, axis=0)


def thinned(known: Sequence[tuple[Any, Any]], left_out: float, chance: Any) -> Bags:
    """Return texts with some of their pieces left out at random, so that no single one decides."""
    some = []
    for places, weights in known:
        left = chance.random(len(places)) > left_out
        length = float(np.linalg.norm(weights[left])) or 1.0
        some.append((places[left], weights[left] / length))
    texts = np.repeat(np.arange(len(some)), [len(one) for one, _ in some])
    places, weights = (np.concatenate(parts) for parts in zip(*some, strict=True))
    return Bags(places, weights[:, None], texts, len(some))


def share(scores: Any) -> Any:
    """Return scores as likelihoods that add up to one in each row."""
    found = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return found / found.sum(axis=-1, keepdims=True)


class Lists(NamedTuple):
    """The rows of several lists, padded to the same number; which are there, and which are right."""

    values: Any
    there: Any
    right: Any


def padded(found: Sequence[tuple[Any, Sequence[bool]]]) -> Lists:
    """Return lists of rows, each with what is right among them, as one block."""
    most, size = max(len(hits) for _, hits in found), found[0][0].shape[1]
    values = np.zeros((len(found), most, size), dtype=np.float32)
    there, right = np.zeros((len(found), most), dtype=bool), np.zeros((len(found), most), dtype=bool)
    for place, (rows, hits) in enumerate(found):
        values[place, : len(rows)], there[place, : len(rows)], right[place, : len(rows)] = rows, True, hits
    return Lists(values, there, right)


def off(scores: Any, there: Any, right: Any) -> Any:
    """Return by how much each row is held for likelier than it should be."""
    shares = share(np.where(there, scores, -np.inf))
    meant = np.where(right, shares, 0.0)
    return shares - meant / np.maximum(meant.sum(axis=1, keepdims=True), TINY)


def likeliest(lists: Lists, hold: float) -> list[float]:
    """Return the weights under which what is right among what is there is likeliest, by plain descent."""
    values, there, right = lists
    spread = values[there].std(axis=0) + 1e-6
    weights = np.zeros(values.shape[-1], dtype=np.float32)
    scaled = values / spread
    for _ in range(STEPS):
        wrong = off(scaled @ weights, there, right)
        slope = (wrong[:, :, None] * scaled).sum(axis=(0, 1)) / len(values)
        weights -= PACE * (slope + hold * weights)
    return [round(float(one), 4) for one in weights / spread]
