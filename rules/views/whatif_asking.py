"""A question in German on the what-if page: what was understood, what is missing, the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.ask import LONGEST, Chip, Missing, Understanding, ask
from rules.facts import library
from rules.views.whatif_context import PAGE, answered, chosen_sets, frame

# What the reader sends back to a question of ours stands in the address under this.
GIVEN = "g."
MOST_GIVEN = 20
TOO_LONG = f"Eine Frage hat höchstens {LONGEST} Zeichen. Lass weg, was nicht dazugehört."


@dataclass(frozen=True)
class Correction:
    """Another reading of one chip: its words and the address of the question read so."""

    text: str
    address: str
    chosen: bool


@dataclass(frozen=True)
class ShownChip:
    chip: Chip
    corrections: list[Correction]


@dataclass(frozen=True)
class Reading:
    """One question as the page shows it."""

    q: str
    found: Understanding
    chips: list[ShownChip]
    missing: list[Missing]
    sent: list[tuple[str, str]]
    suggestions: list[tuple[str, str]]


def asked(request: HttpRequest, text: str) -> HttpResponse:
    """Answer a question, or show what is missing for an answer."""
    sets = chosen_sets(request)
    context: dict[str, Any] = {**frame(), "chosen": sets}
    text = " ".join(text.replace("\0", " ").split())
    if len(text) > LONGEST:
        return render(request, PAGE, {**context, "broken": TOO_LONG}, status=400)
    given = _given(request)
    found = ask(text, sets, library(), given=given)
    context["reading"] = _reading(found, sets, given)
    context["chosen"] = found.sets or sets
    if found.scenario and found.answer:
        context = {**answered(request, found.scenario, found.answer), **context}
    return render(request, PAGE, context)


def _given(request: HttpRequest) -> dict[str, str]:
    pairs = [
        (key.removeprefix(GIVEN), str(value)) for key, value in request.GET.items() if key.startswith(GIVEN)
    ]
    return {key[:60]: value.replace("\0", "")[:100] for key, value in pairs[:MOST_GIVEN] if value}


def _reading(found: Understanding, sets: list[str], given: dict[str, str]) -> Reading:
    sent = [("q", found.q), *(("sets", key) for key in sets)]
    sent += [(GIVEN + key, value) for key, value in given.items()]
    chips = [_chip(chip, sent) for chip in found.understood]
    suggestions = [
        (one.text, one.url or "?" + urlencode([("q", one.text), *(("sets", key) for key in sets)]))
        for one in found.suggestions
        if one.text != found.q
    ]
    # Whoever is not understood at all has nothing to fill in.
    missing = found.missing if found.intent else []
    return Reading(found.q, found, chips, missing, sent, suggestions)


def _chip(chip: Chip, sent: list[tuple[str, str]]) -> ShownChip:
    """Return a chip with the addresses under which it is read otherwise."""
    key = f"{GIVEN}{chip.what}" if chip.what else ""
    others = [pair for pair in sent if pair[0] not in (key, chip.what)]
    corrections = [
        Correction(one.text, "?" + urlencode([*others, (key, one.value)]), one.value == chip.value)
        for one in (chip.options if key else ())
    ]
    return ShownChip(chip, corrections)
