"""What a sentence is about, as numbers: its words and their pieces, weighed by rarity and laid on a few hundred axes.

The axes are learned from the phrasings in fixtures (`manage.py ask_learn`): pieces that occur in questions with the
same answer come to lie together, so that „türmen“ is near „weglaufen“ without anybody writing it down.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import snowballstemmer

from rules.ask.words import key, spelled

WORD = re.compile(r"[^\W_]+")
SHORTEST, LONGEST = 3, 5
# Words tell more than their pieces, pairs of words more than each.
WORD_WEIGHT, PAIR_WEIGHT, PIECE_WEIGHT = 1.0, 0.6, 0.55
AXES = 224
FEWEST = 2
SCALE = 127.0
_stem = snowballstemmer.stemmer("german").stemWord


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    return str(_stem(key(word)))


@lru_cache(maxsize=65536)
def pieces(word: str) -> tuple[str, ...]:
    """Return the runs of three to five letters of a word, its edges marked."""
    framed = f"<{word}>"
    return tuple(framed[i : i + n] for n in range(SHORTEST, LONGEST + 1) for i in range(len(framed) - n + 1))


def features(text: str) -> dict[str, float]:
    """Return what a text consists of: stems, pairs of neighbouring stems, pieces of words; every number is the same."""
    words = [
        ("#" if word.isdigit() or spelled(key(word)) is not None else key(word))
        for word in WORD.findall(text)
    ]
    stems = [word if word == "#" else stem(word) for word in words]
    found: Counter[str] = Counter()
    for one in stems:
        found["w:" + one] += 1
    for left, right in pairwise(stems):
        found[f"p:{left} {right}"] += 1
    for word in words:
        found.update(pieces(word))
    return {name: _weight(name) * (1 + math.log(times)) for name, times in found.items()}


def _weight(name: str) -> float:
    return WORD_WEIGHT if name.startswith("w:") else PAIR_WEIGHT if name.startswith("p:") else PIECE_WEIGHT


class Space:
    """The learned axes: where each piece of language lies."""

    def __init__(self, names: Sequence[str], rarity: Any, axes: Any, scale: Any) -> None:
        self.place = {name: index for index, name in enumerate(names)}
        self.rarity, self.axes, self.scale = rarity, axes, scale

    def sparse(self, text: str) -> dict[int, float]:
        """Return the known pieces of a text with their weights, of length one."""
        found = {
            self.place[name]: weight * float(self.rarity[self.place[name]])
            for name, weight in features(text).items()
            if name in self.place
        }
        length = math.sqrt(sum(weight * weight for weight in found.values())) or 1.0
        return {index: weight / length for index, weight in found.items()}

    def dense(self, sparse: Mapping[int, float]) -> Any:
        """Return where a text lies on the axes, of length one."""
        if not sparse:
            return np.zeros(len(self.scale), dtype=np.float32)
        rows = self.axes[list(sparse)].astype(np.float32)
        found = np.asarray(list(sparse.values()), dtype=np.float32) @ rows * self.scale
        return found / (float(np.linalg.norm(found)) or 1.0)

    def save(self, path: Path) -> None:
        names = np.frombuffer("\n".join(self.place).encode(), dtype=np.uint8)
        np.savez_compressed(path, names=names, rarity=self.rarity, axes=self.axes, scale=self.scale)

    @classmethod
    def load(cls, path: Path) -> Space:
        with np.load(path, allow_pickle=False) as kept:
            names = kept["names"].tobytes().decode().split("\n")
            return cls(names, kept["rarity"], kept["axes"], kept["scale"])


def learn(groups: Iterable[Sequence[str]], axes: int = AXES) -> Space:
    """Learn the axes from groups of texts that mean the same."""
    groups = [list(group) for group in groups]
    counted = [[features(text) for text in group] for group in groups]
    seen: Counter[str] = Counter(name for group in counted for found in group for name in found)
    names = sorted(name for name, times in seen.items() if times >= FEWEST)
    texts = sum(len(group) for group in groups)
    rarity = np.asarray([math.log(1 + texts / seen[name]) for name in names], dtype=np.float32)
    place = {name: index for index, name in enumerate(names)}
    middle = np.zeros((len(groups), len(names)), dtype=np.float32)
    for row, group in enumerate(counted):
        for found in group:
            known = [(place[name], weight) for name, weight in found.items() if name in place]
            if not known:
                continue
            index = [one for one, _ in known]
            weights = np.asarray([weight for _, weight in known], dtype=np.float32) * rarity[index]
            middle[row, index] += weights / (float(np.linalg.norm(weights)) or 1.0)
    middle /= np.maximum(np.linalg.norm(middle, axis=1, keepdims=True), 1e-9)
    values, vectors = np.linalg.eigh(middle @ middle.T)
    most = min(axes, len(groups))
    strongest = np.argsort(-values)[:most]
    length = np.sqrt(np.maximum(values[strongest], 1e-6))
    found = (middle.T @ vectors[:, strongest]) / length
    scale = np.abs(found).max(axis=0) / SCALE
    return Space(names, rarity, np.round(found / scale).astype(np.int8), scale.astype(np.float32))
