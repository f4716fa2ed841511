"""A table for several phones: whoever has its address may read and write it, and after a day it is gone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules.models import SharedTable

TABLE = {"people": [{"name": "Du", "level": 3}], "boxes": ["cthulhu"]}


def begun(reader: Client) -> str:
    answer = reader.post("/tisch/gemeinsam/", TABLE, content_type="application/json")
    assert answer.status_code == 201
    return f"/tisch/gemeinsam/{answer.json()['token']}/"


def test_the_last_writer_wins_and_everybody_sees_it(reader: Client) -> None:
    address = begun(reader)
    higher: dict[str, Any] = {**TABLE, "people": [{"name": "Du", "level": 4}]}
    assert reader.post(address, higher, content_type="application/json").json() == {"version": 2}
    assert reader.get(address).json() == {"version": 2, "state": higher}
    assert reader.get(f"{address}?kenne=2").status_code == 304
    assert "no-store" in reader.get(address).headers["Cache-Control"]


def test_a_table_is_gone_after_a_day(reader: Client) -> None:
    address = begun(reader)
    SharedTable.objects.update(changed_at=timezone.now() - timedelta(days=1, minutes=1))
    assert reader.get(address).status_code == 404
    assert reader.post(address, TABLE, content_type="application/json").status_code == 404
    assert reader.get(f"{address}qr.svg").status_code == 404
    begun(reader)
    assert SharedTable.objects.count() == 1


@pytest.mark.parametrize(
    "sent", ["", "kein json", "[]", '{"people": []}', '{"people": 3}', "[" * 9000, "x" * 30_000]
)
def test_what_is_no_table_is_refused(reader: Client, sent: str) -> None:
    answer = reader.post("/tisch/gemeinsam/", sent, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("Das ist kein Tisch")
    assert SharedTable.objects.count() == 0


def test_the_code_leads_to_the_table(reader: Client) -> None:
    answer = reader.get(f"{begun(reader)}qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
