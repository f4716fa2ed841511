"""A further question about the table that lies there: what is said anew replaces, adds to or takes back what was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ask.data import said, slot_of
from rules.ask.mentions import Mention
from rules.ask.reader.looking import PRONOUNS
from rules.ask.reader.walk import Walk
from rules.ask.table import ME, TRAITS, Foe, Person, Table, met_by_hand
from rules.ask.words import Token, key, spelled

HIGHEST = 10
# How many words may lie between a class and that it is thrown away.
BESIDE = 3


class Reader(Walk):
    """What changes when somebody goes on: „ohne die +3“, „mit +5 statt +2“, „gegen den Shoggoth“, „wir beide“."""

    def read_on(self, tokens: Sequence[Token], mentions: Sequence[Mention]) -> Table:
        """Read a further question about the same table."""
        people = list(self.table.people.values())
        self.tokens, self.mentions, self.table.used, self.anew = tokens, mentions, set(), True
        self.here = self.speaker = self.item = self.given = None
        self.someone = next((one for one in reversed(people) if one.id != ME), None)
        self.words = {token.key for token in tokens}
        if ME not in self.table.people and len(people) == 1:
            self.here = people[0]
        elif not any(one.kind == "person" or one.is_word("me") for one in mentions):
            self.here = self._lacking()
        self.read()
        self._likewise()
        return self.table

    def _lacking(self) -> Person | None:
        """Return of whom nobody said the level yet: a bare „Stufe 4“ is about that one."""
        for person in self.table.people.values():
            fights = person.helps or person.id == ME or len(self.table.people) == 1
            if fights and person.level is None and person.total is None:
                return person
        return None

    def _taken(self, place: int) -> bool:
        """Say whether a further question takes away what stands here: „ohne …“, „statt …“."""
        start = self.mentions[place].start
        return self.anew and (self._denied(place) or bool(self._keys(start - 2, start) & said("instead")))

    # Numbers

    def _number(self, place: int, mention: Mention) -> None:
        if self.anew and len(self.mentions) == 1 and not mention.signed and (lacking := self._lacking()):
            # „Auf 5.“: nothing else was asked for.
            lacking.level, lacking.guessed = mention.number, False
            self.table.used.add(place)
            return
        instead = bool(self._keys(mention.start - 2, mention.start) & said("instead"))
        if self._thrown_anew(mention):
            self.table.used.add(place)
            return
        if self._taken(place) and (self._take_number(mention) or (instead and mention.signed)):
            self.table.used.add(place)
            return
        if self.anew and (self._hand(place, mention) or (mention.signed and self._instead(mention))):
            self.table.used.add(place)
            return
        super()._number(place, mention)

    def _take_number(self, mention: Mention) -> bool:
        """„ohne die +3“: a bonus, or a thing that has it, is taken back."""
        value = mention.number
        for person in self.table.people.values():
            if value in person.bonus:
                person.bonus.remove(value)
                return True
            worn = [one for one in person.cards if self._worth(one) == value]
            if worn and mention.signed:
                person.cards.remove(worn[-1])
                return True
        for foe in self.table.foes:
            if foe.strength == value:
                foe.strength = 0
                return True
        return False

    def _thrown_anew(self, mention: Mention) -> bool:
        """„und drei?“, where somebody throws cards away for strength."""
        throwing = [one for one in self.table.people.values() if one.discards]
        if len(throwing) != 1 or mention.signed or not all(self._of_throwing(one) for one in self.mentions):
            return False
        throwing[0].discards = mention.number
        return True

    def _of_throwing(self, mention: Mention) -> bool:
        return mention.kind == "number" or mention.is_word("handcards", "discards", "both")

    def _hand(self, place: int, mention: Mention) -> bool:
        """„und wenn ich 8 hab?“, where cards in the hand are counted."""
        if self._met_by_hand(place, mention):
            return True
        counted = [one for one in self.table.people.values() if one.hand_count]
        beside = self._near(place, -1, 3, "level") or self._near(place, 1, 2, "level")
        if not counted or self.table.foes or mention.signed or beside:
            return False
        counted[-1].hand_count = mention.number
        return True

    def _met_by_hand(self, place: int, mention: Mention) -> bool:
        """„drei“, „und wenns vier gewesen wären?“, where a monster is stronger by how many cards one holds."""
        alone = sum(one.kind == "number" for one in self.mentions) == 1 and not mention.signed
        around = any(
            one.kind in ("person", "card") or one.is_word("level", "helper") for one in self.mentions
        )
        if not alone or around or not any(met_by_hand(foe, self.facts) for foe in self.table.foes):
            return False
        self.table.person(
            ME if ME in self.table.people else next(iter(self.table.people), ME)
        ).hand_count = mention.number
        return True

    def _worth(self, card: Any) -> int | None:
        known = card if isinstance(card, dict) else self.facts[card]
        worth: int | None = known.get("bonus")
        return worth

    def _instead(self, mention: Mention) -> bool:
        """„und mit +5?“ is the bonus now; „noch +5“ comes on top."""
        here = self.here or self.table.people.get(ME)
        named = any(
            one.kind in ("person", "card") or one.is_word("item", "one_shot") for one in self.mentions
        )
        if named or self.words & said("on_top") or not isinstance(here, Person) or len(here.bonus) != 1:
            return False
        if mention.number < 0 or any(one.is_word("flees", "against", "monster") for one in self.mentions):
            return False
        here.bonus[0] = mention.number
        return True

    def _on_level(self, place: int, mention: Mention) -> None:
        """„und eine Stufe höher?“"""
        if not self.anew or self._near(place, 1, 3, "number"):
            return
        before = self.tokens[mention.start - 1].key if mention.start else ""
        steps = 1 if before in ("eine", "1", "ne", "einer") else spelled(before)
        after = self._keys(mention.end, mention.end + 2)
        sign = bool(after & said("higher")) - bool(after & said("lower"))
        here = self.here if isinstance(self.here, Person) else self.table.people.get(ME)
        if steps and sign and here and here.level:
            here.level = min(HIGHEST - 1, max(1, here.level + sign * steps))
            if self.mentions[place - 1].kind == "number":
                self.table.used.add(place - 1)

    # People

    def _person(self, place: int, mention: Mention) -> None:
        if self._taken(place) and (gone := self._meant(mention)):
            del self.table.people[gone]
            return
        super()._person(place, mention)
        beside = self.tokens[mention.start - 1].key if mention.start else ""
        if self.anew and beside == "mit" and self.table.foes and mention.name in self.table.people:
            # „und mit Lena, Stufe 4?“
            self.table.people[mention.name].helps = True
        elif (
            self.anew
            and self.table.foes
            and self.someone
            and (self._helps_before(place) or self._stands_by(mention))
        ):
            self.someone.helps = True

    def _meant(self, mention: Mention) -> str | None:
        """Return who of the table is meant: by name, or „sie“, who was named last."""
        if mention.name in self.table.people:
            return mention.name
        others = [one for one in self.table.people.values() if one.id != ME]
        fitting = [one.id for one in others if one.gender in ("", mention.gender)]
        return fitting[-1] if mention.name in PRONOUNS and fitting else None

    def _helps_before(self, place: int) -> bool:
        """„dann hilft mir Jana“: who helps stands behind the word."""
        before = [one for one in (self._next(place, -1), self._next(place, -2)) if one]
        beside = next((one for one in before if not one.is_word("me", "we")), None)
        return (
            beside is not None
            and beside.is_word("helps")
            and self.tokens[beside.start].key not in said("helping_myself")
            and self._gap(beside, self.mentions[place]) <= 3
        )

    def _stands_by(self, mention: Mention) -> bool:
        """„springt mir Lars bei“, „dafür steigt Lena ein“: the verb is parted, its end ends the clause."""
        ends = {*",;.!?", "und", ""}
        keys = [*(token.key for token in self.tokens), ""]
        parted = any(one in ("bei", "ein") and keys[at + 1] in ends for at, one in enumerate(keys[:-1]))
        return parted and bool(self._keys(mention.start - 3, mention.start) & said("standing_by"))

    def _on_helper(self, place: int, mention: Mention) -> None:
        if self._taken(place):
            self._on_alone(place, mention)
            return
        super()._on_helper(place, mention)

    def _on_me(self, place: int, mention: Mention) -> None:
        if self._taken(place) and len(self.table.people) > 1:
            self.table.people.pop(ME, None)
            return
        super()._on_me(place, mention)

    def _on_alone(self, place: int, mention: Mention) -> None:
        """„und allein?“, „und ohne Helferin?“"""
        if self.anew:
            for person in [one for one in self.table.people.values() if one.helps]:
                del self.table.people[person.id]
            self.table.together = False

    # Cards

    def _card(self, place: int, mention: Mention) -> None:
        card = mention.cards[0]
        if self._taken(place) and (self.facts[card]["kind"] in TRAITS or self._lies(card)):
            # „statt der Tommy Gun den Flamethrower“, „ohne das Necronomicon“
            self._take_back(card)
            return
        super()._card(place, mention)

    def _lies(self, card: str) -> bool:
        """Say whether a thing, a boost or a card that was played lies on the table."""
        worn = any(card in person.cards for person in self.table.people.values())
        boosting = any(card in foe.boosts for foe in self.table.foes)
        return worn or boosting or any(known == card for known, _ in self.table.played)

    def _trait(self, place: int, mention: Mention, card: str) -> None:
        both = self.anew and bool(self._keys(mention.start - 4, mention.start) & {"beide", "beiden", "alle"})
        if both and len(self.table.people) > 1:
            for person in self.table.people.values():
                self._give_trait(person, mention, card)
            return
        super()._trait(place, mention, card)

    def _on_discards(self, place: int, mention: Mention) -> None:
        """„und wenn sie die Klasse ablegt?“: her class is gone."""
        kinds = [word for word in TRAITS if self._near(place, -1, BESIDE, word)]
        here = self.here if isinstance(self.here, Person) else self.table.people.get(ME)
        if not kinds or here is None:
            super()._on_discards(place, mention)
            return
        for card in [one for one in here.cards if isinstance(one, str) and self.facts[one]["kind"] in kinds]:
            here.cards.remove(card)
            here.lacks.add(card)

    def _on_item(self, place: int, mention: Mention) -> None:
        if not self._taken(place) or not self._take_thing(mention):
            super()._on_item(place, mention)

    _on_headgear = _on_armor = _on_footgear = _on_item

    def _on_one_shot(self, place: int, mention: Mention) -> None:
        if not self._taken(place) or not self._take_thing(mention):
            super()._on_one_shot(place, mention)

    def _take_thing(self, mention: Mention) -> bool:
        """„und ohne das Schwert?“, „ohne den Trank“: a thing that only has a name."""
        name = self.tokens[mention.start].key
        for person in self.table.people.values():
            worn = [one for one in person.cards if self._called(one, name)]
            if worn:
                person.cards.remove(worn[-1])
                return True
        played = [
            one for one in self.table.played if isinstance(one[0], dict) and key(one[0]["name"]) == name
        ]
        if played:
            self.table.played.remove(played[-1])
        return bool(played)

    def _called(self, card: Any, word: str) -> bool:
        """Say whether a word means a thing: its name, or what is worn where it is worn: „ohne die Rüstung“."""
        if isinstance(card, dict):
            return key(card["name"]) == word
        known = self.facts[card]
        last = key(str(known["name"]).split()[-1])
        worn = known["kind"] == "item" and slot_of(word) is not None and known.get("slot") == slot_of(word)
        return bool(worn or last == word)

    def _likewise(self) -> None:
        """„der auch einer ist“: the trait of whom it was said last is the other's, too."""
        keys = [token.key for token in self.tokens]
        also = any(
            word in ("auch", "selber", "selbst")
            and set(keys[place + 1 : place + 3]) & {"einer", "eine", "eins", "so"}
            for place, word in enumerate(keys)
        )
        here = self.here if isinstance(self.here, Person) else None
        if not also or here is None:
            return
        for person in [one for one in self.table.people.values() if one is not here]:
            # „wenn ich kein Russe mehr bin?“ – „Kemal hilft, der ist selber einer“
            for card in [*person.cards, *sorted(person.lacks)]:
                trait = isinstance(card, str) and self.facts[card]["kind"] in TRAITS
                if trait and not self._second(here, card) and card not in here.cards:
                    here.cards.append(card)

    # Monsters

    def _monster_card(self, card: str) -> None:
        known = any(foe.card == card for foe in self.table.foes)
        if self.anew and not known and (self.words & said("instead") or not self.words & said("on_top")):
            self.table.foes.clear()
        super()._monster_card(card)

    def _on_monster(self, place: int, mention: Mention) -> None:
        before = self._next(place, -1)
        versus = before is not None and before.is_word("against") and self._gap(before, mention) <= 2
        named = self.table.foes and self.table.foes[-1].card
        if self.anew and versus and named and not self.words & said("on_top"):
            # „und gegen ein Monster der Stufe 12?“
            self.table.foes.clear()
            self.here = self._foe(Foe())
            return
        super()._on_monster(place, mention)
