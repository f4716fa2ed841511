"""German nouns with gender and number: the small forms from which sentences about cards are built."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cards import vocabulary as words

Value = Mapping[str, Any]
Names = Mapping[str, str]
# How endings run after an article: masculine, feminine, neuter in the accusative.
_ENDINGS = {"m": "en", "f": "e", "n": ""}
_DEFINITE = {"m": "den", "f": "die", "n": "das"}
_STRONG = {"m": "en", "f": "e", "n": "es"}


@dataclass(frozen=True)
class Noun:
    """A noun with its gender (m, f, n), its plural, and an adjective without ending that belongs to it."""

    gender: str
    one: str
    many: str = ""
    adjective: str = ""

    def a(self, adjective: str = "") -> str:
        """„einen großen Gegenstand“, „eine Karte“."""
        return f"ein{_ENDINGS[self.gender]} {self._described(adjective, _STRONG[self.gender])}{self.one}"

    def no(self) -> str:
        """„keinen Gegenstand“."""
        return f"k{self.a()}"

    def your(self) -> str:
        """„deine Rüstung“, „dein Schuhwerk“."""
        return f"dein{_ENDINGS[self.gender]} {self._described('', _STRONG[self.gender])}{self.one}"

    def the(self, adjective: str = "") -> str:
        """„den Gegenstand“."""
        weak = "en" if self.gender == "m" else "e"
        return f"{_DEFINITE[self.gender]} {self._described(adjective, weak)}{self.one}"

    def all(self, adjective: str = "") -> str:
        """„alle großen Gegenstände“; what has no plural stays one: „alles Schuhwerk“."""
        if not self.many:
            return f"alles {self.one}"
        return f"alle {self._described(adjective, 'en')}{self.many}"

    def several(self, number: int | None = None) -> str:
        """„Gegenstände“, „zwei Gegenstände“."""
        count = "" if number is None else f"{counted(number)} "
        return count + self._described("", "e") + (self.many or self.one)

    def that(self, number: str = "one") -> str:
        """The relative pronoun: „den du nicht nutzen kannst“."""
        return _DEFINITE[self.gender] if number == "one" else "die"

    def whose(self, number: str = "one") -> str:
        return "deren" if number == "many" or self.gender == "f" else "dessen"

    def _described(self, adjective: str, ending: str) -> str:
        found = [word for word in (adjective, self.adjective) if word]
        return "".join(f"{word}{ending} " for word in found)


CARD = Noun("f", "Karte", "Karten")
KINDS = {
    words.Kind.MONSTER: Noun("n", "Monster", "Monster"),
    words.Kind.CURSE: Noun("m", "Fluch", "Flüche"),
    words.Kind.TRAP: Noun("f", "Falle", "Fallen"),
    words.Kind.MONSTER_BOOST: Noun("m", "Monsterverstärker", "Monsterverstärker"),
    words.Kind.CLASS: Noun("f", "Klasse", "Klassen"),
    words.Kind.RACE: Noun("f", "Rasse", "Rassen"),
    words.Kind.LOYALTY: Noun("f", "Loyalität", "Loyalitäten"),
    words.Kind.TRAINING: Noun("n", "Training", "Trainings"),
    words.Kind.STYLE: Noun("m", "Stil", "Stile"),
    words.Kind.POWER: Noun("f", "Kraft", "Kräfte"),
    words.Kind.WANDERING_MONSTER: Noun("n", "Wanderndes Monster", "Wandernde Monster"),
    words.Kind.SPECIAL: Noun("f", "Sonderkarte", "Sonderkarten"),
    words.Kind.ITEM: Noun("m", "Gegenstand", "Gegenstände"),
    words.Kind.ITEM_BOOST: Noun("m", "Gegenstandsverstärker", "Gegenstandsverstärker"),
    words.Kind.ONE_SHOT: Noun("f", "Karte", "Karten", "einmal einsetzbar"),
    words.Kind.LEVEL_UP: Noun("f", "Stufenkarte", "Stufenkarten"),
    words.Kind.ALLY: Noun("m", "Verbündeten", "Verbündete"),
    words.Kind.HIRELING: Noun("m", "Mietling", "Mietlinge"),
    words.Kind.MINION: Noun("m", "Lakaien", "Lakaien"),
    words.Kind.MOOK: Noun("m", "Mook", "Mooks"),
    words.Kind.TREASURE: Noun("m", "Schatz", "Schätze"),
}
SLOTS = {
    "head": Noun("f", "Kopfbedeckung", "Kopfbedeckungen"),
    "armor": Noun("f", "Rüstung", "Rüstungen"),
    "feet": Noun("n", "Schuhwerk"),
    "hand": Noun("m", "Gegenstand für die Hände", "Gegenstände für die Hände"),
    "vehicle": Noun("n", "Fahrzeug", "Fahrzeuge"),
}
TAGS = {
    "sekret": Noun("n", "Sekret", "Sekrete"),
    "feuer": Noun("f", "Karte", "Karten", "feurig"),
    "fahrzeug": SLOTS["vehicle"],
    "ross": Noun("n", "Ross", "Rösser"),
    "messer": Noun("n", "Messer", "Messer"),
    "schusswaffe": Noun("f", "Schusswaffe", "Schusswaffen"),
}
DECKS = {"door": Noun("f", "Türkarte", "Türkarten"), "treasure": Noun("f", "Schatzkarte", "Schatzkarten")}


_NUMBERS = ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]


def counted(count: int | str) -> str:
    """Return a number as a sentence says it: up to twelve as a word; „eine“ and the like belong to the noun."""
    return _NUMBERS[count - 2] if isinstance(count, int) and 2 <= count <= 12 else str(count)


def noun(value: Value) -> Noun:
    """Return the noun for the cards that a filter means."""
    if "slot" in value:
        return SLOTS[value["slot"]]
    if "tag" in value and "kind" not in value:
        return TAGS.get(value["tag"], CARD)
    if "kind" in value:
        return KINDS.get(words.Kind(value["kind"]), CARD)
    return DECKS.get(value.get("deck", ""), CARD)


def quoted(word: str, names: Names) -> str:
    return f"„{names.get(word, word)}“"


def who(word: str | Iterable[str], names: Names) -> str:
    """Return whom a trait means, as several: „Kultisten“, „männliche Munchkins“, „Gegner ab Stufe 5“."""
    if not isinstance(word, str):
        return listed([who(one, names) for one in word])
    if word.startswith("not:"):
        return "alle außer " + who(word.removeprefix("not:"), names)
    if word == "level=lowest":
        return "alle, die die niedrigste Stufe haben"
    for sign, wording in (
        (">=", "Gegner ab Stufe {}"),
        ("<=", "Gegner bis Stufe {}"),
        ("=", "Gegner der Stufe {}"),
    ):
        if word.startswith("level" + sign):
            return wording.format(word.removeprefix("level" + sign))
    return words.PEOPLE.get(word) or quoted(word, names)


def listed(parts: Iterable[str], last: str = "und") -> str:
    """„A, B und C“; what stands there twice is said once."""
    *front, end = dict.fromkeys(parts)
    return f"{', '.join(front)} {last} {end}" if front else end
