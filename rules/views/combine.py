"""The rulebook of the boxes on your table: one text from the first hand to the last level."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rules.booklet.asking import Asked, Fault, ask, query_of, words
from rules.booklet.changes import changes
from rules.booklet.house import companion, groups, scenario
from rules.booklet.mix import GAME, Mix
from rules.booklet.page import written, written_plain
from rules.booklet.sheet import sheet
from rules.combining import NAMELESS
from rules.engine.library import Library
from rules.facts import library
from rules.whatif import links

CHOICE = "wahl."
KNOWN = "kenne"
# From this length on an address makes so fine a code that it has to be larger, and to do with less repetition.
DENSE = 500


def combine_boxes(request: HttpRequest) -> HttpResponse:
    asked, moved = read_table(request)
    if moved:
        return HttpResponseRedirect(f"{reverse('rules:combine')}?{moved}")
    context = frame(request, asked)
    if asked.mix is not None:
        context["chapters"], context["text"] = written(asked.mix)
    elif asked.apart:
        context["chapters"], context["text"] = written_plain(context["shelf"], asked.apart)
    return render(request, "rules/combine.html", context)


def one_page(request: HttpRequest) -> HttpResponse:
    """Show the sheet to lay beside the cards."""
    asked, moved = read_table(request)
    if moved:
        return HttpResponseRedirect(f"{reverse('rules:combine-sheet')}?{moved}")
    context = frame(request, asked)
    if asked.mix:
        context["sheet"] = sheet(asked.mix)
        context["qr"] = _drawn(context["address"])
        context["plain_address"] = context["address"].partition("&house=")[0]
        context["dense"] = len(context["address"]) >= DENSE
    return render(request, "rules/combine_sheet.html", context)


def own_rules(request: HttpRequest) -> HttpResponse:
    """Let a table choose where the books differ or leave something open."""
    asked, moved = read_table(request)
    if moved:
        return HttpResponseRedirect(f"{reverse('rules:combine-house')}?{moved}")
    context = frame(request, asked)
    if asked.mix:
        context["groups"] = groups(asked.mix, written(asked.mix)[0])
        context["own"] = sheet(asked.mix).own
        context["scenario"] = links.write(scenario(asked.mix))
        context["companion"] = companion(asked.mix)
    return render(request, "rules/combine_house.html", context)


def whats_new(request: HttpRequest) -> HttpResponse:
    """Show only what changes for somebody who knows other boxes."""
    asked, moved = read_table(request)
    known = ask(library(), _words(request, KNOWN))
    if moved or len(request.GET.getlist(KNOWN)) > 1:
        knows = ",".join(box for box in library().editions if known.mix and box in known.mix.boxes)
        return HttpResponseRedirect(f"{reverse('rules:combine-new')}?{asked.query}&{words(kenne=knows)}")
    context = frame(request, asked)
    if asked.mix and known.mix:
        context["changes"] = changes(known.mix, asked.mix)
    context["known"] = known.mix.boxes if known.mix else ()
    asked.faults.extend(known.faults)
    if known.apart:
        text = f"{context['names'][known.apart]} ist ein anderes Spiel; wähle Munchkin-Boxen, die Du kennst."
        asked.faults.append(Fault(KNOWN, text))
    return render(request, "rules/combine_new.html", context)


def _words(request: HttpRequest, name: str) -> list[str]:
    return [word for part in request.GET.getlist(name) for word in part.split(",") if word]


def read_table(request: HttpRequest) -> tuple[Asked, str]:
    """Return the table that is meant, and the one address of it where a form asked piece by piece."""
    picked = [
        f"{key.removeprefix(CHOICE)}:{value}"
        for key, value in request.GET.items()
        if key.startswith(CHOICE) and value
    ]
    house = ",".join([*([request.GET["house"]] if request.GET.get("house") else []), *picked])
    asked = ask(library(), _words(request, "sets"), request.GET.get("rulebook", ""), house)
    in_pieces = bool(picked) or len(request.GET.getlist("sets")) > 1
    return asked, asked.query if in_pieces and not asked.faults else ""


def frame(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    """Return what every page of a table shows: its boxes, what was wrong, where else to go."""
    shelf = library()
    names = {key: row["name"] for key, row in shelf.editions.items()}
    mix = asked.mix
    address = f"{reverse('rules:combine')}?{asked.query}" if asked.query else reverse("rules:combine")
    return {
        "shelf": shelf,
        "asked": asked,
        "mix": mix,
        "names": names,
        "boxes": [key for key in shelf.editions if mix and key in mix.boxes],
        "lead": names[mix.lead] if mix else "",
        "apart": names.get(asked.apart, ""),
        "ours": [key for key, row in shelf.editions.items() if row["has_rulebook"]],
        "further": [
            key
            for key, row in shelf.editions.items()
            if row["game"] == GAME and not row["has_rulebook"] and key != NAMELESS
        ],
        "query": asked.query,
        "right": f"{request.path}?{asked.right}" if asked.right else "",
        "here": address,
        "address": request.build_absolute_uri(address),
        "json_url": f"/api/v1/combine?{asked.query}" if mix else "",
        "beside": _beside(shelf, mix) if mix else [],
    }


def _beside(shelf: Library, mix: Mix) -> list[tuple[str, str]]:
    """Return the Munchkin boxes with a book that could be added, each with the address of the larger table."""
    absent = [
        key
        for key, row in shelf.editions.items()
        if row["game"] == GAME and row["has_rulebook"] and key not in mix.boxes
    ]
    return [
        (shelf.editions[key]["name"], query_of(Mix(shelf, (*mix.boxes, key), mix.house))) for key in absent
    ]


def qr_code(request: HttpRequest) -> HttpResponse:
    """Draw the address of a table as an image of its own: drawing takes longer than writing the text."""
    asked, _ = read_table(request)
    address = request.build_absolute_uri(f"{reverse('rules:combine')}?{asked.query}")
    return HttpResponse(_drawn(address), content_type="image/svg+xml")


def _drawn(address: str) -> SafeString:
    drawing = BytesIO()
    code = segno.make(address, error="m" if len(address) < DENSE else "l")
    code.save(drawing, kind="svg", omitsize=True, border=2, xmldecl=False, title="QR-Code zum ganzen Text")
    return mark_safe(drawing.getvalue().decode())  # noqa: S308 - drawn here from our own address
