"""The API about itself: its root, its schema, its documentation, the pages behind error types, llms.txt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal

import yaml
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from cards.serializers import Entry
from cardsite import stand
from cardsite.api import exceptions
from cardsite.api.headers import date
from cardsite.api.operation import OPERATIONS, Ask, Operation, get, template

GROUP = "Über die API"
MAX_AGE = 60


class Root(Entry, kw_only=True):
    """Wo in der API was liegt."""

    object: Literal["api"] = "api"
    resources: dict[str, str]


@get("", Root, GROUP)
def root(ask: Ask) -> Root:
    """Alle Adressen der API."""
    listed = {row.name: ask.frame.api(template(row)) for row in OPERATIONS if row.path}
    return Root(**ask.frame.head("v1", ""), resources=listed)


@get("schema", {"type": "object"}, GROUP)
def schema(ask: Ask) -> dict[str, Any]:
    """Das Schema der API (OpenAPI 3.1)."""
    return document()


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document that the code describes."""
    generator: Any = SchemaGenerator
    return generator().get_schema(request=None, public=True)


def as_yaml() -> str:
    """Return the OpenAPI document as the committed file holds it."""
    return yaml.safe_dump(document(), allow_unicode=True, sort_keys=False, width=110)


def example_path(operation: Operation) -> str:
    """Return an address that works, with the parameters that the operation needs."""
    path = template(operation).format(**operation.example)
    needed = [f"{entry.name}={entry.example}" for entry in operation.own_parameters if entry.required]
    return f"/api/v1/{path}{'?' if needed else ''}{'&'.join(needed)}"


def labelled(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a page the tag and the moment of the data it was made from, as every GET of the API has."""

    def answer(request: HttpRequest, **place: str) -> HttpResponse:
        response = view(request, **place)
        date(response, stand.current(), MAX_AGE)
        return response

    return answer


@labelled
def docs(request: HttpRequest) -> HttpResponse:
    groups = sorted({row.group for row in OPERATIONS})
    context = {
        "groups": [(name, [_described(row) for row in OPERATIONS if row.group == name]) for name in groups],
        "base": request.build_absolute_uri("/")[:-1],
        "kinds": exceptions.KINDS,
        "points": settings.API_POINTS_PER_MINUTE,
        "json_url": reverse("api:schema"),
    }
    return render(request, "api/docs.html", context)


def _described(operation: Operation) -> dict[str, Any]:
    return {
        "operation": operation,
        "path": f"/api/v1/{template(operation)}",
        "example": example_path(operation) if operation.method == "GET" else "",
        "text": operation.description.partition("\n")[2].strip(),
    }


@labelled
def stability(request: HttpRequest) -> HttpResponse:
    """Answer what is promised, and what is about to end."""
    ending = [_described(operation) for operation in OPERATIONS if operation.deprecation]
    return render(request, "api/stability.html", {"ending": ending})


@labelled
def problem(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in exceptions.KINDS:
        missing = exceptions.unknown(f"Den Fehler „{kind}“ gibt es nicht.", kind, exceptions.KINDS)
        return exceptions.document(request, missing)
    return render(request, "api/problem.html", {"name": kind, "kind": exceptions.KINDS[kind]})


@labelled
def llms(request: HttpRequest) -> HttpResponse:
    """Answer a plain overview for programs that read."""
    rows = [_described(operation) for operation in OPERATIONS]
    context = {"base": request.build_absolute_uri("/")[:-1], "operations": rows}
    return render(request, "api/llms.txt", context, content_type="text/plain; charset=utf-8")
