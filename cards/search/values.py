"""Which values the fields have, and which one somebody meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as attribute

from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.folding import sort_key, without_digraphs, words
from cards.search.fields import BY_NAME, Field
from cards.search.lexicon import lemma
from cards.search.nodes import quoted_if_needed


def nearest(word: str, known: Mapping[str, str]) -> str | None:
    """Return the known word (a value of `known`) that is spelled most like this one, if any is near."""
    typed = sort_key(word)
    found = process.extractOne(typed, list(known), scorer=OSA.distance, score_cutoff=max(1, len(typed) // 3))
    return known[found[0]] if found else None


def nearest_field(word: str) -> str | None:
    """Return the name of the field that somebody who typed this most likely meant."""
    return nearest(word, {alias: field.name for alias, field in BY_NAME.items() if len(alias) > 1})


# Of so many values each is named; of more the first ones.
MOST_NAMED = 12


@dataclass(frozen=True)
class Catalogue:
    """The values of every choice field as they stand in the data: field → key → label."""

    labels: Mapping[str, Mapping[str, str]]
    # field → folded word → key: keys, labels and further words for them.
    readings: Mapping[str, Mapping[str, str]]
    _clauses: dict[tuple[str, str], str] = attribute(default_factory=dict, repr=False)

    def label(self, field: Field, key: str) -> str:
        return self.labels.get(field.name, {}).get(key, key)

    def written(self, field: Field, key: str) -> str:
        """Return how a query spells a value: the German word where the key is English."""
        label = self.label(field, key).lower()
        return label if field.spoken and self.readings[field.name].get(sort_key(label)) == key else key

    def clause(self, field: Field, key: str) -> str:
        """Return the term that asks for a value, `typ:monster`; every page of hits links the same ones."""
        known = (field.name, key)
        if known not in self._clauses:
            self._clauses[known] = f"{field.name}:{quoted_if_needed(self.written(field, key))}"
        return self._clauses[known]

    def some(self, field: Field) -> str:
        """Return how a sentence ends that names the values of a field: all of them, or the first of many."""
        words = sorted({self.written(field, key) for key in self.labels.get(field.name, {})})
        return ", ".join(words[:MOST_NAMED]) + (" …" if len(words) > MOST_NAMED else ".")

    def find(self, field: Field, word: str) -> str | None:
        """Return the key that this word names: itself, its label, an inflected form, a clear beginning."""
        readings = self.readings.get(field.name, {})
        typed = sort_key(word)
        if key := readings.get(typed) or readings.get(without_digraphs(typed)):
            return key
        if field.tree:
            return word.lower() if any(_is_below(key, word.lower()) for key in readings.values()) else None
        alike = {key for reading, key in readings.items() if typed and lemma(reading) == lemma(typed)}
        beginning = {key for reading, key in readings.items() if len(typed) > 2 and reading.startswith(typed)}
        found = alike or beginning
        return next(iter(found)) if len(found) == 1 else None

    def containing(self, field: Field, word: str) -> list[str]:
        """Return the keys whose label has this word in one of its forms; none if it is a whole value itself."""
        readings, asked = self.readings.get(field.name, {}), {lemma(part) for part in sort_key(word).split()}
        if not asked or sort_key(word) in readings:
            return []
        labels = self.labels.get(field.name, {})
        return [key for key, label in labels.items() if asked <= {lemma(w) for w in words(label)}]

    def nearest(self, field: Field, word: str) -> str | None:
        """Return the value to suggest for a word that is none, spelled as one would type it."""
        return nearest(word, self.readings.get(field.name, {}))


def _is_below(key: str, start: str) -> bool:
    return key == start or key.startswith(start + ".")


def build_catalogue(
    labels: Mapping[str, Mapping[str, str]], more: Mapping[str, Mapping[str, str]]
) -> Catalogue:
    """Build the catalogue from labels (field → key → label) and further words (field → word → key)."""
    readings: dict[str, dict[str, str]] = {}
    # Fields with the same values, such as those for whom a card is and is not, share what is made of them.
    made: dict[tuple[int, int], dict[str, str]] = {}
    folded: dict[str, str] = {}
    for field, known in labels.items():
        others = more.get(field, {})
        place = (id(known), id(others) if others else 0)
        if place not in made:
            made[place] = _readings(known, others, folded)
        readings[field] = made[place]
    return Catalogue(labels, readings)


def _readings(known: Mapping[str, str], more: Mapping[str, str], folded: dict[str, str]) -> dict[str, str]:
    """Return the words for each key; `folded` holds the normal form of every word, so that each is there once."""

    def normal(text: str) -> str:
        if text not in folded:
            key = sort_key(text)
            folded[text] = folded.setdefault(key, key)
        return folded[text]

    words = {normal(word): key for word, key in more.items() if key in known}
    words |= {normal(without_digraphs(normal(key))): key for key in known}
    words |= {normal(label): key for key, label in known.items()}
    words |= {normal(key): key for key in known}
    return {word: key for word, key in words.items() if word}
