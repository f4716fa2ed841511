"""The engine's library, built from the database or, where that is empty, from the fixtures: both give the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.urls import reverse

from cards.files import load_yaml as load_yaml
from cards.models import Card, Edition, Release
from cards.per_release import PerRelease, saw
from cards.reading import BOX
from rules.answers import QUESTIONS, RULES, SILENT, Answers, gathered, lacking
from rules.engine.library import Library
from rules.models import Combination, Comparison, Example, Question, Rule, Ruling
from rules.vocabulary import HARMLESS_NOTES

Row = dict[str, Any]
# The engine's own rows of each game: `<name>.yaml` and every file of the folder `<name>/`.
ENGINE_FILES = {
    "munchkin": ("sentences", "grounds", "lexicon", "entries", "kinds", "unsettled", "equivalences"),
    "smash-up": ("sentences", "lexicon", "entries", "kinds", "unsettled"),
}
LISTS = ("entries", "equivalences")
# Where a box stands that names no place of its own.
LAST = 100
# What can be cited: fixture file, page, model, and which fields are title and text.
CITED = (
    ("rules", "rules:rule-detail", Rule, "section", "text"),
    ("rulings", "rules:ruling-detail", Ruling, "question", "answer"),
    ("questions", "rules:question-detail", Question, "about", "favoured"),
    ("examples", "rules:example-detail", Example, "section", "result"),
    ("combinations", "", Combination, "", "text"),
)
_library: PerRelease[Library] = PerRelease()


def library(known: str = "") -> Library:
    """Return the library of the newest release, built once per process and release.

    Whoever knows that release names it; where its library is kept, nothing is asked of the database.
    """
    if known and (held := _library.held(known)):
        return held
    version = _newest()
    return _library.at(version, lambda: (version and _from_database(version)) or library_from_fixtures())


def _from_database(version: str) -> Library | None:
    """Build from the database; None where its tables are not those of this version of the site."""
    try:
        return library_from_database(version)
    except DatabaseError:
        return None


def _newest() -> str:
    """Return the version of the newest release; empty where there is no usable database."""
    try:
        release = Release.objects.order_by("-id").values_list("version", flat=True).first()
    except DatabaseError:
        return ""
    saw(release or "")
    return release or ""


def library_from_database(version: str) -> Library:
    """Build the library from the rows that the site shows."""
    cards: dict[str, Row] = {}
    cited: dict[str, Row] = {}
    for card in Card.objects.all():
        _keep_card(
            cards,
            cited,
            card.edition_id,
            card.text,
            card_facts(card.facts(), card.slug, card.coverage, card.copies, (card.name_en, *card.aliases)),
        )
    for _, page, model, title, text in CITED:
        for row in model.objects.values():
            _keep_cited(cited, row["edition_id"] or "", page, dict(row), title, text)
    rows: list[Row] = [dict(row) for row in Comparison.objects.values()]
    comparison = [_comparison_row(row) for row in rows]
    editions: dict[str, Row] = {
        str(row["key"]): {**row} for row in Edition.objects.values("key", "name", "game", "has_rulebook")
    }
    editions = _with_lacks(editions, rows, {row["id"]: row["answers"] for row in rows})
    return Library(
        cards=cards,
        cited=cited,
        comparison=comparison,
        editions=editions,
        data=engine_data(),
        version=version,
    )


def library_from_fixtures(root: Path | None = None) -> Library:
    """Build the library straight from the fixtures."""
    root = root or fixtures_folder()
    editions = _editions(root)
    cards: dict[str, Row] = {}
    cited: dict[str, Row] = {}
    for box in editions:
        for row in _optional(root / box / "cards.yaml"):
            facts = {
                "name": row["name"],
                "kind": row["kind"],
                "set": box,
                **({"deck": row["deck"]} if row.get("deck") else {}),
                **(row.get("facts") or {}),
            }
            names = (row.get("name_en") or "", *(row.get("aliases") or ()))
            _keep_card(
                cards,
                cited,
                box,
                row.get("text") or "",
                card_facts(facts, row["slug"], row["coverage"], row.get("copies"), names),
            )
    books: dict[str, list[Row]] = {}
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        books[folder.name] = _optional(folder / RULES)
        for name, page, _, title, text in CITED:
            for row in books[folder.name] if name == "rules" else _optional(folder / f"{name}.yaml"):
                _keep_cited(cited, folder.name if folder.name in editions else "", page, row, title, text)
    for row in _optional(root / "faq.yaml"):
        scope = row.get("scope") or ""
        box = scope if editions.get(scope, {}).get("has_rulebook") else ""
        _keep_cited(cited, box, "rules:ruling-detail", row, "question", "answer")
    asked = load_yaml(root / QUESTIONS)
    silent = {box: _optional(root / box / SILENT) for box in books}
    answers = gathered(books, silent, [row["id"] for row in asked])
    comparison = [_comparison_row({**row, "answers": answers[row["id"]]}) for row in asked]
    editions = _with_lacks(editions, asked, answers)
    return Library(
        cards=cards, cited=cited, comparison=comparison, editions=editions, data=engine_data(root), version=""
    )


def _editions(root: Path) -> dict[str, Row]:
    """Return the boxes in their usual order: those with a folder of their own, and those that are only named."""
    files = [root / "editions.yaml", *sorted(root.glob(f"*/{BOX}"))]
    rows = [row for file in files for row in _optional(file)]
    return {row["key"]: row for row in sorted(rows, key=lambda row: (row.get("order", LAST), row["key"]))}


def _with_lacks(editions: dict[str, Row], asked: list[Row], answers: Answers) -> dict[str, Row]:
    """Say of each Munchkin book which questions it must still answer before it can decide."""
    return {
        box: {**row, "lacks": lacking(asked, answers, box)}
        if row["game"] == "munchkin" and row.get("has_rulebook")
        else row
        for box, row in editions.items()
    }


def _comparison_row(row: Row) -> Row:
    """Return a row of the comparison as the resolver reads it: what differs in words alone is the same to it."""
    harmless = (row.get("note") or "").startswith(tuple(HARMLESS_NOTES))
    kept = {key: row[key] for key in ("id", "question", "same", "answers")}
    return {**kept, "harmless": harmless}


def card_facts(facts: Row, slug: str, coverage: str, copies: int | None, names: Iterable[str] = ()) -> Row:
    """Return a card's facts as the contract names them, with what the engine and the questions need beside them."""
    others = [name for name in names if name and name != facts["name"]]
    return {
        **facts,
        "slug": slug,
        "coverage": coverage,
        **({"copies": copies} if copies else {}),
        **({"names": others} if others else {}),
    }


