"""The search page, its help, its completions, and its description for browsers."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from cards.search import completions, find
from cards.search.corpus import PARTS
from cards.search.parser import MAX_LENGTH
from cards.search.store import Corpus, current
from cardsite import stand
from cardsite.search_answer import PAGE_SIZE, reads_cards, render_answer
from cardsite.search_help import chapters
from cardsite.stand import Stand
from rules.question_like import reads_like_question
from rules.views.whatif_context import chosen_sets

# One character more than is read, so that a query that is too long still says so.
MOST_SHOWN = MAX_LENGTH + 1
LONGEST_TITLE = 60
# What stands in the page around the answer until a reader's words take its place.
PLACES = {"title": "\x02title\x03", "query": "\x02query\x03", "results": "\x02results\x03"}


@vary_on_headers("HX-Request")
@cache_control(public=True, max_age=0, must_revalidate=True)
def search(request: HttpRequest) -> HttpResponse:
    """Answer a query; while somebody types, only the part of the page that changes. A question goes to its answer."""
    htmx = HtmxDetails(request)
    partial = bool(htmx) and not htmx.history_restore_request
    sets = tuple(chosen_sets(request))
    asked = {"q"} <= request.GET.keys() <= {"q", "sets"}
    if not partial and asked and reads_like_question(request.GET["q"]):
        return HttpResponseRedirect(_asked(request.GET["q"], sets))
    text = request.GET.get("q", "")[:MOST_SHOWN]
    part = request.GET.get("teil", "")
    at = stand.current()
    corpus = current(at.version)
    if corpus.release != at.version:
        at = stand.fresh()
    results, is_whole = answer(
        corpus, text, (part,) if part in PARTS else (), _number(request.GET.get("seite", "")), sets
    )
    if partial:
        return HttpResponse(results)
    response = HttpResponse(page(at, text, results))
    if is_whole and corpus.release == at.version:
        # Everything in it comes from this one release, so nobody needs to look again.
        response.stand = at  # type: ignore[attr-defined]
    return response


def answer(
    corpus: Corpus, text: str, parts: tuple[str, ...], number: int, sets: tuple[str, ...] = ()
) -> tuple[SafeString, bool]:
    """Return the answer as HTML, and whether it holds nothing but what the corpus knows.

    `sets` are the boxes on the reader's table: they go along with a question and can narrow the search.
    """
    found = find(text, parts=parts, offset=(number - 1) * PAGE_SIZE, limit=PAGE_SIZE, corpus=corpus)
    last = max((-(-hits.total // PAGE_SIZE) for hits in found.results), default=1)
    if number > max(last, 1):
        return answer(corpus, text, parts, max(last, 1), sets)
    question = _asked(text, sets) if reads_like_question(text) else ""
    return render_answer(found, parts, number, question, sets), not reads_cards(found)


def _asked(question: str, sets: tuple[str, ...] = ()) -> str:
    """Return the address under which a question is answered for the boxes on the table."""
    return f"{reverse('rules:what-if')}?{urlencode([('q', question), *(('sets', key) for key in sets)])}"


def page(at: Stand, text: str, results: str) -> str:
    """Return the whole page: the shell of this data version with the reader's words and the results in it."""
    pieces = (shell.__wrapped__ if settings.DEBUG else shell)(at, bool(text))
    words = {"title": escape(_short(text)), "query": escape(text), "results": results}
    # Every second piece is the name of a place; what a reader typed is never searched for places.
    return "".join([words[piece] if i % 2 else piece for i, piece in enumerate(pieces)])


@lru_cache(maxsize=4)
def shell(at: Stand, asked: bool) -> list[str]:
    """Render the page with marks for what changes from query to query, and cut it at them: text, place, text, …"""
    marks = PLACES if asked else {**PLACES, "title": "", "query": ""}
    whole = render_to_string("site/search.html", {**marks, "stand": at})
    return [piece for text in whole.split("\x02") for piece in text.split("\x03")]


def _short(text: str) -> str:
    return Truncator(text).chars(LONGEST_TITLE) if len(text) > LONGEST_TITLE else text


def _number(written: str) -> int:
    """Return the number of the page; whatever is none means the first."""
    return (
        min(max(int(written), 1), 10_000)
        if written.isascii() and written.isdigit() and len(written) < 7
        else 1
    )


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
