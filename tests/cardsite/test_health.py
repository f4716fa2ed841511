"""The questions of a load balancer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from cards.models import Release


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


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nobody_caches_the_answer(reader: Client, path: str) -> None:
    assert reader.get(path)["Cache-Control"] == "no-store"
