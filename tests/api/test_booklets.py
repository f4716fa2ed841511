"""The rulebook of a table for programs: sections, Markdown, the difference of two tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client


def sentences(answer: dict[str, Any]) -> list[dict[str, Any]]:
    parts = [part for section in answer["sections"] for part in section["paragraphs"]]
    return [one for part in parts for one in part["sentences"]]


def test_sections_are_the_text_of_the_page_with_stable_anchors(api: Client) -> None:
    answer = api.get("/api/v1/combine?sets=cthulhu,impossible").json()
    page = api.get("/kombinieren/?sets=cthulhu,impossible").content.decode()
    assert len(sentences(answer)) > 200
    assert [one["id"] for one in sentences(answer) if f'id="{one["id"]}"' not in page] == []


def test_the_same_text_comes_as_markdown(api: Client) -> None:
    response = api.get("/api/v1/combine.md?sets=cthulhu,impossible")
    assert response["Content-Type"].startswith("text/markdown")
    text = response.content.decode()
    for one in sentences(api.get("/api/v1/combine?sets=cthulhu,impossible").json()):
        assert f'<a id="{one["id"]}"></a>{one["text"]}' in text


def test_a_choice_of_the_table_is_followed(api: Client) -> None:
    answer = api.get(
        "/api/v1/combine?sets=cthulhu,impossible&house=tod.helfen:impossible,loot.may-be-left-out:b"
    ).json()
    own = {one["id"]: one["text"] for one in sentences(answer) if one["house"]}
    assert answer["house"] == {"tod.helfen": "impossible", "loot.may-be-left-out": "b"}
    assert set(own) == {"tod.helfen"}
    points = {point["id"]: point for section in answer["sections"] for point in section["open"]}
    assert points["loot.may-be-left-out"]["house"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("sets=cthulhu,impossible&house=tod.helfen:axe-cop", "gibt es die Antwort „axe-cop“ nicht"),
        ("sets=cthulhu,impossible&house=tod.nichts:cthulhu", "stellt sich an diesem Tisch nicht"),
        ("sets=cthulhu,impossible&house=dead-rolls:b", "stellt sich an diesem Tisch nicht"),
        ("sets=cthulhu,smash-up", "ist ein anderes Spiel"),
    ],
)
def test_what_is_wrong_comes_with_the_right_address(api: Client, query: str, said: str) -> None:
    response = api.get(f"/api/v1/combine?{query}")
    assert response.status_code == 400
    detail = response.json()["detail"]
    assert said in detail
    right = detail.partition("Richtig: ")[2]
    assert api.get(right).status_code == 200


def test_the_difference_of_two_tables_is_data(api: Client) -> None:
    answer = api.get(
        "/api/v1/combine/changes?sets=cthulhu,impossible&rulebook=impossible&knows=cthulhu"
    ).json()
    first = answer["otherwise"][0]
    assert first["text"] == "Du bekommst zwei Türkarten und zwei Schatzkarten."
    assert first["before"] == "Du bekommst vier Türkarten und vier Schatzkarten."
    assert any("Doppelagent" in one["text"] for one in answer["added"])
    assert any("Phase 0" in one["before"] for one in answer["otherwise"])


def test_a_sentence_that_needs_the_one_before_it_brings_it_along(api: Client) -> None:
    answer = api.get("/api/v1/combine/changes?sets=cthulhu,impossible&knows=cthulhu").json()
    contexts = [one["context"] for part in ("otherwise", "added", "gone") for one in answer[part]]
    assert None in contexts
    assert any(contexts)
    assert "" not in contexts


def test_nothing_is_new_at_the_table_one_knows(api: Client) -> None:
    answer = api.get("/api/v1/combine/changes?sets=cthulhu&knows=cthulhu").json()
    assert [answer["otherwise"], answer["added"], answer["gone"]] == [[], [], []]


def test_smash_up_has_sections_of_its_own(api: Client) -> None:
    assert len(sentences(api.get("/api/v1/combine?sets=smash-up").json())) > 130
    assert api.get("/api/v1/combine/changes?sets=smash-up&knows=cthulhu").status_code == 400
