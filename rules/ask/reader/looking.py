"""Looking around in a question: what stands beside a mention, how far away, and what takes it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.table import ME, Facts, Foe, Person, Table
from rules.ask.words import Token

PRONOUNS = ("er", "sie", "ihm", "ihn", "ihr")
FAR = 99


class Looking:
    """What the reader remembers while it walks: `here` is whom the words are about."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        self.tokens, self.mentions, self.facts = tokens, mentions, facts
        self.table = Table()
        # Reading on after another question: what is said anew replaces what stood there.
        self.anew = False
        self.here: Person | Foe | None = None
        self.someone: Person | None = None
        self.item: Any = None
        self.speaker: Person | None = None
        # The last thing that was given to somebody, and how to take it back.
        self.given: tuple[list[Any], Any] | None = None
        # Whether the number at hand stands right behind its card.
        self.close = False

    def _next(self, place: int, ahead: int = 1) -> Mention | None:
        return self.mentions[place + ahead] if 0 <= place + ahead < len(self.mentions) else None

    def _keys(self, start: int, end: int) -> set[str]:
        """Return the words from one token to another."""
        return {token.key for token in self.tokens[max(0, start) : end]}

    def _token(self, place: int) -> Token | None:
        return self.tokens[place] if place < len(self.tokens) else None

    def _said(self, place: int, word: str) -> bool:
        """Say whether a word stands right before."""
        start = self.mentions[place].start
        return word in self._keys(start - 3, start)

    def _gap(self, left: Mention | None, right: Mention | None) -> int:
        """Return how many tokens lie between two mentions; far where one is missing or a sentence ends."""
        if left is None or right is None:
            return FAR
        between = self.tokens[left.end : right.start]
        for place, token in enumerate(between):
            before = between[place - 1] if place else self.tokens[left.end - 1]
            if token.key in ".!?;" and not (token.key == "." and before.key in said("shortened")):
                return FAR
        return len(between)

    def _near(self, place: int, ahead: int, most: int, *concepts: str) -> bool:
        other = self._next(place, ahead)
        pair = (self.mentions[place], other) if ahead > 0 else (other, self.mentions[place])
        return other is not None and other.is_word(*concepts) and self._gap(*pair) <= most

    def _denied(self, place: int) -> bool:
        """Say whether the words right before take it away: kein, ohne, nicht, weder."""
        for ahead in (-1, -2):
            other = self._next(place, ahead)
            if other is None or self._gap(other, self.mentions[place]) > 2:
                return False
            if other.is_word("no", "without") or (other.is_word("not") and ahead == -1):
                return self.mentions[place].start - other.end <= 2
            if other.kind != "word" or "," in self._keys(other.end, self.mentions[place].start):
                # „keine Klasse, Tommy Gun“
                return False
        return False

    def _opposed(self, place: int) -> bool:
        """Say whether it is what something is directed against: „+3 gegen Diebe“."""
        other = self._next(place, -1)
        end = self.mentions[place].end
        if "feindlicher" in self._keys(end, end + 6):
            return True
        if other is None or self._gap(other, self.mentions[place]) > 2:
            return False
        return other.is_word("against") or (other.is_word("woman", "man") and self._opposed(place - 1))

    def _next_number(self, place: int) -> bool:
        other = self._next(place)
        return bool(other and other.kind == "number" and self._gap(self.mentions[place], other) == 0)

    def _printed(self, place: int) -> bool:
        return self._near(place, -1, 2, "printed") or self._near(place, 1, 2, "printed")

    def _beside(self, place: int) -> bool:
        before = self._next(place, -1)
        return before is not None and self._gap(before, self.mentions[place]) <= 3

    def _numbered(self, place: int) -> bool:
        follows, before = self._next(place), self._next(place, -1)
        return bool(
            follows and follows.kind == "number" and self._gap(self.mentions[place], follows) <= 4
        ) or bool(before and before.kind == "number" and self._gap(before, self.mentions[place]) <= 2)

    # The table

    def _me(self) -> Person:
        self.here = self.table.person(ME)
        return self.here

    def _foe(self, foe: Foe) -> Foe:
        self.table.foes.append(foe)
        self.item = None
        return foe

    def _foe_level(self, foe: Foe) -> int | None:
        if foe.level is not None:
            return foe.level
        known = self.facts[foe.card].get("level") if foe.card else None
        return int(known) if isinstance(known, int) else None
