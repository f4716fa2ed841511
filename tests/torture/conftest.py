"""What the torture tests share: a served site, and a list of what it survived, printed at the end."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.serving import Site, serve

ROOM = {"API_POINTS_PER_MINUTE": "1000000000", "LOG_LEVEL": "ERROR"}
# How long readers press at saturation; the other phases that run by the clock take their share of it.
SECONDS = float(os.environ.get("TORTURE_SECONDS", "60"))
_survived: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.torture)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Say at once which program is missing, and not when its phase comes after half an hour."""
    needed = {name for item in session.items for name in getattr(getattr(item, "module", None), "NEEDS", ())}
    missing = sorted(name for name in needed if not shutil.which(name))
    if missing:
        pytest.exit(f"Es fehlt, was diese Prüfungen brauchen: {', '.join(missing)}.", returncode=2)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _survived:
        terminalreporter.section("Überstanden")
        for line in _survived:
            terminalreporter.write_line(line)


@pytest.fixture
def survived(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Note what a phase went through; shown when all is over."""

    def note(text: str) -> None:
        _survived.append(f"{request.node.name}: {text}")

    return note


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as it is served to others, with one worker, so that its memory and its death can be seen."""
    folder = tmp_path_factory.mktemp("torture")
    with serve(folder, **ROOM) as running:
        yield running
