"""The engine's library, built from the fixtures or from the database: both give the same rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.urls import NoReverseMatch, reverse

from rules.engine.library import Library

Row = dict[str, Any]
ENGINE_FILES = {
    "munchkin": ("sentences", "lexicon", "entries", "kinds", "unsettled", "equivalences"),
    "smash-up": ("sentences", "lexicon", "entries", "kinds", "unsettled"),
}
LISTS = ("entries", "equivalences")
PLACES = {
    "rule": "rules:rule-detail",
    "ruling": "rules:ruling-detail",
    "question": "rules:question-detail",
    "example": "rules:example-detail",
}


def load_yaml(path: Path) -> Any:
    with path.open(encoding="utf-8") as file:
        return yaml.load(file, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def engine_data(root: Path) -> dict[str, dict[str, Any]]:
    """Return the engine's own rows of each game by name: `<name>.yaml`, or all files of the folder `<name>/`."""
    return {game: {name: _rows(root / game, name) for name in files} for game, files in ENGINE_FILES.items()}


def _rows(folder: Path, name: str) -> Any:
    """Join the files of one name; a key that stands in two of them is an error."""
    rows: Any = [] if name in LISTS else {}
    for path in [folder / f"{name}.yaml", *sorted((folder / name).glob("*.yaml"))]:
        found = load_yaml(path) if path.exists() else None
        if found and isinstance(rows, dict) and (twice := rows.keys() & found.keys()):
            raise ValueError(f"{path}: {sorted(twice)} steht schon in einer anderen Datei.")
        if found:
            rows = rows + found if isinstance(rows, list) else rows | found
    return rows


def _optional(path: Path) -> Any:
    return load_yaml(path) or [] if path.exists() else []


def library_from_fixtures(root: Path | None = None) -> Library:
    """Build the library straight from the fixtures."""
    root = root or Path(settings.BASE_DIR) / "fixtures"
    editions = {row["key"]: row for row in load_yaml(root / "editions.yaml")}
    cards: dict[str, Row] = {}
    cited: dict[str, Row] = {}
    questions: dict[str, Row] = {}
    for key in editions:
        _read_box(root / key, key, cards, cited, questions)
    return Library(
        cards=cards,
        cited=cited,
        comparison=load_yaml(root / "munchkin" / "comparison.yaml"),
        editions=editions,
        questions=questions,
        data=engine_data(root),
        version="fixtures",
    )


def _read_box(
    folder: Path, box: str, cards: dict[str, Row], cited: dict[str, Row], questions: dict[str, Row]
) -> None:
    for row in _optional(folder / "cards.yaml"):
        cards[f"{box}/{row['slug']}"] = card_row(box, row)
        cited[f"card:{box}/{row['slug']}"] = {
            "title": row["name"],
            "text": row.get("text") or "",
            "edition": box,
            "url": place("card", f"{box}/{row['slug']}"),
        }
    for name, kind, title, text in (
        ("rules", "rule", "section", "text"),
        ("rulings", "ruling", "question", "answer"),
        ("questions", "question", "about", "favoured"),
        ("examples", "example", "section", "result"),
        ("combinations", "combination", "id", "text"),
    ):
        for row in _optional(folder / f"{name}.yaml"):
            cited[row["id"]] = {
                "title": row.get(title) or row["id"],
                "text": str(row.get(text) or ""),
                "edition": box,
                "url": place(kind, row["id"]),
            }
            if name == "questions":
                questions[row["id"]] = row


def card_row(box: str, row: Row) -> Row:
    """Return a card's facts as the contract names them."""
    words = {
        key: row[key]
        for key in ("slug", "name", "kind", "deck", "coverage", "copies")
        if row.get(key) is not None
    }
    return {**words, "set": box, **(row.get("facts") or {})}


def place(kind: str, ident: str) -> str:
    """Return the page of a cited thing."""
    if kind == "card":
        box, slug = ident.split("/")
        return f"/karten/{box}/{slug}/"
    try:
        return reverse(PLACES[kind], args=[ident])
    except (NoReverseMatch, KeyError):
        return f"/regeln/{ident}/"


_kept: dict[str, Library] = {}


def library() -> Library:
    """Return the library of the newest release, built once per process."""
    if "fixtures" not in _kept:
        _kept["fixtures"] = library_from_fixtures()
    return _kept["fixtures"]
