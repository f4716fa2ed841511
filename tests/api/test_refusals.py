"""Whoever asks wrongly reads in German where, what, and what would have been right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

ROWS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("refusals.yaml").read_text("utf-8"))


def send(api: Client, row: dict[str, Any]) -> Any:
    headers = row.get("headers", {})
    if "get" in row:
        return api.get(f"/api/v1{row['get']}", headers=headers)
    return api.post(f"/api/v1{row['post']}", row["body"], content_type=row.get("type", "application/json"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.get("get") or f"{row['post']} {row['body']}")
def test_a_refusal_names_place_word_and_the_nearest_right_one(api: Client, row: dict[str, Any]) -> None:
    response = send(api, row)
    assert response.headers["Content-Type"] == "application/problem+json"
    told = response.json()
    assert told["status"] == response.status_code == row["status"]
    assert told["detail"].partition(" Richtig: /api")[0].endswith((".", "?"))
    where = f"{told['detail']} {told.get('parameter', '')} {told.get('pointer', '')}"
    assert [word for word in row["names"] if word not in where] == []
    if near := row.get("near"):
        assert told["suggestions"][0] == near
        assert "Meintest Du „" in told["detail"]


def test_what_ends_before_it_begins_is_no_piece(api: Client) -> None:
    address = api.get("/api/v1/bulk").json()["data"][0]["url"]
    assert api.get(address, headers={"Range": "bytes=5-2"}).status_code == 200
