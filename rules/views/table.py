"""„Tisch“: the companion for an evening, which lives in the browser alone."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

from rules.engine.library import Library
from rules.facts import library
from rules.whatif.words import words

GAME = "munchkin"
WIN_LEVEL = "ziel.siegstufe"
ESCAPE = "weglaufen.mindestwurf"
# What a person is, besides level and gear.
TRAITS = ("class", "race", "loyalty", "training", "style", "power")
FILES = (
    "site/site.css", "site/parts.css", "site/search.css", "site/site.js", "site/search.js", "site/icon.svg",
    "site/fonts/archivo.woff2", "site/fonts/alegreya-titel.woff2",
    "django_htmx/htmx-2.min.js", "rules/whatif.css", "rules/whatif.js", "rules/tisch.css", "rules/tisch/tisch.js",
    "rules/tisch/state.js", "rules/tisch/fight.js", "rules/tisch/parts.js", "rules/tisch/end.js",
    "rules/tisch/shared.js", "site/theme.js", "site/fonts/alegreya-text.woff2",
)  # fmt: skip


@cache_control(public=True, max_age=0, must_revalidate=True)
def table(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/tisch/page.html", {"data": _data(library())})


@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; its version changes with the page and its files."""
    page = reverse("rules:table")
    shell = [page, *(static(name) for name in FILES)]
    known = json.dumps([shell, _data(library()), settings.VERSION], ensure_ascii=False)
    version = hashlib.sha256(known.encode()).hexdigest()[:12]
    source = render_to_string("rules/tisch/worker.js", {"shell": json.dumps(shell), "version": version})
    return HttpResponse(source, content_type="text/javascript; charset=utf-8")


def _data(shelf: Library) -> dict[str, Any]:
    """Return what the page has to know of the rules: boxes with their winning level, classes, races and the like."""
    boxes = [
        {"key": key, "name": shelf.editions[key]["name"], "level": _win_level(shelf, key)}
        for key in shelf.deciding(GAME)
    ]
    known = {box["key"] for box in boxes}
    traits = [
        {"slug": facts["slug"], "name": facts["name"], "box": facts["set"], "ties": _wins_ties(facts)}
        for key, facts in shelf.card_facts.items()
        if facts["kind"] in TRAITS and key.partition("/")[0] in known
    ]
    return {
        "boxes": boxes,
        "traits": traits,
        "monsters": _monsters(shelf, known),
        "escape": {box["key"]: _escapes_from(shelf, box["key"]) for box in boxes},
        "names": [name.title() for name in words()["people"]],
        "what_if": reverse("rules:what-if"),
        "build": reverse("rules:what-if-build"),
        "here": reverse("rules:table"),
        "worker": reverse("rules:table-worker"),
        "share": reverse("rules:share-table"),
    }


def _monsters(shelf: Library, known: set[str]) -> list[dict[str, Any]]:
    """Return the monsters of the boxes with what a fight and its end need of them."""
    rows = ((key, row) for key, row in shelf.card_facts.items() if row["kind"] == "monster")
    return [
        {
            "card": key,
            "name": row["name"],
            "box": row["set"],
            "level": row["level"],
            "levels": row.get("levels", 1),
            "treasures": row.get("treasures", 0),
            "run": row.get("run_away", 0),
        }
        for key, row in rows
        if row["set"] in known and row.get("level")
    ]


def _escapes_from(shelf: Library, box: str) -> int:
    return int(shelf.comparison[ESCAPE]["answers"][box]["value"])


def _win_level(shelf: Library, box: str) -> int:
    return int(shelf.comparison[WIN_LEVEL]["answers"][box]["value"])


def _wins_ties(facts: dict[str, Any]) -> bool:
    return any(ability.get("wins_ties") for ability in facts.get("abilities") or ())
