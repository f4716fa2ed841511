"""The rulebook of the boxes on your table."""

from __future__ import annotations

from urllib.parse import urlencode

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.models import Edition
from rules.combining import Table, combine
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
        "others": [e for e in editions if not e.has_rulebook and e.pk != "unbekannt"],
        "names": {edition.pk: edition.name for edition in editions},
        "topics": TOPICS,
        "address": address,
        "qr": _qr(address) if len(table.boxes) > 1 else "",
        "further": [(box, number, _with(table, box.pk)) for box, number in table.further],
        "json_url": f"/api/v1/combine?{urlencode({'sets': ','.join(sets), 'rulebook': _rulebook(table)}, safe=',')}",
    }
    return render(request, "rules/combine.html", context)


def _rulebook(table: Table) -> str:
    return table.rulebook.pk if table.rulebook else ""


def _address(sets: list[str], rulebook: str) -> str:
    words = {"sets": ",".join(sets)} | ({"rulebook": rulebook} if rulebook else {})
    return f"{reverse('rules:combine')}?{urlencode(words, safe=',')}"


def _with(table: Table, box: str) -> str:
    return _address([*(one.pk for one in table.boxes), box], _rulebook(table))


def _qr(address: str) -> SafeString:
    drawing = segno.make(address, error="m").svg_inline(scale=4, border=2, title="QR-Code zu dieser Seite")
    return mark_safe(drawing)  # noqa: S308 - drawn here from our own address