def _keep_card(cards: dict[str, Row], cited: dict[str, Row], box: str, text: str, facts: Row) -> None:
    key = f"{box}/{facts['slug']}"
    cards[key] = facts
    url = _page("cards:card-detail", box, facts["slug"])
    cited["card:" + key] = {"title": facts["name"], "text": text, "edition": box, "url": url}


def _keep_cited(cited: dict[str, Row], box: str, page: str, row: Row, title: str, text: str) -> None:
    ident = row["id"]
    url = _page(page, ident) if page else _page("rules:combine")
    cited[ident] = {
        "title": (title and row.get(title)) or ident,
        "text": str(row.get(text) or ""),
        "edition": box,
        "url": url,
    }


_pages: dict[str, str] = {}


def _page(name: str, *args: str) -> str:
    """Return an address; each kind of page is looked up once, for there are thousands of ids."""
    if name not in _pages:
        dot = "." if name.startswith("rules:") else "-"
        _pages[name] = reverse(name, args=[f"platz{dot}halter{index}" for index in range(len(args))])
    address = _pages[name]
    for index, arg in enumerate(args):
        address = address.replace(f"platz.halter{index}", arg).replace(f"platz-halter{index}", arg)
    return address


def engine_data(root: Path | None = None) -> dict[str, dict[str, Any]]:
    """Return the engine's own rows of each game by name."""
    root = root or fixtures_folder()
    folders: dict[str, list[Path]] = {game: [root / game] for game in ENGINE_FILES}
    for path in sorted(root.glob(f"*/{BOX}")):
        game = load_yaml(path)[0]["game"]
        if path.parent not in folders[game]:
            folders[game].append(path.parent)
    return {
        game: {name: _rows(folders[game], name) for name in files} for game, files in ENGINE_FILES.items()
    }


def _rows(folders: list[Path], name: str) -> Any:
    """Join the files of one name, the game's first, then each box's own; a key that stands twice is an error."""
    rows: Any = [] if name in LISTS else {}
    for path, found in (pair for folder in folders for pair in _files(folder, name)):
        if isinstance(rows, dict) and (twice := rows.keys() & found.keys()):
            raise ValueError(f"{path}: {sorted(twice)} steht schon in einer anderen Datei.")
        rows = rows + found if isinstance(rows, list) else rows | found
    return rows


def _files(folder: Path, name: str) -> Iterator[tuple[Path, Any]]:
    for path in (folder / f"{name}.yaml", *sorted((folder / name).glob("*.yaml"))):
        found = _optional(path)
        if found:
            yield path, found


def reasons(root: Path | None = None) -> dict[str, str]:
    """Return why the resolver leaves a statement open, by its id."""
    files = sorted((root or fixtures_folder()).glob("*/open.yaml"))
    return {ident: text for path in files for ident, text in (load_yaml(path) or {}).items()}


def fixtures_folder() -> Path:
    return Path(settings.FIXTURES)


def _optional(path: Path) -> Any:
    return load_yaml(path) or [] if path.exists() else []
