"""From words to phrases: verbs with their particles, numbers with their units, things with all that belongs to them."""

from __future__ import annotations

from itertools import pairwise

from rules.ask.address import address
from rules.ask.attach import attach
from rules.ask.data import table, words
from rules.ask.lexicon import Lexicon
from rules.ask.phrase import Phrase
from rules.ask.reading import read

# What a modifier waits for.
HEADS = ("things", "traits", "cards", "nouns", "persons", "names", "quantity")
AFTER = ("carried", "held", "traded", "held_long", "in_use", "same", "excess")
ONES = ("einer", "eine", "ein", "dritter", "dritte")
COUNTED = ("things", "traits", "cards", "nouns")
POSSESSIVE = ("mine", "theirs", "foreign", "yours")
OWNERS = {"mine": "me", "theirs": "third", "foreign": "other", "yours": "you"}
GENITIVES = ("des", "eines", "vom", "von")
DEFINITE = ("das", "dem")
CLAUSE_ENDS = ("und", "wenn", "dann", "oder", "falls", "ob", "aber", "denn")
UNITS_OF_SIGNED = "bonus"
# From here on a bare number can only be money.
LEAST_GOLD = 100


def parse(text: str, lexicon: Lexicon) -> list[Phrase]:
    """Return the phrases of a question."""
    phrases = _verbs(_somethings(_numbered(address(read(text, lexicon)))))
    phrases = _quantities(phrases)
    phrases = _gather(phrases)
    phrases = _moments(phrases)
    return attach(phrases, lexicon.library.card_facts)


def _numbered(phrases: list[Phrase]) -> list[Phrase]:
    """„2 Leute“ are people; „unter 1.000“ is another number than 1.000, so that the word must find a place."""
    for before, phrase in pairwise(phrases):
        if before.kind == "numbers" and phrase.text.lower() in words()["counted_people"].split():
            phrase.kind, phrase.value = "persons", "other"
            phrase.preps.add("subject")
        elif phrase.kind == "numbers" and before.text.lower() in words()["bounds"].split():
            before.kind, before.value = "negation", "about"
    return phrases


def _somethings(phrases: list[Phrase]) -> list[Phrase]:
    """„was“ inside a clause is just something: „Darf ich in Annas Zug was verkaufen?“"""
    for before, phrase in pairwise(phrases):
        if (
            phrase.kind == "ask"
            and phrase.value == "what"
            and before.kind != "sign"
            and before.value not in CLAUSE_ENDS
        ):
            phrase.kind = "stop"
        elif phrase.text.lower() == "wen" and before.kind in ("persons", "verbs"):
            phrase.kind, phrase.value, phrase.preps = "persons", "other", {"object"}
    return phrases


def _verbs(phrases: list[Phrase]) -> list[Phrase]:
    """Join „lege … ab“; a separable verb without its particle has a meaning of its own."""
    rows, gone = words()["separable"], set()
    for index, phrase in enumerate(phrases):
        base = phrase.has("separable")
        if base is None or phrase.kind not in ("separable", "verbs"):
            continue
        place = _particle(phrases, index, rows["with"].get(base.value, {}))
        if place is None:
            if phrase.kind == "separable":
                alone = rows["alone"].get(base.value, "")
                phrase.kind, phrase.value = ("verbs", alone) if alone else ("stop", base.value)
            continue
        particle = phrases[place]
        phrase.kind, phrase.value = "verbs", rows["with"][base.value][particle.text.lower()]
        phrase.cover(particle)
        gone.add(place)
    return [phrase for place, phrase in enumerate(phrases) if place not in gone]


def _particle(phrases: list[Phrase], index: int, known: dict[str, str]) -> int | None:
    """Return the place of the particle: the last word before the clause ends."""
    for place in range(index + 1, len(phrases)):
        if phrases[place].kind == "sign" and phrases[place].text not in "()":
            return None
        after = phrases[place + 1] if place + 1 < len(phrases) else None
        ends = after is None or (after.kind == "sign" and after.text != "(") or after.value in CLAUSE_ENDS
        if ends and phrases[place].text.lower() in known:
            return place
    return None


def _quantities(phrases: list[Phrase]) -> list[Phrase]:
    """Join numbers with their units."""
    found: list[Phrase] = []
    place = 0
    while place < len(phrases):
        phrase = phrases[place]
        if phrase.kind == "numbers":
            place = _quantity(phrases, place, found)
        else:
            found.append(phrase)
            place += 1
    return [_one(phrase) for phrase in found]


def _one(phrase: Phrase) -> Phrase:
    """A unit without a number is one of it: „eine Stufe“."""
    if phrase.kind not in ("unit_after", "unit_before"):
        return phrase
    unit = phrase.has("unit_after") or phrase.readings[0]
    phrase.kind, _, phrase.value = table()["alone"].get(unit.value, "stop.").partition(".")
    if phrase.kind == "quantity":
        phrase.facts = {"number": 1}
    return phrase


