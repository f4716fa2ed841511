"""Creatures by their names, counters on them, and cards that are played into a scoring or lie on a creature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.data import numbered, said
from rules.ask.mentions import Mention
from rules.ask.shore.atoms import Atom
from rules.ask.shore.groups import Groups
from rules.ask.shore.told import Facts
from rules.ask.table import ME
from rules.ask.words import Token

MONSTER = "monster"
MOST_CREATURES, LEAST, MOST_PLAYED = 8, 1, 3
QUOTES = frozenset('„“"!')


class Pieces(Groups):
    """Gives what has a name of its own to whoever the words are about."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        super().__init__(tokens, mentions, facts)
        self.here = ""
        # Who was named since the last number, and where; the strengths that nobody has.
        self.named: list[tuple[int, str]] = []
        self.loose: list[int] = []
        self.last = -1
        # To whom the last number was given.
        self.gave = ""
        # Whose creature was told alone by its strength: „meine 2er-Elfe“.
        self.single = ""
        # Creatures that were told as part of a sum, and whose.
        self.inside: dict[str, str] = {}
        # Where is said that somebody has no creature there.
        self.bare: set[int] = set()
        self.creatures = any(one.kind == "creature" or one.key in said("base_minions") for one in self.atoms)

    def _creature(self, at: int, one: Atom) -> None:
        """A creature by its name: whoever it belongs to has its strength."""
        before = at - 1 if self._kind(at - 1) == "number" else None
        if self._contained(at, one) or self._taken(one):
            return
        if {self._key(at - 1), self._key(at - 2)} & {"mit", "inklusive"} and self.shore.told(self.here):
            # „Anna 9 mit dem Sword Lord“: on top, or part of it?
            self.shore.strange.append(one.card)
        times = (
            self.atoms[before].number
            if before is not None and self.atoms[before].number <= MOST_CREATURES
            else 1
        )
        if before is not None:
            self.used.add(before)
        place, owner = self._behind_row(at), self.here
        inside = next((at for at in (place + 1, place + 2) if self._kind(at) == "who"), None)
        if self._key(place) in {"("} | said("base_for") and inside:
            owner = self._key(inside)
            if place > at + 1:
                self.here = owner
        if not owner or owner == "zusammen" or self.facts[one.card].get("strength") is None:
            self.shore.strange.append(one.card)
            return
        self.shore.people.setdefault(owner, []).extend([one.card] * times)
        self.named = []

    def _contained(self, at: int, one: Atom) -> bool:
        """„Anna 12 (da ist ein Wender mit 3 dabei)“: a part of what was told."""
        told, behind = self.shore.told(self.here), range(at + 1, min(at + 5, len(self.atoms)))
        within = next((ahead for ahead in behind if self._key(ahead) in said("base_inside")), None)
        within = within or (at if self._within(at, -3, "base_inside") else None)
        strength = self.facts[one.card].get("strength")
        numbers = [ahead for ahead in behind if self._kind(ahead) == "number" and ahead <= (within or at) + 2]
        if within is None or not told or strength is None or strength > sum(told):
            return False
        if any(self.atoms[ahead].number != strength for ahead in numbers[:1]):
            return False
        self.used |= set(numbers[:1])
        self.inside[one.card] = self.here
        return True

    def _taken(self, one: Atom) -> bool:
        """„der Hippogreif erwischt Annas Wender“: what was a part is gone."""
        who = self.inside.get(one.card)
        if who is None or not {atom.key for atom in self.atoms} & said("base_removes"):
            return who is not None
        self.shore.people[who] = [sum(self.shore.told(who)) - int(self.facts[one.card]["strength"])]
        del self.inside[one.card]
        return True

    def _behind_row(self, at: int) -> int:
        """Return the place behind a row of creatures: „Sword Lord (5) plus zwei Dork Orks (Lena)“."""
        place = self._behind_told(at)
        while self._key(place) in {"+", ","} | said("base_joined"):
            counted = self._kind(place + 1) == "number" and not self.atoms[place + 1].signed
            following = place + 2 if counted else place + 1
            if self._kind(following) != "creature":
                break
            place = self._behind_told(following)
        return place

    def _behind_told(self, at: int) -> int:
        """Return the place behind a creature and the strength that is printed on it: „Berserker (3)“, „Berserker 3“."""
        strength = self.facts[self.atoms[at].card].get("strength")
        bracket = self._key(at + 1) == "("
        number = at + 1 + bracket
        plain = self._kind(number) == "number" and not self.atoms[number].signed
        if not plain or self.atoms[number].number != strength or self._kind(number + 1) == "suffix":
            return at + 1
        if bracket and self._key(number + 1) != ")":
            return at + 1
        self.used.add(number)
        return number + 1 + bracket

    def _other_card(self, at: int, one: Atom) -> None:
        """A card that is played into the scoring, or lies on a creature."""
        facts = self.facts[one.card]
        who = self.here if self.here not in ("", MONSTER, "zusammen") else ""
        extra = any(ability.get("kind") == "extra" for ability in facts.get("abilities") or ())
        if self._within(at, 3, "base_minions") and not facts.get("lasting"):
            # „mit Last Call eine Kreatur der Stärke 3“ says what it brings.
            return
        if extra and not facts.get("play_on"):
            self.shore.played += [(one.card, self._player(at) or who or ME)] * self._times_played(at)
        elif facts.get("play_on") == "base" and only_does(facts, "loot"):
            self.shore.upon.append(one.card)
        elif who and self._strengthens(facts):
            self.shore.attached.append(
                (who, max(0, len(self.shore.people.setdefault(who, [])) - 1), one.card)
            )
            self.shore.people[who] = self.shore.people[who] or [LEAST]
        else:
            self.shore.strange.append(one.card)

    def _player(self, at: int) -> str:
        """Return who plays a card where that follows: „Angry Pillagers hab ich gespielt“."""
        clause = []
        for ahead in range(at + 1, min(at + 6, len(self.atoms))):
            if self._kind(ahead) == "sign" and self._key(ahead) not in QUOTES:
                break
            clause.append(ahead)
        plays = {self._key(one) for one in clause} & said("base_plays")
        return next((self._key(one) for one in clause if plays and self._kind(one) == "who"), "")

    def _times_played(self, at: int) -> int:
        """„zwei Angry Pillagers“, „Angry Pillagers, zwei Stück“, „zweimal Angry Pillagers“."""
        beside = [*range(max(0, at - 3), at), *range(at + 1, min(at + 9, len(self.atoms)))]
        for one in beside:
            if (times := numbered("base_times").get(self._key(one))) and self._kind(one) == "word":
                return times
            if self._kind(one) != "number" or one in self.used or self.atoms[one].number > MOST_PLAYED:
                continue
            if one in (at - 1, at - 2) or self._key(one + 1) in said("base_cards") | {"mal", "x"}:
                self.used.add(one)
                return self.atoms[one].number
        return 1

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


def only_does(facts: Mapping[str, Any], action: str) -> bool:
    """Say whether a card has one kind of effect and no other: „Secret Stash“ changes the booty."""
    effects = [effect for ability in facts.get("abilities") or () for effect in ability.get("effects") or ()]
    return bool(effects) and all(one["action"] == action for one in effects)
