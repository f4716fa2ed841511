"""Looking at the rules by hand; what is wrong there is corrected in the fixtures."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from rules import models


class ReadOnly(admin.ModelAdmin):
    """Show and find rows; rule data change with their files only, so that no change is lost at the next load."""

    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Rule)
class RuleAdmin(ReadOnly):
    list_display = ("id", "edition", "topic", "kind", "text")
    list_filter = ("edition", "kind", "topic")
    search_fields = ("id", "text")


@admin.register(models.Ruling)
class RulingAdmin(ReadOnly):
    list_display = ("id", "scope", "status", "question")
    list_filter = ("status", "scope")
    search_fields = ("id", "question", "answer")


@admin.register(models.Question)
class QuestionAdmin(ReadOnly):
    list_display = ("id", "state", "about")
    list_filter = ("state", "edition")
    search_fields = ("id", "about")


@admin.register(models.Term)
class TermAdmin(ReadOnly):
    list_display = ("term", "edition", "definition")
    list_filter = ("edition",)
    search_fields = ("term", "definition")


@admin.register(models.Comparison)
class ComparisonAdmin(ReadOnly):
    list_display = ("id", "topic", "question", "same")
    list_filter = ("same", "topic")
    search_fields = ("id", "question")


@admin.register(models.Example, models.Combination, models.Equivalence, models.Case)
class PlainAdmin(ReadOnly):
    list_display = ("id", "order")
    search_fields = ("id",)
