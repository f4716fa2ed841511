"""The engine's library, straight from the fixtures: these tests need no database."""

from __future__ import annotations

import pytest

from rules.engine.library import Library
from rules.facts import library_from_fixtures


@pytest.fixture(scope="session")
def library() -> Library:
    return library_from_fixtures()
