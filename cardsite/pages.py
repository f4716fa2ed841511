"""The page store: a page that was rendered at this data version is answered again from memory, or with 304."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse

from cardsite import stand
from cardsite.keeping import Kept
from cardsite.middleware import database_gone
from cardsite.tags import address, etag, matching, with_age

MOST_BYTES_STORED = 32 * 1024 * 1024
# What an entry costs beside its page.
ENTRY_BYTES = 2_000
# These are no pages, or not the same for everybody.
APART = (
    "/admin/",
    "/api/",
    "/mcp",
    "/static/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/robots.txt",
    "/site.webmanifest",
    "/favicon",
)


class PageStore:
    """Middleware: a page is a function of its address and of the data, so nobody waits for it twice."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed("Templates change while one writes them.")
        self.get_response = get_response
        self.kept: Kept[tuple[bytes, dict[str, str]]] = Kept(MOST_BYTES_STORED)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_for_everybody(request):
            return self.get_response(request)
        url, encoding = address(request), encoding_of(request)
        try:
            mark = stand.current().mark
        except (DatabaseError, InterfaceError):
            return self.stale(request, url, encoding) or database_gone(request)
        return self.known(request, mark, url, encoding) or self.compute(request, mark, url, encoding)

    def known(self, request: HttpRequest, mark: str, url: str, encoding: str) -> HttpResponse | None:
        if tag := matching(request.META.get("HTTP_IF_NONE_MATCH", ""), mark, url):
            return unchanged(tag)
        found = self.kept.get(mark, (url, encoding))
        return HttpResponse(found[0], headers=found[1]) if found else None

    def stale(self, request: HttpRequest, url: str, encoding: str) -> HttpResponse | None:
        """Answer with what was known last: an old page is better than none while the database is gone."""
        newest, seconds = stand.last()
        response = self.known(request, newest.mark, url, encoding)
        return response and with_age(response, seconds)

    def compute(self, request: HttpRequest, mark: str, url: str, encoding: str) -> HttpResponse:
        response = self.get_response(request)
        if not is_page(response):
            return response
        # A view that surely knows what it was made from says so; for the others, nothing may have changed meanwhile.
        try:
            made_from = getattr(response, "stand", None) or stand.fresh()
        except (DatabaseError, InterfaceError):
            return response
        if made_from.mark != mark:
            return response
        tag = etag(mark, url, encoding)
        response.headers["ETag"] = tag
        response.headers.setdefault("Cache-Control", "public, max-age=0, must-revalidate")
        size = len(response.content) + len(url) + ENTRY_BYTES
        self.kept.put(mark, (url, encoding), (response.content, dict(response.items())), size)
        return response


def is_for_everybody(request: HttpRequest) -> bool:
    """Say whether whoever asks for this address gets the same page: no login, and no part of a page."""
    meta = request.META
    anonymous = not meta.get("HTTP_COOKIE") and "HTTP_HX_REQUEST" not in meta
    return request.method in ("GET", "HEAD") and anonymous and not request.path_info.startswith(APART)


def encoding_of(request: HttpRequest) -> str:
    return "gzip" if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "") else ""


def is_page(response: HttpResponse) -> bool:
    """Say whether an answer may be kept: a whole page that sets no cookie and does not forbid it."""
    return (
        response.status_code == 200
        and not response.streaming
        and not response.cookies
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "no-store" not in response.headers.get("Cache-Control", "")
        and "private" not in response.headers.get("Cache-Control", "")
    )


def unchanged(tag: str) -> HttpResponse:
    response = HttpResponse(status=304)
    del response.headers["Content-Type"]
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    return response
