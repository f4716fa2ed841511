"""Every shape of data is made known to msgspec before there are threads.

It takes a shape apart when something is first read by it. A second thread that reads by the same shape just then
finds it half taken apart, and the process dies (msgspec 0.22).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.urls import get_resolver

OURS = ("cards", "cardsite", "rules")


def prepare() -> None:
    """Import what is served, and read nothing by each of its shapes once."""
    _ = get_resolver().url_patterns
    for shape in shapes(msgspec.Struct):
        msgspec.json.Decoder(shape)


def shapes(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for shape in parent.__subclasses__():
        if shape.__module__.partition(".")[0] in OURS:
            yield shape
        yield from shapes(shape)
