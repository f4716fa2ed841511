"""Numbers of a fight whose part is settled by the row that they stand in: monsters, levels, cards, what only counts."""

from __future__ import annotations

from itertools import combinations

from rules.ask.assembly.clauses import Clauses
from rules.ask.clues import ENDS, NOTHING, Unit
from rules.ask.data import said
from rules.ask.words import ordinal

FOES = ("M", "M2", "M3")
FOE = ("monster", "card:monster")
# So many numbers before are looked at for a sum.
MOST = 6
# What a row of numbers may count instead.
COUNTED = ("handcards", "treasures", "gold", "points")
# How many words may stand between what is counted and its row; between the others and their levels.
BETWEEN, STANDING = 3, 4


class Listed(Clauses):
    """Reads „drei Monster: 5, 3 und 2“, „die andern stehn auf 4, 6 u 7“, „drei Einhänder draußen: …“."""

    def _in_rows(self) -> None:
        for unit in self.text.units:
            if unit.value is not None and not unit.sign:
                self._monsters(unit)
                self._heading(unit)
                self._other_count(unit)
                self._cards_thrown(unit)
                self._summed(unit)
            elif unit.value is not None and set(self._keys(unit.item - 1, unit.item)) & said("bringing"):
                self.found.reckoned.add(unit.value)
        for place, item in enumerate(self.items):
            if item.sort == "others" or item.key in said("the_rest"):
                self._levels_of_others(place)
        self._one_after_another()

    def _row(self, at: int) -> list[Unit]:
        """Return the numbers that stand in a row from a place on: „5, 3 und 2“."""
        row: list[Unit] = []
        while at < len(self.items):
            unit = self.units.get(at)
            if unit and unit.value is not None and not unit.sign:
                row.append(unit)
            elif self.items[at].sort != "level" and self.items[at].key not in said("joining") | {","}:
                break
            at += 1
        counts = at < len(self.items) and self.items[at].sort in COUNTED
        return [] if counts else row

    def _monsters(self, count: Unit) -> None:
        """„drei Monster: 5, 3 und 2“"""
        at = count.item + 1
        if at >= len(self.items) or self.items[at].sort != "monster":
            return
        at += 1
        while at < len(self.items) and self.items[at].key in said("before_row"):
            at += 1
        row = self._row(at)
        if len(row) == count.value and len(row) <= len(FOES):
            self.found.roles[count.item] = NOTHING
            self.found.roles |= {one.item: f"{foe}.stufe" for one, foe in zip(row, FOES, strict=False)}

    def _one_after_another(self) -> None:
        """„erst n 6er, dann n 4er und noch n 2er“: three monsters, one after the other."""
        row = [unit for unit in self.text.units if self._of_size(unit) or self._named_foe(unit)]
        sized = [unit for unit in row if self._of_size(unit)]
        if len(row) != len(FOES) or len(sized) < len(FOES) - 1:
            return
        self.found.roles |= {
            unit.item: f"{foe}.{'karte' if unit.cards else 'stufe'}"
            for unit, foe in zip(row, FOES, strict=True)
        }

    def _of_size(self, unit: Unit) -> bool:
        """„n 6er“: say whether a number is that of a monster, told as such ones are."""
        before = set(self._keys(unit.item - 1, unit.item))
        token = self.text.tokens[self.items[unit.item].start]
        followed = self._keys(unit.item + 1, unit.item + 2) == ["er"] or token.key.endswith("er")
        sized = unit.value is not None and not unit.sign and followed
        # „Lea ein 4er“ is somebody.
        whose = self.units.get(unit.item - 2)
        sized = sized and not (whose and whose.kind in ("person", "me", "helper", "name"))
        return sized and bool(before & (said("article") | {"noch", "erst"}))

    def _named_foe(self, unit: Unit) -> bool:
        """„Monster 5“, „der Shoggoth“"""
        before = self.items[unit.item - 1].sort if unit.item else ""
        return unit.kind == "card:monster" or (unit.value is not None and before in FOE[:1] and not unit.sign)

    def _levels_of_others(self, place: int) -> None:
        """„die andern stehn auf 4, 6 u 7“"""
        at = place + 1
        while at < len(self.items) and at - place <= STANDING and self._stands(at):
            at += 1
        row = self._row(at)
        if len(row) > 1:
            self.found.roles |= {one.item: "T.stufe" for one in row}

    def _stands(self, at: int) -> bool:
        return self.items[at].sort == "level" or self.items[at].key in said("standing_at")

    def _heading(self, count: Unit) -> None:
        """„Drei Einhänder draußen: Bowling Pin, …“: so many follow as the number says."""
        if count.value == 1 or (count.item and self.items[count.item - 1].sort == "level"):
            return
        end = next(
            (
                at
                for at in self._from(count.item, 1, BETWEEN + 1)
                if self.items[at].key == ":" or self._weighty(at)
            ),
            0,
        )
        if not end or self.items[end].key != ":":
            return
        cards = 0
        for item in self.items[end + 1 :]:
            if item.key in ENDS:
                break
            cards += item.sort.startswith("card:")
        if cards == count.value:
            self.found.roles[count.item] = NOTHING

    def _weighty(self, at: int) -> bool:
        unit = self.units.get(at)
        return unit is not None and (bool(unit.cards) or unit.value is not None)

    def _other_count(self, unit: Unit) -> None:
        """„ich bin 9 Jahre“, „hat null Zeug“: nothing of the fight; „sechste Stufe“ is a level."""
        after = self.items[unit.item + 1 : unit.item + 2]
        nothing = unit.value == 0 and bool(after) and after[0].sort in ("item", "bonus")
        if nothing or set(self._keys(unit.item + 1, unit.item + 2)) & said("other_counts"):
            self.found.roles[unit.item] = NOTHING
        word = self._keys(unit.item, unit.item + 1)[0]
        if after and after[0].sort == "level" and ordinal(word) is not None:
            self.found.levels.add(unit.item)

    def _cards_thrown(self, unit: Unit) -> None:
        """„Drei Karten werfe ich weg“"""
        after = self.items[unit.item + 1 : unit.item + 2]
        # „drei von fünf Karten“: the first number says how many.
        of_them = "von" in self._keys(unit.item - 3, unit.item)
        cards = bool(after) and after[0].sort == "handcards" and not of_them
        start, end = self._clause(unit.item)
        # „hab fünf Karten und werf eine ab“
        single = set(self._keys(start, unit.item) + self._keys(unit.item + 1, end)) & said("one_card")
        others = any(at in self.units and self._is_number(at, unit) for at in range(start, end))
        if cards and not single and not others and self._throws(start, end):
            self.found.thrown_cards.add(unit.item)

    def _summed(self, unit: Unit) -> None:
        """„3 und +12, also 15“: a sum of numbers before says nothing new."""
        if not set(self._keys(unit.item - 1, unit.item)) & said("summed"):
            return
        earlier = [one.value or 0 for one in self.text.units if one.value and one.item < unit.item][-MOST:]
        if any(sum(some) == unit.value for size in (2, 3, 4) for some in combinations(earlier, size)):
            self.found.roles[unit.item] = NOTHING

    def _is_number(self, at: int, unit: Unit) -> bool:
        return self.units[at].value is not None and at != unit.item

    def _joins_in(self) -> None:
        """„Da Timo taat mitmachn, Monsterjäger, Stufn 2“: who helps, told in pieces."""
        for place, item in enumerate(self.items):
            if item.sort != "helps" or item.key not in said("joining_in"):
                continue
            start, end = self.text.stretch(place, ENDS)
            units = [self.units[at] for at in range(start, end) if at in self.units]
            people = [one for one in units if one.kind in ("person", "name") and self._is_name(one)]
            otherwise = any(one.kind == "card:monster" for one in units) or self._says(
                start, end, "monster", "me", "we", "no", "not"
            )
            if len(people) != 1 or otherwise or set(self._keys(start, end)) & said("only_wanted"):
                continue
            self.found.roles[people[0].item] = "H"
            self.found.helpers += self._keys(people[0].item, people[0].item + 1)
            for one in units:
                if one.kind in ("card:class", "card:race", "card:loyalty"):
                    self.found.roles[one.item] = "H.karte"
                elif one.value is not None and self.items[one.item - 1].sort == "level":
                    self.found.roles[one.item] = "H.stufe"

    def _is_name(self, unit: Unit) -> bool:
        return self.items[unit.item].key == "<person>" and not (
            set(self._keys(unit.item, unit.item + 1)) & said("pronouns")
        )
