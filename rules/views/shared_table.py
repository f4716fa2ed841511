"""A table for several phones: whoever has its address reads and writes it; the last writer wins, nothing stays."""

from __future__ import annotations

import json
import secrets
from datetime import timedelta
from io import BytesIO
from typing import Any

import segno
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.models import SharedTable

LASTS = timedelta(days=1)
LARGEST_STATE = 24_000
MOST_TABLES = 2_000
MOST_PEOPLE = 12
GONE = "Diesen gemeinsamen Tisch gibt es nicht mehr: Ein Tag ist vergangen, seit sich etwas geändert hat."
UNREADABLE = "Das ist kein Tisch. Lade die Seite neu."
FULL = "Gerade sind zu viele gemeinsame Tische offen. Schick so lange den Link zum Stand."


# No cookie and no login is involved, so there is nothing that a foreign page could misuse.
@csrf_exempt
@never_cache
@require_POST
def share(request: HttpRequest) -> HttpResponse:
    """Begin a shared table with what one phone has."""
    state = _state(request)
    if state is None:
        return _refused(UNREADABLE, 400)
    _clear()
    if SharedTable.objects.count() >= MOST_TABLES:
        return _refused(FULL, 503)
    table = SharedTable.objects.create(
        token=secrets.token_urlsafe(12), state=state, changed_at=timezone.now()
    )
    return JsonResponse({"token": table.token, "version": table.version}, status=201)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Return the table, or let it be what this phone has: the last writer wins."""
    if request.method == "POST":
        return _written(request, token)
    table = _alive().filter(token=token).first()
    if table is None:
        return _refused(GONE, 404)
    if request.GET.get("kenne") == str(table.version):
        return HttpResponseNotModified()
    return JsonResponse({"version": table.version, "state": table.state})


def _written(request: HttpRequest, token: str) -> HttpResponse:
    state = _state(request)
    if state is None:
        return _refused(UNREADABLE, 400)
    found = _alive().filter(token=token)
    if not found.update(state=state, version=F("version") + 1, changed_at=timezone.now()):
        return _refused(GONE, 404)
    return JsonResponse({"version": found.values_list("version", flat=True)[0]})


@require_safe
@never_cache
def table_code(request: HttpRequest, token: str) -> HttpResponse:
    """Draw the address of a shared table, for the phones beside this one."""
    if not _alive().filter(token=token).exists():
        raise Http404(GONE)
    drawing = BytesIO()
    address = request.build_absolute_uri(f"{reverse('rules:table')}#g={token}")
    segno.make(address, error="l", micro=False).save(
        drawing, kind="svg", border=3, light="#fff", svgclass=None, lineclass=None
    )
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")


def _alive() -> Any:
    return SharedTable.objects.filter(changed_at__gt=timezone.now() - LASTS)


def _clear() -> None:
    SharedTable.objects.filter(changed_at__lte=timezone.now() - LASTS).delete()


def _state(request: HttpRequest) -> dict[str, Any] | None:
    """Return the table that was sent, where it can be one; each phone reads it with the same distrust."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_STATE:
        return None
    try:
        found = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    people = found.get("people") if isinstance(found, dict) else None
    return found if isinstance(people, list) and 0 < len(people) <= MOST_PEOPLE else None


def _refused(said: str, status: int) -> HttpResponse:
    return JsonResponse({"error": said}, status=status, json_dumps_params={"ensure_ascii": False})
