"""The search language behind `q`: what it finds, and what it could not read as warnings."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from msgspec import Meta, Struct

from cards.search import Found, find
from cards.search.corpus import PARTS
from cards.serializers import Entry, Frame
from cardsite.api import parameters
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import PAGING, Warned, offset_of, turns

# Word of the API → part of the search.
PARTS_OF = {
    "card": "karte", "rule": "regel", "ruling": "klarstellung", "term": "begriff", "example": "beispiel",
    "question": "frage",
}  # fmt: skip
KINDS_OF = {part: kind for kind, part in PARTS_OF.items()}
QUERY = parameters.text(
    "q", "Suchausdruck in der Suchsprache der Seite.", most=400, example="typ:monster stufe>=10"
)
MUST_QUERY = parameters.text("q", "Suchausdruck.", most=400, required=True, example="gleichstand")
ALL = 100_000


class Hit(Entry, kw_only=True):
    """Ein Treffer; sein ganzer Inhalt liegt unter `url`."""

    object: Literal["hit"] = "hit"
    of: Annotated[str, Meta(description="Art des Treffers, wie in seinem „object“.")]
    title: str
    line: str
    text: str
    rulings_count: int
    questions_count: int


class HitGroup(Struct, kw_only=True):
    """Die Treffer einer Art."""

    of: str
    label: str
    count: int
    data: list[Hit]


class Search(Entry, kw_only=True):
    """Die Antwort auf einen Suchausdruck, nach Arten geordnet."""

    object: Literal["search"] = "search"
    id: Annotated[str, Meta(description="Der Suchausdruck in seiner Normalform.")]
    q: str
    explanation: Annotated[str, Meta(description="Was verstanden wurde, als Satz.")]
    corrected: Annotated[str | None, Meta(description="Der Ausdruck ohne seine Fehler.")]
    count: int
    next: str | None
    previous: str | None
    warnings: list[Warned]
    notes: list[str]
    suggestions: Annotated[list[str], Meta(description="Ausdrücke, die etwas fänden.")]
    results: list[HitGroup]


def warn(ask: Ask, found: Found) -> None:
    """Pass on what the search could not read."""
    for one in found.warnings:
        near = [one.suggestion] if one.suggestion else []
        ask.warnings.append(Warned(text=one.text, position=one.position, word=one.word, suggestions=near))
    if found.mended:
        said = f"Zu „{found.text}“ gibt es nichts; gesucht ist „{found.mended}“."
        ask.warnings.append(Warned(text=said, position=1, word=found.text, suggestions=[found.mended]))


def matching_cards(ask: Ask, text: str, start: int = 0, limit: int = ALL) -> tuple[list[str], int]:
    """Return the ids of a stretch of the cards that match, best first, and how many there are."""
    found = find(text, parts=(PARTS_OF["card"],), offset=start, limit=limit)
    warn(ask, found)
    hits = found.of(PARTS_OF["card"])
    return [document.key for document in hits.documents], hits.total


OF = parameters.choices("of", "Nur diese Arten.", list(PARTS_OF), example="card,rule")


@get("search", Search, "Suche", cost=3, parameters=(MUST_QUERY, OF, *PAGING))
def search(ask: Ask) -> Search:
    """In allem suchen: Karten, Regeln, Klarstellungen, Begriffe, Beispiele, offene Fragen.

    `limit` und `cursor` gelten je Art. Was der Ausdruck an Unlesbarem enthält, steht in `warnings`
    mit Stelle (`position`, ab 1) und Vorschlag; gesucht wird mit dem Rest.
    """
    parts = tuple(PARTS_OF[word] for word in ask["of"] if PARTS_OF[word] in PARTS) or tuple(PARTS)
    found = find(ask["q"], parts=parts, offset=offset_of(ask), limit=ask["limit"])
    warn(ask, found)
    groups = [_group(hits, ask.frame) for hits in found.results]
    after, before = turns(ask, max((group.count for group in groups), default=0))
    return Search(
        id=found.normalised or ask["q"],
        url=ask.request.build_absolute_uri(),
        html_url=f"{ask.frame.base}/suche/?{urlencode({'q': ask['q']})}",
        stand=ask.frame.stand,
        q=ask["q"],
        explanation=found.explanation,
        corrected=found.corrected if found.warnings and found.corrected else None,
        count=found.total,
        next=after,
        previous=before,
        warnings=ask.warnings,
        notes=found.notes,
        suggestions=[suggestion.query for suggestion in found.suggestions],
        results=groups,
    )


def _group(hits: Any, frame: Frame) -> HitGroup:
    kind = KINDS_OF[hits.part.key]
    data = [
        Hit(
            **frame.head(one.key, f"{kind}s/{one.key}", frame.base + one.url),
            of=kind,
            title=one.title or one.name,
            line=one.line,
            text=one.text,
            rulings_count=one.rulings,
            questions_count=one.questions,
        )
        for one in hits.documents
    ]
    return HitGroup(of=kind, label=hits.part.label, count=hits.total, data=data)
