"""Walking down a slope to the weights under which what is right is likeliest."""

from __future__ import annotations

import math
from typing import Any

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


def share(scores: Any) -> Any:
    """Return scores as likelihoods that add up to one in each row."""
    found = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return found / found.sum(axis=-1, keepdims=True)


def likeliest(values: Any, there: Any, right: Any, hold: float) -> list[float]:
    """Return the weights under which what is right among what is there is likeliest, by plain descent."""
    spread = values[there].std(axis=0) + 1e-6
    weights = np.zeros(values.shape[-1], dtype=np.float32)
    scaled = values / spread
    for _ in range(STEPS):
        scores = np.where(there, scaled @ weights, -np.inf)
        shares = share(scores)
        meant = np.where(right, shares, 0.0)
        meant /= np.maximum(meant.sum(axis=1, keepdims=True), TINY)
        slope = ((shares - meant)[:, :, None] * scaled).sum(axis=(0, 1)) / len(values)
        weights -= PACE * (slope + hold * weights)
    return [round(float(one), 4) for one in weights / spread]
