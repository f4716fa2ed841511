"""Whole groups of players on a base, and their places: „drei Spieler, alle mit 9“, „ich Zweiter, Vera Siegerin“."""

from __future__ import annotations

from rules.ask.data import numbered, said
from rules.ask.shore.printed import MOST_PLAYERS, Printed
from rules.ask.shore.told import OTHERS

PLAYERS = "abcdef"
MOST_OTHERS = 3
# So near stands who is second to „Zweiter“.
CLOSE = 4
ENDS = frozenset((".", ";", "?", "!"))


class Groups(Printed):
    """Reads how many people there are, who has the same, and who is first, second, third."""

    # Whole groups

    def _counts(self) -> None:
        """„zu viert“, „vier Spieler“, „zwei Kreaturen mit je 4“: how many, not how strong."""
        for one in self.atoms:
            if one.kind == "count" and one.number:
                self.shore.players = one.number
        for at in self._numbers():
            value, follows = self.atoms[at].number, self._key(at + 1)
            people = follows in said("base_group") or (self._key(at - 1) == OTHERS and value <= MOST_OTHERS)
            if self.atoms[at].signed or not 0 < value <= MOST_PLAYERS or not people:
                continue
            if not self._alike(at):
                self.shore.players = value
                self.used.add(at)

    def _groups(self) -> None:
        """„drei Spieler, alle mit Stärke 9“, „die zwei Kleinen je acht“, „alle drei genau 12“, „zweimal 8“."""
        self._times()
        for at in self._numbers():
            value = self.atoms[at].number
            other = self._alike(at)
            if other is not None and not self.atoms[at].signed and 1 < value <= MOST_PLAYERS:
                self._add_group(value, at, other)
        if self.shore.players and not self.shore.people:
            numbers = self._numbers()
            if len(numbers) == 1 and self._within(numbers[0], -3, "base_alike"):
                self._add_group(self.shore.players, numbers[0], numbers[0])

    def _times(self) -> None:
        """„zweimal 8 und zweimal 5“, „2x 8“."""
        for at, one in enumerate(self.atoms):
            times = numbered("base_times").get(one.key) if one.kind == "word" else None
            follows = at + 1
            if one.kind == "number" and at not in self.used and self._key(at + 1) in ("x", "mal"):
                times, follows = one.number, at + 2
            if (
                times
                and times <= MOST_PLAYERS
                and self._kind(follows) == "number"
                and follows not in self.used
            ):
                self._add_group(times, at, follows)

    def _alike(self, at: int) -> int | None:
        """Return where the strength stands that as many people have as the number here says."""
        if (
            self._kind(at - 1) == "who"
            and self._key(at - 1) != OTHERS
            and self._key(at + 1) not in said("base_group")
        ):
            return None
        alike = self._within(at, -1, "base_alike")
        for ahead in range(at + 1, min(at + 9, len(self.atoms))):
            kind, key = self._kind(ahead), self._key(ahead)
            if kind == "number" and ahead not in self.used:
                return ahead if alike and ahead > at + 1 else None
            if kind in ("base", "monster", "creature") or key in said("base_minions") or key in ENDS - {"."}:
                return None
            if (
                kind in ("who", "we")
                and key != OTHERS
                and not (ahead == at + 1 and key in said("base_group"))
            ):
                return None
            alike = alike or key in said("base_alike")
        return None

    def _add_group(self, times: int, at: int, strength: int) -> None:
        names = [f"spieler_{one}" for one in PLAYERS if f"spieler_{one}" not in self.shore.people]
        for name in names[:times]:
            self.shore.people[name] = [self.atoms[strength].number]
        self.used |= {at, strength}

    # Places

    def _ranks(self) -> None:
        """„ich Zweiter“, „lande auf Platz 3“, „ich bin stärker als Ralf“."""
        here, since, places = "", 0, numbered("base_ranks")
        for at, one in enumerate(self.atoms):
            if one.kind in ("who", "we"):
                here, since = one.key, at
            place = places.get(one.key) if one.kind == "word" else None
            if (
                place
                and self._key(at - 1) != "als"
                and self._kind(at + 1) == "number"
                and at + 1 not in self.used
            ):
                # „ich 12, Zweiter 8“: he has no other name.
                self.atoms[at] = one._replace(kind="who")
                continue
            if place is None and one.key in said("base_places"):
                place = self._place(at)
                if place:
                    self.shore.places.append(place)
                place = place if self._within(at, -4, "base_ranked") else None
            elif place:
                self.shore.places.append(place)
            stated = (
                here
                and at - since <= CLOSE
                and (one.key == "platz" or self._key(at - 1) not in said("article"))
            )
            if place and stated and here not in self.shore.ranks:
                self.shore.ranks[here] = place
            other = self.atoms[at + 2] if at + 2 < len(self.atoms) else None
            if (
                one.key in said("base_ahead")
                and self._key(at + 1) == "als"
                and other
                and other.kind == "who"
                and here
            ):
                self.shore.ranks |= {here: 1, other.key: 2}

    def _place(self, at: int) -> int | None:
        """„Platz zwei“, „den dritten Platz“, „Zweitplatzierter“."""
        for word, place in numbered("base_placed").items():
            if self._key(at).startswith(word) or self._key(at - 1) == word:
                return place
        if self._kind(at + 1) == "number" and self.atoms[at + 1].number <= MOST_PLAYERS:
            self.used.add(at + 1)
            return self.atoms[at + 1].number
        return None
