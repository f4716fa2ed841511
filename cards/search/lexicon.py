"""What German makes of a word: inflection, compounds, spellings, other languages, near misses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
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
from cards.search.disk import LAST, File, Recent

WORDS = Path("search") / "words.yaml"
# The mark that keeps the classes of the table apart from every stem.
LISTED = "="
SHORTEST_PART = 4
SHORTEST_BEGINNING = 3
# What may stand between the parts of a compound: Verbündete-n-karte, Kampf-es-mut, Wirkung-s-kreis.
LINKS = ("", "s", "n", "es", "en", "er", "e")
MOST_KEPT = 4096
NO_WORDS: tuple[list[str], list[str]] = ([], [])
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

    def __init__(self, file: File) -> None:
        self.file = file
        self.translations = _translations(word_table().translations)
        self._stems, self._spellings = Recent(MOST_KEPT), Recent(MOST_KEPT)

    def knows(self, word: str) -> bool:
        """Say whether it is a word: it or a compound with it stands in the corpus, or in the table of words."""
        key = lemma(word)
        listed = key.startswith(LISTED) or fold(word) in word_table().no_part
        return listed or (key,) in self.translations or self.bearing(key) != NO_WORDS

    def bearing(self, stem: str) -> tuple[list[str], list[str]]:
        """Return the forms of a word, and the compounds with it."""
        known = self._stems.held.get(stem)
        if known is not None:
            return known
        asked = "SELECT words, compounds FROM stem WHERE stem = ?"
        row = self.file.rows.execute(asked, (stem,)).fetchone()
        return self._stems.keep(stem, (row[0].split(), row[1].split()) if row else NO_WORDS)

    def spelled(self, folded: str) -> list[str]:
        """Return the words that are spelled so, umlauts or not."""
        known = self._spellings.held.get(folded)
        if known is not None:
            return known
        rows = self.file.rows.execute("SELECT word FROM word WHERE folded = ? ORDER BY word", (folded,))
        return self._spellings.keep(folded, [word for (word,) in rows])

    def spelling(self, word: str) -> str:
        """Return the folded form under which the corpus spells this word: „boese“ gives „bose“."""
        folded = fold(word)
        plain = without_digraphs(folded)
        return plain if plain != folded and not self.spelled(folded) and self.spelled(plain) else folded

    def beginning_with(self, start: str) -> list[str]:
        """Return the words that begin with this, umlauts or not; none for one or two letters."""
        folded = fold(start)
        if len(folded) < SHORTEST_BEGINNING:
            return []
        asked = "SELECT word FROM word WHERE folded >= ? AND folded < ? ORDER BY folded, word"
        return [word for (word,) in self.file.rows.execute(asked, (folded, folded + LAST))]

    def near(self, word: str, more: Sequence[str] = ()) -> list[str]:
        """Return the words, of the corpus or of `more`, that may have been meant, the nearest first."""
        heard = sound(word)
        allowed = 1 if len(heard) < 6 else 2
        if len(heard) < SHORTEST_PART:
            return []
        spelled = fold(word)
        ranked: list[tuple[float, float, str]] = []
        own = (self.file.meta("words").split(" "), self.file.meta("sounds").split(" "))
        for known, sounds in (own, (more, [sound(other) for other in more])):
            found = process.extract(heard, sounds, scorer=OSA.distance, score_cutoff=allowed, limit=20)
            ranked += [(away, OSA.distance(spelled, fold(known[i])), known[i]) for _, away, i in found]
        return [near for _, _, near in sorted(ranked)]


class Splitter:
    """Takes compounds apart, at words that are spelled somewhere in the corpus."""

    def __init__(self, spellings: Collection[str]) -> None:
        self.table = table = word_table()
        # What may be part of a compound: a known word that is long enough or listed as short.
        long = {word for word in (*spellings, *table.heads, *table.same) if len(word) >= SHORTEST_PART}
        short = {
            word for word in table.short_parts if word in spellings or word in table.heads | table.same.keys()
        }
        self.known = (long | short) - table.no_part

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the lemmas of the parts of a word; none for a word that is no compound."""
        folded = fold(word)
        if len(folded) < 1 + SHORTEST_PART or folded in self.table.whole:
            return ()
        cuts = self._cuts(folded)
        return tuple(sorted({part for cut in cuts for part in cut} - {lemma(word)})) if cuts else ()

    def _cuts(self, folded: str) -> list[tuple[str, str]]:
        """Return the ways to read a word as two known words, both as what their forms have in common."""
        cuts, known, heads = [], self.known, self.table.heads
        for place in [place for place in range(2, len(folded) - 1) if folded[place:] in known]:
            head, tail = folded[:place], folded[place:]
            stems = {head.removesuffix(link) for link in LINKS}
            cuts += [(lemma(stem), lemma(tail)) for stem in sorted(stems & known)]
            # „Plutonium-drache“: whatever such a word stands behind.
            if tail in heads and len(head) >= SHORTEST_PART:
                cuts.append((lemma(tail), lemma(tail)))
        return cuts


def _translations(groups: list[list[str]]) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Return for each name of a thing, as lemmas, its other names."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for group in groups:
        keys = {tuple(lemma(word) for word in words(name)): None for name in group}
        for key in keys:
            found[key] += [other for other in keys if other != key]
    return dict(found)
