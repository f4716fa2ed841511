"""The rows of fixtures/ask: the words of players and what can be asked with them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.facts import fixtures_folder, load_yaml

Row = dict[str, Any]


@lru_cache(maxsize=1)
def words() -> Row:
    """Return the vocabulary."""
    found: Row = load_yaml(fixtures_folder() / "ask" / "words.yaml")
    return found


@lru_cache(maxsize=1)
def table() -> Row:
    """Return how a table is set up: roles, moments, defaults, labels."""
    found: Row = load_yaml(fixtures_folder() / "ask" / "table.yaml")
    return found


@lru_cache(maxsize=1)
def intents() -> list[Row]:
    """Return everything that can be asked, in the order of the files."""
    paths = sorted((fixtures_folder() / "ask" / "intents").glob("*.yaml"))
    return [row for path in paths for row in load_yaml(path)]
