"""The rows of fixtures/ask that teach how people ask: words, everyday names of cards, questions with their answers."""

from __future__ import annotations

from typing import Any

from cards.files import load_yaml
from cards.per_release import PerRelease
from rules.facts import fixtures_folder

Row = dict[str, Any]
FOLDER = "ask"
UNITS = "units"
_files: PerRelease[dict[str, Any]] = PerRelease()


def rows(name: str) -> Any:
    """Return `fixtures/ask/<name>.yaml`."""
    return _files.now(_read)[name]


def _read() -> dict[str, Any]:
    return {path.stem: load_yaml(path) for path in (fixtures_folder() / FOLDER).glob("*.yaml")}
