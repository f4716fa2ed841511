"""What a question wants to hear, by its small words: may one, must one, how many, what happens; what it denies."""

from __future__ import annotations

from cards.per_release import PerRelease
from rules.ask.data import rows
from rules.ask.words import cut, key

_held: PerRelease[dict[str, frozenset[str]]] = PerRelease()


def _forms() -> dict[str, frozenset[str]]:
    return _held.now(_read)


def _read() -> dict[str, frozenset[str]]:
    return {mood: frozenset(key(form) for form in forms) for mood, forms in rows("moods").items()}


def moods(text: str) -> frozenset[str]:
    """Return the moods of a text: rows of fixtures/ask/moods.yaml."""
    words = {token.key for token in cut(text)}
    return frozenset(mood for mood, forms in _forms().items() if words & forms)


def agreement(left: frozenset[str], right: frozenset[str], names: tuple[str, ...]) -> list[float]:
    """Return for each mood whether both have it (1), one has it (-1), or none (0)."""
    return [
        float((name in left) + (name in right) == 2) - float((name in left) != (name in right))
        for name in names
    ]


def names() -> tuple[str, ...]:
    return tuple(sorted(_forms()))
