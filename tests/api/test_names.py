"""Half remembered names find their card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

from cardsite.api import names

FILE = Path(__file__).with_name("names.yaml")
TYPED: list[tuple[str, str]] = [tuple(row) for row in yaml.safe_load(FILE.read_text(encoding="utf-8"))]


def first(client: Client, **query: str) -> Any:
    found = client.get("/api/v1/cards/like", query).json()["data"]
    return found[0]["id"] if found else None


def test_nine_of_ten_half_remembered_names_find_their_card(api: Client) -> None:
    assert len(TYPED) == len(dict(TYPED)) == 60
    missed = [(typed, wanted) for typed, wanted in TYPED if first(api, name=typed) != wanted]
    assert len(missed) <= len(TYPED) // 10, missed


def test_nearly_every_name_is_clear_enough_to_be_the_card(api: Client) -> None:
    answers = [api.get("/api/v1/cards/named", {"fuzzy": typed}) for typed, _ in TYPED]
    found = [answer.json()["id"] if answer.status_code == 200 else None for answer in answers]
    right = sum(key == wanted for key, (_, wanted) in zip(found, TYPED, strict=True))
    assert right >= 50
    assert right == sum(key is not None for key in found), "eine falsche Karte ist schlimmer als keine"


@pytest.mark.parametrize("word", ["xyzabc", "???"])
def test_what_is_like_nothing_is_an_empty_list(api: Client, word: str) -> None:
    answer = api.get("/api/v1/cards/like", {"name": word})
    assert answer.status_code == 200
    assert answer.json()["data"] == []


def test_a_name_of_two_boxes_names_both(api: Client) -> None:
    found = api.get("/api/v1/cards/like", {"name": "krieger"}).json()["data"]
    assert {entry["id"] for entry in found[:2]} == {"axe-cop/krieger", "shakespeare/krieger"}
    assert {entry["score"] for entry in found[:2]} == {100.0}


def test_one_box_is_enough(api: Client) -> None:
    assert first(api, name="kriger", set="shakespeare") == "shakespeare/krieger"
    assert api.get("/api/v1/cards/like", {"name": "krieger", "set": "shakespare"}).status_code == 404


def test_a_name_that_is_only_just_possible_is_possible(api: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    found = api.get("/api/v1/cards/like", {"name": "exploding fone"}).json()["data"]
    assert len(found) > 1
    monkeypatch.setattr(names, "POSSIBLE", found[-1]["score"])
    # Another spelling, because the first answer is kept.
    again = api.get("/api/v1/cards/like", {"name": "Exploding fone"}).json()["data"]
    assert [entry["id"] for entry in again] == [entry["id"] for entry in found]
