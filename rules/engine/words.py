"""Words and names: slugs as the contract writes them, and the nearest known word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ê": "e", "à": "a"})
_REST = re.compile(r"[^a-z0-9]+")


def shown(value: object) -> str:
    """Return a value as the question wrote it: a word as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


@lru_cache(maxsize=16384)
def slug(name: str) -> str:
    """Return the name in lower case, umlauts spelt out, everything else one hyphen."""
    return _REST.sub("-", name.lower().translate(_LETTERS)).strip("-")


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the known words that look most like `word`, best first."""
    return tuple(get_close_matches(str(word).lower(), sorted(set(known)), n=limit, cutoff=0.55))
