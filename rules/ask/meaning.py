"""What a question is about, as numbers: its words, their pieces and what they stand for, laid on learned axes.

Where a piece of language lies, and where each entry lies, is learned from the phrasings in fixtures
(`manage.py ask_learn`, `rules.ask.learning`): „türmen“ comes to lie near „weglaufen“ without anybody writing it down.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import snowballstemmer

from rules.ask.mentions import Mention
from rules.ask.sides import Sides
from rules.ask.words import Token, key

SHORTEST, LONGEST = 3, 5
# What a piece weighs before its rarity: w a word, p two words, s two words around a third, c what a word
# stands for, d two of those, k a card, n a number; all else are runs of letters.
WEIGHTS = {"w:": 1.0, "p:": 0.6, "s:": 0.4, "c:": 0.9, "d:": 0.6, "k:": 0.3, "n:": 0.2}
LETTERS = 0.45
SCALE = 127.0
NUMBER, PERSON, BOX = "#", "@person", "@box"
FEW = 3
_stem = snowballstemmer.stemmer("german").stemWord
Features = dict[str, float]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    return str(_stem(key(word)))


@lru_cache(maxsize=65536)
def pieces(word: str) -> tuple[str, ...]:
    """Return the runs of three to five letters of a word, its edges marked."""
    framed = f"<{word}>"
    return tuple(framed[i : i + n] for n in range(SHORTEST, LONGEST + 1) for i in range(len(framed) - n + 1))


def features(tokens: Sequence[Token], mentions: Sequence[Mention], kinds: Mapping[str, str]) -> Features:
    """Return what a question consists of; a card counts as one of its kind, a person as somebody."""
    found: Counter[str] = Counter()
    row: list[str] = []
    senses: list[str] = []
    starts = {one.start: one for one in mentions}
    place = 0
    while place < len(tokens):
        one, token = starts.get(place), tokens[place]
        place += 1
        if one and one.kind in ("card", "person", "number", "box"):
            place = one.end
            name = _name(one, kinds)
            row.append(name if one.kind != "number" else _count(one.number))
            if one.kind in ("card", "number"):
                found[f"k:{one.cards[0]}" if one.kind == "card" else f"n:{one.number}"] += 1
            if one.kind != "number":
                senses.append(name)
            continue
        if one and one.kind == "word":
            senses.append(one.name)
        if token.kind == "word":
            row.append(stem(token.text))
            found.update(pieces(token.key))
        elif token.kind == "number":
            row.append(_count(token.value or 0))
            found[f"n:{token.value}"] += 1
    found.update("w:" + one for one in row)
    found.update(f"p:{left} {right}" for left, right in pairwise(row))
    found.update(f"s:{left} {right}" for left, right in zip(row, row[2:], strict=False))
    found.update("c:" + one for one in senses)
    found.update(f"d:{left} {right}" for left, right in pairwise(senses))
    return {name: WEIGHTS.get(name[:2], LETTERS) * (1 + math.log(n)) for name, n in found.items()}


def _count(value: int) -> str:
    """Return what stands for a number: one, two and three are words of the law, all others only numbers."""
    return f"{NUMBER}{value}" if abs(value) <= FEW else NUMBER


def _name(one: Mention, kinds: Mapping[str, str]) -> str:
    """Return what stands for a mention among the words."""
    if one.kind == "card":
        return "@" + kinds[one.cards[0]]
    return {"person": PERSON, "box": BOX}.get(one.kind, NUMBER)


class Space:
    """The learned axes: where each piece of language lies, and where what is asked of an entry lies."""

    def __init__(
        self,
        names: Sequence[str],
        rarity: Any,
        axes: Any,
        entries: Sequence[str],
        middles: Any,
        needed: Sequence[str] = (),
        spoken: Sequence[str] = (),
        sides: Sides | None = None,
    ) -> None:
        self.place = {name: index for index, name in enumerate(names)}
        self.rarity, self.axes = rarity, axes
        self.rarest = float(rarity.max()) if len(rarity) else 0.0
        self.entries, self.middles = tuple(entries), middles
        # The cards and numbers that are named wherever an entry is asked for.
        self.needed = _by_entry(entries, needed)
        # The cards and words of the game that are named anywhere where it is.
        self.spoken = _by_entry(entries, spoken)
        self.sides = sides or Sides.none(len(names))

    def known(self, found: Features) -> tuple[Any, Any]:
        """Return the places of the known pieces and their weights, of length one."""
        rows = [(self.place[name], weight) for name, weight in found.items() if name in self.place]
        if not rows:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        places = np.asarray([place for place, _ in rows], dtype=np.int64)
        weights = np.asarray([weight for _, weight in rows], dtype=np.float32) * self.rarity[places]
        return places, weights / (float(np.linalg.norm(weights)) or 1.0)

    def rare(self, name: str) -> float:
        """Return how rare a piece is; what is not known is as rare as can be."""
        return float(self.rarity[self.place[name]]) if name in self.place else self.rarest

    def covered(self, found: Features) -> float:
        """Return how much of a text is known at all."""
        parts = [(weight * self.rare(name), name in self.place) for name, weight in found.items()]
        known = sum(value * value for value, there in parts if there)
        return math.sqrt(known / (sum(value * value for value, _ in parts) or 1.0))

    def lay(self, found: Features) -> Any:
        """Return where something lies on the axes, of length one."""
        places, weights = self.known(found)
        if not len(places):
            return np.zeros(self.axes.shape[1], dtype=np.float32)
        laid = weights @ self.axes[places].astype(np.float32)
        return laid / (float(np.linalg.norm(laid)) or 1.0)

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            names=packed(self.place),
            rarity=self.rarity.astype(np.float16),
            axes=self.axes,
            entries=packed(self.entries),
            middles=small(self.middles),
            needed=self._packed(self.needed),
            spoken=self._packed(self.spoken),
            sides=self.sides.axes,
            sided=packed(self.sides.entries),
            ways=self.sides.ways,
        )

    def _packed(self, of: Mapping[str, frozenset[str]]) -> Any:
        return packed(["\t".join(sorted(of.get(entry, ()))) for entry in self.entries])

    @classmethod
    def load(cls, path: Path) -> Space:
        with np.load(path, allow_pickle=False) as kept:
            names, entries = unpacked(kept["names"]), unpacked(kept["entries"])
            middles = unit(kept["middles"].astype(np.float32))
            rarity = kept["rarity"].astype(np.float32)
            needed, spoken = unpacked(kept["needed"]), unpacked(kept["spoken"])
            sides = Sides(kept["sides"], unpacked(kept["sided"]), kept["ways"])
            return cls(names, rarity, kept["axes"], entries, middles, needed, spoken, sides)


def _by_entry(entries: Sequence[str], rows: Sequence[str]) -> dict[str, frozenset[str]]:
    return {entry: frozenset(row.split("\t")) for entry, row in zip(entries, rows, strict=False) if row}


def small(rows: Any) -> Any:
    """Return rows of length one as whole numbers from -127 to 127, each as large as it can be."""
    most = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-9)
    return np.rint(rows / most * SCALE).astype(np.int8)


def unit(rows: Any) -> Any:
    """Return rows of length one."""
    found = np.asarray(rows, dtype=np.float32)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)


def packed(lines: Sequence[str] | Mapping[str, Any]) -> Any:
    return np.frombuffer(zlib.compress("\n".join(lines).encode(), 9), dtype=np.uint8)


def unpacked(kept: Any) -> list[str]:
    return zlib.decompress(kept.tobytes()).decode().split("\n")
