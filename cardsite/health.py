"""What a load balancer asks: does the process live, and can it answer readers."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections, router
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

from cards.models import Release


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
    except (DatabaseError, InterfaceError):
        return "Die Datenbank ist nicht erreichbar.", None
    return (
        (None, release.version)
        if release
        else ("Es sind keine Daten geladen: manage.py load_fixtures.", None)
    )


def _answer(body: dict[str, str | None], status: int) -> HttpResponse:
    response = JsonResponse(body, status=status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    return response
