"""Reads go to a replica of the database while there is one that answers; a request sticks to the one it began with."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("cardsite.replica")
REPLICA = "replica"
# What writes, and what must see its own writes.
WRITES_BELOW = ("/admin/", "/vorschlag/")
TRIED_AGAIN_AFTER_SECONDS = 10.0
UNDECIDED = "undecided"
# Outside of requests (commands, tests) everything is at the primary.
_reading: ContextVar[str] = ContextVar("reading", default=DEFAULT_DB_ALIAS)


class _Lost:
    """Until when this process does not ask the replica."""

    until = 0.0


def read_from_replica(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: let the first read of a request decide where all its reads go."""

    def answer(request: HttpRequest) -> HttpResponse:
        writes = request.path_info.startswith(WRITES_BELOW)
        token = _reading.set(DEFAULT_DB_ALIAS if writes else UNDECIDED)
        try:
            return get_response(request)
        finally:
            _reading.reset(token)

    return answer


@contextmanager
def as_reader() -> Iterator[None]:
    """Read where a reader's request reads, outside of any request."""
    token = _reading.set(UNDECIDED)
    try:
        yield
    finally:
        _reading.reset(token)


class Router:
    """Django asks here which database a query goes to."""

    def db_for_read(self, model: type, **hints: Any) -> str:
        if _reading.get() == UNDECIDED:
            _reading.set(REPLICA if answers() else DEFAULT_DB_ALIAS)
        return _reading.get()

    def db_for_write(self, model: type, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


def answers() -> bool:
    """Say whether the replica can be asked; after a failure only one request in a while tries it."""
    if time.monotonic() < _Lost.until:
        return False
    try:
        connections[REPLICA].ensure_connection()
    except (DatabaseError, InterfaceError) as error:
        _Lost.until = time.monotonic() + TRIED_AGAIN_AFTER_SECONDS
        logger.warning("Der Lesespiegel (REPLICA_URL) antwortet nicht: %s", " ".join(str(error).split()))
        return False
    return True
