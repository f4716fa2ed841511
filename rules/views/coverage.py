"""How much of the rulebooks the resolver decides: measured at the state of the data that the page names."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from rules import proofs
from rules.querysets import rulebooks


def overview(request: HttpRequest) -> HttpResponse:
    boxes = proofs.by_box()
    shown, showable = proofs.rulings()
    context = {
        "boxes": boxes,
        "decided": sum(row.decided for row in boxes),
        "decidable": sum(row.decidable for row in boxes),
        "text": sum(row.text for row in boxes),
        "left_open": proofs.left_open(),
        "cases": len(proofs.proofs().passed),
        "rulings_shown": shown.total(),
        "rulings_showable": showable.total(),
        "general_shown": shown[None],
        "general_showable": showable[None],
    }
    return render(request, "rules/coverage.html", context)


def of_box(request: HttpRequest, box: str) -> HttpResponse:
    book = get_object_or_404(rulebooks(), pk=box)
    numbers = next(row for row in proofs.by_box() if row.box == book)
    context = {"book": book, "numbers": numbers, "topics": proofs.of_box(box)}
    return render(request, "rules/coverage_box.html", context)
