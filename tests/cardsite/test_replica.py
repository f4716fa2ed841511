"""Where reads go when the database has a replica."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from cards.models import Card, Release
from cardsite import replica

ROOT = Path(__file__).resolve().parents[2]
ROUTER = replica.Router()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The connections that were tried; set `asked.append("lost")` to let the replica be gone."""
    tried: list[str] = []

    class Connection:
        def ensure_connection(self) -> None:
            if "lost" in tried:
                tried.append("failed")
                raise OperationalError("gone")
            tried.append("replica")

    monkeypatch.setattr(replica, "connections", {"replica": Connection()})
    monkeypatch.setattr(replica._Lost, "until", 0.0)
    return tried


def request(path: str, read: Callable[[], str]) -> str:
    """Return where the reads of a request go."""
    seen: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(read())
        return HttpResponse()

    replica.read_from_replica(view)(RequestFactory().get(path))
    return seen[0]


def where() -> str:
    return ROUTER.db_for_read(Card)


def test_a_reader_reads_from_the_replica(asked: list[str]) -> None:
    assert request("/karten/", where) == "replica"
    assert where() == "default", "a command is no request"


def test_an_editor_sees_what_was_just_written(asked: list[str]) -> None:
    assert request("/admin/cards/card/", where) == "default"
    assert asked == []


def test_without_the_replica_the_primary_answers_and_few_requests_try_again(asked: list[str]) -> None:
    asked.append("lost")
    assert [request("/", where) for _ in range(20)] == ["default"] * 20
    assert asked.count("failed") == 1


def test_one_request_never_reads_from_two_databases(asked: list[str]) -> None:
    def read_twice() -> str:
        first = where()
        asked.append("lost")
        return f"{first} {ROUTER.db_for_read(Release)}"

    assert request("/", read_twice) == "replica replica"


def test_writes_and_migrations_belong_to_the_primary(asked: list[str]) -> None:
    assert request("/", lambda: ROUTER.db_for_write(Card)) == "default"
    assert not ROUTER.allow_migrate("replica", "cards")


def test_the_settings_know_the_replica(tmp_path: Path) -> None:
    code = (
        "import django; django.setup(); from django.conf import settings as s; from django.db import router\n"
        "from cards.models import Card\n"
        "print(s.DATABASES['replica']['PORT'], s.MIDDLEWARE[0], router.db_for_write(Card))"
    )
    own = {
        "DJANGO_SETTINGS_MODULE": "cardsite.settings",
        "DATABASE_URL": "postgresql://site@127.0.0.1:5432/site",
        "REPLICA_URL": "postgresql://site@127.0.0.1:5433/site",
    }
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=own, capture_output=True, text=True, check=False
    )
    assert told.stdout.split() == ["5433", "cardsite.replica.read_from_replica", "default"], told.stderr
