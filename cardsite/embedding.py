"""A card or an answer for pages of others: the only addresses that may be framed, and what oEmbed says of them."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from cards.faces import face
from cards.models import Card
from cards.wording import trait_names
from rules.engine import resolve as resolved
from rules.engine.errors import ScenarioError
from rules.facts import library
from rules.views.whatif_context import box_names
from rules.whatif import links
from rules.whatif.showing import show

POLICY = "; ".join(
    f"{name} {'*' if name == 'frame-ancestors' else value}"
    for name, value in settings.CONTENT_SECURITY_POLICY.items()
    if name != "script-src"
)
# How large a frame has to be, in points.
CARD_SIZE, ANSWER_SIZE = (340, 520), (520, 320)


@require_safe
@xframe_options_exempt
@cache_control(public=True, max_age=3600)
def card(request: HttpRequest, box: str, slug: str) -> HttpResponse:
    found = get_object_or_404(Card.objects.for_lists(), edition_id=box, slug=slug)
    return _framed(request, "site/embed_card.html", {"card": found, "face": face(found, trait_names())})


@require_safe
@xframe_options_exempt
@cache_control(public=True, max_age=3600)
def answer(request: HttpRequest) -> HttpResponse:
    link = request.GET.get("s", "")
    try:
        scenario = links.read(link)
        found = show(scenario, resolved(scenario, library()), box_names())
    except (links.LinkError, ScenarioError) as error:
        raise Http404("Diese Antwort gibt es nicht.") from error
    return _framed(request, "site/embed_answer.html", {"answer": found, "link": link})


def _framed(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    response = render(request, template, context)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@cache_control(public=True, max_age=3600)
def oembed(request: HttpRequest) -> HttpResponse:
    """Say how the page of an address is embedded (oembed.com)."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Nur JSON.", status=400, content_type="text/plain; charset=utf-8")
    where, title, (width, height) = _embeddable(request.GET.get("url", ""))
    source = escape(request.build_absolute_uri(where))
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": "Munchkin-Regeln",
            "provider_url": request.build_absolute_uri("/"),
            "width": width,
            "height": height,
            "html": f'<iframe src="{source}" width="{width}" height="{height}" title="{escape(title)}"'
            ' loading="lazy" style="border:0"></iframe>',
        },
        json_dumps_params={"ensure_ascii": False},
    )


def _embeddable(url: str) -> tuple[str, str, tuple[int, int]]:
    """Return address, title and size of what shows a page in a frame."""
    parts = urlsplit(url[:8000])
    try:
        found = resolve(parts.path)
    except Resolver404 as error:
        raise Http404("Diese Adresse gibt es hier nicht.") from error
    if found.view_name == "cards:card-detail":
        shown = get_object_or_404(Card, edition_id=found.kwargs["box"], slug=found.kwargs["slug"])
        return reverse("embed-card", args=[shown.edition_id, shown.slug]), shown.name, CARD_SIZE
    link = parse_qs(parts.query).get("s", [""])[0]
    if found.view_name == "rules:what-if" and link:
        return f"{reverse('embed-answer')}?{urlencode({'s': link})}", "Was wäre, wenn …?", ANSWER_SIZE
    raise Http404("Einbetten lassen sich Karten und Antworten von „Was wäre wenn“.")
