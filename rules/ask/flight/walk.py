"""Who runs, from what, and what helps or hinders whom."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.data import said
from rules.ask.flight.atoms import ENDS, MINE, Atom, cut
from rules.ask.flight.told import Chaser, Flight, Runner
from rules.ask.mentions import Mention
from rules.ask.table import ME, Facts
from rules.ask.words import Token

MOST_FOES, DIE, MOST_HELP = 4, 6, 6
FOE = "foe"
NOT = frozenset(("nicht", "nie", "net", "ned"))
DENIES = frozenset(
    ("kein", "keine", "keinen", "keinem", "keiner", "keinerlei", "ohne", "koa", "koan", "null", "keins")
)


def starts(key: str, name: str) -> bool:
    """Say whether a word begins like one of a list."""
    return key.startswith(tuple(said(name)))


class Walk:
    """Gives what helps or hinders to whom it is said of; every number is used once."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        self.tokens, self.facts = tokens, facts
        self.atoms = cut(tokens, mentions, facts)
        self.asking = {one.start for one in mentions if one.is_word("chance")}
        self.levels = {one.start for one in mentions if one.is_word("level")}
        self.flight = Flight()
        self.used: set[int] = set()
        self.people: dict[str, Runner] = {}
        # Who is spoken of now: a person, a monster, or nobody; what was named last.
        self.here: Runner | Chaser | None = None
        self.card = ""
        # What the cards that were named do to a roll, as long as nobody told it once more.
        cards = dict.fromkeys(one.card for one in self.atoms if one.card)
        self.untold = [int(facts[card]["run_away"]) for card in cards if facts[card].get("run_away")]

    # Looking around

    def _key(self, at: int) -> str:
        return self.atoms[at].key if 0 <= at < len(self.atoms) else ""

    def _kind(self, at: int) -> str:
        return self.atoms[at].kind if 0 <= at < len(self.atoms) else ""

    def _near(self, at: int, back: int, ahead: int, name: str) -> bool:
        return any(self._key(one) in said(name) for one in range(at - back, at + ahead + 1) if one != at)

    def _asks_times(self, keys: set[str]) -> bool:
        """„wie oft muss ich da würfeln?“: before several monsters, or where several run."""
        several = len(self.flight.foes) * len(self.flight.runners) > 1
        asks = {"wie", "oft"} <= keys or keys & {"wieoft", "haufig"}
        return bool(several and asks and keys & {"muss", "mussen"} and keys & said("flight_die"))

    def _sentence(self, at: int) -> range:
        """Return the places of the sentence that an atom stands in."""
        first = last = at
        while first > 0 and self._key(first - 1) not in ENDS:
            first -= 1
        while last < len(self.atoms) and self._key(last) not in ENDS:
            last += 1
        return range(first, last)

    def _person(self, ident: str) -> Runner:
        return self.people.setdefault(ident, Runner(ident))

    # The walk

    def walk(self) -> None:
        self._count_foes()
        for at, one in enumerate(self.atoms):
            if one.kind == "who":
                self._who(at, one)
            elif one.kind == "pronoun":
                self._pronoun(one)
            elif one.kind == "word" and one.key in MINE and not self._third() and not self._owns(at):
                self.here = self._person(ME)
            elif one.key in said("flight_plain"):
                self._plain(at, one)
            elif one.kind == FOE:
                self._foe(at, one)
            elif one.kind == "monster":
                self._monster(one)
            elif one.kind == "boost":
                self._boost(one)
            elif one.kind in ("trait", "card"):
                self._thing(at, one)
            elif one.kind == "number" and at not in self.used:
                self._number(at, one)

    def _owns(self, at: int) -> bool:
        """„mein Bruder“ is he, not „ich“."""
        return self._key(at) in said("owning") and any(
            self._kind(place) == "who" for place in (at + 1, at + 2)
        )

    def _third(self) -> bool:
        """Say whether somebody else is spoken of, not „ich“."""
        return isinstance(self.here, Runner) and self.here.id != ME

    def _who(self, at: int, one: Atom) -> None:
        if one.key != ME and self._speaks(at):
            return
        if self._kind(at - 1) == "who" and isinstance(self.here, Runner) and self.here.id != ME != one.key:
            # „Oma Gerda“ is one.
            return
        self.here = self._person(one.key)
        self.card = ""

    def _pronoun(self, one: Atom) -> None:
        """„er“ and „sie“ are somebody who was named, or somebody of their own."""
        others = [person for person in self.people.values() if person.id != ME]
        self.here = others[-1] if others else self._person(one.key)
        self.card = ""

    def _speaks(self, at: int) -> bool:
        """„Marek hat Quicker Ichor gegen uns gespielt“, „mein Mann meint“: who says or plays so does not run."""
        sentence = self._sentence(at)
        after = {self._key(one) for one in range(at + 1, min(at + 8, sentence.stop))}
        return bool({self._key(at + 1)} & said("flight_speaks")) or (
            bool(after & said("flight_speaks")) and bool(after & said("flight_against"))
        )

    # Monsters

    def _count_foes(self) -> None:
        """„drei Schurken“, „zwei kleine Monster“, „beide Monster“: how many there are."""
        for at, one in enumerate(self.atoms):
            if one.kind == FOE and (self._near(at, 2, 0, "flight_both")):
                self._more(2)
            self.flight.uncounted |= one.kind == FOE and self._near(at, 2, 0, "some")
            number = next((back for back in (at - 1, at - 2) if self._kind(back) == "number"), None)
            plain = number is not None and not self.atoms[number].signed and number not in self.used
            if one.kind not in (FOE, "monster") or not plain or number is None:
                continue
            if number == at - 2 and self._kind(at - 1) != "word":
                continue
            if 0 < self.atoms[number].number <= MOST_FOES and not self._level(number):
                self.used.add(number)
                self._more(self.atoms[number].number)

    def _more(self, number: int) -> None:
        while len(self.flight.foes) < number:
            self.flight.foes.append(Chaser())

    def _of_both(self) -> bool:
        """„dass ich beiden entwische“: two monsters, and nobody says which."""
        keys = [one.key for one in self.atoms]
        fleeing = (at for at, key in enumerate(keys) if starts(key, "flight_flees"))
        both = any({"beiden", "zweien"} & set(keys[max(0, at - 3) : at]) for at in fleeing)
        return both and not self.flight.foes and len(self.flight.runners) == 1

    def _foe(self, at: int, one: Atom) -> None:
        if self._key(at - 1) in DENIES:
            return
        if self._near(at, 0, 3, "flight_speaks") and one.key in ("gegner", "feind", "gegners"):
            # „Ein Gegner hat … gespielt“ sits at the table.
            self.here = None
            return
        another = self.flight.foes and self._key(at - 1) in ("zweites", "anderes", "weiteres", "noch")
        if another:
            self.flight.foes.append(Chaser())
        self._more(1)
        self.here = self.flight.foes[-1]
        self.card = ""

    def _monster(self, one: Atom) -> None:
        free = next((foe for foe in self.flight.foes if foe.card is None and not foe.run_away), None)
        known = next((foe for foe in self.flight.foes if foe.card == one.card), None)
        foe = known or free or Chaser()
        if foe not in self.flight.foes:
            self.flight.foes.append(foe)
        foe.card = one.card
        self.here, self.card = foe, one.card

    def _boost(self, one: Atom) -> None:
        self._more(1)
        foe = self.here if isinstance(self.here, Chaser) else self.flight.foes[-1]
        foe.boosts.append(one.card)

    # Cards

    def _thing(self, at: int, one: Atom) -> None:
        facts = self.facts[one.card]
        if self._key(at - 1) in DENIES or {self._key(at - 1), self._key(at - 2)} & NOT:
            return
        if self._near(at, 3, 3, "flight_was"):
            self.flight.strange.append(f"{one.card} war")
        if facts["kind"] == "one-shot" and facts.get("run_away"):
            self._one_shot(at, one)
            return
        owner = self.here if isinstance(self.here, Runner) else None
        if one.kind == "trait" and self._apart(at) and not self.people:
            # „ein Elf und ein Mensch fliehen“
            self.people[one.key] = Runner(one.key, cards=[one.card])
            self.here = self.people[one.key]
            return
        owner = owner or (self._person(ME) if not self.people else next(iter(self.people.values())))
        if one.kind == "trait" and len(self.people) > 1 and self._near(at, 3, 0, "flight_all"):
            # „meine Schwester und ich sind beide Elfen“
            for person in self.people.values():
                person.cards.append(one.card)
            return
        if self._near(at, 0, 5, "flight_off") and not self._near(at, 0, 5, "flight_hand"):
            self.flight.strange.append(f"{one.card} nicht im Spiel")
        if one.card not in owner.cards:
            owner.cards.append(one.card)
        if one.kind == "trait" and isinstance(self.here, Chaser):
            self.here = owner
        self.card = one.card

    def _plain(self, at: int, one: Atom) -> None:
        """„ein Elf und ein Mensch“: the human is somebody, too."""
        near = [self._kind(place) for place in (at - 3, at - 2, at + 2, at + 3)]
        linked = self._near(at, 2, 1, "base_joined")
        if linked and "trait" in near and len(self.people) == 1 and ME not in self.people:
            self.here = self._person(one.key)

    def _apart(self, at: int) -> bool:
        """Say whether a race stands for somebody of its own: „ein Elf und ein Mensch“."""
        follows = [self._key(place) for place in range(at + 1, at + 4)]
        before = [self._key(place) for place in range(at - 3, at)]
        paired = "und" in follows[:1] and set(follows) & said("flight_plain")
        return bool(paired or ("und" in before and set(before) & said("flight_plain")))

    def _one_shot(self, at: int, one: Atom) -> None:
        """A drink that changes the rolls: for those who run, or against them."""
        worth = abs(int(self.facts[one.card]["run_away"]))
        sentence = self._sentence(at)
        words = {self._key(place) for place in sentence}
        signed = [place for place in sentence if self._kind(place) == "number" and place not in self.used]
        signed = [
            place for place in signed if abs(self.atoms[place].number) == worth and self._changes(place)
        ]
        sign = 1
        if words & said("flight_against") & self._behind(at) or any(
            self._value(place) < 0 for place in signed
        ):
            sign = -1
        self.used |= set(signed)
        self.flight.shared += sign * worth

    def _behind(self, at: int) -> set[str]:
        return {self._key(place) for place in range(at + 1, min(at + 5, len(self.atoms)))}

    # Numbers

    def _number(self, at: int, one: Atom) -> None:
        ways = (self._noise, self._is_level, self._is_told, self._is_change, self._is_roll, self._is_counted)
        if any(way(at, one) for way in ways):
            self.used.add(at)

    def _noise(self, at: int, one: Atom) -> bool:
        before = self._near(at, 1, 0, "counted_before") and self._key(at - 1) != "frage"
        score = self._key(at + 1) == ":" and self._kind(at + 2) == "number"
        if score:
            self.used.add(at + 2)
        counted = not one.signed and (
            self._near(at, 0, 1, "other_counts") or self._near(at, 0, 1, "flight_hand")
        )
        return before or score or counted

    def _level(self, at: int) -> bool:
        tokens = (
            self.atoms[place].start for place in (at - 1, at + 1, at - 2) if 0 <= place < len(self.atoms)
        )
        return any(token in self.levels for token in tokens)

    def _is_level(self, at: int, one: Atom) -> bool:
        if not self._level(at) or one.signed:
            return False
        if isinstance(self.here, Chaser):
            return True
        runner = self.here or self._person(ME)
        runner.level = one.number
        return True

    def _changes(self, at: int) -> bool:
        """Say whether a number changes a roll: „+1“, „minus zwei“, „zwei ab“."""
        one = self.atoms[at]
        before = self._key(at - 1) in said("flight_plus") | said("flight_minus") or self._polarity(at) != 0
        after = any(
            self._key(place) in ("ab", "abzug", "weniger", "abgezogen") for place in range(at + 1, at + 4)
        )
        return (
            one.signed
            or before
            or (after and self._near(at, 5, 6, "flight_on_rolls") and one.number < DIE - 1)
        )

    def _polarity(self, at: int) -> int:
        """„Bonus von zwei“, „um eins erschwert“: 1, -1, or 0 where nothing is said."""
        if self.atoms[at].number > MOST_HELP:
            return 0
        near = [self._key(at + 1)]
        before = at - 1
        while self._key(before) in ("von", "um", "mit", "a"):
            before -= 1
        near.append(self._key(before))
        if "um" in (self._key(at - 1), self._key(at - 2)):
            near.append(self._key(at + 2))
        good = any(word in said("flight_good") for word in near)
        bad = any(word in said("flight_bad") for word in near)
        return good - bad

    def _value(self, at: int) -> int:
        """Return the number with its sign."""
        one = self.atoms[at]
        if one.signed:
            return one.number
        if polarity := self._polarity(at):
            return polarity * one.number
        after = {self._key(place) for place in range(at + 1, at + 5)}
        minus = self._key(at - 1) in said("flight_minus") or after & {"ab", "abzug", "weniger", "abgezogen"}
        return -one.number if minus and self._key(at - 1) not in said("flight_plus") else one.number

    def _is_told(self, at: int, one: Atom) -> bool:
        """„Joggoth (-2)“, „Fake Tentacle (+1)“ say what the card says."""
        if not self._changes(at):
            return False
        value = self._value(at)
        near = [self.atoms[place].card for place in range(max(0, at - 5), min(len(self.atoms), at + 5))]
        named = any(card and self.facts[card].get("run_away") == value for card in near)
        if value in self.untold and (named or value < 0):
            self.untold.remove(value)
            return True
        known = self.facts[self.card].get("run_away") if self.card else None
        if known is None or self._kind(at - 1) == "who":
            return False
        if abs(int(known)) != abs(one.number):
            self.flight.strange.append(f"{self.card} {one.number}")
        return True

    def _is_change(self, at: int, one: Atom) -> bool:
        if not self._changes(at) or abs(one.number) > MOST_HELP:
            return False
        value = self._value(at)
        around = {self._key(place) for place in range(at - 4, at + 4)}
        runner = self.here if isinstance(self.here, Runner) else None
        if runner and runner.level is not None and not self._near(at, 6, 5, "flight_on_rolls"):
            # A bonus in the fight does not help to run.
            return True
        sentence = {self._kind(place) for place in range(at - 5, at) if place >= 0}
        group = "we" in sentence or bool(around & said("flight_each"))
        if isinstance(self.here, Chaser) and value > 0 and not self._near(at, 3, 0, "flight_gives"):
            # „gegen zwei Monster, +2 aufs Weglaufen“: who runs has it.
            self.flight.shared += value
        elif isinstance(self.here, Chaser):
            each = around & said("flight_each") or not self._near(at, 3, 0, "flight_gives")
            for foe in self.flight.foes if each else [self.here]:
                foe.run_away += value
        elif group:
            self.flight.shared += value
        else:
            (runner or self._person(ME)).help += value
        return True

    def _is_roll(self, at: int, one: Atom) -> bool:
        """„würfle eine 6“, „ne Vier gewürfelt“, „mit der Eins“."""
        beside = self._near(at, 5, 3, "flight_roll")
        alone = self._key(at - 1) in ("der", "einer", "ner") and self._key(at - 2) == "mit"
        if not (beside or alone) or not 0 < one.number <= DIE or one.signed:
            return False
        if (
            self._kind(at + 1) == FOE
            or self._kind(at + 1) == "monster"
            or self._key(at + 1) in said("flight_rolls_count") | said("flight_times")
            or "oder" in (self._key(at - 1), self._key(at + 1))
        ):
            return False
        self.flight.rolled.append(one.number)
        return True

    def _is_counted(self, at: int, one: Atom) -> bool:
        """„alle vier Würfe“, „allen drei“, „den zweien“: as many as there are."""
        if self._key(at + 1) in said("flight_rolls_count"):
            if not self._near(at, 2, 0, "flight_exact") and not self._near(at, 2, 0, "flight_least"):
                self.rolls = one.number
            return True
        few = 1 < one.number <= MOST_FOES and not one.signed
        listed = self._key(at - 1) in said("base_all_of") | {
            "von",
            "beiden",
            "diesen",
            "zu",
            "vor",
            "sind",
            "genau",
        }
        return few and listed
