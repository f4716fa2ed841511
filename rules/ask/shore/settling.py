"""What is left of a told base when everybody has spoken: sums, strengths without a name, points that are hoped for."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.data import said
from rules.ask.shore.groups import PLAYERS
from rules.ask.shore.likened import Likened
from rules.ask.shore.printed import MOST_POINTS
from rules.ask.shore.told import OTHERS

LEAST_LOOSE = 5
NOBODY = frozenset(("niemand", "keiner", "koaner", "keener"))


class Settling(Likened):
    """Gives what nobody owns yet to those it must belong to, or calls it strange."""

    def _settle(self) -> None:
        shore = self.shore
        nobody = any(one.key == "sonst" and self._is_nobody_near(at) for at, one in enumerate(self.atoms))
        shore.alone = nobody or bool({one.key for one in self.atoms} & said("base_alone"))
        shore.creatures = self.creatures
        self._treasures_on_creatures()
        self._settle_likened()
        self._monsters_in_sums()
        if self._numbers():
            shore.strange += [str(self.atoms[at].number) for at in self._numbers()]
        if shore.monsters or shore.monster_strengths:
            shore.unknown_monsters = 0
        if sorted(self.loose) == sorted(sum(shore.told(who)) for who in shore.people):
            # „9 + 6 + 4: Xaver hat neun, Burgl sechs, Sepp vier“
            self.loose = []
        if len(self.loose) > 1 and shore.together is None:
            names = [f"spieler_{one}" for one in PLAYERS if f"spieler_{one}" not in shore.people]
            named = [who for who in shore.people if not who.startswith("spieler_")]
            if (
                named
                and len(named) + len(self.loose) != shore.players
                and "rest" not in {one.key for one in self.atoms}
                and OTHERS not in {one.key for one in self.atoms}
            ):
                shore.strange.append("Stärken ohne Namen")
            shore.people |= {who: [value] for who, value in zip(names, self.loose, strict=False)}
        elif self.loose:
            self._settle_one()
        if shore.people and shore.together is not None:
            self._summed()

    def _is_nobody_near(self, at: int) -> bool:
        """„sonst keiner“, „niemand sonst ist da“."""
        near = {self._key(at - 1), self._key(at + 1), self._key(at + 2)}
        creature = near & said("base_monsters") or self._within(at, 3, "base_monsters")
        return bool(near & NOBODY) and not creature

    def _monsters_in_sums(self) -> None:
        """„9 inklusive dem Ghoul, den ich kontrolliere“: counted there already."""
        inside = any(
            self._within(at, 3, "base_inside") or self._within(at, -3, "base_inside")
            for at, one in enumerate(self.atoms) if one.kind == "monster"
        )  # fmt: skip
        if self.shore.charmed and inside:
            self.shore.strange.append("Monster in der Summe")

    def _treasures_on_creatures(self) -> None:
        """„mein Berserker trägt zwei Schätze“, where the base counts them: which, and on whom, must be told."""
        abilities = str(self.facts[self.shore.card].get("abilities")) if self.shore.card else ""
        spoken = any(one.key in said("base_asks_booty") for one in self.atoms) or self.shore.treasures
        named = any(one.kind == "creature" for one in self.atoms)
        if "lies_on" in abilities and spoken and named and not (self.shore.attached or self.shore.monsters):
            self.shore.strange.append("Schätze auf Kreaturen")

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
        self._hoped_for()

    def _hoped_for(self) -> None:
        """„…, kriegen wir beide die fünf?“, „teilen wir uns 4+2+1“: points that are asked for, nobody's strength."""
        printed: list[int] = list(self.facts[self.shore.card].get("points") or ()) if self.shore.card else []
        points = self.shore.points or printed
        for at, one in enumerate(self.atoms):
            asks = one.key in said("base_gets") and (
                self._kind(at + 1) in ("who", "we") or self._key(at + 1) in said("base_alike")
            )
            numbers = self._numbers()
            behind = [place for place in numbers if place > at]
            told = len(numbers) - len(behind) > 1 or self.shore.players
            if asks and told and all(self._is_few(place, points) for place in behind):
                self.used |= set(behind)
                return

    def _is_few(self, at: int, points: Sequence[int]) -> bool:
        """„die fünf“, „1 oder 2?“: points, or how many of them somebody thinks of."""
        choice = "oder" in (self._key(at - 1), self._key(at + 1))
        return self.atoms[at].number in points or (choice and self.atoms[at].number <= MOST_POINTS)

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
