"""The answer store: a known answer costs nothing more than its id and its line; all others get their labels here."""

from __future__ import annotations

import logging

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_http_date_safe

from cardsite import compression, points, stand
from cardsite.api import exceptions, ranges
from cardsite.api.headers import OPEN_FOR_READING, PREFLIGHT, is_welcome, put
from cardsite.api.operation import Answer
from cardsite.keeping import Kept
from cardsite.tags import address, etag, matching, with_age

PREFIX = "/api/v1"
VARY = "Accept, Accept-Encoding"
logger = logging.getLogger("cardsite.api")
MOST_BYTES_STORED = 64 * 1024 * 1024
# What an entry costs beside its answer.
ENTRY_BYTES = 1_000
# These belong to one request, not to the answer.
NOT_STORED = {"x-request-id", "ratelimit", "ratelimit-policy", "content-length", "set-cookie"}


class Stored:
    """An answer of one data version: its bytes and headers, and its compressed forms once asked for."""

    def __init__(self, body: bytes, headers: dict[str, str]) -> None:
        self.bodies, self.headers = {"": body}, headers

    def body(self, encoding: str) -> bytes:
        if encoding not in self.bodies:
            self.bodies[encoding] = compression.ENCODINGS[encoding](self.bodies[""])
        return self.bodies[encoding]

    def encoding(self, request: HttpRequest) -> str:
        """Return the best encoding that the client accepts and that is worth while."""
        worth_while = len(self.bodies[""]) > compression.LEAST_BYTES
        return compression.best(request.META.get("HTTP_ACCEPT_ENCODING", "")) if worth_while else ""


