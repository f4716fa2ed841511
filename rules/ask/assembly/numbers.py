"""The numbers of a fight beside people: levels, bonuses, totals, and those that belong to a thing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules.ask.assembly.cards import THING, Cards
from rules.ask.assembly.cast import OURS
from rules.ask.clues import ENDS, NOTHING, Unit
from rules.ask.data import said
from rules.ask.table import Person, described

WEAKER = 4


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
            near = unit.item - place <= THING and not self._ended(place + named, unit.item)
            # „zwei Helme, +2 und +3“: both are worn in the same place.
            kept = isinstance(thing, dict) and ("slot" in thing or "hands" in thing) and near
            self.thing = (thing, owner, unit.item) if kept else None
            if near:
                return thing
        after = [one for one, _, _ in self.parts if 0 < one.item - unit.item <= 2]
        if (
            not after
            or (after[0].kind != "thing" and not after[0].cards)
            or self._ended(unit.item, after[0].item)
        ):
            return None
        if self.text.items[unit.item + 1].key == ",":
            return None
        if after[0].cards:
            worth = self.facts[after[0].cards[0]].get("bonus")
            return after[0].cards[0] if worth == unit.value else None
        self._thing(after[0], owner, NOTHING)
        found, self.thing = self.thing, None
        return found[0] if found else None

    def _of_card(self, card: str, value: int, person: Person) -> bool:
        """The number beside a card is its own: nothing new where it is known, else what the card gives."""
        facts = self.facts[card]
        known = facts.get("strength") if facts["kind"] == "monster-boost" else facts.get("bonus")
        if known is not None:
            return bool(known == value)
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
        return False
