"""Creatures by their names, counters on them, and cards that are played into a scoring or lie on a creature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.shore.atoms import Atom
from rules.ask.shore.groups import Groups
from rules.ask.shore.told import Facts
from rules.ask.table import ME
from rules.ask.words import Token

MONSTER = "monster"
MOST_CREATURES, LEAST = 8, 1


class Pieces(Groups):
    """Gives what has a name of its own to whoever the words are about."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        super().__init__(tokens, mentions, facts)
        self.here = ""
        # Who was named since the last number, and where; the strengths that nobody has.
        self.named: list[tuple[int, str]] = []
        self.loose: list[int] = []
        self.last = -1
        self.creatures = any(one.kind == "creature" or one.key in said("base_minions") for one in self.atoms)

    def _creature(self, at: int, one: Atom) -> None:
        """A creature by its name: whoever it belongs to has its strength."""
        before = at - 1 if self._kind(at - 1) == "number" else None
        times = (
            self.atoms[before].number
            if before is not None and self.atoms[before].number <= MOST_CREATURES
            else 1
        )
        if before is not None:
            self.used.add(before)
        place, owner = at + 1, self.here
        while self._key(place) in {"+", "und", "plus", ","} and self._kind(place + 1) == "creature":
            place += 2
        inside = next((at for at in (place + 1, place + 2) if self._kind(at) == "who"), None)
        if self._key(place) == "(" and inside:
            owner = self._key(inside)
            if place > at + 1:
                self.here = owner
        if not owner or owner == "zusammen" or self.facts[one.card].get("strength") is None:
            self.shore.strange.append(one.card)
            return
        self.shore.people.setdefault(owner, []).extend([one.card] * times)
        self.named = []

    def _other_card(self, at: int, one: Atom) -> None:
        """A card that is played into the scoring, or lies on a creature."""
        facts = self.facts[one.card]
        who = self.here if self.here not in ("", MONSTER, "zusammen") else ""
        extra = any(ability.get("kind") == "extra" for ability in facts.get("abilities") or ())
        if self._within(at, 3, "base_minions") and not facts.get("lasting"):
            # „mit Last Call eine Kreatur der Stärke 3“ says what it brings.
            return
        if extra and not facts.get("play_on"):
            self.shore.played.append((one.card, who or ME))
        elif who and self._strengthens(facts):
            self.shore.attached.append(
                (who, max(0, len(self.shore.people.setdefault(who, [])) - 1), one.card)
            )
            self.shore.people[who] = self.shore.people[who] or [LEAST]
        else:
            self.shore.strange.append(one.card)

    def _strengthens(self, facts: Mapping[str, Any]) -> bool:
        """Say whether a card changes nothing but the strength of the creature that it lies on."""
        abilities = facts.get("abilities") or ()
        on = facts.get("play_on") == "creature" or facts["kind"] == "treasure"
        return (
            on
            and bool(abilities)
            and all(
                effect.get("action") == "change_strength" and (effect.get("filter") or {}).get("host")
                for ability in abilities
                for effect in ability.get("effects") or ()
            )
        )

    def _counters(self, at: int, one: Atom) -> bool:
        """„drei Marker“, „zwei +1-Marker“: each makes a creature stronger by one, or by what is said."""
        times, worth = (one.number, 1) if not one.signed else (1, one.number)
        if not one.signed and self._kind(at + 1) == "number" and self.atoms[at + 1].signed:
            times, worth = one.number, self.atoms[at + 1].number
            place = at + 1
        else:
            place = at
        if self._key(place + 1) not in said("base_counters") or self.here in ("", MONSTER, "zusammen"):
            return False
        self.used |= {at, place}
        self.shore.people.setdefault(self.here, []).append(times * worth)
        self.last = place
        return True
