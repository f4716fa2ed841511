"""The one shape of an error (RFC 9457), the closed list of its types, and what leads to them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml
from django.core.exceptions import DisallowedHost
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from rapidfuzz import fuzz, process
from rest_framework import exceptions
from rest_framework.views import exception_handler as rest_framework_answer

from cardsite import points
from cardsite.lane import RETRY_AFTER_SECONDS, Busy

CONTENT_TYPE = "application/problem+json"
logger = logging.getLogger("cardsite.api")
NEAR_ENOUGH = 55
# Of a word that came in, so much stands in the sentence that refuses it.
LONGEST = 80
# Control characters (PostgreSQL refuses NUL in text), halves of characters, and what replaced broken UTF-8.
UNREADABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffd]")


class Kind(NamedTuple):
    """One type of problem: its status, its title, what a reader can do about it, and its sentence if it has one."""

    status: int
    title: str
    help: str
    says: str = ""


ROWS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
KINDS = {name: Kind(**row) for name, row in ROWS.items()}
# What only a status is known of; its sentence says how the request looked.
GENERAL = {kind.status: name for name, kind in KINDS.items() if kind.says}


class Problem(exceptions.APIException):
    """Raised wherever a request cannot be answered; becomes a problem document."""

    def __init__(
        self, kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status_code = KINDS[kind].status
        self.sentence = detail
        self.headers = dict(headers or {})
        self.members = {name: value for name, value in members.items() if value is not None}


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that look most like `word`, best first."""
    word = word[:100].lower()
    options: dict[str, Any] = {"scorer": fuzz.WRatio, "limit": 10, "score_cutoff": NEAR_ENOUGH}
    found = [match[0] for match in process.extract(word, list(known), processor=str.lower, **options)]
    # Of those that hold the word or part of it, the one that is hardly longer.
    return sorted(found, key=lambda other: -fuzz.ratio(word, other.lower()))[:3]


def meant(suggestions: Sequence[str]) -> str:
    """Return the closing question „Meintest Du …?“, or nothing."""
    return f" Meintest Du „{suggestions[0]}“?" if suggestions else ""


def unknown(sentence: str, word: str, known: Iterable[str], **members: Any) -> Problem:
    """Return the problem of a word that names nothing, with the nearest ones that do."""
    near = nearest(word, known)
    return Problem("nicht-gefunden", f"{sentence}{meant(near)}", suggestions=near, **members)


def document(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return the problem as an answer."""
    kind = KINDS[problem.kind]
    body = {
        "type": _address(request, f"/api/v1/fehler/{problem.kind}"), "title": kind.title, "status": kind.status,
        "detail": problem.sentence, "instance": request.get_full_path(), "suggestions": [], **problem.members,
    }  # fmt: skip
    headers = {"Cache-Control": "no-store", **problem.headers}
    return HttpResponse(
        msgspec.json.encode(body), status=kind.status, content_type=CONTENT_TYPE, headers=headers
    )


def _address(request: HttpRequest, path: str) -> str:
    """Return the whole address; only the path where the request names a host that is not ours."""
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:
        return path


def of_status(
    status: int, request: HttpRequest, headers: Mapping[str, str] | None = None, **words: str
) -> Problem:
    """Return the general problem of a status that Django or the framework decided on."""
    kind, meta = GENERAL.get(status, GENERAL[400]), request.META
    known = {
        "path": request.path, "method": request.method, "content": request.content_type,
        "host": meta.get("HTTP_HOST"), "accept": meta.get("HTTP_ACCEPT"), **words,
    }  # fmt: skip
    said = {name: UNREADABLE.sub("�", word or "nichts")[:LONGEST] for name, word in known.items()}
    return Problem(kind, KINDS[kind].says.format_map(said), headers=headers)


def charge(client: str, cost: int) -> points.Budget:
    """Take points from the client, or raise the Problem that says when there are new ones."""
    try:
        return points.charge(client, cost)
    except points.Spent as spent:
        raise Problem("zu-viele-anfragen", str(spent), headers=spent.headers) from None


def answer(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Turn an exception of a view into its problem document (REST_FRAMEWORK's EXCEPTION_HANDLER)."""
    request = context["request"]._request
    if isinstance(error, OperationalError):
        logger.error("Die Datenbank antwortet nicht: %s", error)
        return document(request, of_status(503, request, {"Retry-After": "5"}))
    if isinstance(error, Busy):
        sentence = "Gerade werden schon viele aufwendige Fragen gerechnet; versuche es gleich noch einmal."
        error = Problem("nicht-verfuegbar", sentence, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    if isinstance(error, Problem):
        return document(request, error)
    usual = rest_framework_answer(error, context)
    allow = ", ".join(context["view"].allowed_methods)
    return usual and document(request, of_status(usual.status_code, request, allow=allow))
