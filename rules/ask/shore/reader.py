"""Who has which strength on a base; whoever has no name is a player A, B, C."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.shore.atoms import Atom
from rules.ask.shore.groups import ENDS, PLAYERS
from rules.ask.shore.pieces import MONSTER, MOST_CREATURES, Pieces
from rules.ask.shore.printed import DENIES
from rules.ask.shore.told import OTHERS, YOU, Facts, Shore
from rules.ask.table import ME
from rules.ask.words import Token

LEAST_LOOSE = 5


def read(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Shore:
    """Read base, printed values, monsters and strengths; what finds no place is strange."""
    return Reader(tokens, mentions, facts).read()


class Reader(Pieces):
    """Gives each strength to whom it is said of."""

    def read(self) -> Shore:
        self._printed()
        self._lying()
        self._claimed()
        self._counts()
        self._groups()
        self._ranks()
        for at, one in enumerate(self.atoms):
            self._visit(at, one)
        self._active()
        self._settle()
        return self.shore

    def _active(self) -> None:
        """„Ich bin am Zug“, „B ist aktiv“, „im Zug von Spieler A“."""
        for at, one in enumerate(self.atoms):
            before = {self._key(back) for back in range(max(0, at - 3), at)}
            after = {self._key(ahead) for ahead in range(at + 1, at + 5)}
            turn = {"zug", "von"} <= before or ("am" in after and "zug" in after) or after & {"aktiv", "dran"}
            if one.kind == "who" and turn and self.shore.active is None:
                self.shore.active = one.key

    # One after the other

    def _visit(self, at: int, one: Atom) -> None:
        if one.kind == "sign" and one.key in ENDS and self.shore.people:
            self.named = []
        if one.kind == "who":
            self.here = one.key
            self.named.append((at, one.key))
        elif one.kind == "we":
            self._ours(at, one)
        elif one.kind == "word" and (
            one.key in said("base_together") or one.key in ("unsere", "unseren", "unser")
        ):
            pairs = {who for _, who in self.named}
            if self.here in ("", MONSTER) or len(pairs) > 1 or self._key(at + 1) == ":":
                self.here = "zusammen"
        elif one.key in said("base_strength_only") and self.here == MONSTER and self._listed(at):
            # „ein Ghoul, Stärken 9/8/5“: those of the players.
            self.here = ""
        elif one.kind == "monster" or (one.kind == "word" and one.key in said("base_monsters")):
            if self._denied(at):
                return
            self.here = MONSTER
            self.named = []
        elif one.kind == "creature":
            self._creature(at, one)
        elif one.kind == "card":
            self._other_card(at, one)
        elif (
            one.key in said("base_minions")
            and self._key(at - 1) in DENIES
            and self._within(at, 4, "base_joined") is False
        ):
            self.shore.strange.append("keine Kreatur")
            if self.here == MONSTER:
                self.here = ""
        elif one.key in said("base_minions") and self.here == MONSTER:
            self.here = ""
        elif one.kind == "number" and at not in self.used:
            self._strength(at, one)

    def _ours(self, at: int, one: Atom) -> None:
        """„wir haben 8“ is said of all together, „wir haben beide 8“ of two."""
        self.here = "zusammen"
        if {token.key for token in self.tokens[one.start : one.end + 2]} & said("base_both"):
            self.named = [(at, ME), (at, YOU)]

    def _listed(self, at: int) -> bool:
        return (
            sum(self._kind(ahead) == "number" for ahead in range(at + 1, min(at + 12, len(self.atoms)))) > 1
        )

    def _strength(self, at: int, one: Atom) -> None:
        again = self._key(at - 1) not in said("likewise") and self._is_told_again(at, one)
        if self._is_count_of_creatures(at) or again:
            self.used.add(at)
            return
        if self._counters(at, one):
            return
        if (owner := self._behind(at)) is not None:
            self._give(owner[1], at, [one.number])
            self.used.add(owner[0])
            self.here, self.named = "", []
            return
        values = [one.number] * self._each_of(at)
        if self._takes_away(at, one):
            return
        if len(both := self._both(at)) > 1:
            for who in both:
                self.shore.people.setdefault(who, []).extend(values)
            self.used.add(at)
            self.here, self.named, self.last = "", [], at
        elif self.here == MONSTER:
            self.shore.strange.append(str(one.number))
        elif self.here and self.here != "zusammen":
            if self._linked() and self._kind(at - 1) != "who":
                self.shore.strange.append("wessen Stärke")
            self._give(self.here, at, values)
        else:
            self._nobodys(at, one)

    def _give(self, who: str, at: int, values: list[int]) -> None:
        had = self.shore.people.get(who)
        if had and not self._continues(at):
            self.shore.strange.append(f"{who} zweimal")
        self.shore.people.setdefault(who, []).extend(values)
        self.used.add(at)
        self.named, self.last = [], at

    def _continues(self, at: int) -> bool:
        """Say whether a number comes on top of the last: „mit drei und mit vier“, „9 + 5“."""
        if self.atoms[at].signed:
            return True
        between = {self._key(one) for one in range(self.last + 1, at)}
        if self.last < 0 or "nur" in between or self._strangers(at):
            return False
        listed = between <= {","} and self.creatures
        return (
            listed
            or bool(between & said("base_more"))
            or (bool(between & (said("base_joined") | {"+"})) and not between & ENDS)
        )

    def _strangers(self, at: int) -> bool:
        """„ich 11, Eda und Bo je 7“: names that nobody knows stand between."""
        return self._key(at - 1) in said("of_each") and any(
            self._kind(one) == "word" and self.tokens[self.atoms[one].start].text[:1].isupper()
            for one in range(self.last + 1, at)
        )

    def _behind(self, at: int) -> tuple[int, str] | None:
        """Return whose the strength is where the name follows: „10 (Lena)“, „9 für mich“, „elf von mir“."""
        place = at + 1
        while self._key(place) in said("base_strength") or self._kind(place) == "suffix":
            place += 1
        if self._key(place) == "(" and self._kind(place + 1) == "who":
            return place + 1, self._key(place + 1)
        if self._key(place) not in said("base_for"):
            return None
        for ahead in (place + 1, place + 2):
            if self._kind(ahead) == "who":
                return ahead, self._key(ahead)
        return None

    def _both(self, at: int) -> list[str]:
        """Return of whom „beide“ speaks: the last two, or more, that were named together."""
        near = {self._key(one) for one in range(max(0, at - 4), at)}
        pair = len({place for place, _ in self.named}) < len(self.named)
        alike = pair or near & said("base_alike")
        return list(dict.fromkeys(who for _, who in self.named))[-3:] if alike else []

    def _linked(self) -> bool:
        """Say whether two people were named in one breath: „Anna und Ben haben 8“ is nobody's alone."""
        if len(self.named) < 2:
            return False
        (first, one), (second, other) = self.named[-2:]
        return one != other and second - first == 2 and self._key(first + 1) in said("base_joined")

    def _is_count_of_creatures(self, at: int) -> bool:
        """„zwei Kreaturen mit je 4“."""
        near = [self._key(at + 1), self._key(at + 2) if self._kind(at + 1) == "word" else ""]
        minion = any(key in said("base_minions") for key in near) or self._kind(at + 1) == "creature"
        few = 0 < self.atoms[at].number <= MOST_CREATURES and not self.atoms[at].signed
        if not few or not minion or self._key(at - 1) in said("base_strength") | {"je", "mit"}:
            return False
        told = self._kind(at + 1) == "creature" or any(
            self._kind(ahead) == "number" for ahead in range(at + 2, min(at + 7, len(self.atoms)))
        )
        if not told:
            self.shore.strange.append("Kreaturen ohne Stärke")
        return True

    def _each_of(self, at: int) -> int:
        """Return how many creatures have the strength: „zwei Kreaturen mit je 4“."""
        if self._key(at - 1) not in ("je", "jeweils"):
            return 1
        for back in range(at - 2, max(-1, at - 7), -1):
            if self._kind(back) == "number" and self._is_count_of_creatures(back):
                return self.atoms[back].number
        return 1

    def _is_told_again(self, at: int, one: Atom) -> bool:
        """„mehr als 22“, „ich 9 (eine 4er- und eine 5er-Kreatur)“: says nothing new."""
        known = {self.shore.breakpoint, self._wall(), self.shore.together}
        known |= {sum(self.shore.told(who)) for who in self.shore.people}
        told = self.shore.told()
        if self._claims(at):
            if one.number not in known and one.number != sum(told):
                self.shore.strange.append(str(one.number))
            return True
        if len(told) > 1 and one.number == sum(told) and self._within(at, -1, "base_sums"):
            # „Anna 11, Ben 9, macht 20“
            return True
        counted = (len(self.shore.people), len(self.loose), self.shore.players)
        if self._within(at, -1, "base_all_of") and one.number in counted and one.number > 1:
            # „was bekommt jeder der vier?“
            return True
        if self._within(at, -1, "base_thresholds") and (one.number in known or one.number == sum(told)):
            return True
        if self._within(at, -1, "base_thresholds") and self.shore.card and self._of_card(one.number):
            return True
        if self.here in self.shore.people and one.number == sum(self.shore.told(self.here)):
            return not self._continues(at)
        inside = [back for back in range(at) if self._key(back) == "("]
        if self._kind(at + 1) != "suffix" or not inside or self.here not in self.shore.people:
            return False
        parts = [
            place for place in range(inside[-1], len(self.atoms))
            if self._kind(place) == "number" and self._kind(place + 1) == "suffix"
        ]  # fmt: skip
        if sum(self.atoms[place].number for place in parts) != sum(self.shore.told(self.here)):
            return False
        self.used |= set(parts)
        return True

    def _claims(self, at: int) -> bool:
        """„er sagt, einer muss allein 18 haben“: whoever says so has not got it."""
        for back in range(at - 1, max(-1, at - 10), -1):
            if self._key(back) in ENDS | {":"}:
                return False
            if self._kind(back) == "who" and self._key(back) != self.here:
                return False
            if self._key(back) in said("telling") and self._kind(back - 1) == "who":
                return self._key(back - 1) == self.here
        return False

    def _of_card(self, number: int) -> bool:
        """Say whether the base itself speaks of that number."""
        return f"'total': {number}" in str(self.facts[str(self.shore.card)].get("abilities"))

    def _takes_away(self, at: int, one: Atom) -> bool:
        """„vor der Wertung frisst der Hippogreif meine 3er-Kreatur“."""
        if self._kind(at + 1) != "suffix" or self._key(at + 2) not in said("base_minions"):
            return False
        near = {self._key(place) for place in range(max(0, at - 7), min(len(self.atoms), at + 6))}
        had, told = self.shore.people.get(self.here, []), sum(self.shore.told(self.here))
        if not near & said("base_removes") or told <= one.number:
            return False
        # What cards bring stays beside what was told in numbers.
        cards = [card for card in had if not isinstance(card, int)]
        self.shore.people[self.here] = [*cards, told - one.number]
        self.used.add(at)
        return True

    def _nobodys(self, at: int, one: Atom) -> None:
        """A strength of nobody in particular: of all together, or one of several players."""
        self.used.add(at)
        adds = one.signed or self._within(at, -1, "base_plus")
        more = {self._key(back) for back in range(max(0, at - 5), min(len(self.atoms), at + 4))}
        adds = adds or bool(self.shore.together and more & said("base_more") and "nur" not in more)
        if self.here == "zusammen" and not self.loose:
            follows = self._next_joined(at)
            if adds or not follows:
                if self.shore.together is not None and not adds:
                    self.shore.strange.append("zwei Summen")
                self.shore.together = one.number + (self.shore.together or 0 if adds else 0)
                return
            if follows == "+":
                self.shore.together = one.number
                return
        self.loose.append(one.number)

    def _next_joined(self, at: int) -> str:
        """Return by what another number follows: „+“, „,“, or nothing."""
        ahead = at + 1
        if self._kind(ahead) == "number" and self.atoms[ahead].signed:
            return "+"
        if self._kind(ahead + 1) == "number" and self._key(ahead) in said("base_plus"):
            return "+"
        joined = self._key(ahead) in {",", "/"} | said("base_joined")
        return "," if joined and self._kind(ahead + 1) == "number" else ""

    # What is left

    def _settle(self) -> None:
        shore = self.shore
        shore.alone = bool({one.key for one in self.atoms} & said("base_alone"))
        shore.creatures = self.creatures
        if self._numbers():
            shore.strange += [str(self.atoms[at].number) for at in self._numbers()]
        if shore.monsters or shore.monster_strengths:
            shore.unknown_monsters = 0
        if len(self.loose) > 1 and shore.together is None:
            names = [f"spieler_{one}" for one in PLAYERS if f"spieler_{one}" not in shore.people]
            named = [who for who in shore.people if not who.startswith("spieler_")]
            if (
                named
                and "rest" not in {one.key for one in self.atoms}
                and OTHERS not in {one.key for one in self.atoms}
            ):
                shore.strange.append("Stärken ohne Namen")
            shore.people |= {who: [value] for who, value in zip(names, self.loose, strict=False)}
        elif self.loose:
            self._settle_one()
        if shore.people and shore.together is not None:
            self._summed()

    def _claimed(self) -> None:
        """„13 oder 11?“: what somebody says comes out."""
        for at in self._numbers():
            if (
                self._key(at + 1) == "oder"
                and self._kind(at + 2) == "number"
                and self._within(at, -2, "base_holds")
            ):
                self.shore.claims += [self.atoms[at].number, self.atoms[at + 2].number]
                self.used |= {at, at + 2}

    def _settle_one(self) -> None:
        """„reichen 17 am Thieves Guild?“"""
        if self.shore.people or self.shore.together is not None or self.loose[0] < LEAST_LOOSE:
            self.shore.strange.append(str(self.loose[0]))
        else:
            self.shore.together = self.loose[0]

    def _summed(self) -> None:
        """A sum beside those who make it up says nothing new; else nobody knows whose it is."""
        if self.shore.together != sum(self.shore.told()):
            self.shore.strange.append("Summe und Einzelne")
        self.shore.together = None
