"""What the words of a fight take away: classes that are thrown off or denied, things thrown away with cards."""

from __future__ import annotations

from rules.ask.assembly.clauses import CLAUSE, CUTS, DENYING, Clauses
from rules.ask.assembly.plain import Given
from rules.ask.clues import NOTHING, Unit
from rules.ask.data import rows, said
from rules.ask.table import TRAITS

# How far behind a class the word stands that denies it.
DENIED = 6


class Thrown(Clauses):
    """Reads what counts no longer."""

    def _thrown_by_name(self, unit: Unit) -> None:
        """„die Russenkarte“, „meine Kriegerklasse“"""
        word = self._keys(unit.item, unit.item + 1)[0]
        stem = next(
            (word.removesuffix(end) for end in ("karte", "klasse", "rasse") if word.endswith(end)), ""
        )
        for card in {one.cards[0] for one in self.text.units if one.cards}:
            name = card.partition("/")[2]
            if (
                stem
                and self.facts[card]["kind"] in TRAITS
                and stem.startswith(name)
                and len(stem) <= len(name) + 2
            ):
                self._thrown(unit.item, unit.item, card)

    def _one_thrown(self, place: int) -> bool:
        """„ich schmeiß oine Karte weg“: an article is a number where it counts what is thrown away."""
        if self.items[place].sort != "handcards" or not place:
            return False
        return bool(set(self._keys(place - 1, place)) & said("one_card")) and self._throws(
            *self._clause(place)
        )

    def _thrown(self, start: int, end: int, card: str) -> None:
        """„die Amerikaner-Karte weggeworfen“: a class counts no longer."""
        if self._given_up(start, end):
            self.found.given.append(Given(card=card, mine=self._mine_thrown(start)))
            self.found.roles.setdefault(start, NOTHING)

    def _kind_thrown(self, place: int) -> None:
        """„ich werfe die Loyalität noch im Kampf ab“: whichever one was named before."""
        word = self._keys(place, place + 1)[0]
        kind = next((of for begin, of in rows("words")["trait_kinds"].items() if word.startswith(begin)), "")
        beside = any(unit.cards for at in (place - 1, place - 2) if (unit := self.units.get(at)))
        if not kind or beside or not self._given_up(place, place):
            return
        cards = tuple(
            one.cards[0]
            for one in self.text.units
            if one.item < place and one.cards and self.facts[one.cards[0]]["kind"] == kind
        )
        self.found.given.append(Given(kind=kind, among=cards, mine=self._mine_thrown(place)))

    def _mine_thrown(self, place: int) -> bool:
        return self._says(*self._clause(place), "me")

    def _given_up(self, start: int, end: int) -> bool:
        """Say whether the words around a class throw it away."""
        after, before = self._keys(end + 1, end + 3), self._keys(start - 3, start)
        if after[:1] in (["karte"], ["klasse"], ["rasse"], ["-"]):
            after = self._keys(end + 2, end + 4)
        throws = (bool(after) and after[0] in said("throwing")) or self._later(end)
        ahead = set(before) & said("throw_ahead")
        return throws or bool(ahead) or self._parted(start, end)

    def _later(self, end: int) -> bool:
        """„die Amerikaner-Karte grad mitten im Kampf weggeworfen“: what is thrown away stands in between."""
        return self._behind(end, said("thrown_away"))

    def _parted(self, start: int, end: int) -> bool:
        """„schmeiß ick meene Cop-Karte eenfach wech“: the verb stands before, what belongs to it behind."""
        first, last = self._clause(start)
        verb = set(self._keys(first, start)) & said("throwing_parted")
        return bool(verb) and not self._says(first, last, *DENYING) and self._behind(end, said("cast_off"))

    def _behind(self, end: int, words: frozenset[str] | set[str]) -> bool:
        """Say whether one of these words comes before anything else that could be thrown away."""
        for at in range(end + 1, min(len(self.items), end + CLAUSE)):
            item, unit = self.items[at], self.units.get(at)
            if set(self._keys(at, at + 1)) & words:
                return True
            # „als Krieger eine Karte abgeworfen“: then the card is meant, but not in „die Krieger-Karte“.
            card = item.sort == "handcards" and at > end + 2
            card = card or (item.sort == "handcards" and self.items[at - 1].key in said("one_card"))
            if item.key in CUTS or card or item.sort in DENYING:
                return False
            if unit and (unit.cards or unit.value is not None):
                return False
        return False

    # What somebody says he is not

    def _denied(self, unit: Unit) -> None:
        """„Krieger war ich nie“, „Krieger ist hier keiner“"""
        if not set(self._keys(unit.item + 1, unit.item + 2)) & said("being_it"):
            return
        for at in self._from(unit.item + 1, 1, DENIED):
            other = self.units.get(at)
            if self.items[at].sort in DENYING:
                if self._closes(at + 1):
                    self.found.roles[unit.item] = NOTHING
                    self.found.denied.add(unit.cards[0])
                return
            if self.items[at].key in CUTS or (other and (other.cards or other.value is not None)):
                return

    def _closes(self, at: int) -> bool:
        """Say whether nothing follows that would be denied instead, or is somebody else: „… bin ich nicht mehr.“"""
        while at < len(self.items) and self.items[at].key not in CUTS:
            if not set(self._keys(at, at + 1)) <= said("behind_denial"):
                return False
            at += 1
        return not set(self._keys(at, at + 3)) & said("but_who")

    # Things that are thrown away beside cards

    def _dropped(self, unit: Unit) -> None:
        """„… und dazu den alten Hut“: a thing that is thrown away like a card."""
        first, last = self._clause(unit.item)
        if not self._throws(first, last, unit.item) or self.items[unit.item].sort in ("one_shot", "ally"):
            return
        beside = set(self._keys(first, unit.item)) & said("thrown_with")
        if not beside and not self._says(first, last, "handcards"):
            return
        idle = unit.item in self.found.roles or self._bare(unit)
        self.found.dropped.append((self._written(unit), idle))
        if idle:
            self.found.roles[unit.item] = NOTHING

    def _bare(self, unit: Unit) -> bool:
        """Say whether nobody says what a thing is worth: neither here nor where it is named again."""
        near = (self.units.get(at) for step in (1, -1) for at in self._from(unit.item, step, 2))
        again = any(one is not unit and self._written(one) == self._written(unit) for one in self.text.units)
        return unit.kind == "thing" and not again and not any(one and one.sign for one in near)
