"""Several things of one sort that are told together: each has a bonus of its own, or all have the same."""

from __future__ import annotations

from rules.ask.assembly.clauses import Clauses
from rules.ask.clues import ENDS, NOTHING, Unit
from rules.ask.data import said

# How far the last number stands from what is counted, and how many one tells together.
PAIR, COUNTS = 12, (2, 3, 4)
LEVELLED = ("level", "bonus", "plus")


class Several(Clauses):
    """Reads „zwei Helme, der eine +1, der andere +3“ and „zwei Tränke à +2“."""

    def _unknown_several(self, count: Unit) -> None:
        """„zwei Klunker mit je +2“: a word that nobody knows is a thing where each of them has a bonus."""
        at = count.item + 1
        known = self.units.get(at)
        if at >= len(self.items) or self.items[at].sort or (known and known.kind != "name"):
            return
        word, before = self._keys(at, at + 1)[0], self._keys(count.item - 1, count.item)
        if not word.isalpha() or word in said("companions") | said("apiece") or set(before) & said("facing"):
            return
        thing = Unit(at, "thing")
        each = self._each(thing)
        people = each and self._says(at, each.item, "helps", "helper", "person", "we", "me")
        if each and each.sign and not people:
            self._several(thing)

    def _several(self, unit: Unit) -> None:
        count = self._counting(unit)
        if count is None:
            return
        values, between = self._row_of(unit, count.value or 0)
        if len(values) == count.value:
            last = values[-1].item
            self.found.roles.update(
                dict.fromkeys([count.item, *(one for one in between if one < last)], NOTHING)
            )
            self.found.roles.update({one.item: "K.bonus" for one in values})
            self.found.worth.update({one.item: unit for one in values})
        elif each := self._each(unit):
            self.found.roles[count.item] = NOTHING
            self.found.worth[each.item] = unit
            self.found.equal[each.item] = (each.value or 0, self._written(unit), count.value or 1)

    def _counting(self, unit: Unit) -> Unit | None:
        """Return the number that counts a thing."""
        count = self.units.get(unit.item - 1)
        if count is None or count.sign or count.value not in COUNTS:
            return None
        levelled = unit.item > 1 and self.items[unit.item - 2].sort in LEVELLED
        return None if levelled else count

    def _row_of(self, unit: Unit, count: int) -> tuple[list[Unit], list[int]]:
        """Return the numbers that follow one by one, and what only points at the things between."""
        values: list[Unit] = []
        between: list[int] = []
        for at in range(unit.item + 1, min(len(self.items), unit.item + PAIR)):
            item, one = self.items[at], self.units.get(at)
            if item.key in ENDS - {":"} or len(values) == count:
                break
            if one and one.value is not None and one.sign:
                values.append(one)
            elif one and (item.key == "andere" or set(self._keys(at, at + 1)) <= said("each_one")):
                between.append(at)
            elif one:
                break
        return values, between

    def _each(self, unit: Unit) -> Unit | None:
        """„zwei Tränke mit je drei“: the number that each of them is worth."""
        each = False
        for at in range(unit.item + 1, min(len(self.items), unit.item + PAIR)):
            one = self.units.get(at)
            if one and one.value is not None:
                return one if each else None
            each = each or bool(set(self._keys(at, at + 1)) & said("apiece"))
            if self.items[at].key in ENDS or (one and self._is_thing(one)):
                break
        return None
