"""Pages and resolver over WSGI, beside an empty template view and a bare JSON view with the same middleware."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from io import BytesIO
from itertools import count as counting
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.test import override_settings
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from bench.readers import SCENARIO
from bench.report import Goal, Part, middle, spread

ROUNDS, SECONDS = 5, 0.4
PAGES = {
    "card": "/karten/axe-cop/krieger/",
    "list of cards": "/karten/",
    "rulebook": "/regeln/cthulhu/",
    "one rule": "/regeln/cthulhu.kampf.sieg-bedingung/",
    "comparison of a topic": "/regeln/vergleich/tod/",
    "combined rulebook": "/kombinieren/?sets=cthulhu,impossible",
    "search": "/suche/?q=monster",
    "what if": "/was-waere-wenn/",
}
NUMBERS = counting()
AGAIN = "card, asked again"
EMPTY, BARE, RESOLVE = "empty page with our frame", "bare JSON view", "POST resolve"


def empty(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


@csrf_exempt
def bare(request: HttpRequest) -> JsonResponse:
    """Read a body and answer as much as the resolver does."""
    json.loads(request.body)
    return JsonResponse(BARE_ANSWER)


BARE_ANSWER: dict[str, Any] = {}
urlpatterns = [path("bench/empty", empty), path("bench/bare", bare), path("", include("cardsite.urls"))]


def unseen(address: str) -> str:
    """Return the address as no visitor asked for it yet, so that no page is remembered."""
    return f"{address}{'&' if '?' in address else '?'}mal={next(NUMBERS)}"


def ask(handler: WSGIHandler, address: str, body: bytes = b"") -> bytes:
    where, _, query = address.partition("?")
    told: list[str] = []
    environ = {
        "REQUEST_METHOD": "POST" if body else "GET", "PATH_INFO": where, "QUERY_STRING": query, "SERVER_PORT": "80",
        "SERVER_NAME": "localhost", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "localhost", "wsgi.version": (1, 0),
        "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "http", "wsgi.input": BytesIO(body), "wsgi.errors": BytesIO(),
        "wsgi.multithread": False, "wsgi.multiprocess": True, "wsgi.run_once": False,
        "CONTENT_TYPE": "application/json" if body else "", "CONTENT_LENGTH": str(len(body)),
    }  # fmt: skip
    chunks = handler(environ, lambda status, headers: told.append(status))
    found = b"".join(chunks)
    chunks.close()
    if not told[0].startswith("200"):
        raise SystemExit(f"{address}: {told[0]}")
    return found


def rate(call: Callable[[], object]) -> float:
    count, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        call()
        count += 1
    return count / spent


def measure() -> Part:
    settings.API_POINTS_PER_MINUTE = 10**9
    settings.ALLOWED_HOSTS = ["*"]
    question = json.dumps(SCENARIO).encode()
    with override_settings(ROOT_URLCONF=__name__):
        handler = WSGIHandler()
        BARE_ANSWER.update(json.loads(ask(handler, "/api/v1/resolve", question)))
        calls: dict[str, Callable[[], bytes]] = {EMPTY: lambda: ask(handler, unseen("/bench/empty"))}
        for name, address in PAGES.items():
            calls[name] = lambda address=address: ask(handler, unseen(address))  # type: ignore[misc]
        calls[AGAIN] = lambda: ask(handler, PAGES["card"])
        calls[BARE] = lambda: ask(handler, "/bench/bare", question)
        calls[RESOLVE] = lambda: ask(handler, "/api/v1/resolve", question)
        sizes = {name: len(call()) for name, call in calls.items()}
        rates: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(ROUNDS):
            for name, call in calls.items():
                rates[name].append(rate(call))
    return part(rates, sizes)


def part(rates: dict[str, list[float]], sizes: dict[str, int]) -> Part:
    floors = {name: BARE if name in (BARE, RESOLVE) else EMPTY for name in rates}
    rows = [
        (name, f"{sizes[name]:,} B", spread(found), f"{middle(found) / middle(rates[floors[name]]):.2f}")
        for name, found in rates.items()
    ]
    goals = [Goal("POST resolve : bare view", 0.6, middle(rates[RESOLVE]) / middle(rates[BARE]))]
    goals += [
        Goal(
            f"Page for the first time, {name} : empty page",
            wanted,
            middle(rates[name]) / middle(rates[EMPTY]),
        )
        for name, wanted in (("card", 0.4), ("rulebook", 0.1), ("combined rulebook", 0.08))
    ]
    text = (
        "Whole requests in one process, middleware included, by CPU time. Pages, each at an address that nobody asked "
        "for before, beside an empty page with the same frame (the site remembers pages as long as the data stay as "
        f"they are: „{AGAIN}“); „{RESOLVE}“ asks a fight and gets its derivation, beside a view that reads the same "
        "body and returns the same answer ready-made."
    )
    bars = {name: middle(found) for name, found in rates.items() if name != BARE}
    return Part("Pages", text, ("what", "size", "requests", ": its floor"), rows, goals, bars)
