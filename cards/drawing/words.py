"""Which motifs a name calls for: „Bowlingkegel“ a pin, „Kindskopfkrake“ a squid and a child."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.folding import fold, without_digraphs

# A short word has to stand alone, so that no „ant“ sits in „elephant“.
ALONE = 4
ENDINGS = "(?:s|es|n|en|e|er)?"


class Finder:
    """Finds what belongs to the words of a name; the longest word counts most, then the earliest."""

    def __init__(self, listed: Iterable[tuple[str, list[str]]]) -> None:
        self._patterns = [
            (key, len(plain(word)), _pattern(plain(word))) for key, words in listed for word in words
        ]

    def find(self, *texts: str) -> list[tuple[str, int]]:
        """Return what the texts call for and how strongly, the strongest first, each once."""
        said = plain(" | ".join(texts))
        found = [
            (-length, match.start(), key)
            for key, length, pattern in self._patterns
            if (match := pattern.search(said))
        ]
        best: dict[str, int] = {}
        for length, _start, key in sorted(found):
            best.setdefault(key, -length)
        return list(best.items())


def plain(text: str) -> str:
    """Return a text in small letters, words apart by one blank."""
    return re.sub(r"[^a-z0-9|]+", " ", without_digraphs(fold(text))).strip()


def _pattern(word: str) -> re.Pattern[str]:
    if len(word) <= ALONE:
        return re.compile(rf"(?<![a-z]){re.escape(word)}{ENDINGS}(?![a-z])")
    return re.compile(re.escape(word))
