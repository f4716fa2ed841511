"""Find what an address names, or say where it went."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from cards.models import Redirect

M = TypeVar("M", bound=Model)


def find(request: HttpRequest, rows: QuerySet[M], kind: str, key: str) -> M | HttpResponse:
    """Return the row, a redirect to its successor, or 410 where it is gone for good."""
    row = rows.filter(pk=key).first()
    if row is not None:
        return row
    moved = Redirect.objects.filter(kind=kind, old=key).first()
    if moved is None:
        raise Http404(f"{key} gibt es nicht.")
    successor = rows.filter(pk=moved.new).first() if moved.new else None
    if successor is None:
        return render(request, "rules/gone.html", {"moved": moved}, status=410)
    return HttpResponsePermanentRedirect(_address(successor))


def _address(row: Any) -> str:
    return str(row.get_absolute_url())
