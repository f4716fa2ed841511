"""Reads somebody's own cards from YAML, JSON or CSV: checked as strictly as the fixtures, then stored at once."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import yaml
from django.db import transaction

from cards.consistency import inconsistencies, known_words
from cards.files import Unreadable, parse_json, parse_yaml, read_text
from cards.models import Card, Edition, Redirect, Release
from cards.moving import rename
from cards.naming import slugify
from cards.problems import Problem
from cards.reading import CardBooks, label, shaped
from cards.releases import make_release
from cards.shapes import PARTS, CardEntry, EditionEntry, Facts
from cards.storing import Progress, store
from cards.vocabulary import Game, Origin

# What an entry means that does not say it: a card typed in from the table, nobody has checked it.
DEFAULTS: dict[str, Any] = {
    "german": True,
    "coverage": "text",
    "complete": False,
    "checked": False,
    "confidence": "medium",
}
# German spreadsheets write WAHR and FALSCH of their own accord.
YES_AND_NO = {"ja": True, "nein": False, "true": True, "false": False, "wahr": True, "falsch": False}
_FACTS = {field.encode_name for field in msgspec.structs.fields(Facts)}
_TEXTS = {
    "edition",
    "slug",
    "name",
    "name_en",
    "kind",
    "deck",
    "text",
    "bad_stuff_text",
    "coverage",
    "confidence",
}
_LISTS = {"aliases", "sources", "notes", "tags", "usable_by", "not_usable_by", "makes"}


@dataclass(frozen=True)
class Box:
    """The box into which cards go that name none; with a name it is made where it is missing."""

    key: str = ""
    name: str = ""


@dataclass
class Draft:
    """A file as it was read: its parts, and how to find the line of an entry."""

    parts: dict[str, list[Any]]
    text: str
    lines: list[int] | None = None


def import_file(
    file: Path, box: Box, progress: Progress | None = None
) -> tuple[Release | None, list[Problem]]:
    """Store the cards of a file, all or none; return the release, or the problems that forbid it."""
    problems: list[Problem] = []
    draft = read_draft(file, problems)
    renamed = _renamed(draft, box)
    books = _books(draft, file.name, box, problems)
    if not problems:
        problems.extend(inconsistencies(books, known_words(books, with_database=True)))
    if problems:
        return None, _with_lines(problems, draft)
    with transaction.atomic():
        for old, new in renamed.items():
            rename(old, new)
        store(books, Origin.IMPORT, progress)
        return make_release(f"{len(books.cards)} Karten aus {file.name} eingelesen"), []


def read_draft(file: Path, problems: list[Problem]) -> Draft:
    """Read a file into the parts that it has; a plain list is a list of cards."""
    try:
        text = read_text(file)
        if file.suffix.lower() == ".csv":
            return _read_csv(text)
        data = parse_json(text) if file.suffix.lower() == ".json" else parse_yaml(text)
    except Unreadable as error:
        problems.append(Problem(error.text, where=file.name, line=error.line))
        return Draft({}, "")
    return Draft(_parts(data, file.name, problems), text)


def _parts(data: Any, where: str, problems: list[Problem]) -> dict[str, list[Any]]:
    parts = {"cards": data} if isinstance(data, list) else data
    if not isinstance(parts, dict) or not all(isinstance(rows, list) for rows in parts.values()):
        known = ", ".join(PARTS)
        problems.append(
            Problem(f"Erwartet wird eine Liste von Karten, oder Listen unter {known}.", where=where)
        )
        return {}
    problems.extend(
        Problem(f"Diesen Teil gibt es nicht. Erlaubt sind {', '.join(PARTS)}.", name, where)
        for name in sorted(set(parts) - set(PARTS))
    )
    return {name: rows for name, rows in parts.items() if name in PARTS}


def _read_csv(text: str) -> Draft:
    """Read a table: a column per field, the facts by their own names; empty cells are not attested."""
    delimiter = ";" if text.split("\n", 1)[0].count(";") > text.split("\n", 1)[0].count(",") else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    cards, lines = [], []
    try:
        for row in reader:
            # A spreadsheet writes the empty rows below a table as rows of empty cells.
            if entry := _from_cells(row):
                lines.append(reader.line_num)
                cards.append(entry)
    except csv.Error:
        longest = csv.field_size_limit()
        raise Unreadable(f"Eine Zelle hat mehr als {longest} Zeichen.", reader.line_num + 1) from None
    return Draft({"cards": cards}, text, lines)


def _from_cells(row: dict[str | Any, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for column, cell in row.items():
        if column is None:
            entry["(Spalten)"] = "mehr Zellen als Spalten"
        elif cell and cell.strip():
            name = column.strip().removeprefix("facts.")
            target = entry.setdefault("facts", {}) if name in _FACTS else entry
            target[name] = _from_cell(name, cell.strip())
    return entry


def _from_cell(name: str, cell: str) -> Any:
    """Return the value of a cell: texts as they are, words by commas, the rest as YAML writes it."""
    if name in _TEXTS:
        return cell
    if name in _LISTS and not cell.startswith("["):
        return [word.strip() for word in cell.split("|" if "|" in cell else ",") if word.strip()]
    if cell.lower() in YES_AND_NO:
        return YES_AND_NO[cell.lower()]
    try:
        return parse_yaml(cell)
    except Unreadable:
        return cell


def _books(draft: Draft, where: str, box: Box, problems: list[Problem]) -> CardBooks:
    books = CardBooks()
    for name in ("sources", "editions", "redirects"):
        getattr(books, name).extend(shaped(_rows(draft, name, where), PARTS[name], problems))
    for placed in shaped(_rows(draft, "cards", where), CardEntry, problems):
        key = placed.entry.edition or box.key
        if not key:
            problems.append(placed.problem("Es fehlt, in welche Box die Karte gehört.", "edition"))
        books.cards.append((key, placed))
    if box.name and not Edition.objects.filter(key=box.key).exists():
        made = EditionEntry(key=box.key or slugify(box.name), name=box.name, game=Game.MUNCHKIN)
        books.editions.extend(shaped([(msgspec.to_builtins(made), where, None)], EditionEntry, problems))
    return books


def _renamed(draft: Draft, box: Box) -> dict[str, str]:
    """Return which cards the file calls by another name than before, old key to new; its rows then say the new one.

    A sheet that is read a second time still has the slugs from before the first: they lead where the card is now.
    """
    keys = {f"{edition}/{slug}" for edition, slug in Card.objects.values_list("edition_id", "slug")}
    former = dict(Redirect.objects.filter(kind="card").values_list("old", "new"))
    found = {}
    for row in draft.parts.get("cards", []):
        if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in ("slug", "name")):
            continue
        edition, right = row.get("edition") or box.key, slugify(row["name"])
        old, new = f"{edition}/{row['slug']}", f"{edition}/{right}"
        old = old if old in keys else former.get(old, old)
        if right and old in keys and (old == new or new not in keys):
            row["slug"] = right
            if old != new:
                found[old] = new
    return found


def _rows(draft: Draft, part: str, where: str) -> list[tuple[Any, str, tuple[str, int]]]:
    return [
        (_completed(row) if part == "cards" else row, f"{where}, {label(row, place + 1)}", (part, place))
        for place, row in enumerate(draft.parts.get(part, []))
    ]


def _completed(row: Any) -> Any:
    if not isinstance(row, dict):
        return row
    name = row.get("name")
    slug = {"slug": slugify(name)} if isinstance(name, str) and name else {}
    return {**DEFAULTS, **slug, **row}


def _with_lines(problems: list[Problem], draft: Draft) -> list[Problem]:
    """Add to every problem the line of its field, or else of its entry."""
    try:
        root = yaml.compose(draft.text, Loader=yaml.CSafeLoader) if draft.lines is None else None
    except yaml.YAMLError:
        root = None
    return [replace(p, line=_line(p, draft, root)) if p.spot else p for p in problems]


def _line(problem: Problem, draft: Draft, root: yaml.Node | None) -> int | None:
    part, place = problem.spot or ("", 0)
    if draft.lines is not None:
        return draft.lines[place]
    node = _child(root, part) if isinstance(root, yaml.MappingNode) else root
    node = _child(node, place)
    for step in problem.field.replace("[", ".").replace("]", "").split("."):
        node = _child(node, int(step) if step.isdecimal() else step) or node
    return node.start_mark.line + 1 if node else None


def _child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    return None
