"""What the tests of cards share: a small folder of data that may be spoilt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cards.writing import to_yaml

Spoil = Callable[..., Path]

SOURCE = {"key": "heft", "title": "Ein Heft", "reliability": "high"}
BOX = {"key": "testbox", "name": "Testbox", "game": "munchkin", "sources": ["heft"]}
MONSTER = {
    "slug": "hoellenhund", "name": "Höllenhund", "german": True, "kind": "monster", "deck": "door",
    "facts": {"level": 8, "treasures": 2, "modifiers": [{"vs": "krieger", "strength": -3}], "tags": ["untot"]},
    "coverage": "full", "complete": True, "checked": True, "confidence": "high", "sources": ["heft"],
}  # fmt: skip
WARRIOR = {
    "slug": "krieger", "name": "Krieger", "german": True, "kind": "class", "deck": "door",
    "facts": {"abilities": [{"wins_ties": True}]}, "coverage": "full", "complete": True, "checked": True,
    "confidence": "high", "sources": ["heft"],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Spoil:
    """Write a folder of fixtures; whatever the test gives replaces a part of it."""

    def write(**parts: object) -> Path:
        files = {
            "sources.yaml": parts.get("sources", [SOURCE]),
            "editions.yaml": parts.get("editions", [BOX]),
            "testbox/cards.yaml": parts.get("cards", [MONSTER, WARRIOR]),
        }
        if "redirects" in parts:
            files["redirects.yaml"] = parts["redirects"]
        for name, entries in files.items():
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(entries if isinstance(entries, str) else to_yaml(entries))  # type: ignore[arg-type]
        return tmp_path

    return write
