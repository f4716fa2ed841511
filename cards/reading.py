"""Reads the card fixtures: every file strictly, all problems at once, nothing written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from cards import files
from cards.problems import Problem, Spot, examine
from cards.shapes import CardEntry, EditionEntry, RedirectEntry, Shape, SourceEntry

# A box describes itself in its folder; those that a rulebook only names stand together in `editions.yaml`.
BOX = "box.yaml"
# Sources of all boxes stand together; those of one only may stand in its folder.
SOURCES = "sources.yaml"


@dataclass(frozen=True)
class Placed:
    """An entry and where it stands."""

    entry: Any
    where: str
    spot: Spot | None = None

    def problem(self, text: str, field: str = "") -> Problem:
        return Problem(text, field, self.where, self.spot)


@dataclass
class CardBooks:
    """Everything that the card files say, in the order of the files."""

    sources: list[Placed] = field(default_factory=list)
    editions: list[Placed] = field(default_factory=list)
    # Box and card entry.
    cards: list[tuple[str, Placed]] = field(default_factory=list)
    redirects: list[Placed] = field(default_factory=list)


def read(root: Path, problems: list[Problem]) -> CardBooks:
    """Read all card fixtures below `root`; what is wrong with an entry is said and the entry left out."""
    books = CardBooks()
    books.sources += _read_file(root, root / SOURCES, SourceEntry, problems)
    books.editions += _read_file(root, root / "editions.yaml", EditionEntry, problems)
    books.redirects += _read_file(root, root / "redirects.yaml", RedirectEntry, problems)
    for file in sorted(root.glob(f"*/{BOX}")):
        books.editions += _read_file(root, file, EditionEntry, problems)
    for file in sorted(root.glob(f"*/{SOURCES}")):
        books.sources += _read_file(root, file, SourceEntry, problems)
    for file in sorted(root.glob("*/cards.yaml")):
        box = file.parent.name
        books.cards += [(box, placed) for placed in _read_file(root, file, CardEntry, problems)]
    return books


def load_yaml(file: Path, problems: list[Problem]) -> Any:
    """Return what a file says, or an empty list where it is missing or unreadable."""
    if not file.exists():
        return []
    try:
        return files.load_yaml(file)
    except files.Unreadable as error:
        where = f"{file.parent.name}/{file.name}" if file.name == "cards.yaml" else file.name
        problems.append(Problem(error.text, where=where, line=error.line))
        return []


def shaped(
    rows: Iterable[tuple[Any, str, Spot | None]], shape: type[Shape], problems: list[Problem]
) -> Iterator[Placed]:
    """Turn rows `(entry, where, spot)` into entries; a row that does not fit becomes problems."""
    for row, where, spot in rows:
        try:
            yield Placed(msgspec.convert(row, shape), where, spot)
        except msgspec.ValidationError as error:
            # What nobody foresaw is said, too: an entry never goes without a word.
            found = list(examine(row, shape)) or [Problem(f"Der Eintrag passt nicht: {error}.")]
            problems.extend(problem.at(where, spot) for problem in found)


def label(row: Any, place: int) -> str:
    """Say which entry of a file is meant: by its own word where it has one, else by its place."""
    names = ("slug", "key", "old", "name") if isinstance(row, dict) else ()
    word = next((row[name] for name in names if row.get(name)), "")
    return f"Eintrag „{word}“" if word else f"Eintrag {place}"


def _read_file(root: Path, file: Path, shape: type[Shape], problems: list[Problem]) -> list[Placed]:
    rows = load_yaml(file, problems)
    name = file.relative_to(root).as_posix()
    if not isinstance(rows, list):
        problems.append(Problem("Hier wird eine Liste von Einträgen erwartet.", where=name))
        return []
    places = ((row, f"{name}, {label(row, place)}", None) for place, row in enumerate(rows, 1))
    return list(shaped(places, shape, problems))
