"""Answers in fewer bytes: Brotli, gzip or Zstandard, whatever the client prefers."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache

import brotli
import zstandard

LEAST_BYTES = 500
# Of equals the first is taken.
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=5),
    "gzip": lambda body: gzip.compress(body, 6, mtime=0),
    "zstd": lambda body: zstandard.compress(body, 9),
}
KNOWN = ("", *ENCODINGS)


@lru_cache(maxsize=1024)
def best(accepted: str) -> str:
    """Return the encoding that an Accept-Encoding header likes best, or nothing."""
    weights = _weights(accepted)
    name = max(ENCODINGS, key=lambda encoding: weights[encoding])
    return name if weights[name] > 0 and weights[name] >= weights["identity"] else ""


@lru_cache(maxsize=1024)
def acceptable(accepted: str) -> str:
    """Return the encodings that a client accepts as a plain list, for layers that do not weigh them."""
    weights = _weights(accepted)
    return ", ".join(name for name in ("br", "gzip") if weights[name] > 0)


def _weights(accepted: str) -> dict[str, float]:
    named = dict(_weight(part) for part in accepted.lower().split(",") if part.strip())
    return {**dict.fromkeys(ENCODINGS, named.get("*", 0.0)), "identity": 0.0, **named}


def _weight(part: str) -> tuple[str, float]:
    name, _, quality = part.strip().partition(";")
    try:
        return name.strip(), float(quality.strip().removeprefix("q=")) if quality else 1.0
    except ValueError:
        return name.strip(), 0.0
