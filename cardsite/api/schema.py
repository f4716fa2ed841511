"""OpenAPI 3.1 from the rows of operations: what a view checks and answers is what the schema says."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.openapi import AutoSchema

from cardsite.api import exceptions, resolving
from cardsite.api.links import links
from cardsite.api.operation import GROUPS, OPERATIONS, PLACEHOLDER, Operation
from cardsite.api.pagination import Page
from cardsite.api.parameters import Parameter

REFERENCE = "#/components/schemas/{name}"
# Both are explained below /hinweise/; the document does not know the site's host.
CONTACT = {"name": "Munchkin-Regeln"}
LICENCE = {
    "name": "Eigene Texte, mit Nennung der Quelle frei nutzbar",
    "identifier": "LicenseRef-Munchkin-Regeln",
}
PATTERNS = {
    "slug": r"^[a-z0-9-]+$",
    "key": r"^[a-z0-9][a-z0-9.-]*$",
    "file": r"^munchkin-regeln-[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9]+-[0-9]+\.(jsonl|sqlite|zip)$",
}
PATHS = {
    "set": "Kürzel der Box.",
    "slug": "Kürzel der Karte.",
    "id": "Kennung des Eintrags.",
    "vocabulary": "Name der Wortliste.",
    "name": "Name der Datei oder des Schemas.",
}


class Problem(msgspec.Struct, kw_only=True):
    """Ein Fehler nach RFC 9457. Weitere Schlüssel hängen vom Typ ab."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    suggestions: list[str]
    parameter: str | msgspec.UnsetType = msgspec.UNSET
    position: int | msgspec.UnsetType = msgspec.UNSET
    pointer: str | msgspec.UnsetType = msgspec.UNSET


