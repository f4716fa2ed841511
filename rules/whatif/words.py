"""The words and rows of the what-if pages, which are data: fixtures/whatif/."""

from __future__ import annotations

from typing import Any

from cards.files import load_yaml
from cards.per_release import PerRelease
from rules.facts import fixtures_folder

FOLDER = "whatif"


_files: PerRelease[dict[str, dict[str, Any]]] = PerRelease()


def rows(name: str) -> dict[str, Any]:
    """Return one file of the folder."""
    return _files.now(_read)[name]


def _read() -> dict[str, dict[str, Any]]:
    return {path.stem: load_yaml(path) for path in (fixtures_folder() / FOLDER).glob("*.yaml")}


def words() -> dict[str, Any]:
    """Return the words of the answer."""
    return rows("words")


def game_rows(game: str) -> dict[str, Any]:
    """Return what the builder knows of a game: fields, zones, actions, cards by hand."""
    return rows(game)
