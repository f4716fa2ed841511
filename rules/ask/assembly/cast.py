"""Who is at the table that a fight describes, and what its words take away again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ask.assembly.plainly import plainly
from rules.ask.clues import ENDS, NOTHING, Text, Unit
from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.table import HELPER, ME, Facts, Foe, Person, Table

K, H, T, OURS = "K", "H", "T", "wir"
FOES = ("M", "M2", "M3")
OTHER = "gegenueber"
WOMANLY = ("erin", "erinnen")
# How many items may lie between „kein“ and what it takes away, and between the things of a row.
DENIED_AHEAD, DENIED_BACK, ROW = 4, 4, 2


class Cast:
    """People, monsters, and what „kein“, „ohne“ and „nicht mehr“ speak of."""

    def __init__(self, text: Text, mentions: Sequence[Mention], roles: Sequence[str], facts: Facts) -> None:
        self.text, self.mentions, self.facts = text, mentions, facts
        self.plain = plainly(text, facts)
        self.parts = [
            (unit, *_split(self._settled(unit, role))) for unit, role in zip(text.units, roles, strict=True)
        ]
        self.table = Table()
        self.foes: dict[str, Foe] = {}
        self.denied = self._denied()
        # Who else was said to have which trait.
        self.named: set[tuple[str, str]] = set()
        # The thing that a number may belong to, where it stands, and whether it has one already.
        self.thing: tuple[dict[str, Any] | str, str, int] | None = None
        # What was told of a card before it was named: „plus zwei von den Shoe Bombs“.
        self.worths: dict[str, int] = {}
        self.against: list[tuple[str, Unit]] = []
        self.targets: list[tuple[str, Unit, str]] = []
        self.counts: dict[str, int] = {}

    def _settled(self, unit: Unit, role: str) -> str:
        """Return the part that words settle, or else the one that was found."""
        sure = (
            (self.plain.equal, ".bonus"),
            (self.plain.thrown_cards, ".abwerfen"),
            (self.plain.levels, ".stufe"),
        )
        for places, what in sure:
            if unit.item in places and not role.endswith(what):
                role = K + what
        return self.plain.roles.get(unit.item, role)

    def _cast(self) -> None:
        """Say who fights and who helps."""
        fighter = self._called(K, ME)
        # Who is told to help is somebody else than who fights.
        helps = any(
            owner == H and (what or unit.kind in ("helper", "person", "me", "name")) and not self._gone(unit)
            for unit, owner, what in self.parts
        )
        helper = self._called(H, HELPER) if helps else ""
        if helper == fighter:
            fighter, helper = self._told_apart(fighter)
        self.table.fighter = self.table.person(fighter).id
        if helper:
            self.table.person(helper).helps = True
        self.helper = helper
        self.table.lowest = any(one.is_word("lowest") and not self._denied_word(one) for one in self.mentions)
        self._genders()

    def _told_apart(self, both: str) -> tuple[str, str]:
        """Return who fights and who helps where both say „ich“: „ich Lena … – SINA: ich helf“."""
        fighters, helpers = self._names(K), self._names(H)
        if both != ME or helpers:
            return both, next((name for name in helpers if name != both), HELPER)
        return next(iter(fighters), OTHER), ME

    def _called(self, owner: str, usual: str) -> str:
        """Return how somebody is called: „ich“ where the speaker is meant, else by the name that says most."""
        if any(unit.kind == "me" and whose == owner and not what for unit, whose, what in self.parts):
            return ME
        return next(iter(self._names(owner)), usual)

    def _names(self, owner: str) -> list[str]:
        """Return the names of somebody, pronouns last."""
        units = [unit for unit, whose, what in self.parts if whose == owner and not what]
        names = [self._name(unit) for unit in units if unit.kind in ("person", "name")]
        return sorted(names, key=lambda name: name in said("pronouns"))

    def _name(self, unit: Unit) -> str:
        item = self.text.items[unit.item]
        return self.mentions[item.place].name if item.place >= 0 else item.key

    def _genders(self) -> None:
        """Give everybody the sex that the words tell."""
        for unit, owner, what in self.parts:
            gender = self._gender(unit)
            if not gender or what not in (NOTHING, "karte") or self._gone(unit):
                continue
            for person in self._people(owner):
                if person.id != ME or unit.kind != "person" or not self._owned(unit):
                    person.gender = person.gender or gender

    def _gender(self, unit: Unit) -> str:
        item = self.text.items[unit.item]
        if unit.kind == "sex":
            return "w" if item.sort == "woman" else "m"
        if unit.kind == "helper" and item.key.endswith(WOMANLY):
            return "w"
        return self.mentions[item.place].gender if item.place >= 0 else ""

    def _owned(self, unit: Unit) -> bool:
        return unit.item > 0 and self.text.items[unit.item - 1].key in said("owning")

    def _people(self, owner: str) -> list[Person]:
        """Return whom a part is said of."""
        if owner == K:
            return [self.table.person(self.table.fighter)]
        if owner == H:
            return [self._helping()]
        return [self.table.person(self.table.fighter), self._helping()] if owner == OURS else []

    def _helping(self) -> Person:
        if not self.helper:
            self.helper = HELPER if self.table.fighter != HELPER else ME
        person = self.table.person(self.helper)
        person.helps = True
        return person

    def _foe(self, owner: str) -> Foe:
        if owner not in self.foes:
            self.foes[owner] = Foe()
        return self.foes[owner]

    # What is taken away

    def _denied(self) -> set[int]:
        """Return the items that „kein“, „ohne“, „nicht mehr“ take away."""
        gone: set[int] = set()
        for unit, owner, _ in self.parts:
            if owner == "NEG":
                gone.update(
                    self._row(unit.item, 1, DENIED_AHEAD) or self._row(unit.item, -1, DENIED_BACK)[:1]
                )
        return gone

    def _row(self, start: int, step: int, far: int) -> list[int]:
        """Return what a negation speaks of: the next of that sort, and what is joined to it."""
        found: list[int] = []
        for unit, owner, what in self.parts if step > 0 else reversed(self.parts):
            away = (unit.item - start) * step
            if away <= 0:
                continue
            if away > (far if not found else ROW) or self._ended(
                min(start, unit.item), max(start, unit.item)
            ):
                break
            if owner == "NEG":
                break
            if (
                what in ("karte", "unbekannt")
                or unit.kind in ("sex", "trait", "thing")
                or (owner == H and not what)
            ):
                found.append(unit.item)
                start = unit.item
            elif not found:
                break
        return found

    def _ended(self, left: int, right: int) -> bool:
        return any(item.key in ENDS for item in self.text.items[left + 1 : right])

    def _gone(self, unit: Unit) -> bool:
        return unit.item in self.denied

    def _denied_word(self, one: Mention) -> bool:
        place = self.mentions.index(one)
        return place > 0 and self.mentions[place - 1].is_word("no", "not", "without")

    def _written(self, unit: Unit) -> str:
        item = self.text.items[unit.item]
        return " ".join(token.text for token in self.text.tokens[item.start : item.end])


def _split(role: str) -> tuple[str, str]:
    owner, _, what = role.partition(".")
    return owner, what
