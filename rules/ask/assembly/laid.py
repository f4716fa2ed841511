"""The table that the parts of a fight describe: its monsters, and everything that is put beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ask.assembly.cards import EVENTS, MOST_LIKE, THING
from rules.ask.assembly.cast import FOES, OURS, H, K, T
from rules.ask.assembly.numbers import Numbers
from rules.ask.assembly.plain import TAGS, lay
from rules.ask.assembly.twists import twists
from rules.ask.clues import NOTHING, Text, Unit
from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.table import TRAITS, Facts, Foe, Person, Table, bonus_of, described, facts_of

# Below this a card was read generously: it may be another word.
LITERAL = 0.9
TELLING = EVENTS | {"special"}


class Assembly(Numbers):
    """Puts a question on a table, part by part."""

    def read(self) -> Table:
        """Return the table."""
        self._cast()
        whose = K
        for unit, owner, what in self.parts:
            whose = owner if owner in (K, H) else whose
            if not owner and self._tells(unit):
                # „Halb-Blut“ says something of whom the words are about.
                owner, what = whose, "karte"
            if unit.item in self.plain.roles and not owner:
                self.thing = None if unit.kind == "thing" or unit.cards else self.thing
                self.table.used.add(self.text.items[unit.item].place)
            elif unit.kind == "thing" and what in (NOTHING, "unbekannt", "karte"):
                self._thing(unit, owner, what)
            elif owner:
                self._put(unit, owner, what)
        self._settle()
        lay(self.plain, self.table, self.facts)
        self.table.doubts = twists(self.text, self.table, self.facts)
        return self.table

    def _tells(self, unit: Unit) -> bool:
        """Say whether a card is there although no part was found for it: one that is named by its name."""
        item = self.text.items[unit.item]
        surely = item.place >= 0 and self.mentions[item.place].likeness >= LITERAL
        return bool(unit.cards) and surely and self.facts[unit.cards[0]]["kind"] in TELLING

    def _put(self, unit: Unit, owner: str, what: str) -> None:
        item = self.text.items[unit.item]
        if what == "karte" and unit.cards:
            self._card(unit, owner)
        elif what == "wen":
            self.targets.append((owner, unit, self._target(unit)))
        elif unit.value is not None and (what or owner in ("egal", "drin")):
            self._number(unit, owner, what)
            return
        elif unit.kind == "trait" and self._gone(unit):
            for person in self._people(K) + ([self._helping()] if self.helper else []):
                person.classless = True
        elif what == "unbekannt" and not self._gone(unit):
            for person in self._people(owner):
                person.unknown.append(self._written(unit))
        if item.place >= 0 and (what or owner in ("drin", "NEG")):
            self.table.used.add(item.place)

    def _number(self, unit: Unit, owner: str, what: str) -> None:
        done = True
        if owner in FOES:
            done = self._of_foe(unit, self._foe(owner), owner, what)
        elif owner == OURS and what == "gesamt":
            self.table.team_total = unit.value
        elif owner == T and what == "stufe":
            self.table.levels_of_others.append(unit.value or 1)
        elif owner == "egal":
            self.table.aside += 1
        elif owner in (K, H, OURS):
            done = {self._of_person(unit, person, owner, what) for person in self._people(owner)} == {True}
        if done:
            self.table.used.add(self.text.items[unit.item].place)

    # Monsters

    def _of_foe(self, unit: Unit, foe: Foe, owner: str, what: str) -> bool:
        """Put a number beside a monster; False where it contradicts what is known."""
        value = abs(unit.value or 0)
        if what == "stufe":
            same = foe.level in (None, value)
            foe.level = foe.level if foe.level is not None else value
            return same
        if what == "bonus":
            self._strengthen(unit, foe, owner)
        elif what == "gesamt":
            self.counts[owner] = value
        elif what == "anzahl":
            foe.times = max(1, min(value, MOST_LIKE))
        elif what == "schaetze":
            foe.treasures = value
        elif what == "weg":
            foe.run_away += self._signed(unit)
        elif what == "gegen":
            self.against.append((owner, unit))
        return True

    def _strengthen(self, unit: Unit, foe: Foe, owner: str) -> None:
        """Add what makes a monster stronger, unless it is that of the card just named."""
        value, thing = self._signed(unit), self.thing
        self.thing = None
        printed = (self.facts[foe.card].get("modifiers") or ()) if foe.card else ()
        if self._against(unit) and any(row.get("strength") == value for row in printed):
            return
        if thing and isinstance(thing[0], str) and unit.item - thing[2] <= THING and thing[1] == owner:
            facts = self.facts[thing[0]]
            worth = facts.get("strength") if facts["kind"] == "monster-boost" else facts.get("bonus")
            if (worth is not None and abs(worth) == abs(value)) or self._on_monsters(thing[0], value):
                return
            if worth is None and self._described(thing[0], value, foe):
                return
        foe.strength += value

    def _against(self, unit: Unit) -> bool:
        beside = self.text.items[unit.item + 1 : unit.item + 3]
        return any(item.sort == "against" or item.key in ("gegen", "bei") for item in beside)

    def _described(self, card: str, value: int, foe: Foe) -> bool:
        """Write the number of a card that has none in the books onto it."""
        facts = self.facts[card]
        if card in foe.boosts:
            foe.boosts[foe.boosts.index(card)] = described(facts, strength=value)
            return True
        for place, (one, side) in enumerate(self.table.played):
            if one == card:
                self.table.played[place] = (described(facts, bonus=value), side)
                return True
        return False

    def _settle(self) -> None:
        """Lay the monsters out, with what counts only against somebody; what is a total holds what is known."""
        self._modify()
        for owner, total in self.counts.items():
            foe = self._foe(owner)
            known = foe.level if foe.level is not None else _printed(foe, self.facts)
            if known is None:
                foe.level = total
            else:
                foe.strength = total - known - sum(_strength(one, self.facts) for one in foe.boosts)
        self._tag()
        self._hold()
        for owner in FOES:
            if owner in self.foes:
                foe = self.foes[owner]
                self.table.foes += [foe.copy() for _ in range(max(1, foe.times))]
        self._share_out()

    def _tag(self) -> None:
        """„ein untotes Monster“: the sort of the one that has no name."""
        nameless = [foe for foe in self.foes.values() if foe.card is None]
        for sort in (item.sort for item in self.text.items if item.sort in TAGS):
            if nameless:
                nameless[-1].tags = [TAGS[sort]]

    def _hold(self) -> None:
        """Ask how a weapon is held beside one that needs both hands."""
        for person in self.table.people.values():
            told = [card for card in person.cards if isinstance(card, dict)]
            if any(card.get("hands") for card in told):
                free = [one["name"] for one in told if not one.get("hands") and self._held(one)]
                self.table.open += [f"Wie viele Hände braucht „{name}“?" for name in free[:1]]

    def _held(self, card: dict[str, Any]) -> bool:
        return not card.get("slot") and card["kind"] == "item" and card["name"].casefold() in said("single")

    def _share_out(self) -> None:
        """Turn totals beside a level into what comes on top of the level."""
        fighter, helper = self.table.people[self.table.fighter], self.table.people.get(self.helper)
        team = self.table.team_total
        if team is not None and fighter.level is not None:
            fighter.total = team - (_worth(helper) if helper else 0)
            self.table.team_total = None
            fighter.bonus, fighter.cards = [], [one for one in fighter.cards if self._is_trait(one)]
        for person in self.table.people.values():
            if person.total is None or person.level is None:
                continue
            if _worth(person) + sum(bonus_of(one, self.facts) for one in person.cards) != person.total:
                person.bonus.append(person.total - person.level)
            person.total, person.counted = None, True

    def _is_trait(self, card: Any) -> bool:
        return isinstance(card, str) and self.facts[card]["kind"] in TRAITS

    def _modify(self) -> None:
        """Bring every „+4 gegen …“ together with the word for whom it counts."""
        taken: list[int] = []
        for owner, unit in self.against:
            near = sorted(self.targets, key=lambda one: (one[1].item in taken, abs(one[1].item - unit.item)))
            taken += [one[1].item for one in near[:1]]
            if not near or not near[0][2]:
                self.table.used.discard(self.text.items[unit.item].place)
                continue
            trait, foe = near[0][2], self._foe(owner)
            known = self.facts[foe.card].get("modifiers") or () if foe.card else ()
            if not any(row.get("vs") == trait for row in [*known, *foe.modifiers]):
                foe.modifiers.append({"vs": trait, "strength": self._signed(unit)})


def _printed(foe: Foe, facts: Facts) -> int | None:
    level = facts[foe.card].get("level") if foe.card else None
    return int(level) if isinstance(level, int) else None


def _strength(card: Any, facts: Facts) -> int:
    return int(facts_of(card, facts).get("strength") or 0)


def _worth(person: Person) -> int:
    return (person.level or person.total or 0) + sum(person.bonus)


def assembled(text: Text, mentions: Sequence[Mention], roles: Sequence[str], facts: Facts) -> Table:
    """Return the table that a row of parts describes."""
    return Assembly(text, mentions, roles, facts).read()
