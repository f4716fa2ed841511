"""The table builder: a form whose whole state is the scenario in its address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def build(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


def card_by_hand(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


def card_names(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")
