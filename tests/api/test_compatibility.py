"""The schema equals the code, and a change that would break a client is found."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from cardsite.api import docs
from cardsite.api.compatibility import breaking_changes

Document = dict[str, Any]
LIST, DETAIL, RULES = "/api/v1/cards", "/api/v1/cards/{set}/{slug}", "/api/v1/rules"
COLLECTION = "/api/v1/cards/collection"


@pytest.fixture
def document() -> Document:
    return copy.deepcopy(docs.document())


def shape(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]
    return found


def parameter(document: Document, path: str, name: str) -> Document:
    return next(entry for entry in document["paths"][path]["get"]["parameters"] if entry["name"] == name)


def body(document: Document) -> Document:
    found: Document = document["paths"][COLLECTION]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    return found


BREAKS: dict[str, Callable[[Document], Any]] = {
    "an address goes": lambda d: d["paths"].pop(RULES),
    "a method goes": lambda d: d["paths"][RULES].pop("get"),
    "an operation is renamed": lambda d: d["paths"][RULES]["get"].update(operationId="regeln"),
    "a parameter goes": lambda d: d["paths"][LIST]["get"]["parameters"].pop(0),
    "a parameter becomes required": lambda d: parameter(d, LIST, "q").update(required=True),
    "a required parameter is added": lambda d: d["paths"][LIST]["get"]["parameters"].append(
        {"in": "query", "name": "neu", "required": True, "schema": {"type": "string"}}
    ),
    "a word of a parameter goes": lambda d: parameter(d, RULES, "topic")["schema"]["enum"].remove("kampf"),
    "a parameter gets a closed list": lambda d: parameter(d, LIST, "q")["schema"].update(enum=["a"]),
    "a parameter changes its type": lambda d: parameter(d, LIST, "limit")["schema"].update(type="string"),
    "a lower bound rises": lambda d: parameter(d, LIST, "limit")["schema"].update(minimum=2),
    "an upper bound sinks": lambda d: parameter(d, LIST, "limit")["schema"].update(maximum=100),
    "a text must be shorter": lambda d: parameter(d, LIST, "q")["schema"].update(maxLength=10),
    "another pattern is demanded": lambda d: parameter(d, LIST, "q")["schema"].update(pattern="^x$"),
    "a field goes": lambda d: shape(d, "Card")["properties"].pop("name"),
    "a field changes its type": lambda d: shape(d, "Card")["properties"].update(name={"type": "integer"}),
    "a field may be null": lambda d: shape(d, "Card")["properties"].update(
        name={"anyOf": [{"type": "string"}, {"type": "null"}]}
    ),
    "an inner field goes": lambda d: shape(d, "SourceNote")["properties"].pop("title"),
    "the items of a list change": lambda d: shape(d, "Card")["properties"]["tags"].update(
        items={"type": "integer"}
    ),
    "a promise is taken back": lambda d: shape(d, "Card")["required"].remove("id"),
    "an object is called otherwise": lambda d: shape(d, "Card")["properties"].update(
        object={"type": "string", "const": "karte"}
    ),
    "the envelope loses next": lambda d: shape(d, "CardList")["properties"].pop("next"),
    "a status goes": lambda d: d["paths"][DETAIL]["get"]["responses"].pop("410"),
    "a format goes": lambda d: d["paths"][DETAIL]["get"]["responses"]["200"]["content"].pop(
        "application/json"
    ),
    "a body demands more": lambda d: body(d)["required"].append("set"),
    "a body takes less": lambda d: body(d)["properties"]["identifiers"].update(maxItems=10),
    "a problem loses its pointer": lambda d: shape(d, "Problem")["properties"].pop("pointer"),
}
ADDS: dict[str, Callable[[Document], Any]] = {
    "nothing": lambda d: None,
    "a new address": lambda d: d["paths"].update({"/api/v1/neu": d["paths"][RULES]}),
    "a new field": lambda d: shape(d, "Card")["properties"].update(neu={"type": "string"}),
    "a new optional parameter": lambda d: d["paths"][LIST]["get"]["parameters"].append(
        {"in": "query", "name": "neu", "required": False, "schema": {"type": "string"}}
    ),
    "a new word of a parameter": lambda d: parameter(d, RULES, "topic")["schema"]["enum"].append("neu"),
    "a wider bound": lambda d: parameter(d, LIST, "limit")["schema"].update(maximum=500),
    "a new status": lambda d: d["paths"][DETAIL]["get"]["responses"].update({"451": {"description": "neu"}}),
    "a place says what is taken there, and said nothing before": lambda d: shape(d, "ScenarioAction")[
        "properties"
    ]["on"].update(type="string", maxLength=200),
    "another description": lambda d: d["paths"][DETAIL]["get"].update(description="anders"),
}


@pytest.mark.parametrize("change", BREAKS)
def test_a_change_that_breaks_a_client_is_found(document: Document, change: str) -> None:
    BREAKS[change](document)
    assert breaking_changes(docs.document(), document), change


@pytest.mark.parametrize("change", ADDS)
def test_what_is_only_added_breaks_nothing(document: Document, change: str) -> None:
    ADDS[change](document)
    assert breaking_changes(docs.document(), document) == []


def test_the_sentence_names_the_field(document: Document) -> None:
    shape(document, "Card")["properties"].pop("name")
    assert breaking_changes(docs.document(), document) == ["Card.name: the field is gone"]


def test_the_committed_schema_is_that_of_the_code() -> None:
    call_command("api_schema", verbosity=0)


def test_the_command_fails_on_a_breaking_change(document: Document, tmp_path: Path) -> None:
    shape(document, "Card")["properties"]["versprochen"] = {"type": "string"}
    older = tmp_path / "frueher.yaml"
    older.write_text(yaml.safe_dump(document), encoding="utf-8")
    with pytest.raises(CommandError, match=r"Card\.versprochen: the field is gone"):
        call_command("api_schema", other=str(older))


def test_the_command_passes_what_is_additive(tmp_path: Path, document: Document) -> None:
    shape(document, "Card")["properties"].pop("name")
    older = tmp_path / "frueher.yaml"
    older.write_text(yaml.safe_dump(document), encoding="utf-8")
    call_command("api_schema", other=str(older))


def test_every_operation_and_every_error_type_is_in_the_docs(reader: Any) -> None:
    page = reader.get("/api/v1/docs").content.decode()
    overview = reader.get("/llms.txt").content.decode()
    for path, item in docs.document()["paths"].items():
        for method in item:
            assert path in page
            assert f"{method.upper()} {path}" in overview


def test_the_schema_is_openapi_3_1(document: Document) -> None:
    assert document["openapi"].startswith("3.1")
    assert (Path(settings.BASE_DIR) / "docs/api/openapi.yaml").exists()
