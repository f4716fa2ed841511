"""People of a question: who speaks, who helps, who is a man or a woman, and whose a trait is."""

from __future__ import annotations

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.reader.looking import PRONOUNS, Looking
from rules.ask.table import HELPER, ME, Foe, Person


class People(Looking):
    """Whom the words are about."""

    def _person(self, place: int, mention: Mention) -> None:
        name = mention.name
        if self._pronoun(mention):
            return
        somebody = self.tokens[mention.start - 1].key not in ("der", "die", "dem", "den")
        if name in ("wer", "jemand") or (name == "andere" and somebody):
            self.someone = None
            return
        if self._is_gender(place, mention) or self._named_next(place, mention):
            return
        before, letter = self._next(place, -1), self._token(mention.end)
        if before and self._of_oneself(before, mention):
            self.table.person(ME, mention.gender)
            return
        if letter and len(letter.text) == 1 and letter.text.isupper():
            name = f"{name} {letter.text}"
        if before and self._names_helper(before, mention, name):
            return
        self.here = self.someone = self.table.person(name, mention.gender)
        self.item = None
        if letter and letter.key == ":":
            self.speaker = self.someone
        if self._helping(place):
            self.someone.helps = True

    def _is_gender(self, place: int, mention: Mention) -> bool:
        """„Ich bin ein Mann“, „ich Frau, 5“: says of whom the words are about what he is."""
        before = self._keys(mention.start - 1, mention.start)
        if mention.name not in said("sexes") or before & said("owning") or self._helping(place):
            return False
        owner = self._next(place, -1)
        close = owner is not None and self._gap(owner, mention) <= 2
        if not (close and owner and (owner.is_word("me", "level") or owner.kind in ("number", "person"))):
            return bool(before & said("being")) and self._be(place, mention)
        return self._be(place, mention)

    def _be(self, place: int, mention: Mention) -> bool:
        self._gendered(place, mention.gender)
        return True

    def _named_next(self, place: int, mention: Mention) -> bool:
        """„meine Tante Rosi“: the name says it better."""
        follows = self._next(place)
        return (
            mention.name in said("family")
            and follows is not None
            and follows.kind == "person"
            and follows.name not in (*PRONOUNS, "wer", "jemand", "andere")
            and self._gap(mention, follows) == 0
        )

    def _pronoun(self, mention: Mention) -> bool:
        """Say whether it is a pronoun that is done with: „er“ is who was named last."""
        name, after = mention.name, self._token(mention.end)
        if name not in (*PRONOUNS, "he", "she", "him", "her"):
            return False
        if after is not None and after.key == ":":
            self.here = self.speaker = self.someone = self.table.person(name, mention.gender)
            return True
        known = [p for p in self.table.people.values() if p.id != ME and p.gender in ("", mention.gender)]
        if known:
            self.here = self.someone = known[-1]
            return True
        return name in ("ihr", "ihm", "ihn", "him", "her")

    def _of_oneself(self, before: Mention, mention: Mention) -> bool:
        """„ich Lena“, „ich (Ben)“: a name of one's own."""
        beside = before.is_word("me") and self._gap(before, mention) == 0
        return beside and self.tokens[before.start].key in ("ich", "i")

    def _names_helper(self, before: Mention, mention: Mention, name: str) -> bool:
        """„Beistand Frau B“: the helper gets a name."""
        here = self.here
        nameless = isinstance(here, Person) and here.id == HELPER and not here.told
        if not (isinstance(here, Person) and nameless and self._gap(before, mention) <= 1):
            return False
        del self.table.people[HELPER]
        here.id, here.gender = name, mention.gender
        self.table.people[name] = here
        self.someone = here
        return True

    def _helping(self, place: int) -> bool:
        """Say whether the clause of this person says that he helps."""
        for ahead in range(1, 9):
            other = self._next(place, ahead)
            if other is None or self._gap(self.mentions[place + ahead - 1], other) > 12:
                return False
            if other.is_word("helps", "helper"):
                return not self._denied(place + ahead)
            if other.kind == "person" and other.name not in PRONOUNS:
                return False
        return False

    def _on_me(self, place: int, mention: Mention) -> None:
        word = self.tokens[mention.start].key
        follows = self._next(place)
        if word in ("mir", "mich", "me", "mi", "my") and not self._near(place, -1, 1, "against"):
            return
        if word in said("having") and follows and self._gap(mention, follows) > 6:
            return
        self.item = None
        after = self._token(mention.end)
        if after is not None and after.key == ":":
            self.speaker = None
        if self.speaker is not None:
            self.here = self.speaker
            return
        self._me()

    def _on_helper(self, place: int, mention: Mention) -> None:
        if self._denied(place):
            return
        gender = "w" if self.tokens[mention.start].key.endswith("in") else ""
        known = [p for p in self.table.people.values() if p.helps]
        person = known[0] if known else self.table.person(HELPER, gender)
        person.helps = True
        self.here = self.someone = person
        self.item = None

    def _on_helps(self, place: int, mention: Mention) -> None:
        if self._denied(place):
            return
        word = self.tokens[mention.start].key
        if word in ("helf", "helfe") and isinstance(self.here, Person) and self.here.id != ME:
            self.here.helps = True
        elif (
            word in ("helf", "helfe")
            and self.here is not None
            and not self.table.people.get(ME, Person("")).told
        ):
            return
        elif self.someone and self.someone.id != ME:
            self.someone.helps = True
        elif isinstance(self.here, Person) and self.here.id != ME:
            self.here.helps = True

    def _on_we(self, place: int, mention: Mention) -> None:
        if self.tokens[mention.start].key not in ("uns",):
            self.table.together = True

    def _on_players(self, place: int, mention: Mention) -> None:
        self.table.used.add(place)

    def _on_lowest(self, place: int, mention: Mention) -> None:
        self.table.lowest = not self._denied(place)

    def _gendered(self, place: int, gender: str) -> None:
        if self._opposed(place) or self._denied(place):
            return
        if self._near(place, -1, 3, "we"):
            for person in self.table.people.values():
                person.gender = person.gender or gender
            self.table.person(ME).gender = gender
            return
        if self.here is None or isinstance(self.here, Foe):
            follows = self._next(place)
            if self.here is not None and follows is not None and follows.kind == "number":
                return
            self.here = self.someone or self._me()
        self.here.gender = gender

    def _on_woman(self, place: int, mention: Mention) -> None:
        self._gendered(place, "w")

    def _on_man(self, place: int, mention: Mention) -> None:
        self._gendered(place, "m")

    def _on_class(self, place: int, mention: Mention) -> None:
        if self._denied(place):
            for person in self.table.people.values():
                person.classless = True

    def _owner(self, place: int, mention: Mention) -> Person:
        """Return whose trait it is: whom the words are about, or a helper that is only called by it."""
        if (
            owner := self._named_behind(place, mention)
            or self._against_me(place, mention)
            or self._his(mention)
        ):
            return owner
        if self._helping_trait(place):
            return self._called_helper(mention)
        if isinstance(self.here, Person):
            return self.here
        if self.someone and self._gap(self._next(place, -1), mention) < 3 and not self.table.people.get(ME):
            return self.someone
        return self._me()

    def _named_behind(self, place: int, mention: Mention) -> Person | None:
        """„der Krieger Tom“"""
        follows = self._next(place)
        if follows is None or follows.kind != "person" or follows.name in PRONOUNS:
            return None
        if self._gap(mention, follows) != 0:
            return None
        self.here = self.someone = self.table.person(follows.name, follows.gender)
        self.table.used.add(place + 1)
        if self._helping(place + 1):
            self.someone.helps = True
        return self.someone

    def _his(self, mention: Mention) -> Person | None:
        """„sein Fez“, „mein Hecht“: whose it is, as the word before says."""
        before = self._keys(mention.start - 1, mention.start)
        if before & said("mine"):
            return self.speaker or self.table.person(ME)
        other = self.someone if self.someone and self.someone.id != ME else None
        return other if before & said("theirs") else None

    def _against_me(self, place: int, mention: Mention) -> Person | None:
        """„der Dieb sticht mich“: somebody else's."""
        follows = self._next(place)
        if self.here is not None or follows is None or not follows.is_word("me"):
            return None
        article = self.tokens[mention.start - 1].key in ("der", "die", "ein", "eine")
        if not article or self.tokens[follows.start].key not in ("mich", "mir"):
            return None
        self.here = self.someone = self.table.person(mention.cards[0].partition("/")[2], mention.gender)
        return self.someone

    def _called_helper(self, mention: Mention) -> Person:
        """Return the helper that is called by a trait; a second trait of a kind is a second helper's."""
        person = next((p for p in self.table.people.values() if p.helps), None)
        own = [self.facts[card]["kind"] for card in person.cards if isinstance(card, str)] if person else []
        if person is None or self.facts[mention.cards[0]]["kind"] in own:
            name = f"{HELPER}{len(self.table.people)}" if person else HELPER
            person = self.table.person(name, mention.gender)
        person.helps = True
        self.here = self.someone = person
        return person

    def _helping_trait(self, place: int) -> bool:
        follows = self._next(place)
        if follows is None or self._gap(self.mentions[place], follows) > 5:
            return False
        if follows.is_word("helps") and self.tokens[follows.start].key not in ("helf", "helfe"):
            before = self._next(place, -1)
            return not (before and before.kind == "person") and not (
                before
                and before.is_word("me")
                and self.tokens[before.start].key not in ("mir", "mich", "mi")
                and self._gap(before, self.mentions[place]) < 2
            )
        if follows.is_word("level") or (follows.kind == "number"):
            for ahead in (2, 3, 4):
                later = self._next(place, ahead)
                if later and later.is_word("helps") and self._gap(self._next(place, ahead - 1), later) <= 5:
                    return not isinstance(self.here, Person) or (self.here.id == ME and bool(self.here.told))
                if later and (later.kind in ("person", "card") or later.is_word("me")):
                    return False
        return False
