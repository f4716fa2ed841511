"""Pages that belong to no app: home, notes, files for browsers, and what to do when something is missing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control, never_cache

from cards.models import Card, Release, Source
from cardsite.overview import boxes
from rules.models import Case
from rules.views.whatif_context import chosen_sets
from rules.whatif.words import words

DAY = 86_400
# Drawn from icon.svg, for systems that take no SVG; the last one has room for any shape that is cut out of it.
ICONS = (
    ("site/icon-192.png", 192, "any"),
    ("site/icon-512.png", 512, "any"),
    ("site/icon-maskable.png", 512, "maskable"),
)


def home(request: HttpRequest) -> HttpResponse:
    context = {"boxes": boxes(), "chosen": chosen_sets(request), "questions": words()["questions"][1:]}
    return render(request, "site/home.html", context)


@never_cache
def random_dispute(request: HttpRequest) -> HttpResponse:
    """Lead to a solved dispute, one of a worked example or an official answer where there is one."""
    cases = Case.objects.order_by("?")
    told = cases.filter(Q(examples__isnull=False) | Q(rulings__isnull=False)).first() or cases.first()
    if told is None:
        raise Http404("Es sind noch keine Fälle geladen.")
    return HttpResponseRedirect(f"{reverse('rules:what-if')}?{urlencode({'fall': told.pk})}")


@never_cache
def random_card(request: HttpRequest) -> HttpResponse:
    """Lead to a card of a box with a rulebook."""
    card = Card.objects.filter(edition__has_rulebook=True).order_by("?").first()
    if card is None:
        raise Http404("Es sind noch keine Karten geladen.")
    return HttpResponseRedirect(card.get_absolute_url())


def notes(request: HttpRequest) -> HttpResponse:
    context = {"sources": Source.objects.all(), "release": Release.objects.first()}
    return render(request, "site/notes.html", context)


# Files for browsers


@cache_control(public=True, max_age=DAY)
def robots(request: HttpRequest) -> HttpResponse:
    lines = [
        "User-agent: *",
        f"Disallow: {reverse('admin:index')}",
        "Allow: /",
        f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@cache_control(public=True, max_age=DAY)
def security(request: HttpRequest) -> HttpResponse:
    """Say where a weakness is reported (RFC 9116); it holds for half a year from the day it is asked for."""
    until = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=180)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT or request.build_absolute_uri(reverse('notes'))}",
        f"Expires: {until.strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "Preferred-Languages: de, en",
        f"Canonical: {request.build_absolute_uri(reverse('security'))}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@cache_control(public=True, max_age=DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    return HttpResponsePermanentRedirect(static("site/icon.svg"))


@cache_control(public=True, max_age=DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    body = {
        "name": "Munchkin-Regeln",
        "short_name": "Regeln",
        "description": "Karten, Regeln und Klarstellungen nachschlagen, während die anderen streiten.",
        "lang": "de",
        "start_url": reverse("home"),
        "display": "minimal-ui",
        "background_color": "#f6efe0",
        "theme_color": "#8a1c1c",
        "icons": [
            {"src": static("site/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            *(_icon(name, size, purpose) for name, size, purpose in ICONS),
        ],
        "shortcuts": [
            {"name": "Was wäre wenn", "url": reverse("rules:what-if")},
            {"name": "Tisch", "url": reverse("rules:table")},
            {"name": "Meine Boxen", "url": reverse("take-along")},
        ],
    }
    return JsonResponse(body, content_type="application/manifest+json")


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


# When something is missing


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return forbidden(request)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", {"words": _words(request.path)}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)


def _words(path: str) -> str:
    """Turn the last part of an address into what one could search for."""
    last = path.rstrip("/").rpartition("/")[2]
    return last.replace("-", " ").replace(".", " ").replace("_", " ")[:80].strip()