class OperationSchema(AutoSchema):
    """Reads the row behind a view; drf-spectacular only collects."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> dict[str, Any] | None:
        operation: Operation = self.view.operation  # type: ignore[attr-defined]
        described: dict[str, Any] = {
            "operationId": operation.name,
            "summary": operation.summary,
            "description": operation.description,
            "tags": [GROUPS[operation.group].tag],
            "parameters": [*_places(operation), *(_parameter(entry) for entry in operation.parameters)],
            "responses": _responses(operation),
            "security": [],
            "x-cost": operation.cost,
        }
        if operation.body:
            described["requestBody"] = {"required": True, "content": {"application/json": operation.body}}
        if operation.deprecation:
            described["deprecated"] = True
        return described


def _places(operation: Operation) -> list[dict[str, Any]]:
    """Describe the placeholders of the path."""
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PATHS.get(name, ""),
            "schema": {"type": "string", "pattern": PATTERNS[converter], "maxLength": 200},
            "example": operation.example.get(name, ""),
        }
        for converter, name in PLACEHOLDER.findall(operation.path)
    ]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.text,
        "schema": parameter.schema,
    }
    if parameter.many:
        described |= {"style": "form", "explode": False}
    if parameter.example:
        described["example"] = parameter.example.split(",") if parameter.many else parameter.example
    return described


def _responses(operation: Operation) -> dict[str, Any]:
    medias = (operation.media.partition(";")[0], *operation.more_media)
    content = {media: {"schema": _answer(operation)} for media in medias}
    names = ("RateLimit", "RateLimit-Policy", *(("ETag", "Last-Modified") if operation.stored else ()))
    headers = {name: {"schema": {"type": "string"}} for name in names}
    responses: dict[str, Any] = {
        "200": {"description": operation.summary, "headers": headers, "content": content}
    }
    if leads := links(operation, OPERATIONS):
        responses["200"]["links"] = leads
    if operation.in_pieces:
        responses["206"] = {"description": "Das Stück, das „Range“ nennt.", "content": content}
    if operation.stored:
        responses["304"] = {"description": "Unverändert seit dem genannten ETag oder Zeitpunkt."}
    if PLACEHOLDER.search(operation.path) and "set" not in PLACEHOLDER.findall(operation.path)[0][1:]:
        responses["301"] = {"description": "Umbenannt; „Location“ nennt die gültige Adresse."}
    errors = {
        *(400, 404, 406, 429),
        *((411, 413, 415, 422) if operation.method == "POST" else ()),
        *((410,) if PLACEHOLDER.search(operation.path) else ()),
        *((416,) if operation.in_pieces else ()),
    }
    for status in errors:
        responses[str(status)] = {"$ref": "#/components/responses/Problem"}
    return dict(sorted(responses.items()))


def _answer(operation: Operation) -> dict[str, Any]:
    """Return the schema of an operation's answer, by reference."""
    if isinstance(operation.answers, dict):
        return operation.answers
    name = operation.answers.__name__
    return {"$ref": REFERENCE.format(name=f"{name}List" if operation.listed else name)}


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Put the shapes of all answers into the schema (a POSTPROCESSING_HOOK of drf-spectacular)."""
    shapes = [row.answers for row in OPERATIONS if not isinstance(row.answers, dict)]
    described = msgspec.json.schema_components([*shapes, Problem, Page], ref_template=REFERENCE)
    components: dict[str, Any] = dict(described[1])
    for shape in components.values():
        _promise(shape)
    for name in resolving.SCHEMAS:
        components |= _contract(name)
    page = components.pop("Page")
    for row in OPERATIONS:
        if row.listed:
            components[f"{row.answers.__name__}List"] = _list_of(row.answers.__name__, page)
    _complete(components)
    paths = result["paths"]
    result["paths"] = {path.rstrip("/"): paths[path] for path in sorted(paths)}
    result["info"] |= {"contact": CONTACT, "license": LICENCE}
    result["servers"] = [{"url": "/", "description": "Die Seite, von der dieses Dokument stammt."}]
    result["tags"] = [
        {"name": group.tag, "description": group.text, "x-displayName": name}
        for name, group in GROUPS.items()
    ]
    problem = {"schema": {"$ref": REFERENCE.format(name="Problem")}}
    result["components"] = {
        "schemas": dict(sorted(components.items())),
        "responses": {
            "Problem": {
                "description": "Die Anfrage ließ sich nicht beantworten; „type“ führt zur Erklärung.",
                "content": {exceptions.CONTENT_TYPE: problem},
            }
        },
    }
    return result


def _contract(name: str) -> dict[str, Any]:
    """Return a schema of the contract as components, its definitions beside it."""
    whole = dict(resolving.schema(name))
    inner = whole.pop("$defs")
    title = str(whole["title"])
    parts = {title: whole, **{f"{title}{key}": value for key, value in inner.items()}}
    text = msgspec.json.encode(parts).decode().replace("#/$defs/", f"#/components/schemas/{title}")
    return dict(msgspec.json.decode(text))


def _promise(shape: dict[str, Any]) -> None:
    """Promise every field that an answer always has: all but those that come with `include=` only."""
    properties, always = shape.get("properties", {}), shape.get("required", [])
    shape["required"] = [name for name, entry in properties.items() if name in always or "default" in entry]
    for entry in properties.values():
        entry.pop("default", None)
    if word := properties.get("object", {}).get("enum"):
        properties["object"] = {"type": "string", "const": word[0]}


def _complete(schema: Any) -> None:
    """Say what generators want to be told: of what a list consists, and of which type the words are."""
    if not isinstance(schema, dict):
        for entry in schema if isinstance(schema, list) else ():
            _complete(entry)
        return
    if schema.get("type") == "array":
        schema.setdefault("items", {})
    if isinstance(words := schema.get("enum"), list) and all(isinstance(word, str) for word in words):
        schema.setdefault("type", "string")
    for entry in schema.values():
        _complete(entry)


def _list_of(name: str, page: dict[str, Any]) -> dict[str, Any]:
    """Return the shape of a page whose entries are known."""
    data = {"type": "array", "items": {"$ref": REFERENCE.format(name=name)}}
    return {**page, "title": f"{name}List", "properties": {**page["properties"], "data": data}}
