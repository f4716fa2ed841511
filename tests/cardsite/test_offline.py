"""What a phone takes along of a box, and the worker that hands it out."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from cards.models import Card
from rules.models import Rule


@pytest.mark.parametrize("box", ["cthulhu", "smash-up"])
def test_a_box_holds_all_that_one_reads_of_it_with_its_stand(reader: Client, box: str) -> None:
    answer = reader.get(f"/mitnehmen/{box}.json")
    found = json.loads(answer.content)
    addresses = {one["u"] for one in found["entries"]}
    assert {card.get_absolute_url() for card in Card.objects.filter(edition=box)} <= addresses
    assert {rule.get_absolute_url() for rule in Rule.objects.filter(edition=box)} <= addresses
    assert len({one["k"] for one in found["entries"]}) > 5
    assert found["stand"]
    assert answer.headers["ETag"]


def test_only_boxes_with_a_rulebook_are_taken_along(reader: Client) -> None:
    assert reader.get("/mitnehmen/unbekannt.json").status_code == 404
    assert reader.get("/mitnehmen/gibt-es-nicht.json").status_code == 404


def test_every_file_that_the_worker_keeps_is_there(reader: Client) -> None:
    source = reader.get("/worker.js").content.decode()
    shell = json.loads(re.findall(r"const SHELL = (\[.*?\]);", source)[0])
    assert len(shell) > 10
    assert [
        path for path in shell if not path.startswith("/static/") and reader.get(path).status_code != 200
    ] == []


def test_the_manifest_has_icons_for_every_system(reader: Client) -> None:
    icons = json.loads(reader.get("/site.webmanifest").content)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons if icon["type"] == "image/png"} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
