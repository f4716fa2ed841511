"""The words of a fight as stretches of items: what stands around a place, and what a clause says."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask.assembly.plain import Plain
from rules.ask.clues import ENDS, Text, Unit
from rules.ask.data import said
from rules.ask.table import Facts, has

# How far a clause goes, what cuts it, and what denies.
CLAUSE, CUTS, DENYING = 8, ENDS | {",", "(", ")", "aber", "weil"}, frozenset(("not", "no"))


class Clauses:
    """What every reading of plain words begins with."""

    def __init__(self, text: Text, facts: Facts) -> None:
        self.text, self.facts, self.items = text, facts, text.items
        self.units = {unit.item: unit for unit in text.units}
        self.found = Plain()

    def _keys(self, start: int, end: int) -> list[str]:
        """Return the words of some items, one by one."""
        return self.text.keys(start, end)

    def _written(self, unit: Unit) -> str:
        item = self.items[unit.item]
        return " ".join(token.text for token in self.text.tokens[item.start : item.end])

    def _from(self, place: int, step: int, far: int) -> Iterator[int]:
        for away in range(1, far + 1):
            if 0 <= place + step * away < len(self.items):
                yield place + step * away

    def _clause(self, place: int) -> tuple[int, int]:
        """Return where the words around a place begin and end, as far as the next sign."""
        return self.text.stretch(place, CUTS, CLAUSE)

    def _says(self, start: int, end: int, *names: str) -> bool:
        return any(item.sort in names for item in self.items[start:end])

    def _throws(self, start: int, end: int, denied_to: int | None = None) -> bool:
        """Say whether a stretch of words throws something away: „weggeworfen“, „werf … ab“; denials may end before."""
        keys = set(self._keys(start, end))
        parted = keys & said("throwing_parted") and keys & said("thrown_off")
        thrown = parted or keys & said("throwing") or self._says(start, end, "discards")
        return bool(thrown) and not self._says(start, denied_to or end, *DENYING)

    def _is_thing(self, unit: Unit) -> bool:
        return unit.kind == "thing" or unit.kind in ("card:item", "card:one-shot", "card:ally")

    def _bound(self, card: str) -> bool:
        """Say whether it matters how many others have a trait; such a one nobody gives up by himself."""
        return has(card, "strength_per_other", self.facts)
