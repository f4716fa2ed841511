"""The editors' table of what words in the search box mean, ready to be looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from cards.folding import fold, lower
from cards.per_release import PerRelease
from cards.search.lexicon import lemma

FACTS = Path("search") / "facts.yaml"
# Stand in a row for whomever the data know: a class, a race, women; the second also for what has a tag.
WHO, WHOM = "WHO", "WHOM"


@dataclass(frozen=True)
class Meaning:
    """What something comes to in the search language; beside other facts it may come to something else."""

    plain: str
    of: Mapping[str, str] = field(default_factory=dict)

    def beside(self, others: set[str]) -> str:
        """Return the meaning beside these facts of the same phrase."""
        return next((other for fact, other in self.of.items() if fact in others), self.plain)


@dataclass(frozen=True)
class Row:
    """Words that together are a fact, in whichever order they stand."""

    words: tuple[str, ...]
    means: Meaning
    # Only beside one of these facts, or a fact of these fields; such rows come last.
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Unit:
    """What a number counts; `counted` is the field where the number stands before the word."""

    means: Meaning
    counted: str = ""
    upto: int = 0
    bare: str = ""
    needs: frozenset[str] = frozenset()
    # The field of as many that are lost.
    lost: str = ""


@dataclass(frozen=True)
class Values:
    """A field whose values are words by themselves."""

    name: str
    without: frozenset[str]
    needs: frozenset[str]


@dataclass(eq=False)
class PhraseTable:
    """Every row of the file by the words that call it."""

    filler: frozenset[str]
    light: frozenset[str]
    soft: frozenset[str]
    numbers: Mapping[str, int]
    one: frozenset[str]
    # Words that stand around a number, one to three of them: which sign of a class, and what it compares.
    signs: Mapping[tuple[str, ...], tuple[str, str]]
    losing: frozenset[str]
    more: Mapping[str, str]
    most: Mapping[str, str]
    units: Mapping[str, Unit]
    values: tuple[Values, ...]
    # What a value means beside other facts: „Verstärker mit Schätzen“.
    beside: Mapping[str, Mapping[str, str]]
    people: Mapping[str, str]
    rows: Mapping[str, list[Row]]
    # Beginnings of words that rows ask for: „teuerst*“.
    beginnings: tuple[str, ...]
    # What a number alone counts, and one with a sign, beside which kind of card.
    alone: Meaning
    signed: Meaning
    # The words of rows and units as the file spells them.
    spelled: frozenset[str]
    # The keys of the words that are a fact by themselves: what a compound may be made of.
    single: frozenset[str]
    # The keys of all words of rows: no compound of these is taken apart.
    whole: frozenset[str]

    def keys(self, word: str) -> frozenset[str]:
        """Return everything under which a row may ask for this word."""
        folded = fold(word)
        begun = (start for start in self.beginnings if folded.startswith(start[:-1]))
        # „tauscht“ is „tauschen“: the stemmer leaves the t.
        verb = [lemma(word[:-1] + "en")] if len(word) > 4 and folded.endswith("t") else []
        return frozenset((lemma(word), "=" + lower(word), *verb, *begun))


_table: PerRelease[PhraseTable] = PerRelease()


def phrase_table() -> PhraseTable:
    """Return the editors' table of phrases."""
    return _table.now(_read)


def _read() -> PhraseTable:
    text = (Path(settings.FIXTURES) / FACTS).read_text(encoding="utf-8")
    return read_phrases(yaml.load(text, Loader=yaml.CSafeLoader))


def read_phrases(raw: Mapping[str, Any]) -> PhraseTable:
    """Read the table: rows by their first word, the longest first."""
    rows: dict[str, list[Row]] = {}
    for row in sorted(_rows(raw["facts"], raw["classes"]), key=lambda row: -len(row.words)):
        rows.setdefault(row.words[0], []).append(row)
    units = {_key(word): unit for given in raw["units"] for word, unit in _unit(given)}
    more, most = _keyed(raw["more"]), _keyed(raw["most"])
    words = {word for some in rows.values() for row in some for word in row.words} | set(more) | set(most)
    alone = {row.words[0] for some in rows.values() for row in some if len(row.words) == 1}
    return PhraseTable(
        filler=frozenset(map(fold, raw["filler"])),
        light=frozenset(map(lemma, raw["light"])),
        soft=frozenset(map(_key, raw["soft"])),
        numbers={fold(word): number for word, number in raw["numbers"].items()},
        one=frozenset(map(fold, raw["one"])),
        signs=dict(_signs(raw)),
        losing=frozenset(map(lemma, raw["losing"])),
        more=more,
        most=most,
        units=units,
        values=tuple(
            Values(v["field"], frozenset(map(fold, v.get("without", ()))), frozenset(v.get("if", ())))
            for v in raw["values"]
        ),
        beside=raw["beside"],
        people={lemma(word): key for key, some in raw["people"].items() for word in some},
        rows=rows,
        beginnings=tuple(word for word in words if word.endswith("*")),
        alone=Meaning("", raw["alone"]),
        signed=Meaning("bonus", raw["signed"]),
        spelled=frozenset(filter(_is_plain, _spelled(raw))),
        single=frozenset(alone | set(units)),
        whole=frozenset(words | set(units)),
    )


def _rows(raw: list[Mapping[str, Any]], classes: Mapping[str, list[str]]) -> Iterator[Row]:
    for given in raw:
        means, needs = Meaning(given["means"], given.get("of", {})), frozenset(given.get("needs", ()))
        for said in given["say"]:
            for words in product(*(_alternatives(part, classes) for part in said.split())):
                yield Row(tuple(map(_key, words)), means, needs)


def _spelled(raw: Mapping[str, Any]) -> Iterator[str]:
    for row in raw["facts"]:
        yield from (word for said in row["say"] for part in said.split() for word in part.split("|"))
    yield from (word for row in raw["units"] for word in row["words"])
    yield from (word for words in raw["classes"].values() for word in words)
    yield from (word for words in raw["people"].values() for word in words)


def _is_plain(word: str) -> bool:
    return word.isalpha() and len(word) > 3 and not word.isupper()


def _alternatives(part: str, classes: Mapping[str, list[str]]) -> list[str]:
    return [word for name in part.split("|") for word in classes.get(name, [name])]


def _unit(raw: Mapping[str, Any]) -> Iterator[tuple[str, Unit]]:
    unit = Unit(
        Meaning(raw.get("field", ""), raw.get("of", {})),
        raw.get("counted", ""),
        raw.get("upto", 0),
        raw.get("bare", ""),
        frozenset(map(lemma, raw.get("needs", ()))),
        raw.get("lost", ""),
    )
    yield from ((word, unit) for word in raw["words"])


def _signs(raw: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], tuple[str, str]]]:
    """Yield the words around numbers: C before, S behind, Z „zwischen“, R „bis“, T „als“, and what denies."""
    for sign, name in (("C", "before"), ("S", "behind")):
        yield from ((tuple(fold(w).split()), (sign, op)) for op, some in raw[name].items() for w in some)
    for sign, name in (("Z", "between"), ("R", "to"), ("T", "than"), ("-", "not")):
        yield from (((fold(word),), (sign, "<=")) for word in raw[name])


def _keyed(raw: Mapping[str, str]) -> dict[str, str]:
    return {_key(word): value for word, value in raw.items()}


def _key(word: str) -> str:
    """Return under which key a word of a row is looked up: see `keys`."""
    if word in (WHO, WHOM):
        return word
    if word.startswith("="):
        return lower(word)
    return fold(word) if word.endswith("*") else lemma(word)
