"""The numbers of a fight beside people: levels, bonuses, totals, and those that belong to a thing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules.ask.assembly.cards import THING, Cards
from rules.ask.assembly.cast import OURS
from rules.ask.clues import ENDS, NOTHING, Unit
from rules.ask.data import said
from rules.ask.table import Person, described, each_monster, unvalued

WEAKER = 4
# How far behind a number its thing may stand.
NEXT = 2


class Numbers(Cards):
    """What a number says of a person."""

    def _of_person(self, unit: Unit, person: Person, owner: str, what: str) -> bool:
        """Put a number beside a person; False where it contradicts what is known."""
        value = unit.value or 0
        if what == "stufe":
            same = person.level in (None, value)
            person.level = person.level if person.level is not None else value
            self.thing = None
            return same
        if what == "gesamt":
            same = person.total in (None, value)
            person.total = value
            return same
        if what == "bonus":
            self._bonus(unit, person, owner)
        elif what == "hand":
            person.hand_count = value
        elif what == "abwerfen":
            person.discards = value
        elif what == "weg":
            person.run_away += self._signed(unit)
        elif what == "wurf":
            self.table.roll = value
        return True

    def _signed(self, unit: Unit) -> int:
        """Return a number with its sign: „-2“, „minus 2“, „2 weniger“."""
        value = unit.value or 0
        if unit.sign or value < 0:
            return value
        items = self.text.items
        after = items[unit.item + 1 : unit.item + 3]
        taken = next(
            (item.sort for item in after if item.sort in ("minus", "plus") or item.sort.startswith("#")), ""
        )
        if taken == "minus" and not self._signs_next(unit.item):
            return -value
        return -value if self._weaker(unit.item) else value

    def _weaker(self, place: int) -> bool:
        """„2 schwächer“, „um 5 geschwächt“, „schwächt es um 5“"""
        for step in (1, -1):
            for away in range(1, WEAKER + 1):
                at = place + step * away
                if not 0 <= at < len(self.text.items) or (item := self.text.items[at]).key in ENDS:
                    break
                if item.sort.startswith("#") or item.key == ",":
                    break
                if item.key in said("weaker"):
                    return step > 0 or self.text.items[place - 1].key == "um"
        return False

    def _signs_next(self, place: int) -> bool:
        """Say whether the „minus“ behind a number belongs to the next one: „6 minus 2“."""
        items = self.text.items[place + 1 : place + 4]
        return any(left.sort == "minus" and right.sort.startswith("#") for left, right in pairwise(items))

    def _bonus(self, unit: Unit, person: Person, owner: str) -> None:
        """Add what counts for somebody: that of a thing, or a bare number."""
        value, thing = self._signed(unit), self._thing_of(unit, owner)
        if isinstance(thing, str) and self._of_card(thing, value, person):
            return
        if isinstance(thing, dict):
            if thing["kind"] == "one-shot":
                self.table.played.append(({**thing, "bonus": value}, "munchkins"))
            else:
                person.cards.append({**thing, "bonus": value})
            person.unknown = [name for name in person.unknown if name != thing["name"]]
        elif value:
            person.bonus.append(value)

    def _thing_of(self, unit: Unit, owner: str) -> dict[str, Any] | str | None:
        """Return the thing that a number belongs to: named just before, or right behind."""
        if unit.item in self.plain.worth:
            self._thing(self.plain.worth[unit.item], owner, NOTHING)
            found, self.thing = self.thing, None
            return found[0] if found else None
        if self.thing and self.thing[1] in (owner, NOTHING, OURS):
            thing, _, place = self.thing
            # „Maaaaaaster! auf (+4)“: the sign belongs to the name.
            named = isinstance(thing, str) and str(self.facts[thing]["name"]).endswith("!")
            # „Gas Mask: zwei“
            listed = unit.item == place + 2 and self.text.items[place + 1].key == ":"
            near = listed or (unit.item - place <= THING and not self._ended(place + named, unit.item))
            # „zwei Helme, +2 und +3“: both are worn in the same place.
            kept = isinstance(thing, dict) and ("slot" in thing or "hands" in thing) and near
            self.thing = (thing, owner, unit.item) if kept else None
            if near:
                return thing
        after = [one for one, _, _ in self.parts if 0 < one.item - unit.item <= self._reach(unit)]
        if (
            not after
            or (after[0].kind != "thing" and not after[0].cards)
            or self._ended(unit.item, after[0].item)
        ):
            return None
        if self.text.items[unit.item + 1].key == ",":
            return None
        if after[0].cards:
            facts = self.facts[after[0].cards[0]]
            worth = facts.get("bonus")
            laid = any(one is after[0] and what == "karte" for one, _, what in self.parts)
            unknown = laid and not self._gone(after[0]) and (facts["kind"] == "unknown" or unvalued(facts))
            return after[0].cards[0] if unknown or worth == unit.value else None
        self._thing(after[0], owner, NOTHING)
        found, self.thing = self.thing, None
        return found[0] if found else None

    def _reach(self, unit: Unit) -> int:
        """Return how far behind a number its thing may stand: „plus zwei von den Shoe Bombs“."""
        far = unit.item + 1
        while far < len(self.text.items) and self.text.items[far].key in said("worth_of"):
            far += 1
        return max(NEXT, far - unit.item)

    def _of_card(self, card: str, value: int, person: Person) -> bool:
        """The number beside a card is its own: nothing new where it is known, else what the card gives."""
        facts = self.facts[card]
        known = facts.get("strength") if facts["kind"] == "monster-boost" else facts.get("bonus")
        if value == (facts.get("bonus_deed") or {}).get("bonus"):
            # Who tells the greater number did what the card asks for.
            self.table.modes[card] = 1
            return True
        if known is not None:
            return bool(known == value)
        if self._on_monsters(card, value):
            return True
        if card in self.table.events:
            return True
        worth = described(facts, bonus=value)
        if card in person.cards:
            person.cards[person.cards.index(card)] = worth
            return True
        for place, (one, side) in enumerate(self.table.played):
            if one == card:
                self.table.played[place] = (worth, side)
                return True
        unsettled = facts["kind"] == "unknown" or unvalued(facts)
        if unsettled and not any(self._is(one, card) for one in person.cards):
            self.worths[card] = value
            return True
        return False

    def _is(self, one: Any, card: str) -> bool:
        return one == card or (isinstance(one, dict) and one.get("name") == self.facts[card]["name"])

    def _on_monsters(self, card: str, value: int) -> bool:
        """Say whether a number is what a card does to every monster, and keep which of its sides that is."""
        sides = each_monster(card, self.facts)
        reacting = [
            row.get("strength")
            for foe in self.foes.values()
            for row in (self.facts[foe.card].get("reacts") or () if foe.card else ())
            if row.get("to") == card.partition("/")[2]
        ]
        for mode, each in enumerate(sides):
            if each is not None and abs(each) == abs(value):
                self.table.modes[card] = mode
                return True
        return value in reacting
