"""What every test may ask for: the loaded database and a reader without a cookie."""

from __future__ import annotations

import pytest
from django.core.management import call_command, get_commands
from django.test import Client
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Load the fixtures once per process; each test then changes and rolls back its own copy."""
    if "load_fixtures" not in get_commands():
        return
    with django_db_blocker.unblock():
        call_command("load_fixtures", verbosity=0)


@pytest.fixture
def client() -> Client:
    """A reader: no login, no cookie; a crash in a view fails the test."""
    return Client()


@pytest.fixture
def reader(db: None, client: Client) -> Client:
    """A reader with the loaded database at hand."""
    return client
