"""Headers that every answer of the API carries, and how several are set at once."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import http_date

from cardsite.stand import Stand

# What every answer says: it is German, and any site may read it.
OPEN_FOR_READING = {
    "Content-Language": "de",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "Accept-Ranges, Content-Range, ETag, Last-Modified, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
        "Deprecation, Sunset, X-Request-ID"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match, If-Modified-Since, If-Range, Range",
    "Access-Control-Max-Age": "86400",
}


def is_welcome(request: HttpRequest, *medias: str) -> bool:
    """Say whether the client takes one of these formats; most take anything, and nothing has to be taken apart."""
    return request.META.get("HTTP_ACCEPT", "*/*") in {"", "*/*"} or any(map(request.accepts, medias))


def put(response: HttpResponseBase, headers: Mapping[str, str]) -> None:
    """Set the headers of a response."""
    for name, value in headers.items():
        response.headers[name] = value


def date(response: HttpResponseBase, at: Stand, max_age: int) -> None:
    """Say which data version the response belongs to; the answer store gives it its ETag and keeps it."""
    response.headers["Last-Modified"] = http_date(at.made_at.timestamp())
    response.headers.setdefault("Cache-Control", f"public, max-age={max_age}")
    response.stand = at  # type: ignore[attr-defined]
