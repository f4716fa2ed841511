"""The search language behind `q`: what it finds, and what it could not read as warnings."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from msgspec import Meta, Struct

from cards.search import Found, find
from cards.search.corpus import PARTS, Document
from cards.serializers import Entry, Frame
from cardsite.api import parameters
from cardsite.api.listing import PAGING, Warned, offset_of, turns
from cardsite.api.operation import Ask, get

# Part of the search → word of the API, and where its objects lie.
KINDS = {
    "karte": ("card", "cards"),
    "regel": ("rule", "rules"),
    "klarstellung": ("ruling", "rulings"),
    "begriff": ("term", "terms"),
    "beispiel": ("example", "examples"),
    "frage": ("question", "questions"),
}
WORDS = {kind: part for part, (kind, _) in KINDS.items()}
QUERY = parameters.text(
    "q", "Suchausdruck in der Suchsprache der Seite.", most=400, example="typ:monster stufe>=10"
)
MUST_QUERY = parameters.text("q", "Suchausdruck.", most=400, required=True, example="gleichstand")
CARDS_PART = "karte"
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
    ask.warnings.extend(
        Warned(
            text=warning.text,
            position=warning.position,
            word=warning.word,
            suggestions=[warning.suggestion] if warning.suggestion else [],
        )
        for warning in found.warnings
    )
    if found.mended:
        said = f"Zu „{found.text}“ gibt es nichts; gesucht ist „{found.mended}“."
        ask.warnings.append(Warned(text=said, position=1, word=found.text, suggestions=[found.mended]))


def matching_cards(ask: Ask, text: str, start: int = 0, limit: int = ALL) -> tuple[list[str], int]:
    """Return the ids of a stretch of the cards that match, best first, and how many there are."""
    found = find(text, parts=(CARDS_PART,), offset=start, limit=limit)
    warn(ask, found)
    hits = found.of(CARDS_PART)
    return [document.key for document in hits.documents], hits.total


OF = parameters.choices("of", "Nur diese Arten.", list(WORDS), example="card,rule")


@get("search", Search, "Suche", cost=3, parameters=(MUST_QUERY, OF, *PAGING))
def search(ask: Ask) -> Search:
    """In allem suchen: Karten, Regeln, Klarstellungen, Begriffe, Beispiele, offene Fragen.

    `limit` und `cursor` gelten je Art. Was der Ausdruck an Unlesbarem enthält, steht in `warnings`
    mit Stelle (`position`, ab 1) und Vorschlag; gesucht wird mit dem Rest.
    """
    parts = tuple(WORDS[word] for word in ask["of"] if WORDS[word] in PARTS) or tuple(PARTS)
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
    kind, path = KINDS[hits.part.key]
    data = [_hit(document, kind, path, frame) for document in hits.documents]
    return HitGroup(of=kind, label=hits.part.label, count=hits.total, data=data)


def _hit(document: Document, kind: str, path: str, frame: Frame) -> Hit:
    return Hit(
        **frame.head(document.key, f"{path}/{document.key}", frame.base + document.url),
        of=kind,
        title=document.title or document.name,
        line=document.line,
        text=document.text,
        rulings_count=document.rulings,
        questions_count=document.questions,
    )