def _quantity(phrases: list[Phrase], place: int, found: list[Phrase]) -> int:
    """Put the quantity at this place to what was found; return where reading goes on."""
    number = phrases[place]
    unit = found[-1].has("unit_before") if found else None
    after = phrases[place + 1].has("unit_after") if place + 1 < len(phrases) else None
    previous = next(
        (p for p in reversed(found[: -1 if unit else None]) if p.kind not in ("stop", "marks")), None
    )
    later = phrases[place + 2] if place + 2 < len(phrases) else None
    both = later is not None and later.kind == "numbers" and phrases[place + 1].has("unit_before")
    if after and both and not _has_unit(phrases, place + 2):
        after = None
    if after and after.value == "running" and not number.signed:
        found.append(_as_quantity(number, "roll"))
        return place + 1
    if unit:
        number.start, number.text = found[-1].start, f"{found[-1].text} {number.text}"
        found.pop()
        reached = (
            unit.value == "level"
            and previous is not None
            and previous.value == "level"
            and number.text.startswith("auf")
        )
        found.append(_as_quantity(number, "level_to" if reached else unit.value))
    elif after:
        number.end, number.text = phrases[place + 1].end, f"{number.text} {phrases[place + 1].text}"
        found.append(_as_quantity(number, after.value))
        return place + 2
    elif number.signed:
        found.append(_as_quantity(number, UNITS_OF_SIGNED))
    else:
        found.append(_bare(number, found, previous, phrases[place + 1 :]))
    return place + 1


def _has_unit(phrases: list[Phrase], place: int) -> bool:
    """Say whether the number at this place has a unit behind it: „3000 Gold 3 Stufen“."""
    return place + 1 < len(phrases) and phrases[place + 1].has("unit_after") is not None


def _bare(number: Phrase, found: list[Phrase], previous: Phrase | None, rest: list[Phrase]) -> Phrase:
    """Read a number that has no unit: „… auf 10“ behind a level, „für 1.000“, „von 9 auf 10“."""
    before = found[-1] if found else None
    mark = before.text.lower() if before is not None and before.has("marks") else ""
    is_goal = before is not None and before.value in ("on", "to") and mark not in ("", "für", "fürs")
    if is_goal and previous is not None and previous.value == "level":
        return _as_quantity(number, "level_to")
    if number.number >= LEAST_GOLD:
        return _as_quantity(number, "gold")
    return _as_quantity(number, "level") if mark == "von" and _goes_on(rest) else number


def _goes_on(rest: list[Phrase]) -> bool:
    """„von 9 auf 10“: only levels are counted like this."""
    return len(rest) > 1 and rest[0].text.lower() == "auf" and rest[1].kind == "numbers"


def _as_quantity(number: Phrase, unit: str) -> Phrase:
    number.kind, number.value = "quantity", unit
    return number


def _gather(phrases: list[Phrase]) -> list[Phrase]:
    """Give heads their modifiers: whose, which, how many, what for."""
    gathering = Gathering()
    for index, phrase in enumerate(phrases):
        gathering.take(phrase, phrases[index + 1] if index + 1 < len(phrases) else None)
    return gathering.done()


class Gathering:
    """The modifiers that wait for their head."""

    def __init__(self) -> None:
        self.found: list[Phrase] = []
        self.waiting: list[Phrase] = []
        # Whether „einer“ stands right before: „einer mit 5“.
        self.one = False

    def take(self, phrase: Phrase, after: Phrase | None) -> None:
        """Keep a modifier waiting, or give a head what waits."""
        if phrase.kind in ("numbers", "quantity") and self.one:
            phrase.preps.add("one")
        if phrase.kind not in ("stop", "marks", "ordinals"):
            self.one = False
        if (
            phrase.kind == "names"
            and after is not None
            and after.kind == "nouns"
            and phrase.text[-1] in "sxz"
        ):
            phrase.kind = "owners"
        if phrase.kind == "adjectives" and phrase.value in AFTER and self._modified(phrase):
            return
        if phrase.kind == "marks" and phrase.value not in POSSESSIVE:
            self.found += [p for p in self.waiting if p.kind == "numbers"]
            self.waiting = [p for p in self.waiting if p.kind != "numbers"]
        if phrase.kind in ("marks", "adjectives", "ordinals", "owners", "numbers"):
            self.waiting.append(phrase)
        elif phrase.kind in HEADS:
            self._head(phrase)
        elif phrase.kind == "stop":
            self.one = self.one or phrase.text.lower() in ONES
            if phrase.text.lower() in (*GENITIVES, *DEFINITE):
                self.waiting.append(phrase)
            elif phrase.value in CLAUSE_ENDS:
                self.found += [p for p in self.waiting if p.kind == "numbers"]
                self.waiting = [p for p in self.waiting if p.kind not in ("marks", "numbers")]
        else:
            self._release(phrase)

    def _modified(self, phrase: Phrase) -> bool:
        """Let what stands behind a thing modify it."""
        last = next((p for p in reversed(self.found) if p.kind in ("things", "traits", "cards")), None)
        if last is None or phrase.start - last.end > CLOSE:
            return False
        last.adjectives.add(phrase.value)
        last.cover(phrase)
        return True

    def _head(self, phrase: Phrase) -> None:
        kept = [p for p in self.waiting if phrase.kind == "quantity" and p.kind == "numbers"]
        for waiting in self.waiting:
            if waiting not in kept:
                _modify(phrase, waiting, self.found)
        self.waiting = kept
        self.found.append(phrase)

    def _release(self, phrase: Phrase) -> None:
        """Verbs and signs leave numbers and adjectives for themselves; marks go on waiting behind a verb."""
        kept = ("marks",) if phrase.kind in ("verbs", "unknown", "ask") else ()
        self.found += [p for p in self.waiting if p.kind in ("numbers", "adjectives", "ordinals", "owners")]
        self.waiting = [p for p in self.waiting if p.kind in kept and p.value not in POSSESSIVE]
        if phrase.kind in ("unknown", "verbs"):
            phrase.preps = {r.value for p in self.waiting for r in p.readings if r.kind == "marks"}
            self.waiting = [
                p for p in self.waiting if phrase.kind == "verbs" and p.value in ("helped", "against")
            ]
        self.found.append(phrase)

    def done(self) -> list[Phrase]:
        self.found += [p for p in self.waiting if p.kind in ("numbers", "adjectives", "ordinals", "owners")]
        return self.found


