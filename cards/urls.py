"""The addresses of this app."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from cards import pictures, views

app_name = "cards"
urlpatterns: list[URLPattern] = [
    path("karten/", views.card_list, name="card-list"),
    path("karten/<slug:box>/", views.box_of_cards, name="box-of-cards"),
    path("karten/<slug:box>/<slug:slug>/", views.card_detail, name="card-detail"),
    re_path(
        r"^karten/(?P<box>[-\w]+)/(?P<slug>[-\w]+)/face\.(?P<ending>svg|png)$",
        pictures.card_face,
        name="card-face",
    ),
    path("sets/", views.edition_list, name="edition-list"),
    path("sets/<slug:key>/", views.edition_detail, name="edition-detail"),
    path("sets/<slug:key>/zeichen.svg", pictures.box_emblem, name="box-emblem"),
    path("sets/<slug:key>/checkliste/", views.edition_checklist, name="edition-checklist"),
    path("quellen/", views.source_list, name="source-list"),
]
