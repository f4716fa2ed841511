"""Writes what the database holds back in the form of the fixtures."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from cards.entries import card_entry, edition_entry, redirect_entry, source_entry
from cards.files import load_yaml
from cards.models import Card, Edition, Redirect, Source
from cards.parts import Objects
from cards.reading import BOX, SOURCES
from cards.writing import to_yaml


def card_entries(*, with_box: bool = False) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of all cards, by box."""
    sources = _sources_of(Card.sources.through, "card_id")
    boxes: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for card in Card.objects.order_by("edition__order", "edition", "order", "slug").iterator(chunk_size=2000):
        boxes[card.edition_id].append(card_entry(card, sources[card.pk], with_box=with_box))
    return boxes


def edition_entries() -> list[dict[str, Any]]:
    sources = _sources_of(Edition.sources.through, "edition_id")
    return [edition_entry(edition, sources[edition.pk]) for edition in Edition.objects.all()]


def document() -> dict[str, list[dict[str, Any]]]:
    """Return everything about cards as one document, which `import_cards` reads back."""
    boxes = card_entries(with_box=True)
    return {
        "sources": [source_entry(source) for source in Source.objects.all()],
        "editions": edition_entries(),
        "cards": [entry for cards in boxes.values() for entry in cards],
    }


def write_folder(root: Path) -> list[Path]:
    """Write the files of the card fixtures below a folder; return them."""
    editions = edition_entries()
    files = {
        **_source_files(root),
        "editions.yaml": [entry for entry in editions if not entry.get("has_rulebook")],
        **{f"{entry['key']}/{BOX}": [entry] for entry in editions if entry.get("has_rulebook")},
        **{f"{box}/cards.yaml": cards for box, cards in card_entries().items()},
    }
    if redirects := [redirect_entry(redirect) for redirect in Redirect.objects.all()]:
        files["redirects.yaml"] = redirects
    for name, entries in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(to_yaml(entries), encoding="utf-8")
    return [root / name for name in files]


def _source_files(root: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of all sources by file: each stays with the box that brought it."""
    own = {file.relative_to(root).as_posix(): load_yaml(file) or [] for file in root.glob(f"*/{SOURCES}")}
    home = {entry["key"]: name for name, entries in own.items() for entry in entries}
    files: dict[str, list[dict[str, Any]]] = {SOURCES: [], **{name: [] for name in sorted(own)}}
    for source in Source.objects.all():
        files[home.get(source.key, SOURCES)].append(source_entry(source))
    return files


def objects() -> Objects:
    """Return boxes and cards with their entries, for the record of changes."""
    boxes = {("set", entry["key"]): (entry["name"], entry) for entry in edition_entries()}
    cards = {
        ("card", f"{box}/{entry['slug']}"): (entry["name"], entry)
        for box, entries in card_entries().items()
        for entry in entries
    }
    return {**boxes, **cards}


def _sources_of(through: Any, owner: str) -> dict[Any, list[str]]:
    """Return the sources of every owner in the order in which they were given."""
    sources: dict[Any, list[str]] = defaultdict(list)
    for key, source in through._default_manager.order_by("pk").values_list(owner, "source_id"):
        sources[key].append(source)
    return sources
