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
_said: PerRelease[dict[str, frozenset[str]]] = PerRelease()


def rows(name: str) -> Any:
    """Return `fixtures/ask/<name>.yaml`."""
    return _files.now(_read)[name]


def _read() -> dict[str, Any]:
    return {path.stem: load_yaml(path) for path in (fixtures_folder() / FOLDER).glob("*.yaml")}


def said(name: str) -> frozenset[str]:
    """Return a list of small words by which a question is read: `reading` of words.yaml, or of situations.yaml."""
    return _said.now(_listed)[name]


def slot_of(word: str) -> str | None:
    """Return where a thing is worn."""
    slots: dict[str, str | None] = rows("words")["slots"]
    # „Lederhelm“, „Wanderstiefel“: a compound is worn where its last part is.
    ends = [end for end in slots if word.endswith(end)]
    return slots[max(ends, key=len)] or None if ends else None


def numbered(name: str) -> dict[str, int]:
    """Return words with the number that each stands for: rows of situations.yaml."""
    found: dict[str, int] = rows("situations")[name]
    return found


def _listed() -> dict[str, frozenset[str]]:
    lists = rows("words")["reading"] | rows("situations")
    return {name: frozenset(map(str, words)) for name, words in lists.items()}
