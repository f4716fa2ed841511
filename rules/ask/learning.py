"""Learning from the phrasings: the axes of meaning, and how sure a candidate is; both are kept in fixtures/ask."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from rules.ask.knowledge import Candidate, Knowledge, Weights, groups, of_books, units
from rules.ask.meaning import Space, learn
from rules.engine.library import Library

MOST_QUERIES = 900
STEPS, RATE, HOLD = 800, 0.5, 0.003
# What a reader asks is nearer to his own words than to those that an editor made up: pull towards plain likeness.
SEED = 7


def learn_space(library: Library, held: frozenset[str] = frozenset()) -> Space:
    """Learn the axes from everything that is asked, but what is held back for measuring."""
    texts = groups([*units(), *of_books(library)])
    return learn([[text for text in group if text not in held] for group in texts])


def learn_weights(library: Library, space: Space) -> Weights:
    """Learn the weights: each phrasing is asked as if nobody had written it down."""
    blank = Weights([0.0], 0.0)
    known = Knowledge(library, space, blank)
    values, right = _examples(known)
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    weights, bias = fit((values - mean) / spread, right)
    plain = weights / spread
    return Weights([round(float(one), 4) for one in plain], round(float(bias - (plain * mean).sum()), 4))


def _examples(known: Knowledge) -> tuple[Any, Any]:
    chance = random.Random(SEED)  # noqa: S311 - the same sample each time, no secret
    places = [place for place, own in enumerate(known.own) if known.entries[own].source == "unit"]
    chance.shuffle(places)
    rows: list[list[float]] = []
    right: list[float] = []
    for place in places[:MOST_QUERIES]:
        entry = known.entries[known.own[place]]
        box = chance.choice(sorted(entry.answers))
        found: list[Candidate] = known.candidates(known.asked[place], [box], frozenset([place]))
        rows += [one.values for one in found]
        right += [float(one.entry == known.own[place]) for one in found]
    return np.asarray(rows, dtype=np.float64), np.asarray(right)


def fit(values: Any, right: Any) -> tuple[Any, float]:
    """Return the weights of a logistic regression by plain descent."""
    weights, bias = np.zeros(values.shape[1]), 0.0
    for _ in range(STEPS):
        away = 1 / (1 + np.exp(-(values @ weights + bias))) - right
        weights -= RATE * (values.T @ away / len(right) + HOLD * weights)
        bias -= RATE * float(away.mean())
    return weights, bias
