"""Whether the words of a question are those by which an entry is asked for, each looked for by itself.

The axes lay a whole question in one place, where one word may cover up another. Here each word of the question looks
for its like in every phrasing of an entry; a rare one that hardly any of them has speaks against the entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from rules.ask.meaning import LETTERS, Features, Space, pieces, small

# A word as it is written, and what a word stands for.
KINDS = ("w:", "c:")
# What stands for a card, a person or a number is not made of letters.
SIGNS = ("@", "#")
# A word that no phrasing has speaks against an entry, but not without end.
LEAST = 0.02
NOTHING = ""


class Asked(NamedTuple):
    """The words of a question: where each lies, and how much it counts; together that is one."""

    rows: Any
    weights: Any


class Wording:
    """The words of phrasings, one phrasing after the other, each word kept once where it lies.

    `words` says which word stands where, `starts` where those of each phrasing begin, `rare` how rare each word is.
    """

    def __init__(self, rows: Any, words: Any, starts: Any, rare: Any) -> None:
        self.rows, self.words, self.starts, self.rare = rows, words, starts, rare
        # The rows are as large as whole numbers can be: this makes them of length one.
        self.scale = 1.0 / np.maximum(np.linalg.norm(rows.astype(np.float32), axis=1), 1.0)

    def of(self, places: Any) -> Wording:
        """Return the same of some of the phrasings alone."""
        chosen = [self.of_phrasing(place) for place in places]
        return Wording(self.rows, np.concatenate(chosen), _starts(chosen), self.rare)

    def of_phrasing(self, place: int) -> Any:
        """Return which words a phrasing has."""
        return self.words[self.starts[place] : self.starts[place + 1]]

    def alike(self, asked: Asked, first: int, last: int) -> list[float]:
        """Return how likely somebody uses these words who asks for what the phrasings from first to last ask for.

        By all phrasings on average, by the one that comes nearest, by the nearest words of any; and how much of what a
        phrasing says was asked, too.
        """
        begun, ended = self.starts[first], self.starts[last]
        words, starts = self.words[begun:ended], self.starts[first:last] - begun
        near = np.maximum(asked.rows @ self.rows[words].astype(np.float32).T, 0.0) * self.scale[words]
        best = np.maximum.reduceat(near, starts, axis=1)
        rare, back = self.rare[words], np.log(LEAST + np.square(near.max(axis=0)))
        covered = np.add.reduceat(rare * back, starts) / np.add.reduceat(rare, starts)
        squared = best * best
        return [
            float(asked.weights @ np.log(LEAST + squared.mean(axis=1))),
            float((asked.weights @ np.log(LEAST + squared)).max()),
            float(asked.weights @ np.log(LEAST + squared.max(axis=1))),
            float(covered.max()),
        ]


def asked(found: Features, space: Space) -> Asked:
    """Return the words of a text as they look for their like."""
    names = words_of(found)
    weights = np.asarray([space.rare(name) for name in names], dtype=np.float32)
    rows = np.asarray([lie(name, space) for name in names], dtype=np.float32)
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return Asked(rows / lengths, weights / (weights.sum() or 1.0))


def words_of(found: Iterable[str]) -> list[str]:
    return [name for name in found if name.startswith(KINDS)] or [NOTHING]


def lie(name: str, space: Space) -> Any:
    """Return where a word lies by itself: by what it is, and by the letters that it is made of."""
    word = name[2:]
    lettered = name.startswith(KINDS[0]) and not word.startswith(SIGNS)
    rows = [(name, 1.0), *((piece, LETTERS) for piece in (pieces(word) if lettered else ()))]
    known = [(space.place[one], weight) for one, weight in rows if one in space.place]
    if not known:
        return np.zeros(space.axes.shape[1], dtype=np.float32)
    places = [place for place, _ in known]
    weights = np.asarray([weight for _, weight in known], dtype=np.float32) * space.rarity[places]
    return weights @ space.axes[places].astype(np.float32)


class Vocabulary:
    """All words of the phrasings, in the order of their rows; what is new gets a row of its own."""

    def __init__(self, space: Space, names: Sequence[str] = (), rows: Any = ()) -> None:
        self.space, self.rows = space, list(rows)
        self.places = {name: place for place, name in enumerate(names)}

    def read(self, found: Features) -> Any:
        """Return which words a text has."""
        return np.asarray([self._place(name) for name in words_of(found)], dtype=np.int32)

    def _place(self, name: str) -> int:
        if name not in self.places:
            self.places[name] = len(self.rows)
            self.rows.append(small(lie(name, self.space)[None])[0])
        return self.places[name]

    def wording(self, texts: Sequence[Any]) -> Wording:
        """Return the wording of phrasings, each given by its words."""
        rare = np.asarray([self.space.rare(name) for name in self.places], dtype=np.float32)
        return Wording(np.asarray(self.rows, dtype=np.int8), np.concatenate(texts), _starts(texts), rare)


def _starts(listed: Sequence[Any]) -> Any:
    return np.asarray([0, *accumulate(map(len, listed))], dtype=np.int64)
