"""How likely each candidate is: all that speaks for it, weighed together by a small net that is learned from questions.

What a value is worth hangs on the others: that a question wants a yes speaks for an entry with a yes, a single phrasing
that fits word for word for one with few phrasings. So a layer of mixtures stands between the values and the score.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rules.ask.descent import share

# How many of a candidate's values are also told by how far they lie behind the best of all candidates.
LED = 6
# What is asked beside the candidates: whether a fight is told, and whether nobody knows.
BESIDE = 2


class Candidate(NamedTuple):
    """An entry that may answer: its place, that of its nearest phrasing, and the values by which it is judged."""

    entry: int
    place: int
    values: list[float]


class Judged(NamedTuple):
    """The candidates, what the question is like by itself, and how near it lies to told fights."""

    rows: list[Candidate]
    put: list[float]
    fight: float

    def laid_out(self) -> Any:
        """Return a row of values for each candidate, for that a fight is told, and for that nobody knows."""
        count, size = len(self.rows), len(self.rows[0].values)
        found = np.zeros((count + BESIDE, size + LED + len(self.put) + 3), dtype=np.float32)
        found[:count, :size] = [one.values for one in self.rows]
        found[:count, size : size + LED] = found[:count, :LED] - found[:count, :LED].max(axis=0)
        found[:, -3 - len(self.put) : -3] = self.put
        found[count, -3:] = 1.0, self.fight, 0.0
        found[count + 1, -1] = 1.0
        return found


class Weights:
    """How the values of a candidate make up its score; learned from what people asked.

    `plain` is what each value is worth by itself; each row of `mixed` mixes all values, with a bias at its end, and
    `worth` is what each mixture is worth.
    """

    def __init__(self, plain: Any, mixed: Any, worth: Any) -> None:
        self.plain, self.worth = np.asarray(plain, dtype=np.float32), np.asarray(worth, dtype=np.float32)
        self.mixed = np.asarray(mixed, dtype=np.float32)

    def scores(self, judged: Judged) -> Any:
        """Return the score of each candidate, and at last of a fight that is told, and of that nobody knows."""
        if not judged.rows:
            return np.zeros(BESIDE, dtype=np.float32)
        values = judged.laid_out()
        mixed = np.tanh(values @ self.mixed[:, :-1].T + self.mixed[:, -1])
        return values @ self.plain + mixed @ self.worth

    def shares(self, judged: Judged) -> Any:
        """Return the likelihood of each candidate, and at last that a fight is told, and that nobody knows."""
        return share(self.scores(judged))

    def likelier(self, fight: float) -> Weights:
        """Return the same where a fight is likelier by so much."""
        plain = self.plain.copy()
        plain[-3] += fight
        return Weights(plain, self.mixed, self.worth)

    def save(self, path: Path) -> None:
        np.savez_compressed(path, plain=self.plain, mixed=self.mixed, worth=self.worth)

    @classmethod
    def load(cls, path: Path) -> Weights:
        with np.load(path, allow_pickle=False) as kept:
            return cls(kept["plain"], kept["mixed"], kept["worth"])
