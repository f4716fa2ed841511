"""The search page, its help, its completions, and its description for browsers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from cards.lists import Listed, listed
from cards.models import Card
from cards.search import Facet, Found, Hits, completions, find
from cards.search.corpus import PARTS, Document
from cards.search.fields import VIEWS, Field, find_field
from cards.search.nodes import Or, conjuncts, quoted_if_needed
from cards.search.parser import MAX_LENGTH
from cards.search.store import newest_release
from cards.wording import trait_names
from cardsite.search_help import chapters

PAGE_SIZE = 24
# One character more than is read, so that a query that is too long still says so.
MOST_SHOWN = MAX_LENGTH + 1
# Answers that a process keeps, about 30 kB each: while people type, the same beginnings come again and again.
REMEMBERED = 256
FEW = 4
# Which fields narrow down the hits of a group by a click.
FACETS = {
    "karte": ("typ", "set", "deck", "fraktion", "platz", "merkmal", "hat", "sicherheit"),
    "regel": ("set", "thema", "art", "hat"),
    "klarstellung": ("set", "art"),
    "begriff": ("set",),
    "beispiel": ("set",),
    "frage": ("set", "art"),
}
MOST_VALUES = 12


@dataclass(frozen=True)
class Choice:
    """A value to click on: takes itself into the query, or out of it again."""

    label: str
    hits: int
    address: str
    chosen: bool


@dataclass(frozen=True)
class Group:
    """The hits of one part, as the page shows them."""

    hits: Hits
    documents: list[Document]
    address: str


@vary_on_headers("HX-Request")
@cache_control(public=True, max_age=0, must_revalidate=True)
def search(request: HttpRequest) -> HttpResponse:
    """Answer a query; while somebody types, only the part of the page that changes."""
    text = request.GET.get("q", "")
    part = request.GET.get("teil", "")
    parts = (part,) if part in PARTS else ()
    number = _number(request.GET.get("seite", ""))
    release = newest_release()
    ask = answer if release else answer.__wrapped__
    results = ask(release, text[:MOST_SHOWN], parts, number)
    htmx = HtmxDetails(request)
    if htmx and not htmx.history_restore_request:
        return HttpResponse(results)
    return render(request, "site/search.html", {"query": text[:MOST_SHOWN], "results": results})


@lru_cache(maxsize=REMEMBERED)
def answer(release: str, text: str, parts: tuple[str, ...], number: int) -> SafeString:
    """Return the answer as HTML; in one state of the data the same question has the same answer."""
    found = find(text, parts=parts, offset=(number - 1) * PAGE_SIZE, limit=PAGE_SIZE)
    last = max((-(-hits.total // PAGE_SIZE) for hits in found.results), default=1)
    if number > max(last, 1):
        return answer(release, text, parts, max(last, 1))
    return render_to_string("site/_search_results.html", _context(found, parts, number))


def _number(written: str) -> int:
    """Return the number of the page; whatever is none means the first."""
    return (
        min(max(int(written), 1), 10_000)
        if written.isascii() and written.isdigit() and len(written) < 7
        else 1
    )


def _context(found: Found, parts: tuple[str, ...], number: int) -> dict[str, object]:
    shown = [hits for hits in found.results if hits.total]
    groups = [_group(found, hits, len(parts) == 1 or hits is shown[0]) for hits in shown]
    led = shown[0] if shown else None
    pages = -(-led.total // PAGE_SIZE) if led else 0
    return {
        "found": found,
        "groups": groups,
        "parts": parts,
        "number": number,
        "facets": list(_facets(found, led.part.key)) if led else [],
        "tabs": _tabs(found) if not parts else [],
        "views": _views(found) if led and led.part.key == "karte" else [],
        "view": found.view or "liste",
        "cards": _drawn(led.documents) if led and found.view in ("tabelle", "galerie") else [],
        "earlier": _address(found.text, parts, number - 1) if number > 1 else "",
        "later": _address(found.text, parts or (led.part.key,), number + 1) if led and number < pages else "",
        "suggestions": [
            (s.said, _address(f"{s.query} {_settings(found)}".strip()), s.hits) for s in found.suggestions
        ],
        "alone": [(_address(part.term), part) for part in found.alone],
        "pages": pages,
        "corrected": _address(found.corrected) if found.corrected else "",
    }


def _group(found: Found, hits: Hits, in_full: bool) -> Group:
    shown = hits.documents if in_full else hits.documents[:FEW]
    return Group(hits, shown, _address(found.text, (hits.part.key,)) if len(shown) < hits.total else "")


def _drawn(documents: list[Document]) -> list[Listed]:
    """Return the cards among the hits as tables and galleries draw them, in the order of the hits."""
    slugs = [document.key.partition("/")[2] for document in documents if document.part == "karte"]
    rows = {card.key: card for card in Card.objects.for_lists().filter(slug__in=slugs)}
    return listed([rows[document.key] for document in documents if document.key in rows], trait_names())


def _address(text: str, parts: tuple[str, ...] = (), number: int = 1) -> str:
    asked = (
        {"q": text} | ({"teil": parts[0]} if parts else {}) | ({"seite": str(number)} if number > 1 else {})
    )
    return f"?{urlencode(asked)}"


def _tabs(found: Found) -> list[tuple[str, int, str]]:
    return [(h.part.label, h.total, _address(found.text, (h.part.key,))) for h in found.results if h.total]


def _settings(found: Found, view: str = "") -> str:
    """Return the settings of a query as text, for a query that only changes in what it asks."""
    written = (("sortierung", found.sort), ("ansicht", view or found.view))
    return " ".join(f"{name}:{value}" for name, value in written if value)


def _views(found: Found) -> list[tuple[str, str, bool]]:
    asked = str(found.node)
    return [
        (label, _address(f"{asked} {_settings(found, view)}"), view == (found.view or "liste"))
        for view, label in VIEWS.items()
    ]


# Facets


def _facets(found: Found, part: str) -> Iterator[tuple[str, list[Choice]]]:
    """Yield the fields by which the hits differ, with a choice per value."""
    everything = found.of(part).total
    for name in FACETS[part]:
        field = find_field(name)
        assert field is not None
        values = found.facets(part, name)[:MOST_VALUES]
        choices = [_choice(found, field, value, part) for value in values]
        # What all hits share narrows nothing down.
        useful = [choice for choice in choices if choice.chosen or choice.hits < everything]
        if useful:
            yield field.label, useful


def _choice(found: Found, field: Field, value: Facet, part: str) -> Choice:
    clause = f"{field.name}:{quoted_if_needed(found.corpus.catalogue.written(field, value.key))}"
    asked = [f"({n})" if isinstance(n, Or) else str(n) for n in conjuncts(found.node)]
    chosen = clause in asked
    changed = [other for other in asked if other != clause] if chosen else [*asked, clause]
    text = " ".join(filter(None, [*changed, _settings(found)]))
    return Choice(value.label, value.hits, _address(text, (part,) if part != "karte" else ()), chosen)


# Help, completions, browsers


def search_help(request: HttpRequest) -> HttpResponse:
    """Explain the query language from its own table, with examples that lead to their results."""
    return render(request, "site/search_help.html", {"chapters": chapters()})


@cache_control(public=True, max_age=60)
def search_completions(request: HttpRequest) -> HttpResponse:
    """Return what the text in the search box may become, as options of a list."""
    typed = request.GET.get("q", "")[:100]
    found = completions(typed, only_fields="felder" in request.GET)
    return render(request, "site/_completions.html", {"completions": found})


@cache_control(public=True, max_age=86_400)
def opensearch(request: HttpRequest) -> HttpResponse:
    """Describe the search so that a browser can add it."""
    context = {"host": f"{request.scheme}://{request.get_host()}"}
    kind = "application/opensearchdescription+xml; charset=utf-8"
    return render(request, "site/opensearch.xml", context, content_type=kind)
