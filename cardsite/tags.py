"""The tag of an answer or a page: which address, made of which data by which code, in which encoding."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from cardsite import compression

# Where the code lies, and what of it shapes answers and pages.
APPS = ("cards", "rules", "cardsite")
KINDS = ("*.py", "*.css", "*.js", "*.svg", "*.yaml")


@lru_cache(maxsize=1)
def code_version() -> bytes:
    """Return a hash of everything but data that shapes answers and pages: a new release of it makes new ETags."""
    folder = Path(settings.BASE_DIR)
    sources = [path for app in APPS for kind in KINDS for path in (folder / app).rglob(kind)]
    sources += (path for path in (folder / "templates").rglob("*") if path.is_file())
    return hashlib.blake2b(b"".join(path.read_bytes() for path in sorted(sources)), digest_size=16).digest()


@lru_cache(maxsize=4096)
def etag(mark: str, url: str, encoding: str) -> str:
    """Return the strong tag of a URL at a data version.

    It is signed, so that a tag that comes back proves without any lookup that this URL answered 200.
    """
    key = hashlib.blake2b(settings.SECRET_KEY.encode(), key=code_version(), digest_size=32).digest()
    signature = hashlib.blake2b(f"{mark} {url}".encode(), key=key, digest_size=8).hexdigest()
    version = mark.partition(".")[0]
    return f'"{version}-{signature}{"-" if encoding else ""}{encoding}"'


def address(request: HttpRequest) -> str:
    """Return the URL as asked for; an answer names itself and its links by it."""
    meta = request.META
    host = meta.get("HTTP_HOST") or f"{meta.get('SERVER_NAME')}:{meta.get('SERVER_PORT')}"
    return f"{request.scheme}://{host}{request.path}?{meta.get('QUERY_STRING', '')}"


def matching(wanted: str, mark: str, url: str) -> str:
    """Return the tag of this URL and version that the client already has, or nothing."""
    for word in wanted.split(","):
        tag = word.strip().removeprefix("W/")
        encoding = tag.strip('"').partition("-")[2].partition("-")[2]
        if encoding in compression.KNOWN and tag == etag(mark, url, encoding):
            return tag
    return ""


def with_age(response: HttpResponse, seconds: int) -> HttpResponse:
    """Say that nobody could look whether this is still true, and since when."""
    response.headers["Age"] = str(seconds)
    response.headers["Warning"] = '110 - "Response is Stale"'
    return response
