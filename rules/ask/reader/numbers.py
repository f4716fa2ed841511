"""Numbers of a question that count something else: claims, what is told of a card, „gegen Frauen“, running away."""

from __future__ import annotations

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.reader.claims import Claims
from rules.ask.reader.looking import PRONOUNS
from rules.ask.table import ME, TRAITS, Foe, Person

DIE = 6


class Numbers(Claims):
    """What a number has for a sign, and what it may mean besides a level or a bonus."""

    def _sign(self, place: int, mention: Mention) -> int | None:
        """Return the sign of a number that is added: +4, minus 5, plus zwei, 14 Bonus; None where it has none."""
        if mention.signed:
            return -1 if mention.number < 0 else 1
        before, follows = self._next(place, -1), self._next(place)
        if before and before.is_word("minus") and self._gap(before, mention) <= 2:
            return -1
        if before and before.is_word("plus", "bonus") and self._gap(before, mention) <= 2:
            return 1
        if (
            follows
            and follows.is_word("bonus", "plus")
            and self._gap(mention, follows) <= 1
            and not self._next_number(place + 1)
        ):
            return 1
        if (
            follows
            and follows.is_word("minus")
            and self._gap(mention, follows) <= 1
            and not self._next_number(place + 1)
        ):
            return -1
        return None

    def _is_noise(self, place: int, mention: Mention) -> bool:
        """„Frage 1“, „Phase 2“, „A7“, „6 Jahre“: a number that counts something else."""
        start, after = mention.start, self._token(mention.end)
        if after is not None and after.key in said("counted_after"):
            return True
        if not start or self._is_time(mention):
            return bool(start)
        before = self.tokens[start - 1]
        glued = before.end == self.tokens[start].start and before.kind == "word" and len(before.text) == 1
        return glued or before.key in said("counted_before")

    def _is_time(self, mention: Mention) -> bool:
        """„21:40“, written in one, the minutes with two digits."""
        for start in (mention.start, mention.start - 2):
            run = self.tokens[max(0, start) : start + 3]
            if start < 0 or len(run) < 3 or run[1].key != ":" or len(run[2].text) != 2:
                continue
            if run[2].kind == "number" and run[0].end == run[1].start and run[1].end == run[2].start:
                return True
        return False

    def _is_known(self, place: int, mention: Mention) -> bool:
        """„der kriegt +6“, „minus 4 beim Monster“: what the card says itself, or what somebody claims of it."""
        if self._sign(place, mention) is None:
            return False
        before = self._next(place, -1)
        counted = before and before.kind == "number" and self._gap(before, mention) <= 2
        if counted and isinstance(self.here, Person):
            return False
        rows = [
            row for foe in self.table.foes if foe.card for row in self.facts[foe.card].get("modifiers") or ()
        ]
        values = {abs(int(row["strength"])) for row in rows}
        around = self._keys(mention.start - 5, mention.start) | self._keys(mention.end, mention.end + 3)
        told = bool(around & said("claimed")) or isinstance(self.here, Foe)
        fits = abs(mention.number) in values | {2 * one for one in values}
        if told and fits and not self._near(place, 1, 2, "against"):
            self.table.claims.append(mention.number)
            return True
        return False

    def _is_roll(self, place: int, mention: Mention) -> bool:
        """„ich würfle eine 4“, „mit einer 3 davonkommen“"""
        if mention.signed or not 0 < mention.number <= DIE:
            return False
        around = self._keys(mention.start - 4, mention.start) | self._keys(mention.end, mention.end + 2)
        with_it = self._keys(mention.start - 2, mention.start) & said("article") and "mit" in around
        flight = self._near(place, 1, 1, "flees") and self._next(place, 1) is not None
        if not (around & said("rolled") or (with_it and flight)):
            return False
        self.table.roll = mention.number
        return True

    def _is_run(self, place: int, mention: Mention) -> bool:
        """„+1 aufs Weglaufen“, „-2 beim Weglaufen“: nothing of it counts in the fight."""
        sign = self._sign(place, mention)
        if sign is None and self._near(place, 1, 0, "flees") and self._near(place + 1, 1, 1, "bonus", "plus"):
            sign = 1
        beside = (self._next(place, ahead) for ahead in (1, -1, 2, -2))
        if sign is None or not any(
            one and one.is_word("flees") and abs(one.start - mention.start) <= 6 for one in beside
        ):
            return False
        value = abs(mention.number) * sign
        if isinstance(self.item, str) and self._knows_run(self.item):
            return True
        if isinstance(self.here, Foe) and value > 0:
            # What helps, helps who runs.
            (self.someone or self.table.person(ME)).run_away += value
        elif isinstance(self.here, Foe):
            self.here.run_away += value
        elif self.table.foes and value < 0:
            self.table.foes[-1].run_away += value
        else:
            (self.here or self._me()).run_away += value
        return True

    def _knows_run(self, card: str) -> bool:
        """Say whether the card itself tells how well one runs."""
        abilities = (one for one in self.facts[card].get("abilities") or () if isinstance(one, dict))
        return any("run_away" in row for row in (self.facts[card], *abilities))

    def _is_modifier(self, place: int, mention: Mention) -> bool:
        """„+4 gegen Frauen“ on a monster: known of cards of the database, new of others."""
        if not mention.signed and self._near(place, -1, 2, "level"):
            return False
        trait = self._modified(place)
        foe = self.here if isinstance(self.here, Foe) else (self.table.foes[-1] if self.table.foes else None)
        if trait is None or foe is None:
            return False
        if not self._has_modifier(foe, trait):
            strength = abs(mention.number) * (self._sign(place, mention) or 1)
            foe.modifiers.append({"vs": trait, "strength": strength})
        return True

    def _modified(self, place: int) -> str | None:
        """Return the trait that a number is directed against."""
        for ahead in (1, 2, 3):
            other = self._next(place, ahead)
            if other is None or self._gap(self.mentions[place], other) > 5:
                break
            if other.is_word("against"):
                target = self._next(place, ahead + 1)
                return self._target(target) if target and self._gap(other, target) <= 2 else None
            if other.kind != "word" or other.is_word("me", "level", "monster"):
                break
        return self._modified_before(place)

    def _modified_before(self, place: int) -> str | None:
        """„Zuschlag gegen weibliche Charaktere 2“, „hasst Priester mit plus vier“."""
        for back in (-1, -2, -3):
            other = self._next(place, back)
            if other is None or self.mentions[place].start - other.end > 5:
                break
            if other.kind == "person" and other.name in PRONOUNS:
                continue
            target = self._target(other)
            before = self._next(place, back - 1)
            against = before and self._gap(before, other) <= 2 and before.is_word("against")
            if target and (against or self._hates(other)):
                return target
            if other.kind != "word":
                break
        return None

    def _hates(self, other: Mention) -> bool:
        hating = self._keys(other.start - 2, other.start) & said("hating")
        return bool(hating) or "feindlicher" in self._keys(other.end, other.end + 5)

    def _target(self, other: Mention) -> str | None:
        if other.is_word("woman"):
            return "gender:w"
        if other.is_word("man") or (other.kind == "person" and other.name in ("mann", "manner")):
            return "gender:m"
        if other.kind == "person" and other.name in ("frau", "frauen"):
            return "gender:w"
        if other.kind == "card" and self.facts[other.cards[0]]["kind"] in TRAITS:
            return other.cards[0].partition("/")[2]
        return None

    def _has_modifier(self, foe: Foe, trait: str) -> bool:
        known = self.facts[foe.card].get("modifiers", ()) if foe.card else ()
        return any(row.get("vs") == trait for row in [*known, *foe.modifiers])
