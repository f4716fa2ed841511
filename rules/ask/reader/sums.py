"""Numbers of a question that add up: bonuses, what a card gives, totals, cards in hand."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.printed import printed
from rules.ask.reader.numbers import Numbers
from rules.ask.table import ME, Foe, Person, described, has


class Sums(Numbers):
    """What a number adds, and to whom."""

    def _is_bonus(self, place: int, mention: Mention) -> bool:
        sign = self._sign(place, mention)
        armed = "gerustet" in self._keys(mention.end, mention.end + 4)
        if sign is None and self._said(place, "um") and armed:
            self._me().bonus.append(mention.number)
            return True
        sign = (
            sign
            or self._before_item(place, mention)
            or self._behind_item(place, mention)
            or self._second_of_two(place, mention)
        )
        if sign is None:
            return False
        onto = self._onto(mention)
        if onto & said("ours"):
            # „jemand wirft +3 auf meine Seite“
            self.here = self.table.person(ME)
        elif said("onto") & onto:
            # „jemand spielt +10 auf das Monster“
            foe = self.table.foes[-1] if self.table.foes else self._foe(Foe())
            foe.strength += sign * abs(mention.number)
            return True
        value = sign * abs(mention.number)
        if self._keys(mention.start - 2, mention.start) & said("apiece") - said("article"):
            # „jeder +3“
            for person in self._fighting():
                person.bonus.append(value)
            return True
        self._add(value, place)
        return True

    def _fighting(self) -> list[Person]:
        """Return everybody who is told of, the speaker where nobody is."""
        return [one for one in self.table.people.values() if one.told or one.helps] or [self._me()]

    def _onto(self, mention: Mention) -> frozenset[str]:
        """Return where something is put: the two words behind „auf“."""
        keys = [token.key for token in self.tokens[mention.end : mention.end + 5]]
        keys = list(takewhile(lambda key: key not in ".,;:!?", keys))
        for place, key in enumerate(keys):
            if key in ("auf", "aufs", "furs", "fur"):
                return frozenset(keys[place + 1 : place + 4])
        return frozenset()

    def _before_item(self, place: int, mention: Mention) -> int | None:
        """„ein 3 Schwert“, „um 4 bessere Rüstung“"""
        follows = self._next(place)
        if not (follows and follows.is_word("item")) or self.tokens[mention.end].key in (",", ":", "+"):
            return None
        if self._gap(mention, follows) > (3 if self._said(place, "um") else 1):
            return None
        self.item = None
        return 1

    def _behind_item(self, place: int, mention: Mention) -> int | None:
        """„das Schwert bringt 3“"""
        if not isinstance(self.item, dict) or self._gap(self._next(place, -1), mention) > 3:
            return None
        giving = self._keys(self.item["place"], mention.start) & said("giving")
        return 1 if giving or mention.number == 0 else None

    def _second_of_two(self, place: int, mention: Mention) -> int | None:
        """„+3 und 2“: the second one adds, too."""
        levelled = isinstance(self.here, Person) and self.here.level is not None
        if not (levelled and self._near(place, -1, 0, "both") and 0 < mention.number < 10):
            return None
        before = self._next(place, -2)
        return 1 if before and before.kind == "number" and self._gap(before, mention) <= 1 else None

    def _add(self, value: int, place: int) -> None:
        item = self.item
        self.item = None
        self.close = self._gap(self._next(place, -1), self.mentions[place]) <= 1
        if isinstance(item, str) and self._of_card(item, value):
            return
        if isinstance(item, dict) and not isinstance(self.here, Foe):
            owner = self.here if isinstance(self.here, Person) else self._me()
            self._add_item(owner, item, value, self._onto(self.mentions[place]))
            return
        if isinstance(self.here, Foe):
            self.here.strength += value
            return
        owner = self.here or self._me()
        owner.bonus.append(value)
        self.given = (owner.bonus, value)

    def _add_item(self, owner: Person, item: dict[str, Any], value: int, onto: frozenset[str]) -> None:
        if item["kind"] == "one-shot":
            before = self._keys(item["place"] - 4, item["place"]) & {"monster", "monsters"}
            theirs = (before or onto & said("onto")) and not onto & said("ours")
            played = {"name": item["name"], "kind": "one-shot", "bonus": value}
            self.table.played.append((played, "monsters" if theirs else "munchkins"))
            return
        row = {"name": item["name"], "kind": item["kind"], "bonus": value}
        if item.get("slot"):
            row["slot"] = item["slot"]
            # „zwei Fahrzeuge, eins plus 2, das andere plus 4“
            self.item = {**item}
        owner.cards.append(row)
        self.given = (owner.cards, row)

    def _of_card(self, card: str, value: int) -> bool:
        """The number behind a card is its own: nothing new where it is known, else what the card gives."""
        facts = self.facts[card]
        for name in ("bonus", "strength"):
            if facts.get(name) is not None:
                return bool(facts[name] == value) or self.close
        if card in self.table.events:
            return abs(value) in printed(facts)
        row = described(facts, **{"strength" if facts["kind"] == "monster-boost" else "bonus": value})
        for person in self.table.people.values():
            if card in person.cards:
                person.cards[person.cards.index(card)] = row
                return True
        for foe in self.table.foes:
            if card in foe.boosts:
                foe.boosts[foe.boosts.index(card)] = row
                return True
        for index, (known, side) in enumerate(self.table.played):
            if known == card:
                self.table.played[index] = (row, side)
                return True
        return False

    def _item_value(self, place: int, value: int) -> bool:
        before = self._next(place, -1)
        if before is None or self._gap(before, self.mentions[place]) > 1 or value > 10:
            return False
        self._add(value, place)
        return True

    def _is_cards(self, place: int, mention: Mention) -> bool:
        follows = self._next(place)
        if not (follows and follows.is_word("handcards") and self._gap(mention, follows) <= 1):
            return False
        owner = self.here if isinstance(self.here, Person) else self.table.person(ME)
        near = [self._next(place, ahead) for ahead in (2, 3, -1, -2)]
        away = self._clause(place) & said("away")
        able = any(has(card, "discard_for_strength", self.facts) for card in owner.cards)
        if (
            away
            or (self.anew and able)
            or any(
                other and other.is_word("discards") and abs(other.start - mention.start) < 8 for other in near
            )
        ):
            owner.discards = mention.number
        else:
            owner.hand_count = mention.number
        return True

    def _on_discards(self, place: int, mention: Mention) -> None:
        """„und wenn ich eine Karte wegschmeiß?“: one card, without a number."""
        before = self._next(place, -1)
        if (
            not self.anew
            or before is None
            or not before.is_word("handcards")
            or self._gap(before, mention) > 1
        ):
            return
        if self._keys(before.start - 1, before.start) & said("one_card"):
            (self.here if isinstance(self.here, Person) else self.table.person(ME)).discards = 1

    def _is_treasures(self, place: int, mention: Mention) -> bool:
        follows = self._next(place)
        if not (
            follows
            and follows.is_word("treasures", "gold", "grade", "points", "hands")
            and self._gap(mention, follows) <= 1
        ):
            return False
        if follows.is_word("treasures") and isinstance(self.here, Foe):
            self.here.treasures = mention.number
        return True

    def _is_total(self, place: int, mention: Mention) -> bool:
        """„zusammen 14“, „wir kommen zusammen auf 14“: a sum, of all or of one."""
        here = self.here
        ours = (
            self._near(place, -1, 2, "we") and self._near(place, -2, 3, "total") and self._said(place, "auf")
        )
        before = self._near(place, -1, 2, "total", "strength")
        if not (before or ours or self._near(place, 1, 0, "total")):
            return False
        if isinstance(here, Foe) and self._foe_level(here) is None and self._near(place, -1, 2, "strength"):
            return False
        both = self._near(place, -2, 4, "we") or any(p.helps for p in self.table.people.values())
        if isinstance(here, Person) and here.level is not None:
            here.bonus.append(mention.number)
        elif both:
            self.table.team_total = mention.number
        else:
            (here if isinstance(here, Person) else self.table.person(ME)).total = mention.number
        return True
