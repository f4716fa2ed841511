"""Who has which strength on a base; whoever has no name is a player A, B, C."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.shore.atoms import Atom
from rules.ask.shore.groups import ENDS
from rules.ask.shore.pieces import MONSTER, MOST_CREATURES
from rules.ask.shore.printed import BASES, DENIES, MOST_POINTS
from rules.ask.shore.settling import Settling
from rules.ask.shore.told import RIVAL, YOU, Facts, Shore
from rules.ask.table import ME
from rules.ask.words import Token

# So far behind their number stands how strong creatures are.
FAR = 12


def read(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Shore:
    """Read base, printed values, monsters and strengths; what finds no place is strange."""
    return Reader(tokens, mentions, facts).read()


class Reader(Settling):
    """Gives each strength to whom it is said of."""

    def read(self) -> Shore:
        self._printed()
        self._lying()
        self._claimed()
        self._counts()
        self._groups()
        self._ranks()
        self._absences()
        for at, one in enumerate(self.atoms):
            # „8 (Lea), 8 (Max)“: of what follows her, nothing is hers.
            if one.kind != "who" or at not in self.used:
                self._visit(at, one)
        self._active()
        self._moved_away()
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
            self._likewise(at, one.key)
            self._multiple(at, one.key)
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
        elif one.key in said("base_minions"):
            self._minion(at)
        elif one.kind == "number" and at not in self.used:
            self._strength(at, one)

    def _minion(self, at: int) -> None:
        denied = self._key(at - 1) in DENIES and at not in self.bare
        if denied and self.shore.people.get(self.here) != [] and not self._within(at, 4, "base_joined"):
            self.shore.strange.append("keine Kreatur")
        if self.here == MONSTER:
            self.here = ""

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
        again = self._key(at - 1) not in said("likewise") and self._behind(at) is None
        again = again and self._is_told_again(at, one)
        if self._is_count_of_creatures(at) or again or self._is_of_named(at, one):
            self.used.add(at)
            return
        if self._counters(at, one) or self._is_difference(at, one):
            return
        if self._within(at, 1, "base_victory") and one.number > MOST_POINTS and self.shore.card:
            # „Ich stehe bei 13 Siegpunkten“ is nobody's strength.
            self.shore.strange.append("Punktestand")
        if self._within(at, -1, "base_about"):
            self.shore.strange.append("ungefähr")
        if (owner := self._behind(at)) is not None:
            self._of_those_behind(at, one, owner[0])
            return
        values = [one.number] * self._each_of(at)
        if self._takes_away(at, one) or self._is_of_creature(at, one):
            return
        if rival := self._rival(at):
            self._give(rival, at, values)
        elif len(both := self._both(at)) > 1:
            for who in both:
                if self.shore.people.get(who):
                    self.shore.strange.append(f"{who} zweimal")
                self.shore.people.setdefault(who, []).extend(values)
            self.used.add(at)
            self.here, self.named, self.last = "", [], at
        elif self.here == MONSTER:
            self.shore.strange.append(str(one.number))
        elif self.here and self.here != "zusammen":
            each = self._key(at - 1) in ("je", "jeweils") and len(values) == 1
            if each or (self._linked() and self._kind(at - 1) != "who"):
                # „die Zwillinge je 4“: how many they are, nobody says.
                self.shore.strange.append("wessen Stärke")
            if self._linked() and self._kind(at - 1) == "who" and self.named[-2][1] not in self.shore.people:
                self._of_both(values)
            self._give(self.here, at, values)
        else:
            self._nobodys(at, one)

    def _of_those_behind(self, at: int, one: Atom, first: int) -> None:
        """„10 (Lena)“, „je 3 für Tom und Kim“."""
        row = self._row_behind(first)
        if len(row) > 1 and not self._within(at, -1, "of_each"):
            self.shore.strange.append("wessen Stärke")
        for place, who in enumerate(row):
            self._give(who, at, [one.number])
            self.used.add(first + 2 * place)
        self.here, self.named = "", []

    def _rival(self, at: int) -> str:
        """Return who has the second strength: „ich 12 gegen 9“, „ich mit 9 zu 7 gegen Lara“."""
        if self._kind(at - 2) != "number" or self.here not in self.shore.people:
            return ""
        if (
            self._key(at - 1) in ("zu", ":")
            and self._within(at, 1, "base_against")
            and self._kind(at + 2) == "who"
        ):
            return self._key(at + 2)
        against = self._within(at, -1, "base_against") and RIVAL not in self.shore.people
        return RIVAL if against else ""

    def _give(self, who: str, at: int, values: list[int]) -> None:
        who = self._meant(who, at)
        had = self.shore.people.get(who)
        if had and not self._continues(at):
            self.shore.strange.append(f"{who} zweimal")
        self.shore.people.setdefault(who, []).extend(values)
        if values == [0] and not (self.creatures or {one.key for one in self.atoms} & said("base_weakened")):
            self.shore.unsure.append(who)
        self.gave = who
        self.single = who if self._kind(at + 1) == "suffix" else ""
        self.used.add(at)
        self.named, self.last = [], at

    def _is_of_creature(self, at: int, one: Atom) -> bool:
        """„auf meiner 2er-Elfe, sie hat jetzt 0“: the creature has that now, nobody else."""
        between = {self._key(back) for back in range(self.last + 1, at)}
        here = self.here in said("pronouns") and bool(between & said("base_now"))
        if not (here and self.single) or self.here in self.shore.people:
            return False
        self.shore.people[self.single][-1] = one.number
        self.here = self.single
        self.used.add(at)
        return True

    def _behind(self, at: int) -> tuple[int, str] | None:
        """Return whose the strength is where the name follows: „10 (Lena)“, „9 Anna“, „9 für mich“."""
        place = at + 1
        while self._key(place) in said("base_strength") or self._kind(place) == "suffix":
            place += 1
        if self._key(place) == "(" and self._kind(place + 1) == "who":
            return place + 1, self._key(place + 1)
        if self._kind(place) == "who" and self._is_bound(at - 1) and self._is_bound(place + 1):
            return place, self._key(place)
        if self._key(place) not in said("base_for"):
            return None
        for ahead in (place + 1, place + 2):
            if self._kind(ahead) == "who":
                return ahead, self._key(ahead)
        return None

    def _is_bound(self, at: int) -> bool:
        """„9 Anna, 8 Ben“: a name between signs has the number before it."""
        return self._kind(at) in ("sign", "") or self._key(at) in said("base_joined")

    def _row_behind(self, at: int) -> list[str]:
        """„je 3 für Tom und Kim“: all who are named in one breath."""
        row, place = [self._key(at)], at + 1
        while self._key(place) in said("base_joined") | {","} and self._kind(place + 1) == "who":
            if self._kind(place + 2) not in ("sign", "") and self._key(place + 2) not in said("base_joined"):
                break
            row.append(self._key(place + 1))
            place += 2
        return row

    def _both(self, at: int) -> list[str]:
        """Return of whom „beide“ speaks: the last two, or more, that were named together."""
        near = {self._key(one) for one in range(max(0, at - 4), at)}
        pair = len({place for place, _ in self.named}) < len(self.named)
        alike = pair or near & said("base_alike")
        return list(dict.fromkeys(who for _, who in self.named))[-3:] if alike else []

    def _of_both(self, values: list[int]) -> None:
        """„Gleichstand: ich und Jule 9“: of both, where that is said."""
        if {one.key for one in self.atoms} & (said("base_shared") | said("base_equals")):
            self.shore.people[self.named[-2][1]] = list(values)
        else:
            self.shore.strange.append("wessen Stärke")

    def _linked(self) -> bool:
        """Say whether two people were named in one breath: „Anna und Ben haben 8“ is nobody's alone."""
        if len(self.named) < 2:
            return False
        (first, one), (second, other) = self.named[-2:]
        return one != other and second - first == 2 and self._key(first + 1) in said("base_joined")

    def _is_count_of_creatures(self, at: int) -> bool:
        """„zwei Kreaturen mit je 4“."""
        near = [self._key(at + 1), self._key(at + 2) if self._kind(at + 1) == "word" else ""]
        minion = any(key in said("base_minions") for key in near) or self._is_folk(at + 1)
        whose = self._is_whose_folk(at)
        minion = minion or whose or self._kind(at + 1) == "creature" or self._is_times(at)
        few = 0 < self.atoms[at].number <= MOST_CREATURES and not self.atoms[at].signed
        if not few or not minion or self._key(at - 1) in said("base_strength") | {"je", "mit"}:
            return False
        if whose and self.atoms[at].number > 1 and not self._within(at, 3, "of_each"):
            # „3 Leute mit 3“: each of them, or all together?
            self.shore.strange.append("je oder zusammen")
        told = (
            self._kind(at + 1) == "creature"
            or self._is_times(at)
            or any(self._kind(ahead) == "number" for ahead in range(at + 2, min(at + FAR, len(self.atoms))))
        )
        if not told:
            self.shore.strange.append("Kreaturen ohne Stärke")
        return True

    def _is_times(self, at: int) -> bool:
        """„ich zwei 4er“, „Bo 3 mit je 3“: so many creatures, whatever they are called."""
        rest = [self._kind(one) for one in range(at + 1, at + 3)]
        if rest == ["number", "suffix"]:
            return self._key(at + 2) in ("er", "ern") and self._key(at + 3) not in BASES
        each = self._within(at + 1, 1, "of_each") and self._kind(at + 3) == "number"
        return each and self._key(at + 1) in said("base_with")

    def _each_of(self, at: int) -> int:
        """Return how many creatures have the strength: „zwei Kreaturen mit je 4“, „zwei 4er“."""
        if self._kind(at - 1) == "number" and self._is_times(at - 1):
            return self.atoms[at - 1].number
        each = next((back for back in range(at - 1, at - 4, -1) if self._key(back) in said("of_each")), None)
        if each is None:
            return 1
        for back in range(each - 1, max(-1, each - FAR), -1):
            folk = self._kind(back) == "number" and self._is_folk(back + 1)
            if folk or (self._kind(back) == "number" and self._is_count_of_creatures(back)):
                return self.atoms[back].number
        return 1

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
