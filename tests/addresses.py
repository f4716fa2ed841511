"""One address of every kind of page, read off the map of addresses: a new page is in it or its test fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

# What stands for the placeholders of a page; pages without any need no entry.
PLACES: dict[str, dict[str, str]] = {
    "propose": {"box": "axe-cop", "slug": "krieger"},
    "capture": {"box": "axe-cop"},
    "propose-new": {"box": "axe-cop"},
    "report": {"subject": "regel", "ident": "cthulhu.kampf.sieg-bedingung"},
    "cards:box-of-cards": {"box": "axe-cop"},
    "cards:card-detail": {"box": "axe-cop", "slug": "krieger"},
    "cards:card-face": {"box": "axe-cop", "slug": "krieger", "ending": "svg"},
    "cards:edition-detail": {"key": "axe-cop"},
    "cards:edition-checklist": {"key": "axe-cop"},
    "cards:box-emblem": {"key": "axe-cop"},
    "statement-preview": {"kind": "regel", "ident": "cthulhu.kampf.sieg-bedingung"},
    "embed-card": {"box": "axe-cop", "slug": "krieger"},
    "take-box": {"box": "axe-cop"},
    "rules:comparison-topic": {"topic": "tod"},
    "rules:rule-detail": {"rule_id": "cthulhu.kampf.sieg-bedingung"},
    "rules:rule-book": {"box": "cthulhu"},
    "rules:coverage-box": {"box": "cthulhu"},
    "rules:ruling-detail": {"ruling_id": "cthulhu.ruling.gleichstand-im-kampf"},
    "rules:question-detail": {"question_id": "cthulhu.ambiguitaet.002"},
    "rules:term-detail": {"term_id": "cthulhu.begriff.stufe"},
    "rules:example-detail": {"example_id": "axe-cop.example.kampf-kindskopfkrake"},
    "rules:what-if-json": {"part": "frage"},
    "rules:shared-table": {"token": "gibt-es-nicht"},
    "rules:shared-table-qr": {"token": "gibt-es-nicht"},
}
# The API and the assistants have their own tests; the admin is behind its login; a proposal must be sent first.
APART = ("api/", "mcp", "metrics", "admin/", "vorschlag/stand/")


def pages() -> dict[str, str]:
    """Return the address of each named page, the API and the admin left out."""
    return dict(_walk(get_resolver(), "", ""))


def _walk(resolver: URLResolver, before: str, namespace: str) -> Iterator[tuple[str, str]]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if route.startswith(APART):
            continue
        if isinstance(entry, URLPattern):
            yield _address(entry, namespace)
        else:
            own = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from _walk(entry, route, own)


def _address(entry: URLPattern, namespace: str) -> tuple[str, str]:
    name = f"{namespace}{entry.name}"
    values: dict[str, Any] = PLACES.get(name, {})
    return name, reverse(name, kwargs=values)
