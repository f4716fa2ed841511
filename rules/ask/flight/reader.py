"""From the words of a flight to who runs from what, and to what is asked of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.ask.data import said
from rules.ask.escape import Event
from rules.ask.flight.atoms import ENDS, OURS, TWO
from rules.ask.flight.told import FIGHTER, Chaser, Flight
from rules.ask.flight.walk import DENIES, Walk, starts
from rules.ask.mentions import Mention
from rules.ask.table import HELPER, ME, Facts
from rules.ask.words import Token

WELL = frozenset(("schaffen", "schafft", "schaff", "schaffe", "retten", "raus", "davon"))
LEAST_WORDS = 3
HELD = frozenset(("mich", "uns", "mi", "me", "ihn", "einen", "euch"))
NOT = frozenset(("nicht", "ned", "net", "nich", "ohne", "nit"))


def read(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Flight:
    """Read who runs from what, what changes the rolls, and what is asked."""
    return Reader(tokens, mentions, facts).read()


class Reader(Walk):
    """Settles who runs, and which event of the dice is asked for."""

    def read(self) -> Flight:
        self.rolls = 0
        self.walk()
        self._runners()
        self._slow_ones()
        self.flight.asked = self._asked()
        self._event()
        self._check()
        return self.flight

    # Who runs

    def _runners(self) -> None:
        """Keep those who run: one, or who fights and who helps."""
        if self._joined_two() and len(self.people) < 2:
            self._person(ME)
            self._person(HELPER)
        named = list(self.people.values())
        mine = ME in self.people
        helped = HELPER in self.people or any(self._helps(at) for at in range(len(self.atoms)))
        if mine and len(named) > 1 and not helped and not self._joined_two():
            others = [one for one in named if one.id != ME]
            told = [one for one in others if one.help or one.cards]
            spoken = self.people[ME]
            if told and not (spoken.help or spoken.cards or self._runs(ME) or self._asks_me()):
                named = told
            elif not told:
                named = [spoken]
        if len(named) == 1 and helped and HELPER not in self.people and mine:
            # „ich helfe“: somebody fights, too.
            named = [*named, self._person(FIGHTER)]
        if len(named) == 1 and HELPER in self.people:
            named = [self._person(ME), *named]
        if len(named) > 2 and mine and not self._runs(ME):
            named = [one for one in named if one.id != ME or one.help or one.cards]
        if len(named) > 2:
            self.flight.strange.append("drei Leute")
        self.flight.runners = named or [self._person(ME)]

    def _helps(self, at: int) -> bool:
        """„Horst hilft“, „hilft mir“; „was beim Rennen hilft“ is no helper."""
        if self._key(at) not in said("flight_helps"):
            return False
        near = [self._kind(place) for place in (at - 2, at - 1, at + 1, at + 2)]
        return "who" in near or "pronoun" in near or "we" in near

    def _asks_me(self) -> bool:
        """Say whether it is the asker who wants to get away."""
        words = {self.tokens[self.atoms[at].start].key for at in self._question()}
        return bool(words & {"ich", "i", "meine", "bin", "mich", "icke", "ick", "isch"})

    def _runs(self, who: str) -> bool:
        """Say whether somebody is said to run: „ich entkomme“."""
        for at, one in enumerate(self.atoms):
            near = range(at - 4, at + 8)
            if (
                one.kind == "who"
                and one.key == who
                and any(starts(self._key(place), "flight_flees") for place in near)
            ):
                return True
        return False

    def _joined_two(self) -> bool:
        """„wir beide“, „zu zweit“, „meine Schwester und ich“: two run."""
        keys = [one.key for one in self.atoms]
        pairs = list(pairwise(keys))
        ours = any(first in OURS and second in TWO for first, second in pairs)
        counted = any(first == "zu" and second in ("zweit", "2") for first, second in pairs)
        both = any(
            self._kind(at) == "who" and self._key(at + 1) in ("und", "u") and self._who_after(at + 1)
            for at in range(len(self.atoms))
        )
        of_us = any(first == "von" and second in OURS for first, second in pairs)
        # „froggoth hat uns“, „auf unsere Flucht“ may be of one who speaks of the team.
        return ours or counted or both or of_us

    def _who_after(self, at: int) -> bool:
        return any(self._kind(place) == "who" for place in (at + 1, at + 2))

    def _slow_ones(self) -> None:
        """„ein flinkes Monster mit -1 und ein lahmes ohne“: the second one has no name."""
        self._more(2 * self._of_both())
        if len(self.flight.foes) != 1:
            return
        keys = [one.key for one in self.atoms]
        for at in range(len(keys) - 3):
            if (
                keys[at : at + 2] == ["und", "ein"]
                and keys[at + 2].endswith("es")
                and self._kind(at + 2) == "word"
            ):
                self.flight.foes.append(Chaser())
                return

    # What is asked

    def _asked(self) -> str:
        """Return what is asked: chance, needed, enough or possible."""
        keys = {one.key for one in self.atoms}
        flees = any(starts(one.key, "flight_flees") or starts(one.key, "flight_caught") for one in self.atoms)
        running = flees or bool(keys & said("flight_roll"))
        if self._asks_times(keys):
            return "times"
        chance = any(self._asks_chance(at) for at in range(len(self.atoms)))
        if chance and (running or self.flight.foes or self._helped()):
            return "chance"
        if self.flight.rolled and (running or self.flight.foes) and self._asks_enough():
            return "enough"
        needs = any(map(self._needs_roll, self._asking_sentences()))
        open_to = bool(keys & {"irgendeine", "irgendwer", "uberhaupt", "moglich", "unmoglich"})
        if (needs or flees) and self._helped() and open_to:
            can = keys & {"kann", "konnen", "gibt", "schaffen", "moglich", "unmoglich", "konnten", "noch"}
            runs = any(
                starts(self._key(at), "flight_flees") or self._key(at) in WELL for at in self._question()
            )
            return "possible" if can and runs and not keys & {"muss", "mussen", "brauch", "brauche"} else ""
        return "needed" if needs and (running or self._helped()) else ""

    def _asks_enough(self) -> bool:
        """„Bin ich weg?“, „reicht das“: asked is whether somebody got away, not what comes of it."""
        return any(map(self._of_getting_away, self._asking_sentences()))

    def _asking_sentences(self) -> list[range]:
        """Return the sentences with a question mark, and the last one: not everybody sets it."""
        ends = (at - 1 for at in range(1, len(self.atoms)) if self._key(at) == "?")
        return [*map(self._sentence, ends), self._question()]

    def _needs_roll(self, sentence: range) -> bool:
        """„Was muss ich würfeln?“"""
        keys = {self._key(at) for at in sentence}
        return bool(keys & said("flight_needs") and keys & said("flight_die"))

    def _of_getting_away(self, sentence: range) -> bool:
        keys = [self._key(at) for at in sentence]
        if said("asking_what") & set(keys):
            return False
        if len(keys) <= LEAST_WORDS and sentence.start > 1:
            # „Er sagt, er ist entkommen. Stimmt das?“
            keys += [self._key(at) for at in self._sentence(sentence.start - 2)]
        spoken = any(starts(key, "flight_flees") or starts(key, "flight_well") for key in keys)
        return spoken or bool(said("flight_enough") & set(keys))

    def _asks_chance(self, at: int) -> bool:
        key = self._key(at)
        return self.atoms[at].start in self.asking or key in said("flight_chance") or "wahrscheinlich" in key

    def _helped(self) -> bool:
        return bool(
            self.flight.shared
            or any(
                one.help or any("run_away" in self.facts[card] for card in one.cards)
                for one in self.people.values()
            )
            or any(foe.run_away or foe.boosts for foe in self.flight.foes)
        )

    def _question(self) -> range:
        """Return the places of the sentence that asks for the chance; what stands in brackets is told."""
        asks = [at for at in range(len(self.atoms)) if self._asks_chance(at)]
        last = len(self.atoms) - 1
        while last > 0 and self._key(last) in ENDS:
            last -= 1
        at = asks[-1] if asks else last
        sentence = self._sentence(at)
        if len(sentence) < 3 and sentence.stop + 1 < len(self.atoms):
            # „Chance? Beide sollen weg.“
            return self._sentence(sentence.stop + 1)
        return sentence

    # The event

    def _event(self) -> None:
        place = self._question()
        deep, words = 0, []
        for at in place:
            opens = self._key(at) == "(" and not self._asks_chance(at - 1)
            deep = deep + opens if self._key(at) != ")" else max(0, deep - 1)
            if not deep and self._key(at) not in "()":
                words.append(at)
        asks = [place for place, at in enumerate(words) if self._asks_chance(at)]
        if asks and len(words) - asks[0] > LEAST_WORDS:
            # What stands before the chance only tells of the flight.
            words = words[asks[0] + 1 :]
        keys = [self.tokens[self.atoms[at].start].key for at in words]
        if self._apart_events(words) or self._only_one(words):
            return
        caught = self._is_caught(keys)
        times = self._times(keys, caught)
        self.flight.event = Event(caught, times, self._of_one(words, times))

    def _is_caught(self, keys: list[str]) -> bool:
        """Say whether being caught is asked for; the last verb counts."""
        caught, rolls = False, max(1, len(self.flight.foes)) * len(self.flight.runners)
        for at, word in enumerate(keys):
            grabs = starts(word, "flight_grabs") and bool(set(keys) & HELD)
            fell, free = starts(word, "flight_caught") or grabs, starts(word, "flight_flees")
            free = free or starts(word, "flight_well")
            if not fell and not free:
                continue
            denied = self._denied(keys, at)
            caught = fell != denied
            every = bool(set(keys[max(0, at - 6) : at]) & said("flight_both"))
            if free and denied and rolls > 1 and not every:
                self.flight.strange.append("nicht alle")
        return caught

    def _denied(self, keys: list[str], at: int) -> bool:
        """Say whether a verb is denied; „ohne Extras abzuhauen“ denies the extras."""
        before = keys[max(0, at - 3) : at]
        without = before[-1:] == ["ohne"] or before[-2:] == ["ohne", "zu"]
        return without or bool(set(before) & (NOT - {"ohne"}))

    def _times(self, keys: list[str], caught: bool) -> str:
        """Return how often: all, any, none, or exactly as many."""
        spoken = set(keys)
        for at, word in enumerate(keys):
            ahead = keys[at + 1 : at + 4]
            if word in said("flight_none") and not set(keys[at + 1 : at + 2]) & {
                "hat",
                "haben",
                "bonus",
                "boni",
                "hilft",
            }:
                return "none"
            if word in said("flight_exact"):
                number = next((n for one in ahead if (n := self._count_of(one))), 0)
                if number:
                    return str(number)
        least = [at for at, word in enumerate(keys) if word in said("flight_least")]
        for at in least:
            number = next((n for one in keys[at + 1 : at + 4] if (n := self._count_of(one))), 1)
            if number > 1:
                self.flight.strange.append("mindestens zwei")
            return "any"
        if spoken & said("flight_least"):
            return "any"
        if self._one_of(keys) and max(1, len(self.flight.foes)) * len(self.flight.runners) > 1:
            # „dass einer von uns entkommt“: exactly one, or at least?
            self.flight.strange.append("einer")
        every = spoken & (said("flight_each") | {"allen", "alles"}) or "alle" in spoken
        return "all" if not caught or every else "any"

    def _one_of(self, keys: list[str]) -> bool:
        """„einer von uns“, „einem davon“."""
        behind = {"von", "der", "den", "dem", "davon", "beiden"}
        return any(
            word in said("flight_one") and (follows in behind or starts(follows, "flight_flees"))
            for word, follows in pairwise(keys)
        )

    def _count_of(self, key: str) -> int:
        if key in said("flight_one"):
            return 1
        return {"zwei": 2, "2": 2, "zweien": 2, "zwoa": 2, "drei": 3, "3": 3}.get(key, 0)

    def _apart_events(self, words: list[int]) -> bool:
        """„dass ich rauskomme und mein Helfer nicht“: one thing for one, another for the other."""
        keys = [self._key(at) for at in words]
        if len(self.flight.runners) != 2 or "und" not in keys:
            return False
        split = len(keys) - 1 - keys[::-1].index("und")
        sides = [words[:split], words[split + 1 :]]
        people = [[self._key(at) for at in side if self._kind(at) == "who"] for side in sides]
        if not all(people) or people[0][-1] == people[1][0]:
            return False
        denied = [bool({self._key(at) for at in side} & NOT) for side in sides]
        caught = [self._is_caught([self._key(at) for at in side]) for side in sides]
        fates = [no != fell for no, fell in zip(denied, caught, strict=True)]
        runs = any(starts(self._key(at), "flight_runs") or caught[0] for at in sides[0])
        if fates[0] == fates[1] or not runs:
            return False
        self.flight.each = {people[0][-1]: fates[0], people[1][0]: fates[1]}
        return set(self.flight.each) == {one.id for one in self.flight.runners}

    def _only_one(self, words: list[int]) -> bool:
        """„dass nur ich entkomme“: one gets away, the other does not."""
        ids = [one.id for one in self.flight.runners]
        for at in words:
            if self._key(at) not in ("nur", "bloss", "allein", "lediglich") or self._kind(at + 1) != "who":
                continue
            who = self._key(at + 1)
            if who in ids and len(ids) == 2:
                caught = self._is_caught([self._key(one) for one in words])
                self.flight.each = {one: (one == who) != caught for one in ids}
                return True
        return False

    def _of_one(self, words: list[int], times: str) -> str:
        """Return of whom alone it is asked, where two run."""
        if len(self.flight.runners) < 2 or times not in ("all", "any"):
            return ""
        keys = {self._key(at) for at in words}
        if keys & (TWO | OURS | said("flight_each") | said("flight_least") | said("flight_one")):
            return ""
        owned = {self._key(at) for at in words} & {"meine", "mein", "meiner"}
        people = {self._key(at) for at in words if self._kind(at) == "who"} or ({ME} if owned else set())
        ids = {one.id for one in self.flight.runners}
        others = [one.id for one in self.flight.runners if one.id != ME]
        if not people and any(self._kind(at) == "pronoun" for at in words):
            # „entkommt er?“
            people = {others[-1]}
        return people.pop() if len(people) == 1 and people <= ids else ""

    # What must not be lost

    def _check(self) -> None:
        flight = self.flight
        left = [at for at, one in enumerate(self.atoms) if one.kind == "number" and at not in self.used]
        known = {len(flight.foes), len(flight.runners)}
        in_event = [at for at in left if self.atoms[at].number in known | {1, 2} and self._in_event(at)]
        flight.strange += [str(self.atoms[at].number) for at in left if at not in in_event]
        rolls = max(1, len(flight.foes)) * len(flight.runners)
        if self.rolls and self.rolls != rolls:
            if flight.foes or len(flight.runners) > 1:
                flight.strange.append("Würfe")
            else:
                self._more(self.rolls)
        keys = {one.key for one in self.atoms}
        if keys & (said("flight_sacrifice") | said("flight_again")):
            flight.strange.append("Opfer oder neuer Wurf")
        if keys & said("flight_order") and len(flight.foes) > 1:
            flight.strange.append("der Reihe nach")
        if flight.asked == "chance" and flight.rolled:
            flight.strange.append("schon gewürfelt")
        if keys & said("flight_plain") and len(flight.runners) == 1 and flight.runners[0].cards:
            flight.strange.append("Mensch")
        if self._unknown_things():
            flight.strange.append("Gegenstand")
        if len(flight.rolled) > 1:
            flight.strange.append("Würfe")
        if flight.event.times.isdigit() and int(flight.event.times) > rolls:
            flight.strange.append("mehr als Würfe")
        if flight.asked == "chance" and self._strange_event():
            flight.strange.append("Ereignis")
        several = len(flight.foes) > 1 and len(flight.runners) > 1
        if (
            several
            and (flight.event.times not in ("all",) or flight.event.caught)
            and flight.asked == "chance"
        ):
            flight.strange.append("je Monster und Person")

    def _strange_event(self) -> bool:
        """Say whether the sentence asks for something that is neither getting away nor being caught."""
        keys = [self._key(at) for at in self._question()]
        known = any(
            starts(one, "flight_runs") or starts(one, "flight_caught") or starts(one, "flight_grabs")
            for one in keys
        )
        return not known and ("dass" in keys or "das" in keys) and len(keys) > 5

    def _unknown_things(self) -> bool:
        """„meine Schuhe helfen“: nobody says by how much."""
        for at, one in enumerate(self.atoms):
            if one.key in said("flight_things") and one.kind == "word":
                near = range(max(0, at - 4), min(len(self.atoms), at + 9))
                denied = any(self._key(place) in DENIES | {"nix", "nichts"} for place in range(at - 3, at))
                helps = any(
                    (self._kind(place) == "number" and self._changes(place))
                    or "run_away" in self.facts.get(self.atoms[place].card, {})
                    for place in near
                )
                if not denied and not helps:
                    return True
        return False

    def _in_event(self, at: int) -> bool:
        return self._near(at, 3, 0, "flight_exact") or self._near(at, 2, 0, "flight_least")
