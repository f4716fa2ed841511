"""Entries and rows: how a fixture's entry becomes a row of the database, and a row an entry again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from cards import vocabulary
from cards.models import Card, Edition, Redirect, Source
from cards.shapes import CardEntry, EditionEntry, EditionFacts, Facts
from cards.speech import speech

COLUMNS = (*vocabulary.NUMBERS, *vocabulary.WORDS, "tags")


def card_row(entry: CardEntry, box: str, order: int, origin: str) -> Card:
    """Return the unsaved row of an entry."""
    facts = msgspec.to_builtins(entry.facts)
    columns = {name: facts.pop(name) for name in COLUMNS if name in facts}
    return Card(
        edition_id=box,
        slug=entry.slug,
        order=order,
        origin=origin,
        name=entry.name,
        name_is_german=entry.german,
        name_en=entry.name_en or "",
        aliases=entry.aliases,
        kind=str(entry.kind),
        deck=str(entry.deck or ""),
        copies=entry.copies,
        text=entry.text,
        bad_stuff_text=entry.bad_stuff_text,
        coverage=str(entry.coverage),
        complete=entry.complete,
        checked=entry.checked,
        confidence=str(entry.confidence),
        notes=entry.notes,
        structures=facts,
        **columns,
    )


def card_entry(card: Card, sources: Iterable[str], *, with_box: bool = False) -> dict[str, Any]:
    """Return the entry of a row, its keys in the order of the shape; what is not attested is left out."""
    entry = {
        "edition": card.edition_id if with_box else None,
        "slug": card.slug,
        "name": card.name,
        "german": card.name_is_german,
        "name_en": card.name_en,
        "aliases": card.aliases,
        "kind": card.kind,
        "deck": card.deck,
        "copies": card.copies,
        "facts": _in_order(card.own_facts()),
        "text": card.text,
        "bad_stuff_text": card.bad_stuff_text,
        "coverage": card.coverage,
        "complete": card.complete,
        "checked": card.checked,
        "confidence": card.confidence,
        "sources": list(sources),
        "notes": card.notes,
    }
    return _attested(entry)


def edition_row(entry: EditionEntry, origin: str) -> Edition:
    row = msgspec.structs.asdict(entry)
    del row["sources"]
    facts = msgspec.to_builtins(entry.facts)
    return Edition(
        **{
            **row,
            "game": str(entry.game),
            "name_en": entry.name_en or "",
            "facts": facts,
            "origin": origin,
        }
    )


def edition_entry(edition: Edition, sources: Iterable[str]) -> dict[str, Any]:
    facts = msgspec.to_builtins(msgspec.convert(edition.facts, EditionFacts))
    kinds = facts.get("by_kind", {})
    if kinds:
        facts["by_kind"] = {kind: kinds[kind] for kind in vocabulary.Kind.values if kind in kinds}
    fields = msgspec.structs.fields(EditionEntry)
    row = {
        field.name: getattr(edition, field.name) for field in fields if field.name not in ("facts", "sources")
    }
    ordered = {field.name: {**row, "facts": facts, "sources": list(sources)}[field.name] for field in fields}
    return _attested(ordered)


def source_entry(source: Source) -> dict[str, Any]:
    names = ("key", "title", "url", "language", "reliability", "remark")
    return _attested({name: getattr(source, name) for name in names})


def redirect_entry(redirect: Redirect) -> dict[str, Any]:
    entry = {name: getattr(redirect, name) for name in ("kind", "old", "new", "note")}
    return _attested({**entry, "since": redirect.since.isoformat()})


def _attested(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value not in (None, "", [], {})}


def _in_order(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts in the order of their shape, whatever order the database kept them in."""
    try:
        shaped: dict[str, Any] = msgspec.to_builtins(msgspec.convert(facts, Facts))
        return {name: speech().ordered(name, value) for name, value in shaped.items()}
    except msgspec.ValidationError:
        return facts
