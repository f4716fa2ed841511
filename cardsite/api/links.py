"""Which operation leads to which: what an answer holds fills the placeholders of the next address."""

from __future__ import annotations

from typing import Any

from cardsite.api.operation import PLACEHOLDER, Operation

OF_BOX = {"sets": {"set": "set"}}
# Shape of an answer → first word of an address → placeholder → field that fills it.
LEADS: dict[str, dict[str, dict[str, str]]] = {
    "Set": {"sets": {"set": "id"}},
    "Card": {"cards": {"set": "set", "slug": "slug"}, **OF_BOX},
    "Rule": {"rules": {"id": "id"}, **OF_BOX},
    "Ruling": {"rulings": {"id": "id"}},
    "Question": {"questions": {"id": "id"}, **OF_BOX},
    "Term": {"terms": {"id": "id"}, **OF_BOX},
    "Example": {"examples": {"id": "id"}, **OF_BOX},
    "Backlinks": {"rules": {"id": "rule/id"}},
    "Suggestion": OF_BOX,
    "Catalog": {"catalog": {"vocabulary": "id"}},
    "BulkFile": {"bulk": {"name": "id"}},
}
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
    leads = LEADS.get(getattr(operation.answers, "__name__", ""), {})
    place = "$response.body#/data/0/" if operation.listed else "$response.body#/"
    for other in others:
        filled = leads.get(other.path.partition("/")[0], {})
        names = {name for _, name in PLACEHOLDER.findall(other.path)}
        if other is not operation and names and names == set(filled):
            parameters = {name: place + filled[name] for name in sorted(names)}
            found[other.name] = {"operationId": other.name, "parameters": parameters}
    if again := AGAIN.get(operation.name):
        found[operation.name] = {"operationId": operation.name, **again}
    return found
