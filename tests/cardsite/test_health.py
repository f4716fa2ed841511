"""The questions of a load balancer."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from cards.models import Release
from cardsite import health


def test_the_process_is_alive_without_asking_the_database(client: Client) -> None:
    # No `db` fixture: a query would fail this test.
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_the_site_is_ready_when_data_is_loaded(reader: Client) -> None:
    Release.objects.create(version="abc123", made_at=timezone.now())
    answer = reader.get("/readyz")
    assert answer.status_code == 200, answer.json()
    assert answer.json()["data_version"] == "abc123"


def test_the_site_is_not_ready_without_data(reader: Client) -> None:
    Release.objects.all().delete()
    answer = reader.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["problem"] == "Es sind keine Daten geladen: manage.py load_fixtures."


def problem_of(client: Client) -> str:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "not-ready")
    return str(answer.json()["problem"])


def test_a_missing_table_is_named(reader: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rules_example RENAME TO weg")
    assert "Die Tabelle rules_example" in problem_of(reader)


@pytest.mark.parametrize(
    ("place", "name"),
    [("store.current", "Suche"), ("library", "Auflöser"), ("knowledge", "Fragen"), ("spotter", "Fragen")],
)
def test_what_cannot_be_built_is_named(
    reader: Client, monkeypatch: pytest.MonkeyPatch, place: str, name: str
) -> None:
    def broken(*given: object) -> None:
        raise KeyError("words")

    monkeypatch.setattr(f"cardsite.health.{place}", broken)
    told = problem_of(reader)
    assert told.startswith(name)
    assert "KeyError: 'words'" in told


def test_a_broken_database_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads the broken place today: only who looks through the file finds it."""
    path = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE t (x)")
        file.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 500)
        file.execute("CREATE INDEX i ON t (x)")
        file.commit()
    with path.open("r+b") as raw:
        raw.seek(40_000)
        raw.write(b"\xff" * 20_000)
    with closing(sqlite3.connect(path)) as file:
        broken = SimpleNamespace(vendor="sqlite", cursor=lambda: closing(file.cursor()))
        monkeypatch.setattr(health, "connections", {"default": broken})
        told = health._file()
    assert told is not None
    assert "manage.py restore" in told


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nobody_caches_the_answer(reader: Client, path: str) -> None:
    assert reader.get(path)["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_node_is_asked_by_its_address_and_without_tls(reader: Client, settings: object, path: str) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["regeln.example"], True  # type: ignore[attr-defined]
    asked = {"Host": "10.0.0.7:8000"}
    assert reader.get(path, headers=asked).status_code == 200
    assert reader.get("/", headers=asked).status_code == 400
