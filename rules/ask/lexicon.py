"""What a word of a question can be: from the vocabulary and from the cards of the boxes, with endings and typos."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.ask.data import Row, words
from rules.ask.tokens import joined, key
from rules.engine.library import Library

# Kinds of cards that say what somebody is.
TRAIT_KINDS = ("class", "race", "loyalty", "training", "style", "power")
MOST_WORDS = 6
SHORTEST_TYPO, SHORTEST_OTHER_LETTER, SHORTEST_TWO_TYPOS = 5, 7, 9
SHORTEST_PART = 6
ENDINGS = ("est", "ten", "tet", "ern", "st", "te", "en", "er", "es", "em", "e", "n", "s", "t")
SHORTEST_STEM = 4
# What a form is read as first where it can be several things.
GROUPS = ("ask", "negation", "marks", "persons", "ordinals", "adjectives", "verbs", "nouns", "boxes")
WRITTEN_APART = ("cards", "traits", "things", "boxes")
# Only these take endings that the vocabulary does not list.
BENDING = ("persons", "adjectives", "verbs", "nouns", "things", "traits", "cards", "boxes")


class Reading(NamedTuple):
    """One thing that a word can be."""

    kind: str
    value: str
    cards: tuple[str, ...] = ()


class Found(NamedTuple):
    """The readings of a form, and whether a typo was read generously."""

    readings: tuple[Reading, ...]
    corrected: bool = False


class Lexicon:
    """All forms of one library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.exact: dict[str, list[Reading]] = {}
        self.stems: dict[str, list[Reading]] = {}
        # Forms that may also be written as several words.
        self.apart: set[str] = set()
        self.stops = {key(word) for word in words()["stop"].split()}
        # Forms that are listed with their blanks, and words that are too small to be half of a name.
        self.spaced: set[str] = set()
        self.small = set(self.stops)
        self.everyday = {key(word) for word in words()["never_typos"].split()}
        self.typos: dict[str, Found | None] = {}
        for form, reading in _all_forms(library):
            self._add(form, reading)
        for form, reading in _distinctive_parts(library, self.exact):
            self._add(form, reading)
        self.long_forms = [form for form in self.exact if len(form) >= SHORTEST_TYPO]

    def _add(self, form: str, reading: Reading) -> None:
        place = joined(form)
        if " " in form:
            self.spaced.add(place)
        if reading.kind == "marks" and form.isalpha():
            self.small.add(place)
        if not form.isalpha() or reading.kind in WRITTEN_APART:
            self.apart.add(place)
        places = [(self.exact, place)] + [(self.stems, stem(place))] * (reading.kind in BENDING)
        for index, at in places:
            rows = index.setdefault(at, [])
            same = next((row for row in rows if row[:2] == reading[:2]), None)
            if same is None:
                rows.append(reading)
            elif reading.cards:
                rows[rows.index(same)] = same._replace(cards=tuple(dict.fromkeys(same.cards + reading.cards)))

    def look(self, form: str, *, several: bool) -> Found | None:
        """Return what a form is: exactly, else by its endings; single words by their endings only."""
        if (rows := self.exact.get(form)) and (not several or form in self.apart):
            return Found(tuple(rows))
        if form in self.stops and not several:
            return Found((Reading("stop", form),))
        rows = self.stems.get(stem(form), [])
        if several:
            rows = [row for row in rows if row.kind in WRITTEN_APART and len(form) >= SHORTEST_TWO_TYPOS]
        return Found(tuple(rows)) if rows else None

    def guess(self, form: str) -> Found | None:
        """Return the one nearest form of a misspelt word."""
        if form not in self.typos:
            if len(self.typos) > MOST_TYPOS_KEPT:
                self.typos.clear()
            self.typos[form] = self._guess(form)
        return self.typos[form]

    def _guess(self, form: str) -> Found | None:
        if len(form) < SHORTEST_TYPO or form in self.everyday:
            return None
        most = 2 if len(form) >= SHORTEST_TWO_TYPOS else 1
        near = process.extract(form, self.long_forms, scorer=OSA.distance, score_cutoff=most, limit=8)
        near = [row for row in near if len(form) >= SHORTEST_OTHER_LETTER or _alike(form, row[0])]
        near = [
            row for row in near if row[1] == 1 or any(r.kind in WRITTEN_APART for r in self.exact[row[0]])
        ]
        best = [self.exact[near_form] for near_form, distance, _ in near if distance == near[0][1]]
        if not best or any({row[:2] for row in rows} != {row[:2] for row in best[0]} for rows in best):
            return None
        return Found(tuple(best[0]), corrected=True)

    def near(self, word: str, limit: int = 3) -> list[str]:
        """Return known forms that look like the word."""
        return [
            form
            for form, _, _ in process.extract(
                word, self.long_forms, scorer=OSA.distance, score_cutoff=3, limit=limit
            )
        ]


