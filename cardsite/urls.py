"""The map of all addresses."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("cards.urls")),
    path("", include("rules.urls")),
]
