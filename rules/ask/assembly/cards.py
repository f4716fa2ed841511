"""The cards and things of a fight: each lies before the one whose it is."""

from __future__ import annotations

from typing import Any

from rules.ask.assembly.cast import FOES, OURS, ROW, Cast, H, K, T
from rules.ask.clues import Unit
from rules.ask.data import said, slot_of
from rules.ask.table import TRAITS, described, has
from rules.ask.words import spelled

# How many items may lie between a thing and its number.
THING = 4
MOST_LIKE = 6
WORN = frozenset(("item", "ally", "hireling", "minion", "mook", "special", "item-boost"))
UNKNOWN = "unknown"
EVENTS = frozenset(("curse", "trap", "level-up"))


class Cards(Cast):
    """What somebody has, wears or plays."""

    def _card(self, unit: Unit, owner: str) -> None:
        card = unit.cards[0]
        kind = str(self.facts[card]["kind"])
        self.thing = None
        if self._gone(unit):
            for person in self._people(owner) or self._people(K):
                person.lacks.add(card)
        elif kind == "monster":
            self._monster(card, owner)
        elif kind == "monster-boost":
            self._boost(unit, card, owner)
        elif kind == "one-shot":
            self._played(unit, card, owner)
        elif kind in EVENTS and self.facts[card].get("effects"):
            if card not in self.table.events:
                self.table.events.append(card)
            self.thing = (card, owner, unit.item)
        elif owner in (T, *FOES) and self._interferes(card):
            # Whoever plays it, it changes the fight.
            self._given(unit, card, K)
            self.thing = (card, owner, unit.item)
        elif owner == T:
            self._of_others(unit, card)
        elif kind in TRAITS or kind in WORN:
            self._given(unit, card, owner)
        elif kind == UNKNOWN:
            self._unsettled(card, unit, owner)

    def _interferes(self, card: str) -> bool:
        facts = self.facts[card]
        return facts["kind"] == "special" and bool((facts.get("play_when") or {}).get("fight"))

    def _monster(self, card: str, owner: str) -> None:
        if any(foe.card == card for foe in self.foes.values()):
            return
        owner = owner if owner in FOES else FOES[0]
        foe = self._foe(owner)
        if foe.card is not None:
            # Two names for one monster: there is one more.
            foe = self._foe(
                next((one for one in FOES if one not in self.foes or not self.foes[one].card), owner)
            )
        foe.card = card

    def _boost(self, unit: Unit, card: str, owner: str) -> None:
        owner = owner if owner in FOES else FOES[0]
        if not any(card in foe.boosts for foe in self.foes.values()):
            self._foe(owner).boosts.append(card)
        self.thing = (card, owner, unit.item)

    def _played(self, unit: Unit, card: str, owner: str) -> None:
        side = "monsters" if owner in FOES else "munchkins"
        if owner != T and not any(known == card for known, _ in self.table.played):
            self.table.played.append((self._told_worth(card), side))
            if owner in (K, H):
                self.table.throwers[card] = self._people(owner)[0].id
        self.thing = (card, owner, unit.item)

    def _given(self, unit: Unit, card: str, owner: str) -> None:
        trait = self.facts[card]["kind"] in TRAITS
        for person in self._people(owner):
            played = (self.facts[card].get("play_when") or {}).get("fight") and not trait
            where = person.hand if played or (not trait and self._in_hand(unit)) else person.cards
            if card not in person.cards and card not in person.hand:
                where.append(self._told_worth(card))
            if trait and owner in (K, OURS) and has(card, "strength_per_other", self.facts):
                self._with_me(unit, card)
        self.thing = None if trait else (card, owner, unit.item)

    def _told_worth(self, card: str) -> Any:
        """Return a card with the number that was told before it: „+3 mein Kevlar Bikini“."""
        if card not in self.worths:
            return card
        return described(self.facts[card], bonus=self.worths.pop(card))

    def _unsettled(self, card: str, unit: Unit, owner: str) -> None:
        """A card of which no source says what it is: whoever has it knows what it gives."""
        name = str(self.facts[card]["name"])
        worth = self.worths.pop(card, None)
        for person in self._people(owner):
            if worth is not None:
                person.bonus.append(worth)
            elif name not in person.unknown:
                person.unknown.append(name)
        self.thing = ({"name": name, "kind": "item"}, owner, unit.item)

    def _with_me(self, unit: Unit, card: str) -> None:
        """„Bea und ich sind Kultisten“: she is one, too, and does not fight."""
        if card in self.plain.counts:
            return
        owners = {one.item: (one.kind, owner) for one, owner, what in self.parts if not what}
        names, joined = [], False
        for at in range(unit.item - 1, max(-1, unit.item - MOST_LIKE), -1):
            kind, owner = owners.get(at, ("", ""))
            if kind in ("person", "name") and owner == T:
                names.append(at)
            elif self.text.items[at].key in said("joining"):
                joined = True
            elif kind != "me" and self.text.items[at].key not in said("counting"):
                break
        if (
            joined
            and names
            and any(one.kind == "me" and one.item > names[-1] - ROW for one, _, _ in self.parts)
        ):
            self.table.others_with[card] = self.table.others_with.get(card, 0) + len(names)

    def _in_hand(self, unit: Unit) -> bool:
        beside = self.text.items[unit.item + 1 : unit.item + 4]
        return any(item.sort == "in_hand" and not item.key.startswith("in ") for item in beside)

    def _of_others(self, unit: Unit, card: str) -> None:
        """„zwei andere sind Kultisten“: how many of the others have it."""
        if card in self.plain.counts:
            return
        names = [name for name in self._whose(unit) if (card, name) not in self.named]
        if self._whose(unit) and not names:
            return
        self.named.update((card, name) for name in names)
        told = next(
            (
                spelled(self.text.tokens[item.start].key)
                for item in reversed(self.text.items[max(0, unit.item - MOST_LIKE) : unit.item])
                if item.sort == "others"
            ),
            None,
        )
        self.table.others_with[card] = self.table.others_with.get(card, 0) + (told or max(1, len(names)))

    def _whose(self, unit: Unit) -> list[str]:
        """Return the names just before in the same sentence: „Anna und Bea sind auch Kultisten“."""
        names: list[str] = []
        last = unit.item
        for one, owner, _ in reversed(self.parts):
            if one.item >= unit.item or one.kind not in ("person", "name") or owner not in (T, ""):
                continue
            between = [item.key for item in self.text.items[one.item + 1 : last]]
            if self._ended(one.item, unit.item) or (names and between not in (["und"], [","], ["&"])):
                break
            names.append(self._name(one))
            last = one.item
        return names

    def _target(self, unit: Unit) -> str:
        """Return whom a plus is directed against."""
        if unit.cards:
            return unit.cards[0].partition("/")[2]
        gender = self._gender(unit)
        return f"gender:{gender}" if gender else ""

    def _thing(self, unit: Unit, owner: str, what: str) -> None:
        """A thing without a name of its own; the number beside it says what it is worth."""
        item = self.text.items[unit.item]
        if self._gone(unit):
            self.thing = None
            return
        if what == "unbekannt" or self._worth_asking(unit):
            for person in self._people(owner or K):
                person.unknown.append(self._written(unit))
        kind = item.sort if item.sort in ("one_shot", "ally") else "item"
        row: dict[str, Any] = {"name": self._written(unit), "kind": kind.replace("_", "-")}
        slot = "vehicle" if item.sort == "vehicle" else slot_of(self.text.tokens[item.start].key)
        hands = 2 if self._two_handed(unit) else 0
        self.thing = (
            row | ({"slot": slot} if slot else {}) | ({"hands": hands} if hands else {}),
            owner,
            unit.item,
        )

    def _two_handed(self, unit: Unit) -> bool:
        beside = self.text.items[max(0, unit.item - 1) : unit.item + 2]
        return any(one.sort == "two_handed" for one in beside) or any(
            token.key.startswith(ROOT)
            for token in self.text.tokens[self.text.items[unit.item].start :][:1]
            for ROOT in said("two_handers")
        )

    def _worth_asking(self, unit: Unit) -> bool:
        """Say whether a single weapon or helmet stands there without a number: then its bonus is missing."""
        beside = self.text.items[max(0, unit.item - 2) : unit.item + THING + 1]
        return self._written(unit).casefold() in said("single") and not any(
            one.key.startswith("#") for one in beside
        )
