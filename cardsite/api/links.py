"""Which operation leads to which: what an answer holds fills the placeholders of the next address."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from cardsite.api.operation import PLACEHOLDER, Operation

# What no placeholder says: a list is followed by what changed since, a question by the next one.
AGAIN: dict[str, dict[str, Any]] = {
    "change_list": {
        "parameters": {"since": "$response.body#/stand"},
        "description": "Beim nächsten Mal nur, was seitdem kam.",
    },
    "ask_question": {
        "requestBody": {"q": "Warum?", "context": "$response.body#/context"},
        "description": "Weiterfragen.",
    },
}


def links(operation: Operation, others: list[Operation]) -> dict[str, Any]:
    """Return where an answer of the operation leads."""
    found: dict[str, Any] = {}
    place = "$response.body#/data/0/" if operation.listed else "$response.body#/"
    for other in others:
        names = {name for _, name in PLACEHOLDER.findall(other.path)}
        filled = _filled(operation.answers, other.path.partition("/")[0], names, others)
        if other is not operation and names and names == set(filled):
            parameters = {name: place + filled[name] for name in sorted(names)}
            found[other.name] = {"operationId": other.name, "parameters": parameters}
    if again := AGAIN.get(operation.name):
        found[operation.name] = {"operationId": operation.name, **again}
    return found


def _filled(shape: Any, word: str, names: set[str], others: list[Operation]) -> dict[str, str]:
    """Return which field of a shape fills which gap of the addresses that begin with this word."""
    fields = {} if isinstance(shape, dict) else {field.name: field.type for field in structs.fields(shape)}
    # An entry of a list leads to its own address, and all that is of one box to that box.
    if any(row.path == word and row.listed and row.answers is shape for row in others):
        return {name: name if name in fields else "id" for name in names}
    if word == "sets":
        return {"set": "set"} if fields.get("set") is str else {}
    return {"id": "rule/id"} if word == "rules" and "rule" in fields else {}
