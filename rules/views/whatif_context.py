"""What the pages of an answer have in common: the boxes, the answer, the ways to hand it on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.facts import library
from rules.whatif import links, turning
from rules.whatif.before import score_before
from rules.whatif.mending import mendings
from rules.whatif.showing import Answer, show
from rules.whatif.telling import situation

PAGE = "rules/whatif/page.html"
# „Was müsste sich ändern?“, from this change on.
FURTHER, MOST_DIGITS = "ab", 5


def frame() -> dict[str, Any]:
    """Return what every page of this kind needs: the boxes with a rulebook."""
    editions = library().editions
    return {"boxes": [row for row in editions.values() if row.get("has_rulebook")]}


def chosen_sets(request: HttpRequest) -> list[str]:
    """Return the boxes that the reader chose, those that there are."""
    asked = [key for part in request.GET.getlist("sets") for key in part.split(",")]
    if not asked:
        return []
    known = library().editions
    return list(dict.fromkeys(key for key in asked if key in known))


def answered(
    request: HttpRequest, scenario: dict[str, Any], given: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the context of an answer; of its problems where the scenario cannot be read.

    `given` is the resolver's answer where it is known already.
    """
    try:
        link = links.write(scenario)
    except links.LinkError as error:
        return {**frame(), "broken": str(error)}
    shelf = library()
    boxes = scenario.get("sets")
    context = {
        **frame(),
        "link": link,
        "scenario": scenario,
        "chosen": boxes if isinstance(boxes, list) else [],
    }
    try:
        given = given or resolve(scenario, shelf)
    except ScenarioError as error:
        return {**context, "situation": situation(scenario), "mendings": mendings(scenario, error)}
    context["situation"] = situation(scenario)
    answer = show(scenario, given, box_names())
    turns = turning.turns(scenario, given, shelf, _further(request))
    score = answer.score
    return {
        **context,
        "answer": answer,
        "turns": turns,
        "score": score,
        "before": score_before(request.GET.get("vor", ""), score),
        **_sharing(request, link, answer),
    }


def _further(request: HttpRequest) -> int | None:
    """Return from which change on the reader wants to know what would turn the result."""
    asked = request.GET.get(FURTHER, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < MOST_DIGITS else None


def box_names() -> dict[str, str]:
    return {key: str(row["name"]) for key, row in library().editions.items()}


def _sharing(request: HttpRequest, link: str, answer: Answer) -> dict[str, Any]:
    """Return the addresses of the answer and the text for the group chat."""
    address = request.build_absolute_uri(f"{reverse('rules:what-if')}?s={link}")
    score = ""
    if answer.outcomes and answer.first.fight:
        score = "\n" + " gegen ".join(f"{bar.name} {bar.total}" for bar in answer.first.fight)
    chat = f"{answer.result_label}: {answer.headline}{score}\n{address}"
    return {
        "address": address,
        "chat": chat,
        "qr": f"{reverse('rules:what-if-qr')}?s={link}",
        "embed": f"/einbetten/antwort/?s={link}",
    }
