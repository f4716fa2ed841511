"""The map of all addresses."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, register_converter

from cardsite import (
    embedding,
    finding,
    health,
    metrics,
    offline,
    previews,
    proposing,
    reporting,
    search,
    views,
)
from cardsite.api import docs
from cardsite.api import urls as api
from cardsite.mcp import views as mcp
from rules.converters import DottedId

register_converter(DottedId, "ident")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("zufall/streitfrage/", views.random_dispute, name="random-dispute"),
    path("zufall/karte/", views.random_card, name="random-card"),
    path("bild/antwort.png", previews.answer, name="answer-preview"),
    path("bild/<slug:kind>/<ident:ident>.png", previews.statement, name="statement-preview"),
    path("einbetten/karte/<slug:box>/<slug:slug>/", embedding.card, name="embed-card"),
    path("einbetten/antwort/", embedding.answer, name="embed-answer"),
    path("oembed", embedding.oembed, name="oembed"),
    path("sitemap.xml", finding.sitemap, name="sitemap"),
    path("mitnehmen/", offline.take_along, name="take-along"),
    path("mitnehmen/<slug:box>.json", offline.box_to_take, name="take-box"),
    path("worker.js", offline.worker, name="worker"),
    path("hinweise/", views.notes, name="notes"),
    path("suche/", search.search, name="search"),
    path("suche/hilfe/", search.search_help, name="search-help"),
    path("suche/vorschlag/", search.search_completions, name="search-completions"),
    path("suche/opensearch.xml", search.opensearch, name="opensearch"),
    path("vorschlag/karte/<slug:box>/<slug:slug>/", proposing.propose, name="propose"),
    path("vorschlag/box/<slug:box>/", proposing.capture, name="capture"),
    path("vorschlag/box/<slug:box>/neu/", proposing.propose_new, name="propose-new"),
    path("vorschlag/zu/<slug:subject>/<str:ident>/", reporting.report, name="report"),
    path("vorschlag/stand/<str:token>/", proposing.proposal, name="proposal"),
    path("", include("cards.urls")),
    path("", include("rules.urls")),
    # For machines
    path("api/v1", api.root),
    path("api/v1/", include("cardsite.api.urls")),
    path("mcp", mcp.endpoint, name="mcp"),
    path("llms.txt", docs.llms, name="llms"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path(".well-known/security.txt", views.security, name="security"),
    path("robots.txt", views.robots, name="robots"),
    path("site.webmanifest", views.manifest, name="manifest"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("admin/", admin.site.urls),
]

handler400 = "cardsite.views.bad_request"
handler403 = "cardsite.views.forbidden"
handler404 = "cardsite.views.not_found"
handler500 = "cardsite.views.server_error"
