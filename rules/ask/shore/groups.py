"""Whole groups of players on a base, and their places: „drei Spieler, alle mit 9“, „ich Zweiter, Vera Siegerin“."""

from __future__ import annotations

from rules.ask.data import numbered, said
from rules.ask.shore.printed import MOST_PLAYERS, Printed
from rules.ask.shore.told import OTHERS

PLAYERS = "abcdef"
MOST_OTHERS = 3
# So near stands who is second to „Zweiter“.
CLOSE = 4
STRENGTHS = ("base_strength", "base_minions")
ENDS = frozenset((".", ";", "?", "!"))
EACH = frozenset(("je", "jeweils", "each", "pro"))


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
            people = (
                follows in said("base_group") | said("base_equals")
                or self._of_us(at)
                or self._present(at)
                or (self._kind(at - 1) == "who" and self._key(at - 1) == OTHERS and value <= MOST_OTHERS)
            )
            if (
                self.atoms[at].signed
                or not 0 < value <= MOST_PLAYERS
                or not people
                or self._is_whose_folk(at)
            ):
                continue
            if not self._alike(at):
                self.shore.players = value
                self.used.add(at)

    def _is_whose_folk(self, at: int) -> bool:
        """„hab 3 Leute mit je 3“: creatures, where somebody has them."""
        return (
            self._kind(at - 1) == "who"
            and self._key(at - 1) != OTHERS
            and self._key(at + 1) in said("base_troops")
        )

    def _of_us(self, at: int) -> bool:
        """„wir sind nur zwei dort“, „nur wir zwei“."""
        before = at - 1
        while before > at - 4 and self._key(before) in said("base_stands_us"):
            before -= 1
        strong = self._within(at, 1, *STRENGTHS) or self._kind(at + 1) in ("number", "suffix")
        return self._kind(before) == "we" and self._key(at - 1) not in ("je", "mit") and not strong

    def _present(self, at: int) -> bool:
        """„drei dabei“, but not „ein Wender mit 3 dabei“."""
        return self._key(at + 1) in said("base_present") and self._key(at - 1) in {"", ",", ":", "."}

    def _groups(self) -> None:
        """„drei Spieler, alle mit Stärke 9“, „die zwei Kleinen je acht“, „alle drei genau 12“, „zweimal 8“."""
        self._times()
        self._some_of_us()
        self._kin()
        self._both_of_them()
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

    def _some_of_us(self) -> None:
        """„drei von uns haben 7“: as many have that."""
        for at in self._numbers():
            few = self._key(at + 1) in said("base_for") and self._kind(at + 2) == "we"
            behind = range(at + 3, min(at + 6, len(self.atoms)))
            strength = next((ahead for ahead in behind if self._kind(ahead) != "word"), None)
            if (
                few
                and strength
                and self._kind(strength) == "number"
                and 1 < self.atoms[at].number <= MOST_PLAYERS
            ):
                self._add_group(self.atoms[at].number, at, strength)

    def _kin(self) -> None:
        """„die Zwillinge je 3“, „meine Eltern haben jeder 7“: as many as the word says."""
        for at, one in enumerate(self.atoms):
            times = numbered("base_several").get(one.key)
            behind = range(at + 1, min(at + 4, len(self.atoms)))
            strength = next((ahead for ahead in behind if self._kind(ahead) == "number"), None)
            if times and strength and strength not in self.used and self._within(strength, -1, "of_each"):
                self._add_group(times, strength, strength)

    def _both_of_them(self) -> None:
        """„die beiden Streithähne haben je 11“: two whom nobody names."""
        for at, one in enumerate(self.atoms):
            before = next((back for back in range(at - 1, -1, -1) if self._kind(back) in ("who", "sign")), -1)
            if one.key not in said("base_both") or self._key(at - 1) != "die" or self._kind(before) == "who":
                continue
            for ahead in range(at + 1, min(at + 6, len(self.atoms))):
                named = self._kind(ahead) == "who" and self._key(ahead) not in said("base_group")
                if named or self._kind(ahead) in ("we", "sign"):
                    break
                if self._kind(ahead) == "number" and ahead not in self.used:
                    if self._within(ahead, -1, "of_each"):
                        self._add_group(2, ahead, ahead)
                    break

    def _alike(self, at: int) -> int | None:
        """Return where the strength stands that as many people have as the number here says."""
        if (
            self._kind(at - 1) == "who"
            and self._key(at - 1) != OTHERS
            and self._key(at + 1) not in said("base_group")
        ):
            return None
        if self._key(at - 1) in EACH or self._is_whose_folk(at):
            # „je 5“ says how strong they are, „hab 3 Leute“ whose creatures.
            return None
        alike = self._within(at, -1, "base_alike")
        for ahead in range(at + 1, min(at + 9, len(self.atoms))):
            kind, key = self._kind(ahead), self._key(ahead)
            if kind == "number" and ahead not in self.used:
                return ahead if alike and ahead > at + 1 else None
            if kind in ("base", "monster", "creature") or key in said("base_minions") or key in ENDS - {"."}:
                return None
            if ahead == at + 1 and self._is_folk(ahead) and self._has_owner(at):
                return None
            if (
                kind in ("who", "we")
                and key != OTHERS
                and not (ahead == at + 1 and key in said("base_group"))
            ):
                return None
            alike = alike or key in said("base_alike")
        return None

    def _is_folk(self, at: int) -> bool:
        """„zwei Krieger mit je 4“, „drei Ninjas, jeder 2“: creatures by what they are."""
        key = self._key(at)
        if key in said("base_folk"):
            return True
        noun = self._kind(at) == "word" and self.tokens[self.atoms[at].start].text[:1].isupper()
        return noun and key not in said("base_group") | said("base_others") and self._within(at, 3, "of_each")

    def _has_owner(self, at: int) -> bool:
        """„bei mir liegen zwei Krieger“, „drei Elfen von mir“."""
        row = self._clause_around(at)
        return any(self._kind(one) == "who" and self._key(one) != OTHERS for one in row)

    def _add_group(self, times: int, at: int, strength: int) -> None:
        names = [f"spieler_{one}" for one in PLAYERS if f"spieler_{one}" not in self.shore.people]
        for name in names[:times]:
            self.shore.people[name] = [self.atoms[strength].number]
        self.used |= {at, strength}

    # Places

    def _ranks(self) -> None:
        """„ich Zweiter“, „lande auf Platz 3“, „ich bin stärker als Ralf“."""
        here, since = "", 0
        for at, one in enumerate(self.atoms):
            if one.kind in ("who", "we"):
                here, since = one.key, at
            place = numbered("base_ranks").get(one.key) if one.kind == "word" else None
            if place and self._is_called_so(at):
                self.atoms[at] = one._replace(kind="who")
                continue
            if place and self._is_nobody(at):
                continue
            place = self._rank(at, place)
            if place and (ahead := self._leads(at)):
                here, since = ahead, at
            free = one.key == "platz" or self._key(at - 1) not in said("article")
            if place and here and free and at - since <= CLOSE and here not in self.shore.ranks:
                self.shore.ranks[here] = place
            if here and (behind := self._overtaken(at)):
                self.shore.ranks |= {here: 1, behind: 2}

    def _leads(self, at: int) -> str:
        """„Erster Uwe, Zweiter ich“, „Erste ist Ida“: who follows the place."""
        place = at + 1 + (self._key(at + 1) in said("base_ranked"))
        starts = self._kind(at - 1) in ("sign", "") or self._key(at - 1) in said("base_joined")
        return self._key(place) if starts and self._kind(place) == "who" else ""

    def _is_called_so(self, at: int) -> bool:
        """„ich 12, Zweiter 8“, „noch ein Dritter mit 3“: he has no other name."""
        comes = self._key(at - 1) in said("article") and self._key(at + 1) == "mit"
        number = at + 2 if comes else at + 1
        return self._key(at - 1) != "als" and self._kind(number) == "number" and number not in self.used

    def _rank(self, at: int, place: int | None) -> int | None:
        """Keep the place that is spoken of here, and return it where it may be somebody's."""
        spoken = place
        if place is None and self._key(at) in said("base_places"):
            spoken = self._place(at)
            place = spoken if self._within(at, -4, "base_ranked") else None
        if spoken:
            self.shore.places.append(spoken)
        return place

    def _overtaken(self, at: int) -> str:
        """Return who is second: „Bruno vor mir“, „stärker als Ralf“."""
        if self._key(at) == "vor" and self._kind(at + 1) == "who" and not self._within(at, 5, "turn_words"):
            return self._key(at + 1)
        compared = self._key(at) in said("base_ahead") and self._key(at + 1) == "als"
        return self._key(at + 2) if compared and self._kind(at + 2) == "who" else ""

    def _is_nobody(self, at: int) -> bool:
        """„einen Dritten gibt es nicht“, „kein Dritter“."""
        ahead = next(
            (one for one in range(at, len(self.atoms)) if self._kind(one) == "sign"), len(self.atoms)
        )
        near = {self._key(one) for one in range(max(0, at - 2), min(ahead, at + 6))}
        return bool(near & said("base_nobody"))

    def _place(self, at: int) -> int | None:
        """„Platz zwei“, „den dritten Platz“, „Zweitplatzierter“."""
        for word, place in numbered("base_placed").items():
            if self._key(at).startswith(word) or self._key(at - 1) == word:
                return place
        if self._kind(at + 1) == "number" and self.atoms[at + 1].number <= MOST_PLAYERS:
            self.used.add(at + 1)
            return self.atoms[at + 1].number
        return None
