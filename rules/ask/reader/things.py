"""Cards and things of a question: each goes to the person or monster that it is said of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ask.data import said, slot_of
from rules.ask.mentions import Mention
from rules.ask.reader.monsters import Monsters
from rules.ask.table import HELPER, ME, TRAITS, Person
from rules.ask.words import spelled

WORN = frozenset(("item", "ally", "hireling", "minion", "mook"))
EVENTS = frozenset(("curse", "trap", "level-up"))
MOST_PLAYERS = 6


def _in_fight(card: Mapping[str, Any]) -> bool:
    """Say whether a card is played into a fight and then does what it says."""
    return card["kind"] == "special" and bool((card.get("play_when") or {}).get("fight"))


class Things(Monsters):
    """What somebody has, wears or plays."""

    def _on_item(self, place: int, mention: Mention) -> None:
        word = self.tokens[mention.start].key
        if self._denied(place) or self._near(place, -1, 1, "number"):
            return
        self.item = {
            "name": self.tokens[mention.start].text,
            "kind": "item",
            "slot": slot_of(word),
            "place": mention.start,
        }
        if (
            word in said("single")
            and not self._near(place, 1, 3, "plus", "bonus", "minus")
            and not self._numbered(place)
        ):
            owner = self.here if isinstance(self.here, Person) else self.table.person(ME)
            owner.unknown.append(self.tokens[mention.start].text)

    _on_headgear = _on_armor = _on_footgear = _on_item

    def _on_in_hand(self, place: int, mention: Mention) -> None:
        """„ein Schwert +5 auf der Hand, nicht ausgelegt“: it does nothing yet."""
        if self.given and self.tokens[mention.start].key not in ("in",):
            owner, what = self.given
            # An ally comes into play whenever one likes.
            if what in owner and not (isinstance(what, dict) and what["kind"] == "ally"):
                owner.remove(what)
            self.given = None

    def _on_vehicle(self, place: int, mention: Mention) -> None:
        self.item = {"name": "Fahrzeug", "kind": "item", "slot": "vehicle", "place": mention.start}

    def _on_one_shot(self, place: int, mention: Mention) -> None:
        if not self._denied(place):
            self.item = {"name": self.tokens[mention.start].text, "kind": "one-shot", "place": mention.start}

    def _on_ally(self, place: int, mention: Mention) -> None:
        if not self._denied(place):
            self.item = {"name": "Verbündeter", "kind": "ally", "place": mention.start}

    def _box(self, place: int, mention: Mention) -> None:
        """A box lies on the table, not before anybody."""

    def _card(self, place: int, mention: Mention) -> None:
        card = mention.cards[0]
        facts = self.facts[card]
        kind = str(facts["kind"])
        if kind == "monster":
            self._monster_card(card)
        elif kind == "wandering-monster":
            self._on_wandering(place, mention)
        elif kind in TRAITS:
            self._trait(place, mention, card)
        elif kind == "monster-boost":
            self._boost_card(card)
        elif kind == "one-shot":
            self._one_shot(place, card)
        elif (kind in EVENTS or _in_fight(facts)) and facts.get("effects"):
            self._event(place, card)
        elif kind in WORN or kind == "special":
            self._worn(place, card)
        else:
            self.item = card

    def _trait(self, place: int, mention: Mention, card: str) -> None:
        if self._opposed(place):
            # A trait behind „gegen“ without a number of its own says nothing new.
            self.item = None
            return
        if self._denied(place):
            if self.anew:
                self._take_back(card)
            (self.here if isinstance(self.here, Person) else self.table.person(ME)).lacks.add(card)
            return
        if self._of_us(place, mention, card) or self._of_others(place, mention, card):
            return
        person = self._owner(place, mention)
        if any(
            other and other.is_word("discards") and abs(other.start - mention.start) <= 4
            for other in (self._next(place), self._next(place, -1))
        ):
            if card in person.cards:
                person.cards.remove(card)
            return
        self._give_trait(person, mention, card)

    def _of_us(self, place: int, mention: Mention, card: str) -> bool:
        """„wir sind beide Zwerge“, „zwei Krieger: ich …, er …“: everybody who fights has it."""
        before = [self._next(place, back) for back in (-1, -2)]
        near = [one for one in before if one and self._gap(one, mention) <= 4]
        ours = any(one.is_word("we") and not self._keys(one.start, one.end) & said("owning") for one in near)
        both = any(one.is_word("both") and self.tokens[one.start].key in said("all") for one in near[:1])
        if not (ours or both) or any(one.kind == "person" for one in near):
            return False
        self.table.ours.append(card)
        self.table.together = True
        self.table.used.update(place - 1 - at for at, one in enumerate(near) if one.kind == "number")
        return True

    def _settle_ours(self) -> None:
        """Give everybody who fights what is said of all."""
        for card in self.table.ours:
            fighting = [one for one in self.table.people.values() if one.told] or [self.table.person(ME)]
            if len(fighting) == 1:
                fighting.append(self.table.person(HELPER if fighting[0].id == ME else ME))
                fighting[1].helps = fighting[1].id != ME
            for person in fighting:
                if card not in person.cards:
                    person.cards.append(card)
        self.table.ours = []

    def _of_others(self, place: int, mention: Mention, card: str) -> bool:
        """„zwei Kultisten“, „zwei andere sind Kultisten“: how many of the others have it."""
        before = self._next(place, -1)
        if before is None or self._gap(before, mention) > 4:
            return False
        if before.kind == "number":
            if before.signed or before.number > MOST_PLAYERS or place - 1 in self.table.used:
                return False
            self.table.others_with[card] = before.number
            self.table.used.add(place - 1)
            return True
        if not (before.is_word("others") or (before.kind == "person" and before.name == "andere")):
            return False
        count = self._next(place, -2)
        said = spelled(self.tokens[before.start].key) or 1
        self.table.others_with[card] = count.number if count and count.kind == "number" else said
        return True

    def _give_trait(self, person: Person, mention: Mention, card: str) -> None:
        if self._second(person, card):
            if self.anew:
                kind = self.facts[card]["kind"]
                person.cards = [
                    one
                    for one in person.cards
                    if not (isinstance(one, str) and self.facts[one]["kind"] == kind)
                ]
            else:
                # Nobody has two of a kind: somebody else speaks.
                person = self.table.person(f"zweite{len(self.table.people)}", mention.gender)
                self.here = self.someone = person
        if card not in person.cards:
            person.cards.append(card)
        if mention.gender and not person.gender:
            person.gender = mention.gender

    def _take_back(self, card: str) -> None:
        """„und ohne das Necronomicon?“"""
        for person in self.table.people.values():
            if card in person.cards:
                person.cards.remove(card)
                person.lacks.add(card)
        for foe in self.table.foes:
            if card in foe.boosts:
                foe.boosts.remove(card)
        self.table.played = [one for one in self.table.played if one[0] != card]

    def _second(self, person: Person, card: str) -> bool:
        """Say whether this is one trait too many for one person."""
        kind = self.facts[card]["kind"]
        more = {"class": "super-munchkin", "race": "halb-blut"}.get(str(kind), "agent")
        own = [
            one
            for one in person.cards
            if isinstance(one, str) and one != card and self.facts[one]["kind"] == kind
        ]
        named = (str(card) for one in self.mentions if one.kind == "card" for card in one.cards)
        allowed = any(more in one for one in named) or kind in ("power", "training")
        return bool(own) and not allowed

    def _event(self, place: int, card: str) -> None:
        """A curse that hits, a level that is drawn: what it does, the resolver knows."""
        if not self._denied(place) and card not in self.table.events:
            self.table.events.append(card)
        self.item = card

    def _one_shot(self, place: int, card: str) -> None:
        side = "monsters" if self._for_monsters(place) else "munchkins"
        if not any(known == card for known, _ in self.table.played):
            self.table.played.append((card, side))
        self.item = card

    def _for_monsters(self, place: int) -> bool:
        """Say whether it is played on the monsters' side."""
        words = self._clause(place)
        if words & said("monster_side"):
            return True
        ours = words & {"seite", "fur"} and words & said("ours")
        return bool(words & said("onto") and words & said("for_them")) and not ours

    def _clause(self, place: int) -> set[str]:
        """Return the words around a mention, as far as the next sign."""
        start, end = self.mentions[place].start, self.mentions[place].end
        first, last = start, end
        while first > max(0, start - 8) and self.tokens[first - 1].kind != "sign":
            first -= 1
        while last < min(len(self.tokens), end + 8) and self.tokens[last].kind != "sign":
            last += 1
        return self._keys(first, last)

    def _worn(self, place: int, card: str) -> None:
        if self._denied(place):
            self._take_back(card)
            return
        person = self._his(self.mentions[place]) or (self.here if isinstance(self.here, Person) else None)
        if person is None:
            person = self.someone if self.someone and not self.table.people.get(ME) else self._me()
        hand = self._near(place, 1, 3, "in_hand") and self.tokens[self.mentions[place + 1].start].key != "in"
        self.given = None
        if not any(card in one.cards or card in one.hand for one in self.table.people.values()):
            (person.hand if hand else person.cards).append(card)
        self.item = None if self.facts[card]["kind"] == "special" else card
