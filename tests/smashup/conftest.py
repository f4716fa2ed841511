"""The engine's library, straight from the fixtures: these tests need no database."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.decided import cases


@pytest.fixture(scope="session")
def library() -> Library:
    return library_from_fixtures()


@pytest.fixture(scope="session")
def answers(library: Library) -> dict[str, dict[str, Any]]:
    """Every case of Smash Up with its answer, worked out once."""
    asked = {case["id"]: case["scenario"] for case in cases()}
    return {name: resolve(asked[name], library) for name in asked if asked[name]["game"] == "smash-up"}