MOST_TYPOS_KEPT = 4096


def _alike(form: str, other: str) -> bool:
    """In short words a letter may be missing, doubled or in the wrong place, but not be another one."""
    return len(form) != len(other) or sorted(form) == sorted(other)


def stem(word: str) -> str:
    """Return the word without up to two endings."""
    for _ in range(2):
        ending = next((e for e in ENDINGS if word.endswith(e) and len(word) - len(e) >= SHORTEST_STEM), "")
        if not ending:
            break
        word = word[: -len(ending)]
    return word


def lexicon(library: Library) -> Lexicon:
    """Return the library's lexicon, built once."""
    found: Lexicon = library.compile("ask.lexicon", lambda: Lexicon(library))
    return found


def _all_forms(library: Library) -> Iterator[tuple[str, Reading]]:
    yield from _vocabulary(words())
    yield from _cards(library)


def _vocabulary(table: Row) -> Iterator[tuple[str, Reading]]:
    for group in GROUPS:
        for value, forms in table[group].items():
            for form in forms:
                yield form, Reading(group, str(value))
    for base, forms in table["separable"]["forms"].items():
        for form in forms:
            yield form, Reading("separable", base)
    for name in table["names"].split():
        yield name, Reading("names", name)
        yield f"{name}s", Reading("owners", name)
    for unit, places in table["units"].items():
        for place, forms in places.items():
            for form in forms:
                yield form, Reading(f"unit_{place}", unit)
    for thing, row in table["things"].items():
        for form in row["words"]:
            yield form, Reading("things", thing)
    for form, number in table["number_words"].items():
        yield form, Reading("numbers", str(number))


def _cards(library: Library) -> Iterator[tuple[str, Reading]]:
    aliases = words()["aliases"]
    for ident, facts in library.card_facts.items():
        reading = card_reading(ident, facts)
        for name in (facts["name"], *facts.get("names", ()), *aliases.get(facts["slug"], ())):
            for form in _spellings(name):
                # A single letter is a word run together („n Monster“), even where a card is called so.
                if len(form) > 1:
                    yield form, reading


def card_reading(ident: str, facts: Row) -> Reading:
    """Return how a card is read: as a trait of somebody, or as a card."""
    kind = "traits" if facts.get("kind") in TRAIT_KINDS else "cards"
    return Reading(kind, facts["slug"], (ident,))


def _spellings(name: str) -> Iterable[str]:
    """Return the name, also without what stands before an exclamation mark and without an article."""
    plain = "".join(sign if sign.isalnum() or sign in "-'’ " else " " for sign in name).strip()
    rest = plain.split(maxsplit=1)
    yield plain
    if len(rest) > 1 and rest[0].lower() in ("fluch", "curse", "falle", "the", "der", "die", "das"):
        yield rest[1]


def _distinctive_parts(library: Library, known: dict[str, list[Reading]]) -> list[tuple[str, Reading]]:
    """Return the long words that only one card has in its name: „Warzenschwein“."""
    parts: dict[str, dict[str, Reading]] = {}
    for ident, facts in library.card_facts.items():
        pieces = facts["name"].replace("-", " ").split()
        for piece in pieces if "-" in facts["name"] else ():
            if len(piece) >= SHORTEST_PART and piece.isalpha() and piece[:1].isupper():
                parts.setdefault(key(piece), {})[facts["slug"]] = card_reading(ident, facts)
    taken = {stem(form) for form in known}
    return [
        (part, next(iter(found.values())))
        for part, found in parts.items()
        if len(found) == 1 and stem(part) not in taken
    ]
