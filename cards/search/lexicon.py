"""What German makes of a word: inflection, compounds, spellings, other languages, near misses."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import snowballstemmer
import yaml
from django.conf import settings
from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.folding import fold, lower, with_umlauts, without_digraphs, words
from cards.per_release import PerRelease

WORDS = Path("search") / "words.yaml"
# The mark that keeps the classes of the table apart from every stem.
LISTED = "="
SHORTEST_PART = 4
SHORTEST_BEGINNING = 3
# What may stand between the parts of a compound: Verbündete-n-karte, Kampf-es-mut, Wirkung-s-kreis.
LINKS = ("", "s", "n", "es", "en", "er", "e")
_stemmer = snowballstemmer.stemmer("german")


@dataclass(eq=False)
class WordTable:
    """The editors' table of words: what the stemmer and the splitter cannot know."""

    same: dict[str, str] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    no_part: set[str] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)
    short_parts: set[str] = field(default_factory=set)
    translations: list[list[str]] = field(default_factory=list)
    sounds: list[tuple[str, str]] = field(default_factory=list)


def read_words(raw: dict[str, Any]) -> WordTable:
    """Read the table: every group of `same` and of `apart` is a class of its own."""
    table = WordTable(
        whole={fold(word) for word in raw["whole"]},
        no_part={fold(word) for word in raw["no_part"]},
        heads={fold(word) for word in raw["heads"]},
        short_parts={fold(word) for word in raw["short_parts"]},
        translations=raw["translations"],
        sounds=[(old, new) for old, new in raw["sounds"]],
    )
    for group in [*raw["same"], *raw["apart"]]:
        table.same.update({lower(word): LISTED + fold(group[0]) for word in group})
    # Who types „falle“ for „fälle“ gets the word that is spelled so, if there is one.
    for word in list(table.same):
        table.same.setdefault(fold(word), table.same[word])
    return table


_table: PerRelease[WordTable] = PerRelease()


def word_table() -> WordTable:
    """Return the editors' table of words."""
    return _table.now(_read)


def _read() -> WordTable:
    text = (Path(settings.FIXTURES) / WORDS).read_text(encoding="utf-8")
    return read_words(yaml.load(text, Loader=yaml.CSafeLoader))


def lemma(word: str) -> str:
    """Return what all forms of a word have in common: „Flüche“ and „Fluch“ give the same."""
    return _lemma(word, word_table())


@lru_cache(maxsize=262144)
def _lemma(word: str, table: WordTable) -> str:
    known, folded = table.same, fold(word)
    # „toeten“ is „töten“ before it is „toten“.
    spelled = (lower(word), with_umlauts(lower(word)), folded, without_digraphs(folded))
    listed = next((known[form] for form in spelled if form in known), None)
    return listed or str(_stemmer.stemWord(folded))


def sound(word: str) -> str:
    """Return roughly how a word sounds: „Katulu“ and „Cthulhu“ come out alike."""
    heard = fold(word)
    for old, new in word_table().sounds:
        heard = heard.replace(old, new)
    return heard


class Lexicon:
    """All words of the corpus and how they belong together."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.words = sorted(set(vocabulary))
        self.by_lemma: dict[str, list[str]] = defaultdict(list)
        self.by_spelling: dict[str, list[str]] = defaultdict(list)
        for word in self.words:
            self.by_lemma[lemma(word)].append(word)
            self.by_spelling[fold(word)].append(word)
        # word → the lemmas of its parts.
        self.parts = self._find_parts()
        # lemma → the compounds with it.
        self.compounds: dict[str, list[str]] = defaultdict(list)
        for word, parts in self.parts.items():
            for part in parts:
                self.compounds[part].append(word)
        self.beginnings = sorted((fold(word), word) for word in self.words)
        self.sounds = [sound(word) for word in self.words]
        self.translations = _translations(word_table().translations)

    # Questions

    def knows(self, word: str) -> bool:
        """Say whether it is a word: it or a compound with it stands in the corpus, or in the table of words."""
        key = lemma(word)
        listed = key.startswith(LISTED) or fold(word) in word_table().no_part
        return key in self.by_lemma or key in self.compounds or (key,) in self.translations or listed

    def spelling(self, word: str) -> str:
        """Return the folded form under which the corpus spells this word: „boese“ gives „bose“."""
        folded = fold(word)
        plain = without_digraphs(folded)
        return plain if folded not in self.by_spelling and plain in self.by_spelling else folded

    def beginning_with(self, start: str) -> list[str]:
        """Return the words that begin with this, umlauts or not; none for one or two letters."""
        folded = fold(start)
        if len(folded) < SHORTEST_BEGINNING:
            return []
        low = bisect_left(self.beginnings, (folded, ""))
        high = bisect_left(self.beginnings, (folded + "\U0010ffff", ""))
        return [word for _, word in self.beginnings[low:high]]

    def near(self, word: str, more: Sequence[str] = ()) -> list[str]:
        """Return the words, of the corpus or of `more`, that may have been meant, the nearest first."""
        heard = sound(word)
        allowed = 1 if len(heard) < 6 else 2
        if len(heard) < SHORTEST_PART:
            return []
        spelled = fold(word)
        ranked: list[tuple[float, float, str]] = []
        for known, sounds in ((self.words, self.sounds), (more, [sound(other) for other in more])):
            found = process.extract(heard, sounds, scorer=OSA.distance, score_cutoff=allowed, limit=20)
            ranked += [(away, OSA.distance(spelled, fold(known[i])), known[i]) for _, away, i in found]
        return [near for _, _, near in sorted(ranked)]

    # Building

    def _find_parts(self) -> dict[str, tuple[str, ...]]:
        found, table = {}, word_table()
        for word in self.words:
            folded = fold(word)
            if len(folded) < 1 + SHORTEST_PART or folded in table.whole:
                continue
            if parts := sorted({p for cut in self._cuts(folded, table.no_part) for p in cut} - {lemma(word)}):
                found[word] = tuple(parts)
        return found

    def _cuts(self, folded: str, no_part: set[str]) -> list[tuple[str, str]]:
        """Return the ways to read a word as two known words, both as what their forms have in common."""
        cuts = []
        for place in range(2, len(folded) - 1):
            head, tail = folded[:place], folded[place:]
            if not self._is_part(tail, no_part):
                continue
            stems = {head.removesuffix(link) for link in LINKS}
            cuts += [(lemma(stem), lemma(tail)) for stem in sorted(stems) if self._is_part(stem, no_part)]
            # „Plutonium-drache“: whatever such a word stands behind.
            if tail in word_table().heads and len(head) >= SHORTEST_PART:
                cuts.append((lemma(tail), lemma(tail)))
        return cuts

    def _is_part(self, folded: str, no_part: set[str]) -> bool:
        """Say whether this may be part of a compound: a known word that is long enough or listed as short."""
        table = word_table()
        if folded in no_part or (len(folded) < SHORTEST_PART and folded not in table.short_parts):
            return False
        return folded in self.by_spelling or folded in table.heads or folded in table.same


def _translations(groups: list[list[str]]) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Return for each name of a thing, as lemmas, its other names."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for group in groups:
        keys = {tuple(lemma(word) for word in words(name)): None for name in group}
        for key in keys:
            found[key] += [other for other in keys if other != key]
    return dict(found)
