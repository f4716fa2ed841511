"""Learning what speaks for a candidate: a small net, from the candidates of questions whose answer is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rules.ask.descent import Adam, Lists, off, padded
from rules.ask.judging import Judged, Weights

ROUNDS, TOGETHER, RATE, SLOWEST = 30, 128, 3e-3, 1e-5
SEEDS, MIXTURES, HOLD = (0, 1, 2), 32, 3e-3


def learn(found: Sequence[tuple[Judged, Sequence[bool]]]) -> Weights:
    """Learn from candidates of which it is known which answer; several orders are taken together."""
    lists = padded([(judged.laid_out(), hits) for judged, hits in found if judged.rows])
    mean, spread = lists.values[lists.there].mean(axis=0), lists.values[lists.there].std(axis=0) + 1e-6
    scaled = lists._replace(values=np.where(lists.there[:, :, None], (lists.values - mean) / spread, 0.0))
    nets = [_learned(scaled, seed) for seed in SEEDS]
    plain = sum(net["plain"] for net in nets) / len(nets) / spread
    mixed = np.concatenate([net["mixed"] for net in nets], axis=1) / spread[:, None]
    bias = np.concatenate([net["bias"] for net in nets]) - mean @ mixed
    worth = np.concatenate([net["worth"] for net in nets]) / len(nets)
    return Weights(plain, np.column_stack([mixed.T, bias]), worth)


def _learned(lists: Lists, seed: int) -> dict[str, Any]:
    """Learn one net, by Adam's steps down the slope."""
    chance, size = np.random.default_rng(seed), lists.values.shape[2]
    net = {
        "plain": np.zeros(size),
        "mixed": chance.normal(size=(size, MIXTURES)) / math.sqrt(size),
        "bias": np.zeros(MIXTURES),
        "worth": chance.normal(size=MIXTURES) / 10,
    }
    paths = {name: Adam(one.astype(np.float32)) for name, one in net.items()}
    for turn in range(ROUNDS):
        rate = RATE * (1 - turn / ROUNDS) + SLOWEST
        order = chance.permutation(len(lists.values))
        for at in range(0, len(order), TOGETHER):
            some = Lists(*(one[order[at : at + TOGETHER]] for one in lists))
            now = {name: path.weights for name, path in paths.items()}
            for name, slope in _slopes(now, some).items():
                paths[name].follow(slice(None), slope + HOLD * now[name], rate)
    return {name: path.weights for name, path in paths.items()}


def _slopes(net: dict[str, Any], some: Lists) -> dict[str, Any]:
    """Return how each weight makes what is right less likely."""
    mixed = np.tanh(some.values @ net["mixed"] + net["bias"])
    wrong = off(some.values @ net["plain"] + mixed @ net["worth"], some.there, some.right) / len(some.values)
    bent = wrong[:, :, None] * net["worth"] * (1 - mixed * mixed)
    return {
        "plain": np.tensordot(wrong, some.values, axes=2),
        "mixed": np.tensordot(some.values, bent, axes=([0, 1], [0, 1])),
        "bias": bent.sum(axis=(0, 1)),
        "worth": np.tensordot(wrong, mixed, axes=2),
    }
