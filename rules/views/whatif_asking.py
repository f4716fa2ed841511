"""A question in German on the what-if page: the answer first, what it rests on, how to ask on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from cards.models import Card
from cards.vocabulary import Kind
from rules.ask import LONGEST, AskAnswer, Near, ask, asked_before
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.facts import library
from rules.views.whatif_context import PAGE, answered, box_names, chosen_sets, frame
from rules.whatif import links
from rules.whatif.drawing import Cite, Cites
from rules.whatif.pieces import Piece, pieces
from rules.whatif.sentence import context_of
from rules.whatif.words import words

TOO_LONG = (
    "Deine Frage hat {length} Zeichen; höchstens {most} werden gelesen. Lass weg, was nicht dazugehört."
)
# A context is a few hundred characters; what is longer comes from nowhere.
LONGEST_CONTEXT = 8000
MOST_CARDS = 6
# The surest answers of the law proved right that often (docs/asking.md); more is not promised.
PROVEN = 0.96
# Below this an answer is more often wrong than right, and has no colour of a result.
HALF = 0.5
SILENT = ("unbeantwortbar", "rueckfrage")
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
    before: str
    cards: list[Card]
    certainty: str

    @property
    def pieces(self) -> list[Piece]:
        return pieces(self.q, self.found)

    @property
    def about(self) -> str:
        """Return what is answered: the question, behind the one that it goes on with and does not repeat."""
        before = asked_before(self.before)
        return self.q if before in self.q else f"{before} – {self.q}"

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
    text = _mended(request, text)
    if len(text) > LONGEST:
        broken = TOO_LONG.format(length=len(text), most=LONGEST)
        return render(request, PAGE, {**context, "broken": broken, "question": text}, status=400)
    said = _context(request)
    found = ask(text, sets, library(), context=said)
    worked = answered(request, found.scenario, found.result) if found.scenario and found.result else {}
    # A table that no link can hold is answered all the same; it only has no page of its own.
    shown = worked if "answer" in worked else {}
    reply = _reply(text, found, said, shown)
    return render(
        request, PAGE, {**_sharing(request, reply), **shown, **context, "reply": reply, "question": text}
    )


def _mended(request: HttpRequest, text: str) -> str:
    """Return the question; who corrected one place of it sends what stands before and after that place."""
    whole = [request.GET.get("vorne", ""), text, request.GET.get("hinten", "")]
    return " ".join(" ".join(whole).replace("\0", " ").split())


def _context(request: HttpRequest) -> str:
    """Return what the question goes on with: the talk so far, or the fight of a link."""
    given = request.GET.get("c", "").replace("\0", "")
    if not given and request.GET.get("lage"):
        return _context_of_link(request.GET["lage"])
    return given if len(given) <= LONGEST_CONTEXT else ""


def _context_of_link(link: str) -> str:
    try:
        scenario = links.read(link)
        return context_of(scenario, resolve(scenario, library()), library())
    except (links.LinkError, ScenarioError, KeyError, TypeError, AttributeError):
        # A table that no sentence tells is asked about anew.
        return ""


def _sharing(request: HttpRequest, reply: Reply) -> dict[str, str]:
    """Return the address of the answer, with its talk, and the text for the group chat."""
    asked = [("q", reply.q), *(("sets", key) for key in chosen_sets(request))]
    asked += [("c", reply.before)] if reply.before else []
    where = f"{reverse('rules:what-if')}?{urlencode(asked)}"
    code = f"{reverse('rules:what-if-qr')}?{urlencode(asked)}" if len(where) < links.LONGEST_IN_CODE else ""
    address = request.build_absolute_uri(where)
    return {"address": address, "chat": f"{reply.q}\n{reply.found.answer}\n{address}", "qr": code}


def _reply(text: str, found: AskAnswer, said: str, shown: dict[str, Any]) -> Reply:
    row = words()["replies"][found.verdict]
    cites = Cites(library().cited, box_names()).of(found.cites)
    # What is said above need not be said again below.
    near = [one for one in {one.answer: one for one in found.near}.values() if one.answer != found.answer]
    return Reply(
        text,
        found,
        row["label"],
        "warn" if _is_guess(found, shown) else row["tone"],
        cites[0] if cites else None,
        cites[1:],
        near,
        found.context or said,
        said,
        _cards(found),
        _certainty(found, shown),
    )


def _cards(found: AskAnswer) -> list[Card]:
    """Return the cards that the question names, of the boxes it is about."""
    names = [one.as_.partition(" ")[2] for one in found.read_as if one.kind in Kind.values]
    if not names:
        return []
    rows = Card.objects.filter(name__in=names, edition__has_rulebook=True)
    return list((rows.filter(edition__in=found.sets) if found.sets else rows)[:MOST_CARDS])


def _certainty(found: AskAnswer, shown: dict[str, Any]) -> str:
    """Return how sure the answer is: reckoned, or how often answers of this kind proved right."""
    known = words()["certainty"]
    # Who says that there is no answer need not say how sure that is.
    if found.verdict in SILENT:
        return ""
    if "answer" in shown:
        return str(shown["answer"].certainty)
    if found.sure >= 1:
        return ""
    way = known["guessed" if _is_guess(found, shown) else "measured"]
    return str(way).format(percent=round(min(found.sure, PROVEN) * 100))


def _is_guess(found: AskAnswer, shown: dict[str, Any]) -> bool:
    return "answer" not in shown and found.sure < HALF and found.verdict not in SILENT
