"""What the tests of questions share: the library straight from the fixtures."""

from __future__ import annotations

import pytest

from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.isolation import begin_asking


@pytest.fixture(scope="session")
def books() -> Library:
    """Return the library without a database; what reads a question is built with it."""
    library = library_from_fixtures()
    begin_asking(library)
    return library
