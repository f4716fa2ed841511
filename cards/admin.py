"""Editing boxes, cards and sources by hand: with the checks of the fixtures, a history, and a new release."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from cards.models import Card, Edition, Redirect, Release, Source
from cards.releases import make_release
from cards.wording import LABELS

_MORE_LABELS = {
    "edition": "Box", "slug": "Kürzel", "order": "Platz in der Box", "name": "Name", "title": "Titel",
    "name_is_german": "Name ist deutsch", "name_en": "Englischer Name", "aliases": "Weitere Namen (Liste)",
    "kind": "Art", "deck": "Stapel", "copies": "Anzahl in der Box", "text": "Was die Karte tut",
    "bad_stuff_text": "Schlimme Dinge in Worten", "structures": "Weitere Fakten", "tags": "Merkmale (Liste)",
    "coverage": "Im Was-wäre-wenn", "complete": "Vollständig belegt", "checked": "Geprüft",
    "confidence": "Verlässlichkeit", "sources": "Quellen", "notes": "Anmerkungen (Liste)", "key": "Kürzel",
    "game": "Spiel", "has_rulebook": "Regelheft vorhanden", "language": "Sprache", "publisher": "Verlag",
    "year": "Jahr", "rules_version": "Regelstand", "cards_total": "Karten", "cards_distinct": "Verschiedene Karten",
    "facts": "Fakten", "url": "Adresse", "reliability": "Verlässlichkeit", "remark": "Bemerkung", "old": "Von",
    "new": "Nach", "since": "Seit", "note": "Warum",
}  # fmt: skip


class ReleasedAdmin(SimpleHistoryAdmin):
    """Makes a release of every change, so that pages, search and API stand on it at once."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, forms.Field):
            field.label = _MORE_LABELS.get(db_field.name) or LABELS.get(db_field.name) or field.label
        return field

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        self._release(request, "geändert" if change else "angelegt", str(form.instance))

    def delete_model(self, request: HttpRequest, obj: models.Model) -> None:
        name = str(obj)
        super().delete_model(request, obj)
        self._release(request, "gelöscht", name)

    def delete_queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        names = ", ".join(str(obj) for obj in queryset[:5])
        super().delete_queryset(request, queryset)
        self._release(request, "gelöscht", names)

    def _release(self, request: HttpRequest, what: str, name: str) -> None:
        label = self.model._meta.verbose_name
        make_release(f"{label} „{name}“ {what} von {request.user}")


@admin.register(Card)
class CardAdmin(ReleasedAdmin):
    list_display = ["name", "edition", "kind", "coverage", "complete", "checked"]
    list_filter = ["edition", "kind", "coverage", "complete", "checked", "confidence"]
    list_select_related = ["edition"]
    search_fields = ["name", "name_en", "slug", "text"]
    filter_horizontal = ["sources"]
    prepopulated_fields = {"slug": ["name"]}


@admin.register(Edition)
class EditionAdmin(ReleasedAdmin):
    list_display = ["name", "key", "game", "year", "has_rulebook"]
    filter_horizontal = ["sources"]


@admin.register(Source)
class SourceAdmin(ReleasedAdmin):
    list_display = ["title", "language", "reliability"]
    search_fields = ["key", "title"]


@admin.register(Redirect)
class RedirectAdmin(admin.ModelAdmin):
    list_display = ["kind", "old", "new", "since"]


@admin.register(Release)
class ReleaseAdmin(admin.ModelAdmin):
    """The states of the data, to read only."""

    list_display = ["version", "made_at", "note"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
