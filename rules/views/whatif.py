"""„Was wäre, wenn …?“: a question, a card or a link in, the verdict with its proof out."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgspec
import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control

from rules.doors import complaint, worked_out
from rules.engine.errors import ScenarioError
from rules.facts import library
from rules.views.whatif_asking import asked
from rules.views.whatif_context import PAGE, answered, chosen_sets, frame
from rules.whatif import links, starting
from rules.whatif.words import words

WAYS: dict[str, Callable[[str], starting.Start | None]] = {
    "karte": starting.from_card,
    "fall": starting.from_case,
    "regel": starting.from_rule,
    "klarstellung": starting.from_ruling,
    "beispiel": starting.from_example,
}
PARTS = ("frage", "antwort")
LONGEST_KEY = 200
NOT_THERE = "„{key}“ gibt es hier nicht."


@cache_control(public=True, max_age=0, must_revalidate=True)
def what_if(request: HttpRequest) -> HttpResponse:
    """Answer the link, open a scene, or show the ways in."""
    if request.GET.get("s"):
        return _from_link(request, request.GET["s"])
    if question := request.GET.get("q") or request.GET.get("frage"):
        return asked(request, question)
    for name, way in WAYS.items():
        if request.GET.get(name):
            return _from_start(request, way, request.GET[name][:LONGEST_KEY])
    return render(
        request, PAGE, {**frame(), "chosen": chosen_sets(request), "questions": words()["questions"]}
    )


def _from_link(request: HttpRequest, link: str) -> HttpResponse:
    try:
        scenario = links.read(link)
    except links.LinkError as error:
        return render(request, PAGE, {**frame(), "broken": str(error)}, status=400)
    context = answered(request, scenario)
    return render(request, PAGE, context, status=422 if context.get("mendings") else 200)


def _from_start(request: HttpRequest, way: Callable[[str], starting.Start | None], key: str) -> HttpResponse:
    start = way(key)
    if start is None:
        return render(request, PAGE, {**frame(), "broken": NOT_THERE.format(key=key)}, status=404)
    context = answered(request, start.scenario) if start.scenario else frame()
    return render(request, PAGE, {**context, "start": start})


@cache_control(public=True, max_age=86_400)
def qr_code(request: HttpRequest) -> HttpResponse:
    """Draw the address of a scenario as an image of its own."""
    link = request.GET.get("s", "")
    asked = request.GET.urlencode() if "q" in request.GET else f"s={link}"
    address = request.build_absolute_uri(f"{reverse('rules:what-if')}?{asked}")
    try:
        if "q" not in request.GET:
            links.read(link)
        code = segno.make(address, error="l", micro=False)
    except (links.LinkError, segno.DataOverflowError):
        return HttpResponse(
            "Dafür gibt es keinen QR-Code.", status=400, content_type="text/plain; charset=utf-8"
        )
    drawing = BytesIO()
    code.save(drawing, kind="svg", border=3, light="#fff", svgclass=None, lineclass=None)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")


def as_json(request: HttpRequest, part: str) -> HttpResponse:
    """Return the scenario as the API takes it, or the answer as the API gives it."""
    try:
        if part not in PARTS:
            raise Http404(part)
        scenario = links.read(request.GET.get("s", ""))
        found = scenario if part == "frage" else worked_out(scenario, library())
    except links.LinkError as error:
        return _json({"error": "unreadable-link", "summary": str(error)}, 400)
    except ScenarioError as error:
        return _json({**error.as_dict(), **complaint(error)}, 422)
    return _json(found, 200)


def _json(found: dict[str, Any], status: int) -> HttpResponse:
    text = msgspec.json.format(msgspec.json.encode(found), indent=2)
    return HttpResponse(text, status=status, content_type="application/json")
