"""Data files that are read beside the tables, by resolver, search and questions: broken ones do not load either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from cards.files import Unreadable, load_yaml
from cards.search.effect_words import EFFECTS, read_effects
from cards.search.lexicon import WORDS, read_words
from cards.search.phrase_table import FACTS, read_phrases
from rules.engine.entries import read_entries
from rules.engine.grounds import read_grounds
from rules.facts import engine_data

# What a file of the wrong shape raises where it is read.
WRONG = (KeyError, TypeError, AttributeError, ValueError, IndexError, RecursionError, msgspec.ValidationError)
FOLDERS = ("ask", "whatif")
READERS: tuple[tuple[Path, Callable[[Any], object]], ...] = (
    (WORDS, read_words),
    (EFFECTS, read_effects),
    (FACTS, read_phrases),
)


def problems(root: Path) -> Iterator[str]:
    """Name every file below `root` that its reader could not read."""
    for file, read in READERS:
        if (root / file).exists():
            yield from _tried(file.as_posix(), partial(_read, read, root / file))
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.yaml")):
            yield from _tried(file.relative_to(root).as_posix(), partial(_some_rows, file))
    yield from _tried("Zeilen des Rechners", lambda: _engine(root))
    for file in sorted(root.glob("*/open.yaml")):
        yield from _tried(file.relative_to(root).as_posix(), partial(_reasons, file))


def _read(read: Callable[[Any], object], file: Path) -> None:
    read(load_yaml(file))


def _engine(root: Path) -> None:
    for rows in engine_data(root).values():
        read_entries(rows["entries"])
        read_grounds(rows)


def _reasons(file: Path) -> None:
    dict(load_yaml(file))


def _some_rows(file: Path) -> None:
    found = load_yaml(file)
    if not found or not isinstance(found, dict | list):
        raise TypeError("erwartet werden Einträge")


def _tried(name: str, read: Callable[[], object]) -> Iterator[str]:
    try:
        read()
    except Unreadable as error:
        yield f"{name}: {error}"
    except WRONG as error:
        yield f"{name}: Das lässt sich nicht lesen ({type(error).__name__}: {error})."
