"""What the words of a fight settle by themselves: counts, things set aside, cards thrown away."""

from __future__ import annotations

from rules.ask.assembly.clauses import CLAUSE, DENYING
from rules.ask.assembly.listed import Listed
from rules.ask.assembly.plain import TAGS, Plain
from rules.ask.assembly.several import Several
from rules.ask.assembly.thrown import Thrown
from rules.ask.assembly.upon import upon
from rules.ask.clues import ENDS, NOTHING, Item, Text, Unit
from rules.ask.data import said
from rules.ask.table import TRAITS, Facts
from rules.ask.words import spelled

# How far a count stands from what it counts, a place from its thing, a thing from its number.
COUNTED, PLACED, WORTH, LOOKING = 7, 6, 4, 9
MOST_PLAYERS, FEWEST = 8, 2
FOE = ("monster", "monster_level")
LYING = frozenset(("in_hand", "in_backpack"))


def plainly(text: Text, facts: Facts) -> Plain:
    """Return what the words alone settle."""
    return _Reading(text, facts).read()


class _Reading(Thrown, Several, Listed):
    def read(self) -> Plain:
        for unit in self.text.units:
            if unit.cards and self.facts[unit.cards[0]]["kind"] in TRAITS:
                self._trait(unit)
            elif unit.kind == "name":
                self._thrown_by_name(unit)
            if unit.kind == "thing":
                self._several(unit)
            elif unit.value is not None:
                self._counted(unit)
                self._of_each(unit)
                self._unknown_several(unit)
        self.found.upon, asked = upon(self.text, self.facts)
        self.found.open += asked
        self._some_others()
        self._in_rows()
        self._joins_in()
        self.found.also = next(filter(None, map(self._also, range(len(self.items)))), "")
        for place, item in enumerate(self.items):
            self.found.one_thrown |= self._one_thrown(place)
            self._kind_thrown(place)
            if item.sort in LYING and item.key != "in":
                self._set_aside(place)
            sure = "oder" not in self._keys(place + 1, place + 3)
            if item.sort in TAGS and sure and self._says(place - 1, place, "no", "not"):
                self.found.untagged.add(TAGS[item.sort])
        for unit in filter(self._is_thing, self.text.units):
            self._dropped(unit)
        self.found.denied -= {
            unit.cards[0] for unit in self.text.units if unit.cards and unit.item not in self.found.roles
        }
        return self.found

    def _trait(self, unit: Unit) -> None:
        self._counts(unit)
        self._onlooker(unit)
        self._thrown(unit.item, unit.item, unit.cards[0])
        self._denied(unit)
        if self.items[unit.item + 1 : unit.item + 2] and self.items[unit.item + 1].sort == "helper":
            # „mein Cop-Helfer“
            self.found.roles.setdefault(unit.item, "H.karte")

    # How many have a trait

    def _counts(self, unit: Unit) -> None:
        card = unit.cards[0]
        if not self._bound(card):
            return
        found = self._before(unit)
        if found is None:
            return
        place, value, end = found
        self.found.counts[card] = (value, self._among(place, end))
        if self._mine(place, end):
            self.found.mine.append(card)
        for at in range(place, end):
            if (at in self.units and self.units[at].kind not in ("me", "we")) or at == place:
                self.found.roles[at] = NOTHING
        for at in (place - 1, place - 2):
            # „mit mir 3 Kultisten“, „wir vier“: nobody helps.
            if at in self.units and self.units[at].kind in ("me", "we"):
                self.found.roles[at] = NOTHING

    def _onlooker(self, unit: Unit) -> None:
        """„Bene is auch Kultist“, „Hias ist Kultist, schaut aber nur zu“: who has a trait and does not fight."""
        at, also = unit.item - 1, False
        while at > 0 and set(self._keys(at, at + 1)) <= said("before_trait"):
            also |= self.items[at].key == "auch"
            at -= 1
        if not self._bound(unit.cards[0]) or not set(self._keys(at, at + 1)) & said("being_it") or not at:
            return
        who, item = self.units.get(at - 1), self.items[at - 1]
        named = who is not None and who.kind in ("person", "name") and item.key not in said("pronouns")
        strange = who is None and not item.sort and item.key.isalpha() and item.key not in said("empty")
        before = any(one.cards == unit.cards and one.item < at for one in self.text.units)
        if named and self._looks_on(unit.item):
            self.found.roles |= {at - 1: "T", unit.item: "T.karte"}
        elif not before or not (named or (strange and also)):
            return
        self.found.onlookers += [(unit.cards[0], name) for name in self._joined_names(at - 1)]

    def _joined_names(self, at: int) -> list[str]:
        """„Anna und Bea sind …“: the name at a place, and those that are joined to it."""
        names = [self._keys(at, at + 1)[-1]]
        if not set(self._keys(at + 1, at + 2)) & said("being_several"):
            return names
        while at > 1 and self.items[at - 1].key in said("joining") | {","}:
            at -= 2
            word = self._keys(at, at + 1)[-1]
            if self.items[at].sort not in ("", "person") or not word.isalpha():
                break
            names.append(word)
        return names

    def _looks_on(self, place: int) -> bool:
        """„…, schaut aber nur zu“: say whether the same sentence goes on so."""
        end = place + 1
        while end < len(self.items) and self.items[end].key not in ENDS and end - place <= LOOKING:
            end += 1
        keys = set(self._keys(place, end))
        stays = keys & said("looking_on") and keys & said("looking_parted")
        helps = any(
            left.sort == "helps" and DENYING.intersection(one.sort for one in self.items[at + 1 : at + 3])
            for at, left in enumerate(self.items[place:end], place)
        )
        return bool(stays or keys & said("staying_out") or helps)

    def _some_others(self) -> None:
        """„ein paar andere“, „mehrere Kultisten“: some have a trait, and nobody says how many."""
        bound = {one.cards[0] for one in self.text.units if one.cards and self._bound(one.cards[0])}
        for place, item in enumerate(self.items):
            ahead = range(place + 1, min(len(self.items), place + 4))
            behind = range(place - 1, max(-1, place - 6), -1)
            if item.key in said("some") and (self._others(ahead, bound) or self._others(behind, bound)):
                self.found.some |= bound

    def _others(self, places: range, bound: set[str]) -> bool:
        """Say whether others are spoken of, or several that have a trait, before the sentence ends."""
        for at in places:
            if self.items[at].key in ENDS:
                return False
            unit, word = self.units.get(at), self._keys(at, at + 1)[0]
            named = unit and unit.cards and unit.cards[0] in bound
            if self.items[at].sort == "others" or word.startswith("ander"):
                return True
            if named and (places.step > 0 or word.endswith("n")):
                return True
        return False

    def _also(self, place: int) -> str:
        """„der trägt sie auch“, „ich bin auch einer“: who is the same as the one before."""
        if self.items[place].key != "auch":
            return ""
        beside = self._keys(place - 1, place) + self._keys(place + 1, place + 3)
        near = [self.units[at] for at in range(place - 3, place + 4) if at in self.units]
        if not set(beside) & said("the_same") or any(
            one.cards or one.kind in ("trait", "thing") for one in near
        ):
            return ""
        for at in self._from(place, -1, CLAUSE):
            if self.items[at].key in ENDS:
                break
            unit = self.units.get(at)
            if unit and unit.kind in ("me", "helper", "person", "name"):
                if unit.kind == "person" and self._keys(at, at + 1)[0] in said("the_same"):
                    continue
                return "me" if unit.kind == "me" else "other"
        return ""

    def _of_each(self, unit: Unit) -> None:
        """„wir beide jeweils lvl 6 und je +1“: the number is that of both who fight."""
        before = self.items[max(0, unit.item - 2) : unit.item]
        level = bool(before) and before[-1].sort == "level"
        each = before[-2:-1] if level else before[-1:]
        together = {item.sort for item in self.items[: unit.item]} & {"we", "players"}
        if together and each and each[0].key in said("of_each") and (level or unit.sign):
            self.found.roles[unit.item] = "wir.stufe" if level else "wir.bonus"

    def _counted(self, unit: Unit) -> None:
        """„zwei ganz tolle Freunde“: the number only counts whom the words name next."""
        value = unit.value or 0
        if self._keys(unit.item, unit.item + 2) in (["eins", "mit"], ["eines", "mit"]):
            # „zwei Monster, eins mit 3“
            self.found.roles[unit.item] = NOTHING
        if self._aimed_at(unit.item):
            self.found.roles[unit.item] = NOTHING
        spelt = self.text.tokens[self.items[unit.item].start].text.isalpha()
        if unit.sign or not spelt or not FEWEST <= value <= MOST_PLAYERS:
            return
        if unit.item and self.items[unit.item - 1].sort in ("level", "bonus", "plus", "minus", "strength"):
            return
        for at in range(unit.item + 1, min(len(self.items), unit.item + 4)):
            if self.items[at].key in said("companions"):
                self.found.roles[unit.item] = NOTHING
            if self.items[at].key in ENDS or self.items[at].key == "," or at in self.units:
                return

    def _aimed_at(self, place: int) -> bool:
        """„Monster 15 … schaffen wir 18?“: a number at the end that says again what has to be reached."""
        asked = [item.sort for item in self.items[max(0, place - 2) : place]]
        ended = place + 1 == len(self.items) or self.items[place + 1].key in ENDS
        told = any(
            item.sort == "card:monster" or (item.sort in FOE and self._says(at + 1, at + 2, "#"))
            for at, item in enumerate(self.items[: place - 2])
        )
        return ended and told and asked in (["wins", "we"], ["wins", "me"])

    def _before(self, unit: Unit) -> tuple[int, int, int] | None:
        """Return where the count of a trait stands, the count, and where its words end."""
        for place in range(unit.item - 1, max(-1, unit.item - COUNTED), -1):
            item = self.items[place]
            if item.sort.startswith("#"):
                return self._number(place, unit)
            if item.sort == "others" or item.sort == "person":
                value = spelled(self.text.tokens[item.start].key)
                if value and value >= FEWEST:
                    return place, value, unit.item + 1
            if not set(self._keys(place, place + 1)) <= said("counting"):
                return None
        return None

    def _number(self, place: int, unit: Unit) -> tuple[int, int, int] | None:
        number = self.units.get(place)
        before = self.items[place - 1] if place else None
        if (
            number is None
            or number.sign
            or number.value is None
            or not FEWEST <= number.value <= MOST_PLAYERS
        ):
            return None
        if before and (before.sort in ("level", "bonus", "plus", "minus") or before.key == "auf"):
            return None
        end = unit.item + 1
        after = self.items[end : end + 2]
        if len(after) == 2 and after[0].key in ("von", "der") and after[1].sort.startswith("#"):
            end += 2
        return place, number.value, end

    def _among(self, place: int, end: int) -> str:
        """Say whether a count holds all who have it, or the others alone."""
        near = set(self._keys(place - 2, end))
        if near & said("besides"):
            return "others"
        wide = set(self._keys(place - 4, end + 2))
        if wide & said("altogether") or (end - place > 1 and self._keys(end - 2, end - 1) == ["von"]):
            return "all"
        if any(one.sort == "players" for one in self.items) or self._mine(place, end):
            return "all"
        return ""

    def _mine(self, place: int, end: int) -> bool:
        """„mit mir 3“, „wir vier Kultisten“, „ich bin einer“, „ich auch“: the speaker is one of them."""
        before, after = self._keys(place - 2, place), self._keys(end, end + 6)
        rows = (" ".join(before), " ".join(after))
        return (
            rows[0].endswith(("mit mir", "wir"))
            or any(f" {row}" in f" {rows[1]}" for row in ("ich bin einer", "ich bin eine", "einer bin ich"))
            or (bool({"uns", "wir"} & set(self._keys(place - 2, end))) and "ich auch" in rows[1])
        )

    # Things that lie where they do not count

    def _set_aside(self, place: int) -> None:
        for thing in self._lying(place):
            if self._keys(place, place + 1)[:1] == ["in"]:
                if thing.cards and self.facts[thing.cards[0]].get("hands"):
                    # What is made for a hand is held in it.
                    continue
                # A sword „in der Hand“ may be held or not yet be laid out.
                self.found.open.append(f"Ist „{self._written(thing)}“ ausgelegt oder noch auf der Hand?")
                continue
            self.found.roles[thing.item] = NOTHING
            # Named again, it lies where it lay.
            for other in self.text.units:
                if thing.cards and other.cards == thing.cards:
                    self.found.roles[other.item] = NOTHING
            worth = self._worth(thing)
            if worth:
                self.found.roles[worth.item] = NOTHING
                self.found.idle.append(worth.value or 0)

    def _lying(self, place: int) -> list[Unit]:
        ahead, behind = self._thing(place, 1), self._thing(place, -1)
        before = [key for key in self._keys(place - 3, place) if key not in said("lying")]
        first = not before or before[-1] in {",", "und", "aber", "(", *ENDS}
        bracketed = place > 0 and self.items[place - 1].key == "("
        listing = place + 1 < len(self.items) and self.items[place + 1].key in ("(", ":")
        chosen = ahead if (first or listing) and ahead and not bracketed else behind or ahead
        if not chosen:
            return []
        joints = said("joining") | {","} if listing else said("joining")
        row = self._joined(chosen, 1 if chosen is ahead else -1, joints)
        return [one for one in row if not self._may_be_played(one)]

    def _joined(self, unit: Unit, step: int, joints: frozenset[str] | set[str]) -> list[Unit]:
        """Return a thing and those that are joined to it: „auf der Hand: Kerze und Stake Spear“."""
        row, at, joined = [unit], unit.item + step, False
        while 0 <= at < len(self.items):
            other = self.units.get(at)
            if other and joined and self._is_thing(other):
                row.append(other)
                joined = False
            elif self.items[at].key in joints:
                joined = True
            elif self.items[at].key not in said("article"):
                break
            at += step
        return row

    def _may_be_played(self, unit: Unit) -> bool:
        return self.items[unit.item].sort in ("one_shot", "ally") or any(
            self.facts[card]["kind"] != "item" for card in unit.cards
        )

    def _thing(self, place: int, step: int) -> Unit | None:
        for at in self._from(place, step, PLACED):
            item, unit = self.items[at], self.units.get(at)
            if item.key in ENDS - {":"} or (item.key == "," and step > 0):
                return None
            if unit and self._is_thing(unit):
                return unit
        return None

    def _worth(self, thing: Unit) -> Unit | None:
        for step in (1, -1):
            for at in self._from(thing.item, step, WORTH if step > 0 else 2):
                item, unit = self.items[at], self.units.get(at)
                if unit and unit.value is not None:
                    return unit if self._worthy(item, at) else None
                if (unit and unit.kind == "thing") or item.key in ENDS or item.key in (",", "und"):
                    break
        return None

    def _worthy(self, item: Item, at: int) -> bool:
        return not (at and self.items[at - 1].sort in ("level", "monster_level"))
