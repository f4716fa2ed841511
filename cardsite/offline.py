"""„Meine Boxen mitnehmen“: what a phone keeps of a box, and the worker that answers where there is no net."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from cards.models import Card, Edition
from cards.wording import facts_in_words, trait_names
from cardsite import stand
from cardsite.keeping import Kept
from rules.models import Example, Question, Rule, Ruling, Term

MOST_BYTES = 8 * 1024 * 1024
_kept: Kept[bytes] = Kept(MOST_BYTES)
# What the page needs to open and to be read; letters and styles bear their version in their names.
SHELL = (
    "site/theme.js", "site/site.css", "site/parts.css", "site/search.css", "site/site.js", "site/search.js",
    "site/offline.js", "site/offline.css", "django_htmx/htmx-2.min.js", "site/icon.svg", "site/fonts/archivo.woff2",
    "site/fonts/alegreya.woff2",
)  # fmt: skip


@require_safe
@cache_control(public=True, max_age=0, must_revalidate=True)
def take_along(request: HttpRequest) -> HttpResponse:
    """Offer each box with its size; what is taken is searched and read here, also where there is no net."""
    boxes = [
        {"box": box, "bytes": len(_bundle(box)), "address": reverse("take-box", args=[box.key])}
        for box in Edition.objects.filter(has_rulebook=True)
    ]
    return render(request, "site/take_along.html", {"boxes": boxes, "worker": reverse("worker")})


@require_safe
@cache_control(public=True, max_age=0, must_revalidate=True)
def box_to_take(request: HttpRequest, box: str) -> HttpResponse:
    """Return all that one reads of a box at the table, with its Stand."""
    found = get_object_or_404(Edition, key=box)
    if not found.has_rulebook:
        raise Http404("Diese Box hat kein Regelheft.")
    body = _bundle(found)
    response = HttpResponse(body, content_type="application/json")
    response["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return response


def _bundle(box: Edition) -> bytes:
    """Return the box as JSON, made once per release."""
    now = stand.current()
    found = _kept.get(now.mark, box.key)
    if found is None:
        entries = [
            *_cards(box),
            *_rules(box),
            *_rulings(box),
            *_terms(box),
            *_examples(box),
            *_questions(box),
        ]
        said = {"box": box.key, "name": box.name, "stand": now.version, "made": _day(now), "entries": entries}
        found = msgspec.json.encode(said)
        _kept.put(now.mark, box.key, found, len(found))
    return found


def _day(now: stand.Stand) -> str:
    return date_format(now.made_at, "j. F Y") if now.made_at else ""


def _entry(row: Any, kind: str, title: str, *lines: str, more: str = "") -> dict[str, Any]:
    """Return an entry: address, kind, title, lines to read, and further words under which it is found."""
    return {
        "u": row.get_absolute_url(),
        "k": kind,
        "t": title,
        "l": [line for line in lines if line],
        "w": more,
    }


def _cards(box: Edition) -> Iterator[dict[str, Any]]:
    traits = trait_names()
    for card in Card.objects.for_lists().in_box(box.key):
        facts = [f"{fact.label}: {fact.text}" for fact in facts_in_words(card, traits) if fact.text]
        more = " ".join([card.name_en or "", *card.aliases])
        yield _entry(card, str(card.get_kind_display()), card.name, card.text, *facts, more=more)


def _rules(box: Edition) -> Iterator[dict[str, Any]]:
    for rule in Rule.objects.filter(edition=box):
        yield _entry(rule, "Regel", rule.section, f"{rule.get_kind_display()}: {rule.text}", rule.differs)


def _rulings(box: Edition) -> Iterator[dict[str, Any]]:
    rows = Ruling.objects.filter(edition=box) | Ruling.objects.filter(edition=None)
    for row in rows:
        yield _entry(row, "Klarstellung", row.question, row.answer, row.note)


def _terms(box: Edition) -> Iterator[dict[str, Any]]:
    for term in Term.objects.filter(edition=box):
        yield _entry(term, "Begriff", term.term, term.definition)


def _examples(box: Edition) -> Iterator[dict[str, Any]]:
    for one in Example.objects.filter(edition=box):
        yield _entry(one, "Beispiel", one.scene, one.result)


def _questions(box: Edition) -> Iterator[dict[str, Any]]:
    for one in Question.objects.filter(edition=box):
        yield _entry(one, "Offene Frage", one.about, one.favoured)


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker of the site; its version changes with its files and with the site."""
    page = reverse("take-along")
    shell = [page, reverse("manifest"), *(static(name) for name in SHELL)]
    version = hashlib.sha256(f"{shell}{settings.VERSION}".encode()).hexdigest()[:12]
    context = {"shell": msgspec.json.encode(shell).decode(), "version": version, "page": page}
    source = render_to_string("site/worker.js", context)
    return HttpResponse(source, content_type="text/javascript; charset=utf-8")
