"""Pictures of what is said: a rule, a ruling, an answer, as messengers show them beside a link."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import resvg_py
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from cards.drawing.lettering import drawn, fitted
from cards.drawing.library import library as shapes
from cards.drawing.scenes import shade
from cards.drawing.shapes import FIXED, inked, svg
from rules import models
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.facts import library
from rules.views.whatif_context import box_names
from rules.whatif import links
from rules.whatif.showing import show

WIDTH, HEIGHT = 1200, 630
PAPER, INK = "#f6efe0", "#231b15"
# The same three colours as on the page of an answer.
TONES = {"good": "#23602f", "bad": "#9b1c2e", "warn": "#7a4b00"}
KINDS = {
    "regel": (models.Rule, "text"),
    "klarstellung": (models.Ruling, "answer"),
    "frage": (models.Question, "about"),
    "begriff": (models.Term, "definition"),
    "beispiel": (models.Example, "scene"),
}
SIZES = (76, 66, 58, 50, 44, 38)


@require_safe
@cache_control(public=True, max_age=86_400)
def statement(request: HttpRequest, kind: str, ident: str) -> HttpResponse:
    """Draw a statement with the emblem of its box."""
    if kind not in KINDS:
        raise Http404(f"Von „{kind}“ gibt es keine Bilder.")
    model, field = KINDS[kind]
    row: Any = get_object_or_404(model._default_manager.select_related("edition"), pk=ident)
    box = row.edition.key if row.edition else ""
    name = row.edition.name if row.edition else "Munchkin"
    heading = str(row.question) if kind == "klarstellung" else f"{kind.capitalize()} · {name}"
    return _picture(heading, str(getattr(row, field)), INK, box)


@require_safe
@cache_control(public=True, max_age=86_400)
def answer(request: HttpRequest) -> HttpResponse:
    """Draw the verdict of a link in the colour of its result."""
    try:
        scenario = links.read(request.GET.get("s", ""))
        found = show(scenario, resolve(scenario, library()), box_names())
    except (links.LinkError, ScenarioError) as error:
        raise Http404("Diese Antwort gibt es nicht.") from error
    heading = found.result_label + (f" · {found.score.replace(':', ' : ')}" if found.score else "")
    boxes = scenario.get("sets") or [""]
    return _picture(heading, found.headline, TONES[found.tone], str(boxes[0]))


def _picture(heading: str, text: str, colour: str, box: str) -> HttpResponse:
    return HttpResponse(drawing(heading, text, colour, box, shapes().mark), content_type="image/png")


@lru_cache(maxsize=60)
def drawing(heading: str, text: str, colour: str, box: str, _mark: str) -> bytes:
    """Return the picture; words are outlines, so that it reads the same everywhere."""
    letters = shapes().letters
    head = fitted(heading, letters, 860, (44, 38, 32, 28), 2)
    body = fitted(text, letters, 1060, SIZES, 6)
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>', _band(box, colour)]
    for number, line in enumerate(head.lines):
        parts.append(
            drawn(line, letters, 70, 96 + number * head.size * 1.15, head.size, colour, middle=False)
        )
    step = body.size * 1.18
    first = 360 - step * (len(body.lines) - 1) / 2
    for number, line in enumerate(body.lines):
        parts.append(drawn(line, letters, 70, round(first + number * step), body.size, INK, middle=False))
    parts.append(drawn("Munchkin-Regeln", letters, 70, 585, 32, "#5e5145", middle=False))
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=whole, skip_system_fonts=True, width=WIDTH))


def _band(box: str, colour: str) -> str:
    """Return the spine in the colour of the result and the emblem of the box."""
    spine = f'<rect width="26" height="{HEIGHT}" fill="{colour}"/>'
    if not box:
        return spine
    look = shapes().box(box)
    colours = {**FIXED, "m": FIXED["l"], "n": "#d8cdb8", "a": FIXED["y"], "t": shade(look.colour, 0.8)}
    mark = inked(svg(shapes().motifs[look.mark].draw, colours), 4, "translate(1012 42) scale(1.1)")
    return f'{spine}<circle cx="1067" cy="97" r="80" fill="{look.colour}"/>{mark}'