class AnswerStore:
    """Middleware: behind id and log line only, so that a known answer passes through nothing else."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.kept: Kept[Stored] = Kept(MOST_BYTES_STORED)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        try:
            if request.method not in {"GET", "HEAD"}:
                return self.compute(request, "")
            mark = stand.current().mark
            return self.known(request, mark) or self.compute(request, address(request))
        except (DatabaseError, InterfaceError) as error:
            logger.error("Die Datenbank antwortet nicht: %s", " ".join(str(error).split()))
            stand.lost()
            if response := self.stale(request):
                return response
            return opened(
                exceptions.document(request, exceptions.of_status(503, request, {"Retry-After": "5"}))
            )

    def stale(self, request: HttpRequest) -> HttpResponse | None:
        """Answer with what was known last: an old answer is better than none while the database is gone."""
        newest, seconds = stand.last()
        response = self.known(request, newest.mark) if request.method in {"GET", "HEAD"} else None
        return response and with_age(response, seconds)

    def known(self, request: HttpRequest, mark: str) -> HttpResponse | None:
        """Answer from memory: 304 for a tag of this version, else the bytes rendered before."""
        meta, url = request.META, address(request)
        wanted = meta.get("HTTP_IF_NONE_MATCH", "")
        if wanted and (tag := matching(wanted, mark, url)):
            return not_modified(tag)
        stored = self.kept.get(mark, url)
        if stored is None or not is_welcome(request, stored.headers["Content-Type"]):
            return None
        if response := unmodified(request, stored, mark, url):
            return response
        try:
            budget = exceptions.charge(points.client_of(request), 1)
        except exceptions.Problem as problem:
            return opened(exceptions.document(request, problem))
        response = written(request, stored, mark, url)
        put(response, budget.headers)
        return response

    def compute(self, request: HttpRequest, url: str) -> HttpResponse:
        """Let the site answer; then give the answer its tag, keep it, and make every error a problem."""
        # Compression happens here, where the tag of each form is known, and not further inside.
        accepted = request.META.pop("HTTP_ACCEPT_ENCODING", "")
        response = self.get_response(request)
        if accepted:
            request.META["HTTP_ACCEPT_ENCODING"] = accepted
        if response.status_code >= 400 and response.headers.get("Content-Type") != exceptions.CONTENT_TYPE:
            response = as_problem(request, response)
        at = getattr(response, "stand", None)
        if at and url and response.status_code == 200:
            if isinstance(response, ranges.Download):
                response = sent(request, response, at.mark, url, accepted)
            else:
                response = self.keep(request, response, at.mark, url)
        elif response.status_code == 200:
            compress(request, response)
        if request.method == "OPTIONS":
            put(response, PREFLIGHT)
        if budget := getattr(request, "budget", None):
            put(response, budget.headers)
        patch_vary_headers(response, ["Accept", "Accept-Encoding"])
        return opened(response)

    def keep(self, request: HttpRequest, response: HttpResponse, mark: str, url: str) -> HttpResponse:
        headers = {name: value for name, value in response.headers.items() if name.lower() not in NOT_STORED}
        headers.update(OPEN_FOR_READING, Vary=VARY)
        stored = Stored(response.content, headers)
        self.kept.put(mark, url, stored, 2 * len(response.content) + len(url) + ENTRY_BYTES)
        return unmodified(request, stored, mark, url) or written(request, stored, mark, url)


def unmodified(request: HttpRequest, stored: Stored, mark: str, url: str) -> HttpResponse | None:
    """Return 304 where the client has this answer already; a tag counts more than a time."""
    wanted = request.META.get("HTTP_IF_NONE_MATCH", "").strip()
    if wanted not in {"", "*"}:
        tag = matching(wanted, mark, url)
        return not_modified(tag) if tag else None
    since = request.META.get("HTTP_IF_MODIFIED_SINCE")
    if wanted or (since and is_known(stored, since)):
        return not_modified(etag(mark, url, stored.encoding(request)))
    return None


def is_known(stored: Stored, since: str) -> bool:
    moment = parse_http_date_safe(since)
    return moment is not None and (parse_http_date_safe(stored.headers["Last-Modified"]) or 0) <= moment


def written(request: HttpRequest, stored: Stored, mark: str, url: str) -> HttpResponse:
    """Return the stored answer in the encoding that the client prefers; HEAD has headers only."""
    encoding = stored.encoding(request)
    body = stored.body(encoding)
    response = HttpResponse(b"" if request.method == "HEAD" else body, headers=stored.headers)
    response.headers["Content-Length"] = str(len(body))
    response.headers["ETag"] = etag(mark, url, encoding)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    return response


def sent(
    request: HttpRequest, whole: ranges.Download, mark: str, url: str, accepted: str
) -> HttpResponseBase:
    """Return a file with the tag of the form in which it is sent."""
    plain = etag(mark, url, "")
    response = ranges.fitted(request, whole, plain, accepted)
    if response.status_code < 400:
        encoding = response.headers.get("Content-Encoding", "")
        response.headers["ETag"] = etag(mark, url, encoding) if encoding else plain
    return response


def compress(request: HttpRequest, response: HttpResponse) -> None:
    """Compress an answer that nobody asks for again; HEAD has headers only."""
    encoding = compression.best(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    if encoding and len(response.content) > compression.LEAST_BYTES:
        response.content = compression.ENCODINGS[encoding](response.content)
        response.headers["Content-Encoding"] = encoding
    response.headers["Content-Length"] = str(len(response.content))
    if request.method == "HEAD":
        response.content = b""


def not_modified(tag: str) -> HttpResponse:
    headers = {"ETag": tag, "Cache-Control": "public, max-age=60", "Vary": VARY, **OPEN_FOR_READING}
    response = HttpResponse(status=304, headers=headers)
    del response.headers["Content-Type"]
    return response


def as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return what Django decided on outside the views as a problem document."""
    keep = {name: response.headers[name] for name in ("Allow", "Retry-After") if name in response.headers}
    allow = keep.get("Allow", "")
    return exceptions.document(
        request, exceptions.of_status(response.status_code, request, keep, allow=allow)
    )


def opened(response: HttpResponse) -> HttpResponse:
    put(response, OPEN_FOR_READING)
    return response
