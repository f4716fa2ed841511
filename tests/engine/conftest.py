"""The engine's library, straight from the fixtures: these tests need no database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.decided import cases
from tests.engine.plays import BOXES

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def library() -> Library:
    return library_from_fixtures()


@pytest.fixture(scope="session")
def known(library: Library) -> dict[str, list[str]]:
    facts = library.card_facts
    return {
        box: [f["slug"] for key, f in facts.items() if key.startswith(box + "/") and not f.get("group")]
        for box in BOXES
    }


@pytest.fixture(scope="session")
def answers(library: Library) -> dict[str, dict[str, Any]]:
    """Every case with its answer, worked out once."""
    return {case["id"]: resolve(case["scenario"], library) for case in cases()}


@pytest.fixture(scope="session")
def ask(library: Library) -> Ask:
    """Ask one question: what is not said is a fight of Anna (level 6) against a level 6 monster."""

    def ask_engine(**changes: Any) -> dict[str, Any]:
        return resolve(question(**changes), library)

    return ask_engine


def question(
    *, sets: list[str] | None = None, do: list[dict[str, Any]] | None = None, **state: Any
) -> dict[str, Any]:
    players = [{"id": "anna", "level": 6}, {"id": "ben", "level": 3}, {"id": "cem", "level": 9}]
    base = {"players": players, "turn": {"player": "anna", "phase": "door"}, "combat": combat()}
    return {"game": "munchkin", "sets": sets or ["axe-cop"], "state": {**base, **state}, "do": do or []}


def combat(**changes: Any) -> dict[str, Any]:
    monster = {
        "name": "Grobian",
        "kind": "monster",
        "level": 6,
        "treasures": 2,
        "bad_stuff": [{"lose_levels": 1}],
    }
    return {"fighter": "anna", "monsters": [{"card": monster}], **changes}
