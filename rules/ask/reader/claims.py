"""Sums of a question: „6+4“ says what somebody has, „macht 15“ and „12 zu 12“ what somebody says comes out."""

from __future__ import annotations

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.reader.things import Things
from rules.ask.table import ME, Foe, Person

HIGHEST_LEVEL = 10


class Claims(Things):
    """What comes out, as somebody says."""

    def _is_sum(self, place: int, mention: Mention) -> bool:
        """„5+9“: level and bonuses of whom the words are about, or only reckoned once more."""
        end = self._end_of_sum(place)
        if mention.signed or end == place + 1 or self._near(place, -1, 3, "level"):
            return False
        values = [one.number for one in self.mentions[place:end]]
        self.table.used.update(range(place, end))
        result = self._next(end - 1)
        if (
            result
            and result.kind == "number"
            and self._keys(self.mentions[end - 1].end, result.start) & {"="}
        ):
            self.table.claims.append(result.number)
            self.table.used.add(end)
        owner = self._owner_of_sum(place, values)
        if owner is None:
            self.table.claims.append(sum(values))
        elif isinstance(owner, Foe):
            owner.level, owner.strength = values[0], owner.strength + sum(values[1:])
        else:
            owner.level, owner.guessed = values[0], True
            owner.bonus += values[1:]
            self.here = owner
        return True

    def _end_of_sum(self, place: int) -> int:
        """Return where a row of numbers ends of which all but the first have a sign."""
        end = place + 1
        while end < len(self.mentions):
            one = self.mentions[end]
            if not (one.kind == "number" and one.signed and self._gap(self.mentions[end - 1], one) == 0):
                break
            end += 1
        return end

    def _owner_of_sum(self, place: int, values: list[int]) -> Person | Foe | None:
        """Return whose level and bonuses a sum tells; nobody's where it is only reckoned once more."""
        if self._told_by_somebody(place):
            return None
        if isinstance(self.here, Foe):
            if self._foe_level(self.here) is None:
                return self.here
            owner = self.someone or self.table.person(ME)
        else:
            owner = self.here or self.table.person(ME)
        return owner if owner.level is None and 0 < values[0] < HIGHEST_LEVEL else None

    def _told_by_somebody(self, place: int) -> bool:
        start = self.mentions[place].start
        return bool(self._keys(start - 3, start) & said("telling"))

    def _is_claim(self, place: int, mention: Mention) -> bool:
        """„27 gegen 28“, „12 zu 12“, „macht 15“: what somebody says comes out."""
        return self._is_pair(place, mention) or self._is_reckoned(place, mention)

    def _is_pair(self, place: int, mention: Mention) -> bool:
        follows = self._next(place)
        if follows is None:
            return False
        second = follows if follows.kind == "number" else self._next(place, 2)
        if (
            second is None
            or second.kind != "number"
            or second.start - mention.end > 2
            or mention.signed
            or second.signed
        ):
            return False
        between = {token.key for token in self.tokens[mention.end : second.start]}
        if not between & said("versus") or between & said("article"):
            return False
        self.table.claims += [mention.number, second.number]
        self.table.used.add(place + (1 if follows.kind == "number" else 2))
        return True

    def _is_reckoned(self, place: int, mention: Mention) -> bool:
        """„kommt auf 15“, „macht doch 10“: settled when everything is read."""
        if mention.signed or self._near(place, 1, 1, "level", "treasures", "gold", "handcards"):
            return False
        start = mention.start
        while start and self.tokens[start - 1].key in said("reckoning"):
            start -= 1
        if not start or self.tokens[start - 1].key not in said("reckoned"):
            return False
        if self._near(place, -1, 2, "level", "plus", "minus", "bonus", "printed"):
            return False
        self.table.sums.append(mention.number)
        return True

    def _is_age(self, place: int, mention: Mention) -> bool:
        """„mein Sohn (11)“, „Onkel (68, Raucher)“: no level."""
        before = self._next(place, -1)
        if before is None or before.kind != "person" or mention.signed:
            return False
        if self._keys(before.end, mention.start) != {"("}:
            return False
        return mention.number > HIGHEST_LEVEL or (before.name in said("family") and self._tells(place))

    def _tells(self, place: int) -> bool:
        """Say whether what stands here only tells of the fight: „mein Sohn (11) sagt“."""
        end = self.mentions[place].end
        keys = [token.key for token in self.tokens[end : end + 3]]
        return bool(set(keys) & said("telling"))

    def _settle_sums(self) -> None:
        """Take sums for what somebody has where nothing else is known of him; else they are claims."""
        me = self.table.people.get(ME)
        told = [one for one in self.table.people.values() if one.level is not None or one.total is not None]
        sums, claims = self.table.sums, self.table.claims
        if (
            len(told) == 1
            and not told[0].bonus
            and not told[0].cards
            and len(claims) == 2
            and not self.table.foes
        ):
            # „Stufe 6, insgesamt 11 gegen 10“
            told[0].bonus = [claims[0] - (told[0].level or 0)]
            self._foe(Foe(level=claims[1]))
        if told or self.table.team_total is not None:
            claims += sums
        elif sums:
            self._give_total(sums[0], me)
            claims += sums[1:]
        elif len(claims) == 2 and self.table.foes[1:] == [] and self._open_foe():
            self._give_total(claims[0], me)
            foe = self.table.foes[0] if self.table.foes else self._foe(Foe())
            foe.level = claims[1]
        self.table.sums = []

    def _open_foe(self) -> bool:
        return not self.table.foes or self._foe_level(self.table.foes[0]) is None

    def _give_total(self, total: int, me: Person | None) -> None:
        if self.table.together or any(one.helps for one in self.table.people.values()):
            self.table.team_total = total
        else:
            (self.someone or me or self.table.person(ME)).total = total
