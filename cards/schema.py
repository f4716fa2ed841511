"""The JSON Schema of every card file, so that an editor completes and checks while somebody types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from cards.shapes import PARTS, Facts
from cards.speech import speech

HEAD = "| {title} | meaning |\n| --- | --- |\n"
_FACTS = {field.encode_name for field in msgspec.structs.fields(Facts)}
NAMES = {"sources": "Quellen", "editions": "Boxen", "cards": "Karten", "redirects": "Weiterleitungen"}


def schema(part: str) -> dict[str, Any]:
    """Return the schema of a file that holds a list of entries of one part."""
    (entry,), components = msgspec.json.schema_components(
        [PARTS[part]], ref_template="#/$defs/{name}", schema_hook=_closed_words
    )
    if part == "cards":
        said, parts = speech().schema()
        components["Facts"]["properties"] |= {name: said[name] for name in said if name in _FACTS}
        components |= parts
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": NAMES[part],
        "type": "array",
        "items": entry,
        "$defs": components,
    }


def schema_files(folder: Path) -> dict[Path, str]:
    """Return what the schema files in a folder should say, and the guide beside it."""
    files = {
        folder / f"{part}.schema.json": json.dumps(schema(part), ensure_ascii=False, indent=2) + "\n"
        for part in PARTS
    }
    guide = folder.parent / "README.md"
    return {**files, guide: _with_effects(guide.read_text(encoding="utf-8"))}


def _with_effects(guide: str) -> str:
    """Return the guide with the tables of effects as they are explained beside their fields."""
    for title, table in speech().meanings().items():
        head = HEAD.format(title=title)
        before, _, after = guide.partition(head)
        rows = "".join(f"| `{name}` | {means} |\n" for name, means in table.items())
        guide = before + head + rows + after[after.index("\n\n") + 1 :]
    return guide


def _closed_words(words: Any) -> dict[str, Any]:
    return {"enum": [member.value for member in words], "description": ", ".join(str(m.label) for m in words)}
