"""The answer to a query as HTML: groups of hits, facets as links, and what would help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote_plus

from django.template.loader import get_template, render_to_string
from django.utils.safestring import SafeString, mark_safe

from cards.lists import listed
from cards.models import Card
from cards.per_release import PerRelease
from cards.search import Facet, Found, Hits, find
from cards.search.corpus import Document
from cards.search.fields import VIEWS, Field, find_field
from cards.search.nodes import Or, conjuncts
from cards.search.store import Corpus
from cards.search.understanding import CARDS
from cards.wording import trait_names
from rules.telling_apart import topic_of

PAGE_SIZE = 24
FEW = 4
# Which fields narrow down the hits of a group by a click.
FACETS = {
    "karte": ("typ", "set", "deck", "fraktion", "platz", "merkmal", "hat", "sicherheit"),
    "regel": ("set", "thema", "art", "hat"),
    "klarstellung": ("set", "art"),
    "begriff": ("set",),
    "beispiel": ("set",),
    "frage": ("set", "art"),
}
MOST_VALUES = 12
DRAWN = ("tabelle", "galerie")


@dataclass(frozen=True)
class Choice:
    """A value to click on: takes itself into the query, or out of it again."""

    label: str
    hits: int
    address: str
    chosen: bool


@dataclass(frozen=True)
class Group:
    """The hits of one part, as the page shows them."""

    hits: Hits
    documents: list[Document]
    address: str
    # The group that is shown in full, with pages and ways to narrow it down.
    leads: bool


def render_answer(
    found: Found, parts: tuple[str, ...], number: int, question: str = "", sets: tuple[str, ...] = ()
) -> SafeString:
    """Return what the page shows of an answer: page `number` of the hits of these parts, or of all.

    Where the words are a question, `question` is the address of its answer; `sets` are the boxes on the reader's table.
    """
    template = get_template("site/search_answer.jinja", using="jinja2")
    context = {**_context(found, parts, number), "question": question, "own": _own(found, sets)}
    return mark_safe(template.render(context))  # noqa: S308 - the template escapes


def reads_cards(found: Found) -> bool:
    """Say whether the answer draws its cards anew from the database."""
    return found.view in DRAWN


def _context(found: Found, parts: tuple[str, ...], number: int) -> dict[str, object]:
    shown = [hits for hits in found.results if hits.total]
    led = next((hits for hits in shown if hits.part.key == CARDS), shown[0] if shown else None)
    pages = -(-led.total // PAGE_SIZE) if led else 0
    part = parts[0] if parts else ""
    return {
        "found": found,
        "groups": [_group(found, hits, hits is led) for hits in shown],
        "parts": parts,
        "number": number,
        "facets": list(_facets(found, led.part.key)) if led else [],
        "tabs": _tabs(found) if not parts else [],
        "views": _views(found) if led and led.part.key == CARDS else [],
        "drawn": _drawn(led.documents, found.view) if led and found.view in DRAWN else "",
        "earlier": _address(found.text, part=part, number=number - 1) if number > 1 else "",
        "later": _address(found.text, part=part or led.part.key, number=number + 1)
        if led and number < pages
        else "",
        "suggestions": [(s.said, _address(s.query, _settings(found)), s.hits) for s in found.suggestions],
        "alone": [(_address(part.term), part) for part in found.alone],
        "unnamed": _unnamed(found) if not shown and found.node else [],
        "pages": pages,
        "topic": topic_of(found.text),
        "corrected": _address(found.corrected) if found.corrected else "",
        "formal": _address(found.normalised),
        "literal": _address(found.literal),
    }


def _group(found: Found, hits: Hits, in_full: bool) -> Group:
    shown = hits.documents if in_full else hits.documents[:FEW]
    address = _address(found.text, part=hits.part.key) if len(shown) < hits.total else ""
    return Group(hits, shown, address, in_full)


def _tabs(found: Found) -> list[tuple[str, int, str]]:
    return [(h.part.label, h.total, _address(found.text, part=h.part.key)) for h in found.results if h.total]


def _own(found: Found, sets: tuple[str, ...]) -> tuple[str, int] | None:
    """Return how to look in the reader's boxes alone, and how much is there; nothing where that changes nothing."""
    if not sets or not found.node or any(str(one).startswith("set:") for one in conjuncts(found.node)):
        return None
    asked = [f"({found.node})" if isinstance(found.node, Or) else str(found.node), f"set:{'|'.join(sets)}"]
    own = find(" ".join(asked), limit=1, corpus=found.corpus)
    total = sum(hits.total for hits in own.results)
    if total == sum(hits.total for hits in found.results):
        return None
    return _address(*asked, _settings(found)), total


# Nothing found

