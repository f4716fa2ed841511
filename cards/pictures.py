"""The pictures of cards and boxes, with what lets a browser keep them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from cards.drawing.cards import USUAL_WIDTH, WIDTHS, drawing, mark, png_of, svg_of
from cards.drawing.emblems import emblem_mark, emblem_svg
from cards.faces import Face, face
from cards.models import Card, Edition
from cards.moved import former_card
from cards.wording import trait_names

TYPES = {"svg": "image/svg+xml", "png": "image/png"}
FOR_EVER = "public, max-age=31536000, immutable"
FOR_AN_HOUR = "public, max-age=3600"
# A picture stands alone: it loads nothing and runs nothing.
POLICY = "default-src 'none'"


@require_safe
def card_face(request: HttpRequest, box: str, slug: str, ending: str) -> HttpResponseBase:
    """Answer with a card's picture; who names its present mark may keep it for ever."""
    card = Card.objects.select_related("edition").filter(edition_id=box, slug=slug).first()
    if card is None:
        return former_card("cards:card-face", box, slug, ending)
    width = request.GET.get("breite", str(USUAL_WIDTH)) if ending == "png" else ""
    if width and width not in map(str, WIDTHS):
        return _no_such_width(width)
    seen = face(card, trait_names())
    now = mark(seen)
    tag = f'"{now}-{ending}{width}"'
    # What was compressed on its way comes back as a weak tag.
    held = [known.removeprefix("W/") for known in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))]
    if tag in held:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(_picture(seen, now, ending, int(width or 0)), content_type=TYPES[ending])
    response["ETag"] = tag
    response["Cache-Control"] = FOR_EVER if request.GET.get("v") == now else FOR_AN_HOUR
    response["Content-Security-Policy"] = POLICY
    return response


@require_safe
def box_emblem(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with a box's emblem."""
    box = get_object_or_404(Edition, key=key)
    now = emblem_mark(box.key)
    response = HttpResponse(emblem_svg(box.key, now), content_type=TYPES["svg"])
    response["Cache-Control"] = FOR_EVER if request.GET.get("v") == now else FOR_AN_HOUR
    response["Content-Security-Policy"] = POLICY
    return response


def _picture(seen: Face, now: str, ending: str, width: int) -> str | bytes:
    drawn, words = drawing(seen)
    return svg_of(drawn, words, now) if ending == "svg" else png_of(drawn, words, width, now)


def _no_such_width(width: str) -> HttpResponse:
    named = ", ".join(map(str, WIDTHS))
    said = f"breite={width[:20]}: Bilder gibt es {named} Punkte breit."
    return HttpResponse(said, status=400, content_type="text/plain; charset=utf-8")
