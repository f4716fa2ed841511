"""What the API's tests share: a site in a process of its own, and a judge that knows the schema."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from cards.models import Proposal
from cardsite.api import bulk, docs
from cardsite.stand import Stand
from tests.serving import ROOM, serve

Judge = Callable[[Any, str], None]


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where files of everything at once stay for the next test that asks for the same."""
    return tmp_path_factory.mktemp("written")


@pytest.fixture
def api(reader: Client, written: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A reader whose server answers even after a crash, so that a test sees the status; a proposal waits.

    What it may download was written once; who wants to see it written asks as `reader`.
    """
    reader.raise_request_exception = True
    for form, write in bulk.WRITERS.items():
        monkeypatch.setitem(bulk.WRITERS, form, partial(write_once, write, written, form))
    row = Proposal(token="t", stamp="s", kind="card", key="axe-cop/mond", after={"grade": 2})
    row.made_at = timezone.now()
    row.save()
    return reader


def write_once(write: Callable[[Path, Stand], None], written: Path, form: str, path: Path, at: Stand) -> None:
    kept = written / f"{at.made_at.timestamp()}-{bulk.file_name(at, form)}"
    if kept.exists():
        shutil.copyfile(kept, path)
        return
    write(path, at)
    shutil.copyfile(path, kept)


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
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site in a process of its own, as a stranger reaches it; on the database under test."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        yield request.getfixturevalue("running").address
        return
    # What another database left behind is none of this one's.
    with own_database(url) as own, serve(tmp_path_factory.mktemp("served"), **ROOM, DATABASE_URL=own) as site:
        yield site.address


@contextmanager
def own_database(url: str) -> Iterator[str]:
    """On PostgreSQL, create a database for the served site and drop it at the end."""
    name = f"served_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