GERMAN = "hat:deutscher-name"
# How else one finds a card whose name one cannot type: what the link says, and what it asks for.
OTHER_WAYS = (
    ("nach Art", f"-{GERMAN}"),
    ("nach Stufe", "stufe>=1 sortierung:stufe"),
    ("nach Bonus", "bonus>=1 sortierung:bonus"),
    ("nach Wert", "gold>=1 sortierung:gold"),
    ("nach Stärke", "staerke>=1 sortierung:staerke"),
)


def _unnamed(found: Found) -> list[tuple[Facet, list[tuple[str, str]]]]:
    """Return the boxes of the query, or all, in which cards have no German name, with other ways to a card."""
    clauses = {str(node) for node in conjuncts(found.node)}
    corpus = found.corpus
    nameless = _nameless.at(corpus.release, lambda: _ways(corpus)) if corpus.release else _ways(corpus)
    return [(box, ways) for box, clause, ways in nameless if clause in clauses] or [
        (box, ways) for box, _, ways in nameless
    ]


# A box with cards without a German name, the term that asks for it, and the ways to them: label and address.
Nameless = tuple[Facet, str, list[tuple[str, str]]]
_nameless: PerRelease[list[Nameless]] = PerRelease()


def _ways(corpus: Corpus) -> list[Nameless]:
    """Return the ways into every such box; they are the same for whatever was not found."""
    field = find_field("set")
    assert field is not None
    boxes = find(f"-{GERMAN}", parts=(CARDS,), limit=1, corpus=corpus).facets(CARDS, "set")
    clauses = {box.key: corpus.catalogue.clause(field, box.key) for box in boxes}
    ways = {key: [(said, f"{clause} {way}") for said, way in OTHER_WAYS] for key, clause in clauses.items()}
    return [
        (
            box,
            clauses[box.key],
            [(said, _address(*asked.split())) for said, asked in ways[box.key] if _finds(corpus, asked)],
        )
        for box in boxes
    ]


def _finds(corpus: Corpus, asked: str) -> bool:
    return find(asked, parts=(CARDS,), limit=1, corpus=corpus).of(CARDS).total > 0


# Hits


@lru_cache(maxsize=4096)
def head(document: Document) -> SafeString:
    """Return what a hit shows whatever was asked; a document lives as long as its release."""
    return mark_safe(render_to_string("site/_hit_head.html", {"document": document}).rstrip("\n"))  # noqa: S308


def _drawn(documents: list[Document], view: str) -> SafeString:
    """Return the cards among the hits as a table or a gallery, in the order of the hits."""
    slugs = [document.key.partition("/")[2] for document in documents if document.part == "karte"]
    rows = {card.key: card for card in Card.objects.for_lists().filter(slug__in=slugs)}
    cards = listed([rows[document.key] for document in documents if document.key in rows], trait_names())
    if not cards:
        return SafeString()
    return render_to_string("cards/_cards.html", {"items": cards, "show_box": True, "view": view})


# Links


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    """Return a piece of a query as it stands in an address; the same pieces come again and again."""
    return quote_plus(text)


def _address(*terms: str, part: str = "", number: int = 1) -> str:
    """Return the address of these terms together, of one part, of one page."""
    asked = "+".join([_quoted(term) for term in terms if term])
    return f"?q={asked}{f'&teil={part}' if part else ''}{f'&seite={number}' if number > 1 else ''}"


def _settings(found: Found, view: str = "") -> str:
    """Return the settings of a query as text, for a query that only changes in what it asks."""
    written = (("sortierung", found.sort), ("ansicht", view or found.view))
    return " ".join([f"{name}:{value}" for name, value in written if value])


def _views(found: Found) -> list[tuple[str, str, bool]]:
    asked = str(found.node)
    return [
        (label, _address(asked, _settings(found, view)), view == (found.view or "liste"))
        for view, label in VIEWS.items()
    ]


# Facets


def _facets(found: Found, part: str) -> Iterator[tuple[str, list[Choice]]]:
    """Yield the fields by which the hits differ, with a choice per value."""
    everything = found.of(part).total
    node = found.node if part == CARDS else found.words
    asked = [f"({n})" if isinstance(n, Or) else str(n) for n in conjuncts(node)]
    for name in FACETS[part]:
        field = find_field(name)
        assert field is not None
        values = found.facets(part, name)[:MOST_VALUES]
        choices = [_choice(found, asked, field, value, part) for value in values]
        # What all hits share narrows nothing down.
        useful = [choice for choice in choices if choice.chosen or choice.hits < everything]
        if useful:
            yield field.label, useful


def _choice(found: Found, asked: list[str], field: Field, value: Facet, part: str) -> Choice:
    clause = found.corpus.catalogue.clause(field, value.key)
    chosen = clause in asked
    changed = [other for other in asked if other != clause] if chosen else [*asked, clause]
    address = _address(*changed, _settings(found), part=part if part != "karte" else "")
    return Choice(value.label, value.hits, address, chosen)
