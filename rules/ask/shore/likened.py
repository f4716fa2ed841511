"""Strengths told by somebody else's: „Tom genauso viel“, „Anna drei mehr als Ben“, „doppelt so viel wie ich“."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.ask.data import numbered, said
from rules.ask.mentions import Mention
from rules.ask.shore.again import Again
from rules.ask.shore.atoms import Atom
from rules.ask.shore.told import YOU, Facts
from rules.ask.table import ME
from rules.ask.words import Token

THAN = frozenset(("als", "wie"))
# So far from somebody stands what is told of him by somebody else.
NEAR = 5


class Likeness(NamedTuple):
    """Who has so many times what another has, and so much more."""

    who: str
    other: str
    times: int = 1
    more: int = 0


class Likened(Again):
    """Reads who is as strong as another, or stronger by so much."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        super().__init__(tokens, mentions, facts)
        self.likenesses: list[Likeness] = []

    def _likewise(self, at: int, who: str) -> None:
        """„Frau zwölf, ich auch, Tom genauso viel“: as strong as whoever was told last."""
        place = at + 1 + (self._key(at + 1) in said("has"))
        if self._key(place) not in said("likewise") or not self.gave or who in self.shore.people:
            return
        place += self._key(place + 1) in said("base_as_much")
        if self._kind(place + 1) in ("sign", "") or self._key(place + 1) in said("base_joined"):
            self.shore.people[who] = list(self.shore.people[self.gave])
            self.named = []

    def _is_difference(self, at: int, one: Atom) -> bool:
        """„Anna hat drei mehr als Ben“: how much more, not how much."""
        sign = (self._key(at + 1) in said("base_above")) - (self._key(at + 1) in said("base_below"))
        if not sign or self._key(at + 2) not in THAN:
            return False
        if self.here and (other := self._compared(at + 2)):
            self.likenesses.append(Likeness(self.here, self._key(other), more=sign * one.number))
            self.used |= {at, other}
        return True

    def _multiple(self, at: int, who: str) -> None:
        """„doppelt so viel wie Ben“."""
        for place in range(at + 1, min(at + NEAR, len(self.atoms))):
            than = next((one for one in range(place + 1, place + NEAR) if self._key(one) in THAN), place)
            times, other = numbered("base_multiples").get(self._key(place)), self._compared(than)
            if times and other:
                self.likenesses.append(Likeness(who, self._key(other), times))
                self.used.add(other)
                return
            if self._kind(place) != "word":
                return

    def _compared(self, at: int) -> int | None:
        """Return the place of whom somebody is compared with: „als Ben“, „wie meine Frau“."""
        place = at + 1
        while self._kind(place) == "word" and self.tokens[self.atoms[place].start].key in said(
            "owning"
        ) | said("article"):
            place += 1
        return place if self._kind(place) == "who" else None

    def _meant(self, who: str, at: int) -> str:
        """„mein Gegner hat 4, er spielt noch eine 2er“: he is the only other one."""
        more = {self._key(one) for one in range(self.last + 1, at)} & said("base_more")
        others = [one for one in self.shore.people if one not in (ME, YOU)]
        if (
            who not in said("pronouns") - {"du", "dir", "dich"}
            or who in self.shore.people
            or not (more and others)
        ):
            return who
        if len(others) > 1:
            self.shore.strange.append(who)
        return others[0]

    def _settle_likened(self) -> None:
        """Tell the strengths that hang on others', once those are told."""
        for who, other, times, more in self.likenesses:
            has = self.shore.people.get(other, [])
            if who in self.shore.people or not has or len(self.shore.told(other)) != len(has):
                self.shore.strange.append(f"{who} wie {other}")
            self.shore.people[who] = [max(0, times * sum(self.shore.told(other)) + more)]
