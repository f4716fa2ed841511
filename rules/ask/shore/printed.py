"""What is printed on a base, and what lies there that belongs to nobody: points, breakpoint, monsters, treasures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.data import numbered, said
from rules.ask.mentions import Mention
from rules.ask.shore.atoms import DASHES, Atom, cut
from rules.ask.shore.called import called
from rules.ask.shore.told import OTHERS, Facts, Shore
from rules.ask.words import Token

PLACES, MOST_POINTS = 3, 6
MOST_MONSTERS, MOST_PLAYERS = 4, 6
LEAST_WALL = 8
BASES = frozenset(("basis", "base", "basn"))
CLAUSE_ENDS = frozenset((",", ".", ";", "?", "!", ":"))
DENIES = frozenset(
    (
        "kein",
        "keine",
        "keinen",
        "keinem",
        "keiner",
        "keins",
        "keines",
        "koa",
        "koi",
        "ohne",
        "no",
        "none",
        "null",
    )
)


ORDINALS = frozenset(("nd", "rd", "th", "ter", "te", "ten"))


class Printed:
    """Reads base, printed values, monsters and treasures; every number is used once."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        self.facts, self.tokens, self.shore = facts, tokens, Shore()
        self.atoms = called(tokens, cut(tokens, mentions, facts))
        self.used: set[int] = set()
        self._owned()

    def _owned(self) -> None:
        """„meine Frau“ is she, not „ich“."""
        for place, atom in enumerate(self.atoms[:-1]):
            ahead = self.atoms[place + 1 : place + 3]
            if atom.kind == "who" and ahead[0].key in said("turn_words"):
                # „am Ende von meinem Zug 17“
                self.atoms[place] = atom._replace(kind="word")
            owned = self.tokens[atom.start].key in said("owning")
            people = self._kind(place + 2) == "who" or self._key(place + 2) in said("base_group")
            if owned and ahead[0].key == OTHERS and not people:
                # „meine anderen“ are creatures.
                self._creatures_of(place)
            elif atom.kind == "who" and owned:
                near = ahead[:1] if ahead[0].kind != "word" or ahead[0].key in said("base_joined") else ahead
                if near[-1].kind == "who" and not any(one.key in said("base_minions") for one in near):
                    self.atoms[place] = atom._replace(kind="word")

    def _creatures_of(self, place: int) -> None:
        """„meine anderen 6“ are the asker's, „seine anderen 6“ whose it was before."""
        one, others = self.atoms[place], self.atoms[place + 1]
        self.atoms[place + 1] = others._replace(kind="word")
        if self.tokens[one.start].key not in said("myself"):
            self.atoms[place] = one._replace(kind="word")

    # Looking around

    def _key(self, place: int) -> str:
        return self.atoms[place].key if 0 <= place < len(self.atoms) else ""

    def _kind(self, place: int) -> str:
        return self.atoms[place].kind if 0 <= place < len(self.atoms) else ""

    def _within(self, place: int, ahead: int, *names: str) -> bool:
        """Say whether one of the next atoms (or those before, where `ahead` is negative) is a word of a list."""
        span = range(place + 1, place + 1 + ahead) if ahead > 0 else range(place - 1, place - 1 + ahead, -1)
        return any(self._key(at) in said(name) for at in span for name in names)

    def _numbers(self) -> list[int]:
        return [at for at, one in enumerate(self.atoms) if one.kind == "number" and at not in self.used]

    # What is printed

    def _printed(self) -> None:
        bases = [(at, one) for at, one in enumerate(self.atoms) if one.kind == "base"]
        if bases:
            self.shore.card = bases[0][1].card
        if any(one.card != self.shore.card for _, one in bases):
            self.shore.strange.append("zweite Basis")
        self._noise()
        self._points()
        self._changes()
        for at in self._numbers():
            if self._is_wall(at):
                self.used.add(at)
                if self.shore.breakpoint not in (None, self.atoms[at].number):
                    self.shore.strange.append("zwei Werte")
                self.shore.breakpoint = self.atoms[at].number

    def _noise(self) -> None:
        """„halb zwölf“, „74 Jahre“: numbers that count something else."""
        for at in self._numbers():
            place = self._kind(at + 1) == "suffix" and self._key(at + 1) in ORDINALS
            place = place or (self._key(at + 1) == "." and self._key(at + 2) == "platz")
            # „gleich stark auf der Eins“
            ranked = self._kind(at + 1) != "suffix" and self.atoms[at].number <= MOST_PLAYERS
            place = place or (ranked and self._key(at - 2) == "auf" and self._key(at - 1) == "der")
            timed = place or (
                self._within(at, -1, "counted_before") and self._key(at - 1) not in ("platz", "punkt")
            )
            if timed or self._key(at + 1) in said("other_counts"):
                self.used.add(at)

    def _points(self) -> None:
        """„5/3/2“, „4-3-2“, „mit 4, 2 und 1“ are the points of the places."""
        numbers = self._numbers()
        for run in zip(numbers, numbers[1:], numbers[2:], strict=False):
            values = [abs(self.atoms[at].number) for at in run]
            falling = values == sorted(values, reverse=True) and values[0] <= MOST_POINTS
            if falling and self._is_row_of_points(*run):
                self.shore.points = values
                self.used |= set(run)
                return

    def _is_row_of_points(self, first: int, second: int, third: int) -> bool:
        signed = [self.atoms[at].signed for at in (first, second, third)]
        if self._within(first, -2, "base_strength_only") or signed[0]:
            return False
        if any(signed):
            # „5 – 3 – 2“
            spaced = all(self._spaced(at) for at in (second, third))
            return spaced and (first + 1, second + 1) == (second, third)
        between = {self._key(at) for at in range(first + 1, third) if at != second}
        divided = between <= {"/", "-"} and (bool(between) or self.atoms[second].key == "-")
        more = third + 1 < len(self.atoms) and self._key(third + 1) == "/"
        ranked = {key for key in between if key in said("base_place_gap")}
        listed = between - ranked <= {",", "und", "u", "/"} and self._within(first, -4, "base_points_before")
        near = third - first <= PLACES + (2 * len(ranked) or 2)
        return near and ((divided and not more) or (listed and self.atoms[first].number < MOST_POINTS))

    def _spaced(self, at: int) -> bool:
        """Say whether the minus of a number is a dash with space on both sides."""
        text = self.tokens[self.atoms[at].start].text
        return text[0] in DASHES and text[1:2].isspace()

    def _changes(self) -> None:
        """„eine Karte senkt das um 3“, „halbiert den Zerstörungswert“."""
        for at, one in enumerate(self.atoms):
            if one.key in said("base_halves"):
                self.shore.halved = True
                clause = self._clause_around(at)
                walls = any(self._key(place) in said("base_walls") | BASES | {"wert"} for place in clause)
                if not walls and any(self._kind(place) == "who" for place in clause):
                    self.shore.strange.append("wovon die Hälfte")
        for at in self._numbers():
            if self._key(at - 1) != "um":
                continue
            near = {self._key(one) for one in range(max(0, at - 6), min(len(self.atoms), at + 4))}
            sign = bool(near & said("base_raises")) - bool(near & said("base_lowers"))
            if sign:
                self.shore.change += sign * self.atoms[at].number
                self.used.add(at)

    def _is_wall(self, at: int) -> bool:
        """„Zerstörungswert 21“, „20er-Basis“, „Treasure Bath 12“, „16 aufgedruckt“."""
        one = self.atoms[at]
        whose = self._key(at + 1) == "(" and self._kind(at + 2) == "who"
        if one.signed or one.number < LEAST_WALL or whose:
            return False
        before = at - 1
        while before > at - 5 and self._kind(before) != "base" and self._key(before) in said("base_wall_gap"):
            before -= 1
        if self._key(before) in said("base_walls"):
            return True
        if self._kind(at + 1) == "suffix":
            return self._key(at + 2) in BASES
        if self._within(at, 2, "base_printed") or (
            self._within(at, -2, "base_printed") and self.shore.card is None
        ):
            return True
        if self._key(at + 1) in said("base_walls"):
            return True
        if self._within(at, -1, "base_needs", "base_exact") and self._is_nobodys_wall(at):
            return True
        if self._key(before) in BASES and not self._within(at, 2, "base_strength", "base_minions"):
            return self.shore.card is None or one.number == self._wall()
        if one.number == self._wall() and {self._key(at - back) for back in range(1, 5)} & BASES:
            # „die Basis hat doch nur 11!“
            return True
        known = self._kind(before) == "base" and one.number == self._wall()
        return known or (one.number == self._wall() and self._within(at, -1, "base_printed"))

    def _is_nobodys_wall(self, at: int) -> bool:
        """„wir brauchen 18“, „fällt mit genau 20“, where that is printed there."""
        before = [self._kind(one) for one in self._clause_around(at) if one < at]
        return self.atoms[at].number == self._wall() and "who" not in before

    def _wall(self) -> int | None:
        return self.facts[self.shore.card].get("breakpoint") if self.shore.card else None

    # Monsters and treasures

    def _lying(self) -> None:
        self._controls()
        for at, one in enumerate(self.atoms):
            if one.kind == "monster":
                self._monster_card(at, one)
            elif one.key in said("base_monsters") and one.kind == "word":
                self._monster_word(at)
            elif one.key in said("base_asks_booty"):
                self._treasure_word(at)

    def _controls(self) -> None:
        """„…, den Hippogreif kontrolliere ich“: who has monsters; of several those that are named with it."""
        for at, one in enumerate(self.atoms):
            denied = {self._key(back) for back in range(at - 3, at)} & said("base_nobody")
            owns = one.key in said("base_owns")
            if denied or not (owns or one.key in said("base_controls")):
                continue
            clause = self._clause_around(at)
            mine = [self._key(place) for place in clause if self._kind(place) == "who"]
            theirs = [self.atoms[place].card for place in clause if self._kind(place) == "monster"]
            if owns and not (mine and theirs):
                continue
            named = {atom.card for atom in self.atoms if atom.kind == "monster"}
            whole = any(
                self._key(place) in said("base_both") | said("base_alike") | {"sie"} for place in clause
            )
            if len(named) > 1 and not theirs and not whole:
                self.shore.strange.append("welches Monster")
            self.shore.charmed = next((who for who in mine if who not in said("pronouns")), "du")
            self.shore.charmed_ones = theirs
            return

    def _clause_around(self, at: int) -> range:
        """Return everything up to the signs that end a clause."""
        start, end = at, at
        while start > 0 and self._key(start - 1) not in CLAUSE_ENDS:
            start -= 1
        while end + 1 < len(self.atoms) and self._key(end + 1) not in CLAUSE_ENDS:
            end += 1
        return range(start, end + 1)

    def _count_before(self, at: int) -> int | None:
        """Return the place of the number that counts what stands here: „zwei Ghoule“, „drei kleine Monster“."""
        for back in (1, 2):
            if self._kind(at - back) == "number" and at - back not in self.used:
                number = self.atoms[at - back]
                gap = back == 1 or (
                    self._kind(at - 1) == "word" and not self._within(at, -1, "base_strength", "base_joined")
                )
                plain = not number.signed and 0 < number.number <= MOST_MONSTERS
                return at - back if gap and plain else None
            if self._kind(at - back) != "word":
                return None
        return None

    def _denied(self, at: int) -> bool:
        keys = {self._key(one) for one in range(max(0, at - 2), at)} | {self._key(at + 1)}
        return bool(keys & DENIES) or self._key(at + 2) in DENIES

    def _monster_card(self, at: int, one: Atom) -> None:
        if self._key(at - 1) in DENIES or self._key(at - 2) in DENIES:
            return
        place = self._count_before(at)
        times = 1
        if self._key(at - 1) == "mit" and self._key(at - 2) == "(":
            # „Anna 10 (mit Bigfoot)“: a part of it, or beside it?
            self.shore.strange.append(one.card)
        if place is not None:
            times = self.atoms[place].number
            self.used.add(place)
        if one.card not in self.shore.monsters:
            self.shore.monsters += [one.card] * times
        self._told_strength(at, worths(self.facts[one.card]))

    def _told_strength(self, at: int, known: set[int]) -> None:
        """„Bigfoot (Stärke 7)“ says what the card says."""
        for ahead in range(at + 1, min(at + 5, len(self.atoms))):
            if self._kind(ahead) == "number" and ahead not in self.used:
                if self.atoms[ahead].number in known and self._is_said_of(at, ahead):
                    self.used.add(ahead)
                    return
                inside = self._key(at + 1) == "(" and self._key(ahead + 1) == ")"
                if inside and self._kind(at + 2) != "who":
                    self.used.add(ahead)
                    if self.atoms[ahead].number not in known:
                        self.shore.strange.append("andere Stärke")
                return

    def _is_said_of(self, at: int, number: int) -> bool:
        """„King Tut liegt mit 4 darauf“, „der Ghoul hat Stärke 3“: nothing but words between."""
        words = all(self._kind(one) == "word" for one in range(at + 1, number))
        said_so = self._key(number - 1) in said("base_strength") | said("has") | {"mit"}
        return words and said_so and self._kind(number + 1) != "suffix"

    def _is_slain(self, at: int) -> bool:
        """„die zwei Monster hab ich vorher plattgemacht“, but not „eins von zwei“."""
        clause = {self._key(one) for one in self._clause_around(at)}
        return bool(clause & said("base_slain")) and not clause & ({"von", "vom"} | said("base_more"))

    def _monster_word(self, at: int) -> None:
        if self._is_slain(at):
            if (place := self._count_before(at)) is not None:
                self.used.add(place)
            return
        if self._denied(at):
            if self._within(at, 1, "base_for"):
                # „kein Viech von mir“
                self.shore.strange.append("keine Kreatur")
            return
        place = self._count_before(at)
        times = 1
        if place is not None:
            times = self.atoms[place].number
            self.used.add(place)
        values = self._strengths_after(at)
        if len(values) == 1 and self._each_between(at, values[0]):
            values = values * times
        found = [self.atoms[one].number for one in values]
        self.used |= set(values)
        if found and len(found) == times:
            self.shore.monster_strengths += found
        elif found and times == 1 and self.shore.monsters:
            self.shore.strange.append("Monster")
        elif found:
            self.shore.strange.append("Zahl der Monster")
        elif place is not None or self._key(at - 1) in ("ein", "einem", "einzige", "einziges", "das"):
            self.shore.unknown_monsters = times

    def _each_between(self, at: int, number: int) -> bool:
        return any(self._key(one) in ("je", "jeweils", "beide", "alle", "jedes") for one in range(at, number))

    def _strengths_after(self, at: int) -> list[int]:
        """Return the places of the numbers that say how strong the monsters are."""
        place, told = at + 1, False
        while place < len(self.atoms) and place <= at + 7 and self._kind(place) != "number":
            key = self._key(place)
            told = told or key in said("base_strength") or key in ("mit", "je")
            ends = key in (".", ";", "?", "!", ":") and self._key(place - 1) not in said("shortened")
            stops = self._kind(place) in ("who", "we", "base", "monster") or ends
            if stops or key in said("base_minions") or (key == "," and place > at + 1):
                return []
            place += 1
        found: list[int] = []
        while told and self._kind(place) == "number" and place not in self.used:
            found.append(place)
            place += (
                2
                if self._key(place + 1) in ("und", ",", "u", "/", "+") and self._kind(place + 2) == "number"
                else len(self.atoms)
            )
        return found

    def _treasure_word(self, at: int) -> None:
        """„sieben Schätze“, „Beute: vier Karten“."""
        for back in (at - 1, at - 2):
            if self._kind(back) == "number" and back not in self.used:
                self._booty(back)
                return
            if self._kind(back) != "word":
                break
        if self._key(at) in ("beute", "loot", "buti"):
            for ahead in range(at + 1, min(at + 6, len(self.atoms))):
                if self._kind(ahead) == "number" and ahead not in self.used:
                    if self._within(ahead, 1, "base_asks_booty", "base_cards") or ahead <= at + 2:
                        self._booty(ahead)
                    return

    def _booty(self, at: int) -> None:
        if self.shore.treasures is not None:
            self.shore.strange.append("Schätze")
        self.shore.treasures = self.atoms[at].number
        self.used.add(at)
        if self.shore.monsters:
            self.shore.strange.append("Schätze und Monster")


def worths(card: Mapping[str, Any]) -> set[int]:
    """Return how strong a monster may be: as printed, and as it makes itself."""
    own = [
        effect.get("by") for ability in card.get("abilities") or () for effect in ability.get("effects") or ()
        if effect.get("action") == "change_strength" and (effect.get("filter") or {}).get("self")
    ]  # fmt: skip
    strength = int(card.get("strength") or 0)
    return {strength, *(strength + by for by in own if isinstance(by, int))}


def counted(atom: Atom) -> int | None:
    """Return the number in „dreimal“."""
    return numbered("base_times").get(atom.key) if atom.kind == "word" else None
