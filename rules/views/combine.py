"""The rulebook of the boxes on your table."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.models import Edition
from rules.combining import NAMELESS, Table, combine
from rules.comparing import Row
from rules.vocabulary import TOPICS


def combine_boxes(request: HttpRequest) -> HttpResponse:
    asked = request.GET.getlist("sets")
    sets = [key for part in asked for key in part.split(",") if key]
    if len(asked) > 1:
        return HttpResponseRedirect(_address(sets, request.GET.get("rulebook", "")))
    editions = list(Edition.objects.all())
    known = {edition.pk for edition in editions}
    table = combine(sets, request.GET.get("rulebook", ""))
    address = request.build_absolute_uri(_address([b.pk for b in table.boxes], _rulebook(table)))
    context = {
        "table": table,
        "chosen": {box.pk for box in table.boxes},
        "unknown": [key for key in sets if key not in known],
        "ours": [e for e in editions if e.has_rulebook],
        "others": [e for e in editions if not e.has_rulebook and e.pk != NAMELESS],
        "names": {edition.pk: edition.name for edition in editions},
        "topics": TOPICS,
        "address": address,
        "qr": _qr(address) if len(table.boxes) > 1 else "",
        "differences": [_sorted_out(row) for row in table.differences],
        "further": [(box, number, _with(table, box.pk)) for box, number in table.further],
        "json_url": f"/api/v1/combine?{urlencode({'sets': ','.join(sets), 'rulebook': _rulebook(table)}, safe=',')}",
    }
    return render(request, "rules/combine.html", context)


def _sorted_out(row: Row) -> dict[str, Any]:
    """Sort what the other books say into: the same as the deciding one, something else, nothing."""
    deciding, *others = row.cells
    return {
        "row": row,
        "deciding": deciding,
        "agreeing": [cell for cell in others if not cell.silent and cell.answer == deciding.answer],
        "others": [cell for cell in others if not cell.silent and cell.answer != deciding.answer],
        "silent": [cell for cell in others if cell.silent],
    }


def _rulebook(table: Table) -> str:
    return table.rulebook.pk if table.rulebook else ""


def _address(sets: list[str], rulebook: str) -> str:
    words = {"sets": ",".join(sets)} | ({"rulebook": rulebook} if rulebook else {})
    return f"{reverse('rules:combine')}?{urlencode(words, safe=',')}"


def _with(table: Table, box: str) -> str:
    return _address([*(one.pk for one in table.boxes), box], _rulebook(table))


def _qr(address: str) -> SafeString:
    drawing = segno.make(address, error="m").svg_inline(
        omitsize=True, border=2, title="QR-Code zu dieser Seite"
    )
    return mark_safe(drawing)  # noqa: S308 - drawn here from our own address
