"""What a load balancer asks: does the process live, and can it answer readers."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections, router
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

from cards.models import Release
from cards.search import store
from rules.ask.knowledge import knowledge
from rules.ask.spotting import spotter
from rules.facts import library

logger = logging.getLogger(__name__)
GONE = "Die Datenbank ist nicht erreichbar."
LOOKS_THROUGH_EVERY_SECONDS = 30.0


def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process lives; nothing else is asked."""
    return _answer({"status": "ok", "version": settings.VERSION}, 200)


def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether readers can be served, and if not, the one thing that is missing."""
    problem, data_version = _look()
    status = "ready" if not problem else "not-ready"
    body = {"status": status, "version": settings.VERSION, "data_version": data_version, "problem": problem}
    return _answer(body, 503 if problem else 200)


def _look() -> tuple[str | None, str | None]:
    try:
        executor = MigrationExecutor(connections[router.db_for_read(Release)])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "Es fehlen Migrationen: manage.py migrate.", None
        release = Release.objects.first()
        if release is None:
            return "Es sind keine Daten geladen: manage.py load_fixtures.", None
        return _tables() or _file() or _built(release.version), release.version
    except sqlite3.DatabaseError as error:
        return _broken(error), None
    except (DatabaseError, InterfaceError) as error:
        return _broken(error) if isinstance(error.__cause__, sqlite3.DatabaseError) else GONE, None


def _broken(error: object) -> str:
    return f"Die Datenbank ist nicht lesbar ({error}): manage.py restore."


def _tables() -> str | None:
    """Read from every table that pages are made of; return the first that cannot be read."""
    for model in (model for app in ("cards", "rules") for model in apps.get_app_config(app).get_models()):
        try:
            model._default_manager.order_by().values_list("pk").first()
        except (DatabaseError, InterfaceError) as error:
            return f"Die Tabelle {model._meta.db_table} ist nicht lesbar ({error})."
    return None


class _Checked:
    """When the file of the database was last read to its end, and what was found."""

    until = 0.0
    problem: str | None = None


def _file() -> str | None:
    """Let SQLite look through its file, now and then: a broken page may lie where nobody reads today."""
    connection = connections[router.db_for_read(Release)]
    if connection.vendor != "sqlite" or time.monotonic() < _Checked.until:
        return _Checked.problem
    with connection.cursor() as cursor:
        found = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
    _Checked.problem = None if found == "ok" else _broken(found)
    _Checked.until = time.monotonic() + LOOKS_THROUGH_EVERY_SECONDS
    return _Checked.problem


def _built(version: str) -> str | None:
    """Build what search and questions need unless it is there; return what of it cannot be built."""
    for name, build in BUILDS.items():
        try:
            build(version)
        except (DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("%s: nicht aufzubauen.", name)
            return f"{name}: nicht aufzubauen ({type(error).__name__}: {str(error)[:200]})."
    return None


BUILDS: dict[str, Callable[[str], object]] = {
    "Suche (fixtures/search)": lambda version: store.current(version),
    "Auflöser (fixtures)": lambda version: library(version),
    "Fragen (fixtures/ask)": lambda version: (knowledge(library(version)), spotter(library(version))),
}


def _answer(body: dict[str, str | None], status: int) -> HttpResponse:
    response = JsonResponse(body, status=status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    return response
