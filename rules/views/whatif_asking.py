"""A question in German on the what-if page: the answer first, what it rests on, how to ask on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.ask import LONGEST, AskAnswer, Near, ask
from rules.facts import library
from rules.views.whatif_context import PAGE, answered, box_names, chosen_sets, frame
from rules.whatif.drawing import Cite, Cites
from rules.whatif.words import words

TOO_LONG = (
    "Deine Frage hat {length} Zeichen; höchstens {most} werden gelesen. Lass weg, was nicht dazugehört."
)
# A context is a few hundred characters; what is longer comes from nowhere.
LONGEST_CONTEXT = 8000
# An answer of several boxes does not fit into a headline.
LONGEST_HEADLINE = 160


@dataclass(frozen=True)
class Reply:
    """One answer as the page shows it."""

    q: str
    found: AskAnswer
    label: str
    tone: str
    decisive: Cite | None
    others: list[Cite]
    near: list[Near]
    context: str

    @property
    def asks_back(self) -> bool:
        return self.found.verdict == "rueckfrage"

    @property
    def is_long(self) -> bool:
        return len(self.found.answer) > LONGEST_HEADLINE


def asked(request: HttpRequest, text: str) -> HttpResponse:
    """Answer a question, or show what is missing for an answer."""
    sets = chosen_sets(request)
    context: dict[str, Any] = {**frame(), "chosen": sets}
    text = " ".join(text.replace("\0", " ").split())
    if len(text) > LONGEST:
        broken = TOO_LONG.format(length=len(text), most=LONGEST)
        return render(request, PAGE, {**context, "broken": broken, "question": text}, status=400)
    said = _context(request)
    found = ask(text, sets, library(), context=said)
    worked = answered(request, found.scenario, found.result) if found.scenario and found.result else {}
    # A table that no link can hold is answered all the same; it only has no page of its own.
    shown = worked if "answer" in worked else {}
    return render(request, PAGE, {**shown, **context, "reply": _reply(text, found, said), "question": text})


def _context(request: HttpRequest) -> str:
    given = request.GET.get("c", "").replace("\0", "")
    return given if len(given) <= LONGEST_CONTEXT else ""


def _reply(text: str, found: AskAnswer, said: str) -> Reply:
    row = words()["replies"][found.verdict]
    cites = Cites(library().cited, box_names()).of(found.cites)
    # What is said above need not be said again below.
    near = [one for one in {one.answer: one for one in found.near}.values() if one.answer != found.answer]
    return Reply(
        text,
        found,
        row["label"],
        row["tone"],
        cites[0] if cites else None,
        cites[1:],
        near,
        found.context or said,
    )
