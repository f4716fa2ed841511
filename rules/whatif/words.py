"""The words and rows of the what-if pages, which are data: fixtures/whatif/."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.facts import fixtures_folder, load_yaml

FOLDER = "whatif"


@cache
def rows(name: str) -> dict[str, Any]:
    """Return one file of the folder."""
    found: dict[str, Any] = load_yaml(fixtures_folder() / FOLDER / f"{name}.yaml")
    return found


def words() -> dict[str, Any]:
    """Return the words of the answer."""
    return rows("words")


def game_rows(game: str) -> dict[str, Any]:
    """Return what the builder knows of a game: fields, zones, actions, cards by hand."""
    return rows(game)
