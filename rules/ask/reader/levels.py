"""Numbers of a question that are levels, and numbers without a word."""

from __future__ import annotations

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.reader.sums import Sums
from rules.ask.table import HELPER, ME, Foe, Person
from rules.ask.words import ordinal

# Monsters that are counted, not numbered: „zwei Monster“.
MOST_MONSTERS = 4
STRONGEST = 40


class Levels(Sums):
    """Who or what stands on which level."""

    def _is_level(self, place: int, mention: Mention) -> bool:
        if self.tokens[mention.start].key.endswith("stufig"):
            return self._give_level(place, mention)
        if not (
            (self._near(place, -1, 3, "level") and self._level_words(place))
            or (self._near(place, 1, 0, "level") and self._has_level(place))
        ):
            return self._is_short_level(place, mention)
        follows = self._next(place)
        if follows and follows.is_word("monster", "undead", "christmas") and self._of_monster(place, follows):
            # „a level 3 monster“
            self.here = next(
                (foe for foe in self.table.foes if foe.card is None and foe.level is None), None
            ) or self._foe(Foe())
            self.here.level = mention.number
            self.table.used.add(place + 1)
            return True
        if (
            self.table.foes
            and (self._near(place, 1, 2, "printed") or self._near(place, -2, 2, "printed"))
            and self._foe_level(self.table.foes[-1]) is None
        ):
            self.table.foes[-1].level = mention.number
            return True
        if self._faced(place):
            self._foe_of_level(mention.number)
            return True
        self._behind_level(place)
        return self._give_level(place, mention)

    def _faced(self, place: int) -> bool:
        """„gegen Stufe 10“, „gegen nen lvl 11“"""
        word, before = self._next(place, -1), self._next(place, -2)
        if word is None or before is None or not before.is_word("against"):
            return False
        return self._keys(before.end, word.start) <= said("article")

    def _foe_of_level(self, level: int) -> None:
        waiting = (foe for foe in self.table.foes if foe.card is None and foe.level is None)
        self.here = next(waiting, None) or self._foe(Foe())
        self.here.level = level

    def _behind_level(self, place: int) -> None:
        """„Stufe 3 ich, Stufe 4 meine Nachbarin“: at the beginning of a clause the level comes first."""
        word, owner = self._next(place, -1), self._next(place)
        first = word is not None and (not word.start or self.tokens[word.start - 1].kind == "sign")
        if not first or owner is None or self._keys(self.mentions[place].end, owner.start) - said("mine"):
            return
        if owner.is_word("me") or owner.kind == "person":
            getattr(self, "_on_me" if owner.kind == "word" else "_person")(place + 1, owner)

    def _of_monster(self, place: int, follows: Mention) -> bool:
        """Say whether a level is that of the monster behind it: „ein Stufe 3 Monster“, not „bin Stufe 6 das Vieh“."""
        between = self._keys(self.mentions[place].end, follows.start)
        return (
            self._gap(self.mentions[place], follows) <= 1
            and not between - {"."}
            and not self._near(place - 1, -1, 1, "me")
        )

    def _level_words(self, place: int) -> bool:
        """Say whether nothing but small words lies between „Stufe“ and the number."""
        return self._keys(self.mentions[place - 1].end, self.mentions[place].start) <= said("level_gap")

    def _has_level(self, place: int) -> bool:
        """„Sechs Stufen hab ich“, „8. Stufe“: not „zwei Stufen auf einmal“."""
        number, word = self.mentions[place], self.mentions[place + 1]
        before = self.tokens[number.start - 1].key if number.start else ""
        owned = self._keys(word.end, word.end + 2) & said("owned")
        return bool(owned or ordinal(self.tokens[number.start].key)) or before == "der"

    def _is_short_level(self, place: int, mention: Mention) -> bool:
        """„12er“, „ein 7er-Monster“; „auf 6“, „Ermittler 8“."""
        tail = self._token(mention.end)
        spelled_so = self.tokens[mention.start].key.endswith("er") and mention.number > 4
        if spelled_so or (
            tail and tail.key in ("er", "ner", "erer") and tail.start == self.tokens[mention.start].end
        ):
            if self.table.foes and self._foe_level(self.table.foes[-1]) in (None, mention.number):
                self.table.foes[-1].level = mention.number
            elif not any(self._foe_level(foe) == mention.number for foe in self.table.foes):
                self._foe(Foe(level=mention.number))
            self.here = self.table.foes[-1]
            follows = self._next(place)
            if tail and follows and follows.start == mention.end and follows.kind == "person":
                self.table.used.add(place + 1)
            return True
        return False

    def _to_both(self, place: int, value: int) -> bool:
        """„Anna und Ben haben beide Stufe 5“: said of everybody who was named and has no level yet."""
        here = self.here
        at = self.mentions[place].start - 1
        while at > 0 and self.tokens[at].key in said("level_gap") | said("linking") - said("apiece"):
            at -= 1
        if self.tokens[at].key not in said("apiece") - said("article"):
            return False
        open_ = [one for one in self.table.people.values() if one.level is None and one.total is None]
        if len(open_) < 2 and self._are_two():
            open_ = [self.table.person(ME), self.table.person(HELPER)]
            open_[1].helps, here = True, open_[0]
        if not isinstance(here, Person) or len(open_) < 2:
            return False
        for person in open_:
            person.level = value
        self.table.together = True
        return True

    def _are_two(self) -> bool:
        """„wir zwei“, „zu zweit“: two fight, and nobody else is named."""
        words = {token.key for token in self.tokens}
        named = [one for one in self.table.people.values() if one.id != ME]
        return (
            not named
            and (self.table.together or any(one.is_word("players", "we") for one in self.mentions))
            and bool(words & said("two"))
        )

    def _give_level(self, place: int, mention: Mention) -> bool:
        value, here = mention.number, self.here
        if self._to_both(place, value):
            return True
        if isinstance(here, Foe):
            if self._foe_level(here) in (None, value):
                here.level = value
                return True
            if self._keys(mention.start - 4, mention.start) & said("one_more"):
                self.here = self._foe(Foe(level=value))
                return True
            if waiting := [foe for foe in self.table.foes if foe.card is None and foe.level is None]:
                # „zwei Monster, Stufe 4 und Stufe 6“
                waiting[0].level, self.here = value, waiting[0]
                return True
            # The monster's level is known: this one is somebody's.
            here = self.someone or self.table.person(ME)
        if here is None:
            here = self._me()
        if here.level in (None, value) or here.guessed or self.anew:
            here.level, here.guessed = value, False
            self.here = here
            return True
        if open_foe := next((foe for foe in self.table.foes if self._foe_level(foe) is None), None):
            open_foe.level = value
            return True
        return False

    def _is_count(self, place: int, mention: Mention) -> bool:
        """„zwei Monster“, „drei Helfer“, „die anderen sind 5 und 6“."""
        follows = self._next(place)
        if mention.signed or self._near(place, -1, 2, "level"):
            return False
        if follows and follows.is_word("monster", "christmas", "undead"):
            if self.tokens[mention.end].key == "." and follows.start == mention.end + 1:
                return True
            if follows.is_word("monster") and self._count_monsters(place, mention, follows):
                return True
        if not (self._near(place, -1, 4, "others") or self._near(place, -2, 4, "others")):
            return False
        return bool(follows and follows.is_word("others")) or self._levels_of_others(place, mention)

    def _count_monsters(self, place: int, mention: Mention, follows: Mention) -> bool:
        """Put as many monsters on the table as are counted."""
        several = 2 <= mention.number <= MOST_MONSTERS and not mention.signed
        if not several or self._gap(mention, follows) != 0:
            return False
        while len(self.table.foes) < mention.number:
            self.table.foes.append(Foe(counted=True))
        self.here = self.table.foes[0]
        self.table.used.add(place + 1)
        self._each_of_them(place + 2)
        return True

    def _each_of_them(self, place: int) -> None:
        """„2 Monster à 5“, „zwei Monster mit je Stufe 4“: the level of each."""
        found = [one for one in (self._next(place, 0), self._next(place, 1)) if one and one.kind == "number"]
        if not found or found[0].signed:
            return
        between = self._keys(self.mentions[place - 1].end, found[0].start)
        if not between & said("apiece") or found[0].start - self.mentions[place - 1].end > 4:
            return
        for foe in self.table.foes:
            foe.level = foe.level or found[0].number
        self.table.used.add(self.mentions.index(found[0]))

    def _levels_of_others(self, place: int, mention: Mention) -> bool:
        """„die anderen sind 5 und 6“: where everybody else stands."""
        if mention.number > 10 or not self._keys(mention.start - 3, mention.start) & said("standing"):
            return False
        self.table.levels_of_others.append(mention.number)
        later = self._next(place, 2)
        if later and later.kind == "number" and self._near(place, 1, 0, "both"):
            self.table.levels_of_others.append(later.number)
            self.table.used.add(place + 2)
        return True

    def _is_bare(self, place: int, mention: Mention) -> bool:
        """A number without a word: a level of whom the words are about that has none yet, else a bonus."""
        value, here = mention.number, self.here
        if self._near(place, -1, 2, "against") and not self.table.foes and 0 < value <= STRONGEST:
            self.here = self._foe(Foe(level=value))
            return True
        if self.table.foes and self._foe_level(self.table.foes[-1]) is None and self._printed(place):
            self.table.foes[-1].level = value
            return True
        if isinstance(here, Foe):
            return self._bare_of_foe(place, mention, here)
        if here is None:
            return False
        if isinstance(self.item, dict | str):
            return self._item_value(place, value)
        if here.level is None and 0 < value < 10 and self._to_both(place, value):
            return True
        if here.level is None and 0 < value < 10 and self._linked(place):
            here.level, here.guessed = value, True
            return True
        return False

    def _linked(self, place: int) -> bool:
        """Say whether nothing but „hat“, „mit“ and the like lies between somebody and a number."""
        before = self._next(place, -1)
        if before is None or self._gap(before, self.mentions[place]) > 4:
            return False
        return self._keys(before.end, self.mentions[place].start) <= said("linking") | said("level_gap")

    def _bare_of_foe(self, place: int, mention: Mention, foe: Foe) -> bool:
        """Take a number behind a monster for its level, or for that of whoever begins to count up."""
        value, after = mention.number, self._token(mention.end)
        fits = self._foe_level(foe) in (None, value) and 0 < value <= STRONGEST
        if fits or (foe.card and self._printed(place)):
            foe.level = value
            return True
        me = self.table.people.get(ME)
        adding = after is not None and (after.key == "+" or self._next_number(place))
        if adding and value < 10 and (me is None or me.level is None):
            me = self._me()
            me.level, me.guessed = value, True
            return True
        return False
