"""Every data file beside those of the resolver: one of its rows is changed, and what it is for comes out otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from django.conf import settings

from cards import files
from cards.drawing.frames import Words, face_svg
from cards.drawing.library import Library as Drawings
from cards.drawing.subjects import Drawn
from cards.per_release import PerRelease
from cards.search.effect_words import read_effects
from cards.search.lexicon import _lemma, read_words
from cards.search.phrase_table import read_phrases
from rules.ask import entries, marks, talks
from rules.booklet.mix import Mix
from rules.booklet.plain import compose_plain
from rules.booklet.text import compose
from tests.rules.test_every_row import FILES, base

ROOT = settings.FIXTURES
# So many changes of a file are tried.
TRIED = 24


@contextmanager
def saying(file: str, rows: Any) -> Iterator[None]:
    """Let one file say something else, and everything that hangs on a release be read anew."""
    text, parse = (ROOT / file).read_text(encoding="utf-8"), files.parse_yaml
    made: dict[int, Any] = {}

    def now(holder: PerRelease[Any], make: Callable[[], Any]) -> Any:
        if id(holder) not in made:
            made[id(holder)] = make()
        return made[id(holder)]

    def parsed(said: str) -> Any:
        return deepcopy(rows) if said == text else parse(said)

    with mock.patch.object(files, "parse_yaml", parsed), mock.patch.object(PerRelease, "now", now):
        yield


def changes(value: Any, way: Callable[[Any], Any]) -> Iterator[Any]:
    """Yield what a file says, each time with one more place of it changed; `way` says how, or None to leave it."""
    if (other := way(value)) is not None:
        yield other
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: changed} for changed in changes(item, way))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from ([*value[:index], changed, *value[index + 1 :]] for changed in changes(item, way))


def sampled(rows: Any, way: Callable[[Any], Any]) -> list[Any]:
    found = list(changes(rows, way))
    return found[:: 1 + len(found) // TRIED]


# How a place is changed.


def reworded(value: Any) -> Any:
    return value + " anders" if isinstance(value, str) and " " in value else None


def shortened(value: Any) -> Any:
    """Leave one word of a list out."""
    return (
        value[:-1]
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value)
        else None
    )


def redrawn(value: Any) -> Any:
    """Draw one thing more, widen a letter, colour something else."""
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        if " " in value[0]:
            return [*value, "k c 50 50 9"]
        return ["#123456"] * len(value) if value[0].startswith("#") else None
    if (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], int)
        and isinstance(value[1], str)
    ):
        return [value[0] + 9, value[1]]
    return "#123456" if isinstance(value, str) and value.startswith("#") else None


# What comes out.


def pictures(file: str) -> Any:
    library, box = Drawings(ROOT), file.partition("/")[0]
    plain = [
        (kind, name) for kind in ("monster", "class", "base") for name in ("Buggoth", "Ärger!", "(7) + Q")
    ]
    found = []
    for kind, name in (*plain, *(("item", word) for word in _called(library))):
        card = Drawn(f"x/{name}", box, kind, (name,), (), "", "", 7)
        found.append(face_svg(card, Words("card", kind, name, box), library))
    return found


def _called(library: Drawings) -> list[str]:
    words = [motif.words[0] for motif in library.motifs.values() if motif.words]
    return words[:: 1 + len(words) // TRIED]


def booklets(file: str) -> Any:
    munchkin = ("cthulhu", "shakespeare", "impossible", "axe-cop")
    if file.startswith("smash-up"):
        return compose_plain(base(), "smash-up")
    mixes = [munchkin, *((box,) for box in munchkin)]
    return [compose(Mix(base(), mix)) for mix in mixes]


PROBES: dict[str, tuple[Callable[[Any], Any], Callable[[str], Any]]] = {
    "faces": (redrawn, pictures),
    "face": (redrawn, pictures),
    "text": (reworded, booklets),
}
# Of these files the sentences are no chapters; test_every_row_told.py changes them.
ELSEWHERE = {"compare", "topics", "words", "sheet", "left-out"}


def effects_found(rows: Any) -> Any:
    words = read_effects(rows)
    return [words.of(facts) for facts in list(base().card_facts.values())[::5]]


def words_alike(rows: Any) -> Any:
    table = read_words(rows)
    return [_lemma(word, table) for word in read_words(WORDS).same]


def phrases_known(rows: Any) -> Any:
    return {first: [row.words for row in found] for first, found in read_phrases(rows).rows.items()}


WORDS = files.load_yaml(ROOT / "search/words.yaml")
SEARCHED: dict[str, Callable[[Any], Any]] = {
    "search/effects.yaml": effects_found,
    "search/words.yaml": words_alike,
    "search/facts.yaml": phrases_known,
}


def kind(file: str) -> str:
    path = Path(file)
    return path.parts[0] if path.parts[0] == "faces" else path.parts[1] if len(path.parts) > 2 else path.stem


TAUGHT: dict[str, tuple[ModuleType, Callable[[], Any]]] = {
    "units": (entries, lambda: [(one.about, one.answers) for one in entries.units()]),
    "fights": (marks, lambda: list(marks.fights())),
    "talks": (talks, lambda: list(talks.written())),
}
LEARNED = [file for file in FILES if file.startswith("ask/") and kind(file) in TAUGHT]
DRAWN = [file for file in FILES if kind(file) in PROBES and Path(file).stem not in ELSEWHERE]
CHANGED = [*SEARCHED, *LEARNED, *DRAWN]


@cache
def before(what: str, file: str) -> Any:
    return PROBES[what][1](file)


@pytest.mark.parametrize("file", SEARCHED)
def test_one_changed_row_is_searched_otherwise(file: str) -> None:
    said, probe = files.load_yaml(ROOT / file), SEARCHED[file]
    usual = probe(said)
    assert any(probe(rows) != usual for rows in sampled(said, shortened))


@pytest.mark.parametrize("file", LEARNED)
def test_one_changed_row_is_answered_otherwise(file: str, tmp_path: Path) -> None:
    module, probe = TAUGHT[kind(file)]
    alone = tmp_path / file
    alone.parent.mkdir(parents=True)
    alone.write_bytes((ROOT / file).read_bytes())
    with mock.patch.object(module, "fixtures_folder", return_value=tmp_path):
        usual = probe()
        assert usual
        for rows in sampled(files.load_yaml(ROOT / file), reworded):
            with saying(file, rows):
                if probe() != usual:
                    return
    pytest.fail(f"{file}: nichts wird anders beantwortet.")


@pytest.mark.parametrize("file", DRAWN)
def test_one_changed_row_is_told_or_drawn_otherwise(file: str) -> None:
    way, probe = PROBES[kind(file)]
    usual = before(kind(file), file if kind(file) == "face" else file.partition("/")[0])
    for rows in sampled(files.load_yaml(ROOT / file), way):
        with saying(file, rows):
            if probe(file) != usual:
                return
    pytest.fail(f"{file}: nichts kommt anders heraus.")
