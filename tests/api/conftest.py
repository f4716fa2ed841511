"""What the API's tests share: a site in a process of its own, and a judge that knows the schema."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from cards.models import Proposal
from cardsite.api import docs
from tests.serving import serve

Judge = Callable[[Any, str], None]
# Tests ask more in a minute than a guest may.
ROOM = {"API_POINTS_PER_MINUTE": "1000000000"}


@pytest.fixture
def api(reader: Client) -> Client:
    """A reader whose server answers even after a crash, so that a test sees the status; a proposal waits."""
    reader.raise_request_exception = True
    row = Proposal(token="t", stamp="s", kind="card", key="axe-cop/mond", after={"grade": 2})
    row.made_at = timezone.now()
    row.save()
    return reader


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Check a value against a component of the schema."""
    document = docs.document()

    def check(value: Any, name: str) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        errors = [error.message[:200] for error in Draft202012Validator(schema).iter_errors(value)]
        assert not errors, errors[:3]

    return check


@pytest.fixture(scope="session")
def served(furnished: Callable[[], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site in a process of its own, as a stranger reaches it; on the database under test."""
    with own_database() as database:
        # What another database left behind is none of this one's.
        folder = tmp_path_factory.mktemp("served") if database else furnished()
        with serve(folder, **ROOM, **database) as site:
            yield site.address


@contextmanager
def own_database() -> Iterator[dict[str, str]]:
    """On PostgreSQL, create a database for the served site and drop it at the end."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        yield {}
        return
    name = f"served_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
        yield {"DATABASE_URL": urlsplit(url)._replace(path=f"/{name}").geturl()}
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
