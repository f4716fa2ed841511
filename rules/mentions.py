"""Which cards a text or a keyword means, found by their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from cards.models import Card

# Shorter names are everyday words too often.
SHORTEST = 4
PREFIXES = re.compile(r"^(Fluch|Falle|Curse|Trap)!\s*")


def _plain(name: str) -> str:
    return re.sub(r"[^\w]+", " ", PREFIXES.sub("", name)).casefold().strip()


class CardNames:
    """All names of all cards: German, English and further ones, by box."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.by_box: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        for card in cards:
            for name in {card.name, card.name_en, *card.aliases} - {""}:
                self.by_box[card.edition_id][_plain(name)].add(card.pk)
        self.patterns = {box: _pattern(names) for box, names in self.by_box.items()}

    def named(self, word: str, box: str = "") -> set[int]:
        """Return the cards with this name: those of the box, else those of all the others."""
        plain = _plain(word)
        own = self.by_box.get(box, {}).get(plain, set()) if box else set()
        return own or {pk for names in list(self.by_box.values()) for pk in names.get(plain, ())}

    def in_text(self, text: str, box: str) -> set[int]:
        """Return the cards of the box whose name stands in the text."""
        if box not in self.patterns:
            return set()
        names = self.by_box[box]
        plain = re.sub(r"[^\w]+", " ", text).casefold()
        return {pk for match in self.patterns[box].finditer(plain) for pk in names[match.group()]}


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted((name for name in names if len(name) >= SHORTEST), key=len, reverse=True)
    return re.compile(
        r"\b(?:" + "|".join(map(re.escape, longest_first)) + r")\b" if longest_first else r"(?!)"
    )
