"""The addresses of the API, from the table of operations; each answers with and without a slash at the end."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path, register_converter
from django.urls.converters import StringConverter

from cardsite.api import (  # noqa: F401
    bulk,
    cards,
    catalog,
    changes,
    collecting,
    docs,
    proposing,
    resolving,
    rules,
    searching,
    tables,
)
from cardsite.api.operation import OPERATIONS
from cardsite.api.views import NothingHere, view_of


class Key(StringConverter):
    """An id as the data writes it: small letters, digits, dots and hyphens."""

    regex = r"[a-z0-9][a-z0-9.-]*"


class FileName(StringConverter):
    """The name of a bulk file: nothing that leads out of its folder."""

    regex = r"munchkin-regeln-[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9]+-[0-9]+\.(?:jsonl|sqlite|zip)"


register_converter(Key, "key")
register_converter(FileName, "file")
app_name = "api"


def _patterns() -> list[URLPattern]:
    """Fixed addresses come before those with a placeholder, so that `cards/named` is no box."""
    rows = sorted(OPERATIONS, key=lambda operation: operation.path.count("<"))
    patterns = []
    for operation in rows:
        view = view_of(operation)
        patterns.append(path(operation.path, view.as_view(), name=operation.name.replace("_", "-")))
        if operation.path:
            patterns.append(path(f"{operation.path}/", view.as_view(schema=None)))
    return patterns


PAGES = [
    re_path(r"^docs/?$", docs.docs, name="docs"),
    re_path(r"^stabilitaet/?$", docs.stability, name="stability"),
    re_path(r"^llms\.txt$", docs.llms, name="llms"),
    re_path(r"^fehler/(?P<kind>[a-z-]+)/?$", docs.problem, name="problem"),
]
# The root without its slash is an address, too.
root = view_of(next(row for row in OPERATIONS if not row.path)).as_view(schema=None)
urlpatterns = [*_patterns(), *PAGES, re_path(r"", NothingHere.as_view())]
