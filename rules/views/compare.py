"""The rulebooks side by side: by topic, and all parameters on one page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from cards.models import Edition
from rules.comparing import DIFFERENT, Row, compare
from rules.querysets import compared_books
from rules.telling_apart import sentence
from rules.vocabulary import CHAPTERS, TOPICS


def comparison_list(request: HttpRequest) -> HttpResponse:
    books, chosen = _choice(request)
    rows = compare([book.pk for book in chosen])
    total, differing = Counter(row.topic for row in rows), Counter(row.topic for row in rows if row.matters)
    told = _told(rows, chosen)
    chapters = [
        (
            chapter,
            [
                (key, label, total[key], differing[key], told.get(key, ""))
                for key, label in topics.items()
                if total[key]
            ],
        )
        for chapter, topics in CHAPTERS.items()
    ]
    context = {
        **_common(books, chosen),
        "chapters": [(chapter, topics) for chapter, topics in chapters if topics],
        "rows": _with_cells([row for row in rows if row.matters], chosen),
        "number": len(rows),
    }
    return render(request, "rules/comparison_list.html", context)


def _told(rows: list[Row], chosen: list[Edition]) -> dict[str, str]:
    """Return for each topic its first difference in a sentence; a real one before one that only some books speak of."""
    names = {book.pk: book.name for book in chosen}
    differing = sorted((row for row in rows if row.matters), key=lambda row: row.verdict != DIFFERENT)
    return {row.topic: sentence(row, names) for row in reversed(differing)}


def comparison_topic(request: HttpRequest, topic: str) -> HttpResponse:
    books, chosen = _choice(request)
    rows = compare([book.pk for book in chosen], topic) if topic in TOPICS else []
    if not rows:
        raise Http404(f"Zum Thema „{topic}“ gibt es keinen Vergleich.")
    context = {
        **_common(books, chosen),
        "topic": topic,
        "label": TOPICS[topic],
        "rows": _with_cells(rows, chosen),
        "differing": sum(row.matters for row in rows),
        "told": _told(rows, chosen).get(topic, ""),
    }
    return render(request, "rules/comparison_topic.html", context)


def parameters(request: HttpRequest) -> HttpResponse:
    books, chosen = _choice(request)
    rows = [row for row in compare([book.pk for book in chosen]) if row.param]
    topics: dict[str, list[Row]] = {}
    for row in rows:
        topics.setdefault(TOPICS[row.topic], []).append(row)
    context = {
        **_common(books, chosen),
        "topics": [(label, _with_cells(found, chosen)) for label, found in topics.items()],
        "number": len(rows),
        "differing": sum(row.matters for row in rows),
    }
    return render(request, "rules/parameters.html", context)


def _choice(request: HttpRequest) -> tuple[list[Edition], list[Edition]]:
    """Return all books and the chosen ones, in the order of the address; without a choice all."""
    books = list(compared_books())
    asked = [key for part in request.GET.getlist("sets") for key in part.split(",")]
    by_key = {book.pk: book for book in books}
    return books, [by_key[key] for key in dict.fromkeys(asked) if key in by_key] or books


def _common(books: list[Edition], chosen: list[Edition]) -> dict[str, Any]:
    sets = ",".join(book.pk for book in chosen)
    return {"books": books, "chosen": chosen, "sets": sets, "json_url": f"/api/v1/compare?sets={sets}"}


def _with_cells(rows: list[Row], chosen: list[Edition]) -> list[dict[str, Any]]:
    return [{"row": row, "cells": [(book, row.cell(book.pk)) for book in chosen]} for row in rows]
