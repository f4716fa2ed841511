"""Monsters of a question: cards, monsters that are only called so, and what makes them stronger."""

from __future__ import annotations

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.reader.looking import FAR
from rules.ask.reader.people import People
from rules.ask.table import Foe


class Monsters(People):
    """What one fights against."""

    def _on_monster(self, place: int, mention: Mention) -> None:
        """A monster that is only called so: the one on the table, or another one."""
        before = self._next(place, -1)
        counted = bool(before and before.kind == "number" and self._gap(before, mention) == 0)
        if not self.table.foes or (not counted and self._another(place)):
            self.here = self._foe(Foe())
        else:
            self.here = self.table.foes[-1]

    def _on_beast(self, place: int, mention: Mention) -> None:
        """A name that nobody knows, after an article and with a level: a monster of its own."""
        waiting = (foe for foe in self.table.foes if foe.card is None and foe.level is None)
        self.here = next(waiting, None) or self._foe(Foe())

    def _on_monster_level(self, place: int, mention: Mention) -> None:
        """„Monsterstufe 10“"""
        if self._keys(mention.start - 1, mention.start) & said("bounds"):
            # „5 ab Monsterstufe 15“: when a card counts, no monster.
            return
        waiting = (foe for foe in self.table.foes if self._foe_level(foe) is None)
        self.here = next(waiting, None) or self._foe(Foe())

    def _on_stranger(self, place: int, mention: Mention) -> None:
        """A name that nobody knows, with a level: a further monster in a row of monsters, else somebody."""
        in_row = isinstance(self.here, Foe) and self._gap(self._next(place, -1), mention) < FAR
        if in_row and not self._helping(place):
            self.here = self._foe(Foe())
        else:
            self._person(place, mention._replace(kind="person", value=self.tokens[mention.start].key))

    def _another(self, place: int) -> bool:
        """Say whether the words call for one more: „noch ein Monster“, „zweites“."""
        start = self.mentions[place].start
        return bool(self._keys(start - 3, start) & said("another"))

    def _tagged(self, place: int, tag: str) -> None:
        """A monster of a sort: a further one, unless the one on the table has no name yet."""
        if self._denied(place):
            return
        named = self.table.foes and (self.table.foes[-1].card or self.table.foes[-1].level)
        if (named and not self._same_sort(tag)) or (named and self._another(place)):
            self.here = self._foe(Foe(tags=[tag]))
        else:
            self._on_monster(place, self.mentions[place])
            if isinstance(self.here, Foe) and self.here.card is None:
                self.here.tags = [tag]

    def _same_sort(self, tag: str) -> bool:
        return any(
            tag in (self.facts[foe.card].get("tags") or foe.tags) if foe.card else tag in foe.tags
            for foe in self.table.foes
        )

    def _on_christmas(self, place: int, mention: Mention) -> None:
        self._tagged(place, "weihnachtsmonster")

    def _on_undead(self, place: int, mention: Mention) -> None:
        self._tagged(place, "untot")

    def _on_wandering(self, place: int, mention: Mention) -> None:
        empty = [foe for foe in self.table.foes if foe.card is None and foe.level is None]
        self.here = empty[-1] if empty else self._foe(Foe())

    def _on_boost(self, place: int, mention: Mention) -> None:
        if self.table.foes:
            self.here, self.item = self.table.foes[-1], None

    def _monster_card(self, card: str) -> None:
        for foe in self.table.foes:
            if foe.card == card:
                self.here, self.item = foe, None
                return
        # „2 Mobs: Zwei Bienen und Shog Goth“: those that are counted get their names.
        self.here = next((foe for foe in self.table.foes if foe.card is None and foe.level is None), None)
        self.here = self.here or self._foe(Foe())
        self.here.card = card

    def _boost_card(self, card: str) -> None:
        if not self.table.foes:
            self._foe(Foe())
        foe = self.here if isinstance(self.here, Foe) else self.table.foes[-1]
        if card not in foe.boosts:
            foe.boosts.append(card)
        self.item = card