CLOSE = 2


def _modify(head: Phrase, modifier: Phrase, found: list[Phrase]) -> None:
    """Give one modifier to its head; a number before a thing counts it."""
    if modifier.kind == "marks":
        values = {reading.value for reading in modifier.readings if reading.kind == "marks"}
        if owners := values & OWNERS.keys():
            head.owner = OWNERS[min(owners)]
        else:
            head.preps |= values
        return
    if modifier.kind == "stop" and modifier.text.lower() in DEFINITE:
        head.definite = True
        return
    if modifier.kind == "stop":
        head.preps.add("of")
    elif modifier.kind == "owners":
        head.owner = modifier.value
    elif modifier.kind == "ordinals":
        head.ordinal = int(modifier.value)
    elif modifier.kind == "adjectives":
        head.adjectives.add(modifier.value)
    elif (head.kind in COUNTED or _is_counted(head)) and not modifier.signed:
        head.count = modifier.number
    else:
        found.append(modifier)
        return
    head.cover(modifier)


def _is_counted(head: Phrase) -> bool:
    """„2 Mitspieler“ are two; „12, du 9“ are not."""
    spoken = head.has("persons")
    return (head.kind, head.value) == ("persons", "other") and (spoken is None or spoken.value == "other")


def _moments(phrases: list[Phrase]) -> list[Phrase]:
    """Read „im Kampf“, „in Annas Zug“, „vor dem Türöffnen“, „während ich kämpfe“ as moments."""
    rows = table()["moments"]
    for index, phrase in enumerate(phrases):
        if phrase.kind == "verbs" and _clause(phrases, index):
            continue
        named = rows.get(f"{phrase.kind}.{phrase.value}")
        if named is None:
            continue
        moment = next((named[prep] for prep in named if prep in phrase.preps), None)
        if moment is None:
            continue
        _owner_behind(phrase, phrases, index)
        if phrase.owner == "third":
            last = next(
                (p for p in reversed(phrases[:index]) if p.kind in ("persons", "names") and p.value != "me"),
                None,
            )
            phrase.owner = last.value if last is not None else "other"
        if "outside" in phrase.preps and phrase.value == "turn" and phrase.owner in ("", "me"):
            phrase.owner = "other"
        phrase.kind, phrase.value = "moments", moment
    return [phrase for phrase in phrases if phrase.kind != "gone"]


def _clause(phrases: list[Phrase], index: int) -> bool:
    """„…, während ich kämpfe“, „bevor ich die Tür öffne“ are moments of that person's turn."""
    clause = table()["clauses"].get(phrases[index].value)
    person = next(
        (p for p in reversed(phrases[max(0, index - 2) : index]) if p.kind in ("persons", "names")), None
    )
    if clause is None or person is None or clause["mark"] not in person.preps:
        return False
    phrase = phrases[index]
    phrase.kind, phrase.value, phrase.owner = "moments", clause["moment"], person.value
    for other in phrases[max(0, index - 2) : index]:
        if other is person or f"{other.kind}.{other.value}" in clause.get("with", ()):
            phrase.cover(other)
            other.kind = "gone"
    return True


def _owner_behind(phrase: Phrase, phrases: list[Phrase], index: int) -> None:
    """„im Zug eines Mitspielers“, „im Kampf von Anna“."""
    after = phrases[index + 1] if index + 1 < len(phrases) else None
    if after is None or after.kind not in ("persons", "names") or phrase.owner:
        return
    if after.preps & {"of", "from"} or after.text.lower().split()[0] in (*GENITIVES, "der", "anderer"):
        phrase.owner = after.value
        phrase.cover(after)
        after.kind = "gone"
