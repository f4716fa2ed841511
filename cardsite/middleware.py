"""What every request passes: an id with a log line, and the headers that protect the reader."""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.shortcuts import render

from cardsite import metrics, stand
from cardsite.compression import acceptable
from cardsite.logs import request_id

Answer = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("cardsite.request")
GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
METHODS = ("GET", "HEAD", "POST")
# Balancers and Prometheus ask every few seconds: the log would drown in it.
FROM_INSIDE = {"/healthz", "/readyz", "/metrics"}


def request_log(get_response: Answer) -> Answer:
    """Give each request an id, answer with it, and write one line with status and duration."""

    def answer(request: HttpRequest) -> HttpResponse:
        # Read plainly: this is on the way of answers that take 40 µs altogether.
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        identifier = given if given and GIVEN_ID.fullmatch(given) else os.urandom(16).hex()
        token = request_id.set(identifier)
        started = time.perf_counter()
        try:
            response = get_response(request)
            seconds = time.perf_counter() - started
            _write_line(request, response, seconds * 1000)
            if settings.METRICS_TOKEN:
                view = metrics.view_of(request, response.status_code)
                metrics.count(view, response.status_code, seconds, getattr(request, "work_spent", 0))
        finally:
            request_id.reset(token)
        response.headers["X-Request-ID"] = identifier
        if response.status_code >= 400:
            # Whatever the view promised for what it has: an error holds for nobody else and no longer.
            response.headers["Cache-Control"] = "no-store"
        return response

    return answer


def _write_line(request: HttpRequest, response: HttpResponse, milliseconds: float) -> None:
    if request.path in FROM_INSIDE:
        return
    level = logging.WARNING if milliseconds > settings.SLOW_REQUEST_MS else logging.INFO
    if not logger.isEnabledFor(level):
        return
    # Only what is made anew comes to the meter; all else that succeeds came from a store or is a file.
    work = getattr(request, "work_spent", None)
    facts = {"method": request.method, "path": request.path, "status": response.status_code}
    facts |= {"work": work, "kept": work is None and response.status_code < 400}
    logger.log(
        level,
        "%s %s %s",
        request.method,
        request.path,
        response.status_code,
        extra={**facts, "duration_ms": round(milliseconds, 1)},
    )


def plain_requests(get_response: Answer) -> Answer:
    """Refuse methods and queries that no page has, and reduce what the client accepts to what is understood behind."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS and not request.path_info.startswith(("/api/", "/mcp")):
            return HttpResponse(status=405, headers={"Allow": ", ".join(METHODS)})
        if request.META.get("QUERY_STRING", "").count("&") >= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
            # Later it would be found by whoever reads the query first, which may be the page of an error.
            raise TooManyFieldsSent
        if accepted := request.META.get("HTTP_ACCEPT_ENCODING"):
            request.META["HTTP_ACCEPT_ENCODING"] = acceptable(accepted)
        return get_response(request)

    return answer


def security_headers(get_response: Answer) -> Answer:
    """Send the content security policy and the permissions policy with every answer."""
    policy = "; ".join(f"{name} {value}" for name, value in settings.CONTENT_SECURITY_POLICY.items())

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        path = request.path_info
        if path.startswith(settings.STATIC_URL) and not path.endswith(".svg"):
            # Letters, styles and scripts load nothing by themselves: what may be loaded is said by the page.
            return response
        # Django's own error page for developers is built from inline styles and scripts.
        if not (settings.DEBUG and response.status_code in (404, 500)):
            response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return answer


class KnownHosts(CommonMiddleware):
    """Refuse names that are not ours; who asks from inside asks each node by an address of its own."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path_info in FROM_INSIDE else super().process_request(request)


class DatabaseGone:
    """Answer 503 with a page of our own while the database cannot be reached."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("Datenbank nicht benutzbar: %s", " ".join(str(exception).split()))
        stand.lost()
        return database_gone(request)


def database_gone(request: HttpRequest) -> HttpResponse:
    """Say that the data cannot be reached; this page asks for none."""
    response = render(request, "503.html", status=503)
    response["Retry-After"] = "30"
    response["Cache-Control"] = "no-store"
    return response
