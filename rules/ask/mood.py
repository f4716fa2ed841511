"""What a question wants to hear, by its small words: may one, must one, how many, what happens; what it denies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cards.per_release import PerRelease
from rules.ask.data import rows
from rules.ask.words import cut, key

# Who asks so wants a yes or a no.
DECIDING = frozenset(("may", "must"))
# Who asks so asks the law, whatever lies on the table.
ASKING = DECIDING | {"who", "where", "how", "happens", "what"}
_held: PerRelease[dict[str, frozenset[str]]] = PerRelease()


def _forms() -> dict[str, frozenset[str]]:
    return _held.now(_read)


def _read() -> dict[str, frozenset[str]]:
    return {mood: frozenset(key(form) for form in forms) for mood, forms in sorted(rows("moods").items())}


def moods(text: str) -> frozenset[str]:
    """Return the moods of a text: rows of fixtures/ask/moods.yaml."""
    words = {token.key for token in cut(text)}
    return frozenset(mood for mood, forms in _forms().items() if words & forms)


def mask(text: str) -> int:
    """Return the moods of a text as bits, in the order of their names."""
    words = {token.key for token in cut(text)}
    return sum(1 << place for place, forms in enumerate(_forms().values()) if words & forms)


def bits(masks: Any) -> Any:
    """Return for each mood whether a mask has it, or for each of several masks."""
    return (np.asarray(masks, dtype=np.uint32)[..., None] >> np.arange(len(_forms())) & 1).astype(np.float32)


def places(names: Sequence[str]) -> list[int]:
    """Return the places of some moods among the bits of a mask."""
    order = list(_forms())
    return [order.index(name) for name in names]
