"""„Tisch“: the companion for an evening, which lives in the browser alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def table(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")
