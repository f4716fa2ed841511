"""What every test may ask for: the loaded database and a reader without a cookie."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoDbBlocker

from cardsite import stand
from tests.isolation import begin, begin_warm, undisturbed
from tests.parsing import begin_parsing
from tests.serving import ROOM, Site, furnish, serve

# The same examples for everybody, on a machine of any speed; `make torture` throws dice.
hypothesis.settings.register_profile("quick", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("torture", derandomize=False, deadline=None, database=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


# Who asks for one of these asks the database under test.
DATABASES = {"db", "transactional_db", "served"}
# A test here takes up to a minute; one that began last would leave all other workers without anything to do.
BEGIN_FIRST = {"test_how_to.py", "test_both_databases.py", "test_serve.py", "test_schemathesis.py"}


def pytest_sessionstart() -> None:
    begin()
    begin_parsing()
    # A worker keeps millions of objects to its end; who looks through them at every turn finds nothing.
    gc.set_threshold(50_000, 20, 50)
    # What a process knows for a second it knows as long as a test lasts, on a machine of any speed.
    stand.KNOWN_FOR_SECONDS = float("inf")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let long ones begin; mark what reads the database, so that all of it can be asked of another one."""
    items.sort(key=lambda item: item.path.name not in BEGIN_FIRST)
    for item in items:
        if item.get_closest_marker("django_db") or DATABASES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.database)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how this order comes again, even where pytest is to be quiet."""
    if config.pluginmanager.hasplugin("randomly"):
        seed = config.getoption("randomly_seed")
        terminalreporter.write_line(f"Dieselbe Reihenfolge noch einmal: --randomly-seed={seed}")


def pytest_unconfigure() -> None:
    shutil.rmtree(settings.VAR_DIR, ignore_errors=True)


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """No test sees what another left."""
    with undisturbed():
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Load the fixtures once per process; each test then changes and rolls back its own copy."""
    with django_db_blocker.unblock():
        call_command("load_fixtures", verbosity=0)
        begin_warm()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return folders in which a site has started before: database, static files and proofs are there."""
    base = tmp_path_factory.getbasetemp()
    # The workers of a run have folders side by side; what the first of them makes serves all.
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    return lambda: furnish(tmp_path_factory.mktemp("site"), shared / "furnished")


@pytest.fixture(scope="session")
def running(furnished: Callable[[], Path]) -> Iterator[Site]:
    """The site as `make run` serves it, for all tests of a worker that neither end nor change it."""
    with serve(furnished(), **ROOM) as site:
        yield site


@pytest.fixture
def client() -> Client:
    """A reader: no login, no cookie; a crash in a view fails the test."""
    return Client()


@pytest.fixture
def reader(db: None, client: Client) -> Client:
    """A reader with the loaded database at hand."""
    return client
