"""What every page may show: the state of the data („Stand“)."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from cardsite import stand


def data_version(request: HttpRequest) -> dict[str, object]:
    """Offer `stand` to templates; it is read only where a page shows it."""
    return {"stand": SimpleLazyObject(_current)}


def _current() -> stand.Stand:
    # The error pages show it too, and must not fail because the database does.
    try:
        return stand.current()
    except (DatabaseError, InterfaceError):
        newest, _ = stand.last()
        return newest
