"""What in a question carries weight: a mention is a stretch of words with its meaning, and never changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Mention(NamedTuple):
    """Words `start` to `end` (tokens, end excluded) and what they mean.

    `kind` is number, card, word, person or unknown; `value` the number's value, the cards' keys, the concept or
    the person. `likeness` is below 1 where something was read generously; `gender` is what the form says.
    """

    kind: str
    value: object
    start: int
    end: int
    likeness: float = 1.0
    gender: str = ""
    signed: bool = False

    def is_word(self, *concepts: str) -> bool:
        return self.kind == "word" and self.value in concepts

    @property
    def number(self) -> int:
        assert isinstance(self.value, int)
        return self.value

    @property
    def cards(self) -> tuple[str, ...]:
        assert isinstance(self.value, tuple)
        return self.value

    @property
    def name(self) -> str:
        assert isinstance(self.value, str)
        return self.value


def covered(mentions: Iterable[Mention], *kinds: str) -> set[int]:
    """Return the places of the words that are mentions, all or those of some kinds."""
    return {
        place for one in mentions if not kinds or one.kind in kinds for place in range(one.start, one.end)
    }
