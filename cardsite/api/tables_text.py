"""The rulebook of a table as data and as Markdown, and what is new in it for who knows other boxes."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct, convert

from cards.serializers import Entry
from cardsite.api import parameters
from cardsite.api.absent import check_sets
from cardsite.api.exceptions import Problem
from cardsite.api.operation import Ask, get
from rules.booklet.asking import Asked, query_of
from rules.booklet.asking import ask as read
from rules.booklet.changes import Change, changes
from rules.booklet.markdown import as_markdown
from rules.booklet.plain import compose_plain
from rules.booklet.text import Chapter, compose
from rules.facts import library

GROUP = "Vergleichen"
TABLE = parameters.slugs("sets", "Die Boxen auf dem Tisch.", required=True, example="axe-cop,shakespeare")
KNOWN = parameters.slugs("knows", "Die Boxen, die man kennt.", required=True, example="cthulhu")
RULEBOOK = parameters.slug(
    "rulebook", "Wessen Anleitung entscheidet; ohne Angabe die erste.", example="axe-cop"
)
HOUSE = parameters.text(
    "house",
    "Was der Tisch selbst entschieden hat: „Frage:Antwort“, durch Kommas getrennt.",
    most=5000,
    example="tod.flueche:shakespeare",
)
MARKDOWN = "text/markdown; charset=utf-8"


# What the text itself calls otherwise.
NAMES = {"anchor": "id", "asks": "questions", "box": "set", "boxes": "sets", "chosen": "house"}


class BookletDifference(Struct, kw_only=True, rename=NAMES):
    """Was eine andere Anleitung dazu sagt."""

    question: str
    box: str
    answer: str
    rules: list[str]


class BookletPlace(Struct, kw_only=True, rename=NAMES):
    """Ein Satz, zu dem ein Verweis führt."""

    anchor: str
    title: Annotated[str, Meta(description="Die Überschrift, unter der er steht.")]


class BookletPointer(Struct, kw_only=True):
    """Ein Verweis auf das, was anderswo im Text dazu gesagt ist."""

    text: Annotated[str, Meta(description="Der ganze Verweis, wie er auf der Seite steht.")]
    places: list[BookletPlace]


class BookletSentence(Struct, kw_only=True, rename=NAMES):
    """Ein Satz des Regelhefts."""

    anchor: Annotated[str, Meta(description="Der Anker auf der Seite: die erste Frage, die er beantwortet.")]
    asks: Annotated[list[str], Meta(description="Die Fragen der Gegenüberstellung, die er beantwortet.")]
    text: str
    boxes: Annotated[list[str], Meta(description="Wessen Anleitung das sagt.")]
    rules: list[str]
    differences: list[BookletDifference]
    chosen: Annotated[bool, Meta(description="Ob der Tisch das selbst entschieden hat.")]
    see: Annotated[list[BookletPointer], Meta(description="Was hinter dem Satz auf andere Stellen verweist.")]


class BookletPart(Struct, kw_only=True):
    """Ein Absatz."""

    title: str
    sentences: list[BookletSentence]


class BookletReading(Struct, kw_only=True):
    """Eine andere Lesart mit ihrem Buchstaben."""

    id: str
    text: str


class BookletOpen(Struct, kw_only=True, rename=NAMES):
    """Was die Anleitungen offen lassen, und wie es hier gelesen wird."""

    id: str
    about: str
    choice: str
    text: str
    others: list[BookletReading]
    chosen: bool


class BookletSection(Struct, kw_only=True):
    """Ein Kapitel."""

    id: str
    title: str
    paragraphs: list[BookletPart]
    open: list[BookletOpen]


class BookletChange(Struct, kw_only=True):
    """Ein Satz, der anders ist, dazukommt oder wegfällt."""

    id: str
    title: str
    text: str
    before: Annotated[str | None, Meta(description="Wie es an dem Tisch hieß, den man kennt.")]
    context: Annotated[
        str | None, Meta(description="Der Satz davor, wo erst er klar macht, wovon die Rede ist.")
    ]
    questions: list[str]
    rules: list[str]


class BookletChanges(Entry, kw_only=True):
    """Der Unterschied zweier Tische."""

    object: str = "booklet-changes"
    sets: list[str]
    knows: list[str]
    otherwise: Annotated[list[BookletChange], Meta(description="Das Überraschendste zuerst.")]
    added: list[BookletChange]
    gone: list[BookletChange]


def read_table(sets: list[str], rulebook: str | None = None, house: str | None = None) -> Asked:
    """Return the table that is meant; what is wrong in it is one sentence with the right address."""
    asked = read(library(), sets, rulebook or "", house or "")
    fault = next((one for one in asked.faults if one.parameter == "house" or asked.mix), None)
    if fault:
        raise Problem(
            "ungueltiger-parameter",
            f"{fault.text} Richtig: /api/v1/combine?{asked.right}",
            parameter=fault.parameter,
            suggestions=list(fault.suggestions),
        )
    return asked


def chapters_of(asked: Asked) -> tuple[Chapter, ...]:
    if asked.mix is not None:
        return compose(asked.mix)
    return compose_plain(library(), asked.apart) if asked.apart else ()


def sections_of(asked: Asked) -> list[BookletSection]:
    return convert(chapters_of(asked), list[BookletSection], from_attributes=True)


@get(
    "combine.md", {"type": "string"}, GROUP, media=MARKDOWN, cost=5,
    parameters=(TABLE, RULEBOOK, HOUSE),
)  # fmt: skip
def combine_markdown(ask: Ask) -> HttpResponse:
    """Das Regelheft eines Tisches als Markdown.

    Derselbe Text wie auf der Seite; jeder Satz trägt seinen Anker und den Verweis auf seine Aussage.
    """
    asked = read_table(check_sets(ask["sets"]), ask["rulebook"], ask["house"])
    boxes = asked.mix.boxes if asked.mix else (asked.apart,) if asked.apart else ()
    names = (row["name"] for key, row in library().editions.items() if key in boxes)
    title = "Regelheft: " + " + ".join(names)
    text = as_markdown(library(), title, chapters_of(asked), ask.frame.base)
    return HttpResponse(text, content_type=MARKDOWN)


@get("combine/changes", BookletChanges, GROUP, cost=5, parameters=(TABLE, KNOWN, RULEBOOK, HOUSE))
def combine_changes(ask: Ask) -> BookletChanges:
    """Was neu ist.

    Der Unterschied zweier Tische: was anders ist, was dazukommt, was wegfällt für jemanden, der andere Boxen kennt.
    """
    now = read_table(check_sets(ask["sets"]), ask["rulebook"], ask["house"]).mix
    known = read_table(check_sets(ask["knows"], "knows")).mix
    if now is None or known is None:
        raise Problem(
            "ungueltiger-parameter",
            "Verglichen werden zwei Tische mit Munchkin-Boxen, von denen wir eine Anleitung haben.",
            parameter="knows" if known is None else "sets",
        )
    found = changes(known, now)
    knows = ",".join(known.boxes)
    query = f"{query_of(now)}&"
    key = f"{'+'.join(known.boxes)}-{'+'.join(now.boxes)}"
    page = f"{ask.frame.base}{reverse('rules:combine-new')}?{query}kenne={knows}"
    return BookletChanges(
        **ask.frame.head(key, f"combine/changes?{query}knows={knows}", page),
        sets=list(now.boxes),
        knows=list(known.boxes),
        otherwise=[_changed(one) for one in found.otherwise],
        added=[_changed(one) for one in found.added],
        gone=[_changed(one) for one in found.gone],
    )


def _changed(one: Change) -> BookletChange:
    return BookletChange(
        id=one.sentence.anchor,
        title=one.title,
        text=one.sentence.text,
        questions=list(one.sentence.asks),
        rules=list(one.sentence.rules),
        before=one.before.text if one.before else None,
        context=one.context or None,
    )
