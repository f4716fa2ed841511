"""A sheet of one box with all that is known filled in: somebody types the rest and `import_cards` reads it back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

import yaml

from cards.exporting import card_entries
from cards.proposal_fields import OF_KIND, STRUCTURES
from cards.vocabulary import Kind

# How spreadsheets of this country write and read tables.
DELIMITER = ";"
FIRST = ("slug", "name", "german", "name_en", "aliases", "kind", "deck", "copies")
LAST = ("text", "bad_stuff_text", "coverage", "complete", "checked", "confidence", "sources", "notes")


def template(box: str, kind: str = "") -> str:
    """Return the sheet of a box, or of one kind of its cards: a column per field that they have or should have."""
    entries = [entry for entry in card_entries().get(box, []) if kind in ("", entry["kind"])]
    facts = list(
        dict.fromkeys([*_expected(entries, kind), *(name for e in entries for name in e.get("facts", {}))])
    )
    out = io.StringIO(newline="")
    sheet = csv.writer(out, delimiter=DELIMITER)
    sheet.writerow([*FIRST, *facts, *LAST])
    for entry in entries:
        known = {**entry, **entry.get("facts", {})}
        sheet.writerow([_cell(known.get(column)) for column in (*FIRST, *facts, *LAST)])
    return out.getvalue()


def _expected(entries: Iterable[dict[str, Any]], kind: str) -> list[str]:
    """Return the facts that cards of these kinds can have and a person can type."""
    kinds = {kind} if kind else {entry["kind"] for entry in entries}
    names = [name for one in Kind if one in kinds for name in OF_KIND.get(one, ())]
    return [name for name in dict.fromkeys(names) if not name.endswith("text") and name not in STRUCTURES]


def _cell(known: Any) -> str:
    """Return a value as a cell: words as they are, ja and nein, everything richer as YAML on one line."""
    if known is None:
        return ""
    if isinstance(known, bool):
        return "ja" if known else "nein"
    if isinstance(known, list | dict):
        written = yaml.safe_dump(
            known, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**6
        )
        return written.strip()
    return str(known)
