"""What generators and linters ask of the OpenAPI document, and whether its links lead somewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from cardsite.api import docs
from cardsite.api.links import links
from cardsite.api.operation import GROUPS, Operation
from cardsite.api.urls import OPERATIONS

BY_NAME = {row.name: row for row in OPERATIONS}
LEADING = [row for row in OPERATIONS if links(row, OPERATIONS)]
QUERIES = {"card_named": "?exact=Kindskopfkrake"}


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Go through everything in the document that is an object."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for inner in value if isinstance(value, list) else ():
        yield from schemas(inner)


def test_every_list_says_of_what_it_consists() -> None:
    lists = [schema for schema in schemas(docs.document()) if schema.get("type") == "array"]
    assert len(lists) > 50
    assert all("items" in schema for schema in lists)


@pytest.mark.parametrize("table", ["ScenarioMunchkinState", "ScenarioSmashUpState"])
def test_every_place_of_a_table_says_what_may_stand_there(table: str) -> None:
    shapes = list(schemas(docs.document()["components"]["schemas"][table]))
    places = {name: place for shape in shapes for name, place in shape.get("properties", {}).items()}
    assert len(places) > 20
    assert [name for name, place in places.items() if place == {}] == []


def test_every_closed_list_of_words_has_a_type() -> None:
    closed = [schema for schema in schemas(docs.document()) if isinstance(schema.get("enum"), list)]
    assert len(closed) > 30
    assert all("type" in schema for schema in closed)


def test_an_answer_promises_all_its_fields_but_those_of_include() -> None:
    shapes = docs.document()["components"]["schemas"]
    assert set(shapes["Card"]["properties"]) - set(shapes["Card"]["required"]) == {
        "rulings", "questions", "rules",
    }  # fmt: skip
    assert set(shapes["Rule"]["properties"]) == set(shapes["Rule"]["required"])
    assert set(shapes["AskAnswer"]["properties"]) == set(shapes["AskAnswer"]["required"])


def test_every_group_is_a_described_tag() -> None:
    document = docs.document()
    described = {tag["name"]: tag["description"] for tag in document["tags"]}
    used = {operation["tags"][0] for path in document["paths"].values() for operation in path.values()}
    assert used == set(described) == {group.tag for group in GROUPS.values()}
    assert all(described.values())


def test_no_address_ends_with_a_slash_and_the_root_answers_without_one(api: Client) -> None:
    assert not any(path.endswith("/") for path in docs.document()["paths"])
    without, with_slash = api.get("/api/v1"), api.get("/api/v1/")
    assert without.status_code == 200
    assert without.content == with_slash.content
    assert api.get("/api/v12").headers["Content-Type"] == "application/problem+json"


def at(answer: Any, expression: str) -> Any:
    """Return what a runtime expression of OpenAPI names in an answer."""
    for step in expression.removeprefix("$response.body#/").split("/"):
        answer = answer[int(step) if isinstance(answer, list) else step]
    return answer


def ask(api: Client, operation: Operation, place: dict[str, Any], body: Any = None) -> Any:
    if operation.method == "POST":
        return api.post(f"/api/v1/{operation.path}", json.dumps(body), content_type="application/json")
    query = {name: value for name, value in place.items() if f":{name}>" not in operation.path}
    return api.get(f"/api/v1/{docs.template(operation).format(**place)}", query)


@pytest.mark.parametrize("operation", LEADING, ids=lambda row: row.name)
def test_every_link_of_an_answer_leads_to_an_answer(api: Client, operation: Operation) -> None:
    if operation.body:
        first = ask(api, operation, {}, operation.body["example"])
    else:
        first = api.get(docs.example_path(operation) + QUERIES.get(operation.name, ""))
    answer = first.json()
    for name, link in links(operation, OPERATIONS).items():
        place = {key: at(answer, value) for key, value in link.get("parameters", {}).items()}
        body = {
            key: at(answer, value) if value.startswith("$") else value
            for key, value in link.get("requestBody", {}).items()
        }
        found = ask(api, BY_NAME[link["operationId"]], place, body)
        assert found.status_code == 200, (name, place, found.content)


def test_most_operations_are_linked() -> None:
    assert len(LEADING) >= 18
    assert sum(len(links(row, OPERATIONS)) for row in LEADING) >= 30
