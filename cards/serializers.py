"""A card and a box as JSON: the shapes that code, schema and documentation share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from django.db import models as orm
from msgspec import Meta, Struct

from cards import models, vocabulary
from cards.drawing.addresses import face_path

Api = Annotated[str, Meta(description="Adresse dieses Eintrags in der API.")]
Page = Annotated[str, Meta(description="Adresse der Seite für Menschen.")]
Version = Annotated[str, Meta(description="Stand der Daten, aus dem diese Antwort stammt.")]
Label = Annotated[str, Meta(description="Das Wort für Menschen, deutsch.")]
Number = Annotated[int | None, Meta(description="null heißt: nicht belegt.")]


def closed(words: Iterable[str], meaning: str = "") -> Meta:
    """Describe a text that is one of a closed list of words; a list that may grow stays a text with its catalog."""
    return Meta(description=meaning or None, extra_json_schema={"enum": list(words)})


class Frame(NamedTuple):
    """What every object of one answer shares: the host it names, and the data version."""

    base: str
    stand: str

    def api(self, path: str) -> str:
        return f"{self.base}/api/v1/{path}"

    def head(self, key: str, path: str, page: str = "") -> dict[str, Any]:
        """Return what every object begins with; what has no page of its own is explained with the API."""
        return {"id": key, "url": self.api(path), "html_url": page or self.api("docs"), "stand": self.stand}

    def page(self, model: type[orm.Model], **keys: str) -> str:
        """Return the address of the page that shows a row, without loading the row."""
        return self.base + _pattern(model, tuple(keys)).format(**keys)


@cache
def _pattern(model: type[orm.Model], keys: tuple[str, ...]) -> str:
    """Return where a model's pages lie, with a gap for each key: `get_absolute_url` stays the one truth."""
    # The ids of rules have dots, slugs have not.
    marks = {key: f"0.{number}.0" if key == "id" else f"0-{number}-0" for number, key in enumerate(keys)}
    path: str = model(**marks).get_absolute_url()  # type: ignore[attr-defined]
    for key, mark in marks.items():
        path = path.replace(mark, "{" + key + "}")
    return path


class Entry(Struct, kw_only=True):
    """What every object of an answer begins with."""

    object: str
    id: str
    url: Api
    html_url: Page
    stand: Version


class Link(Struct, kw_only=True):
    """Ein Verweis auf einen Eintrag."""

    object: str
    id: str
    title: str
    url: Api
    html_url: Page


class SourceNote(Struct, kw_only=True):
    """Eine Quelle, die etwas belegt."""

    key: str
    title: str
    link: str | None
    language: str
    reliability: str


class Set(Entry, kw_only=True):
    """Eine Box. Ohne Regelwerk kennt diese Seite nur ihren Namen und einzelne Karten."""

    object: Literal["set"] = "set"
    name: str
    name_en: str | None
    game: Annotated[str, closed(vocabulary.Game.values)]
    has_rulebook: bool
    language: str | None
    publisher: str | None
    year: int | None
    rules_version: str | None
    cards_total: Number
    cards_distinct: Number
    cards_known: Annotated[
        int, Meta(description="So viele verschiedene Karten dieser Box sind hier verzeichnet.")
    ]
    facts: Annotated[dict[str, Any], Meta(description="Weitere belegte Angaben.")]
    notes: list[str]
    sources: list[SourceNote]


class CardRecord(Entry, kw_only=True):
    """Eine Karte einer Box. null heißt bei jedem Wert: nicht belegt."""

    object: Literal["card"] = "card"
    id: Annotated[str, Meta(description="Box und Kürzel, zum Beispiel „axe-cop/krieger“; ändert sich nie.")]
    set: str
    set_name: str
    slug: str
    name: str
    name_is_german: Annotated[bool, Meta(description="Ob der deutsche Name belegt ist.")]
    name_en: str | None
    aliases: list[str]
    kind: Annotated[str, Meta(description="Eines der Wörter von „catalog/kinds“; die Liste kann wachsen.")]
    kind_label: Label
    deck: Annotated[str, closed(vocabulary.Deck.values)] | None
    faction: str | None
    copies: Annotated[int | None, Meta(description="Wie oft die Karte in der Box liegt.")]
    text: Annotated[str | None, Meta(description="Was die Karte tut, in unseren Worten.")]
    bad_stuff_text: Annotated[str | None, Meta(description="Schlimme Dinge, in unseren Worten.")]
    level: Number
    levels: Number
    treasures: Number
    bonus: Number
    strength: Number
    slot: Annotated[str, closed(vocabulary.Slot.values)] | None
    hands: Number
    big: bool | None
    gold: Number
    run_away: Number
    grade: Number
    breakpoint: Number
    monsters: Number
    tags: list[str]
    facts: Annotated[dict[str, Any], Meta(description="Die Karte, wie „resolve“ sie versteht; nur Belegtes.")]
    coverage: Annotated[
        str, closed(vocabulary.Coverage.values, "Wie weit „resolve“ die Karte ausführen kann.")
    ]
    complete: bool
    checked: bool
    confidence: Annotated[str, closed(vocabulary.Confidence.values)]
    sources: list[SourceNote]
    notes: list[str]
    rulings_count: int
    questions_count: int
    rulings_url: Api
    face_svg: Annotated[str, Meta(description="Die Karte, von uns gezeichnet, als SVG.")]
    face_png: Annotated[
        str, Meta(description="Dasselbe als PNG; `?breite=` 488, 672 oder 1000 Punkte, ohne Angabe 672.")
    ]


def present_source(row: models.Source) -> SourceNote:
    return SourceNote(
        key=row.key, title=row.title, link=row.url or None, language=row.language, reliability=row.reliability
    )


def present_set(row: Any, frame: Frame) -> Set:
    """`row` carries `known`, the count of its cards."""
    return Set(
        **frame.head(row.key, f"sets/{row.key}", frame.page(models.Edition, key=row.key)),
        name=row.name,
        name_en=row.name_en or None,
        game=row.game,
        has_rulebook=row.has_rulebook,
        language=row.language or None,
        publisher=row.publisher or None,
        year=row.year,
        rules_version=row.rules_version or None,
        cards_total=row.cards_total,
        cards_distinct=row.cards_distinct,
        cards_known=row.known,
        facts=row.facts,
        notes=row.notes,
        sources=[present_source(source) for source in row.sources.all()],
    )


KIND_LABELS = dict(vocabulary.Kind.choices)


def card_values(row: models.Card, frame: Frame) -> dict[str, Any]:
    """Return the values of a card's shape, counts of rulings and questions excepted."""
    return {
        **frame.head(row.key, f"cards/{row.key}", card_page(row.edition_id, row.slug, frame)),
        "set": row.edition_id,
        "set_name": row.edition.name,
        "slug": row.slug,
        "name": row.name,
        "name_is_german": row.name_is_german,
        "name_en": row.name_en or None,
        "aliases": row.aliases,
        "kind": row.kind,
        "kind_label": KIND_LABELS[row.kind],
        "deck": row.deck or None,
        "faction": row.faction or None,
        "copies": row.copies,
        "text": row.text or None,
        "bad_stuff_text": row.bad_stuff_text or None,
        "slot": row.slot or None,
        **{name: getattr(row, name) for name in vocabulary.NUMBERS},
        "tags": row.tags,
        "facts": row.facts(),
        "coverage": row.coverage,
        "complete": row.complete,
        "checked": row.checked,
        "confidence": row.confidence,
        "sources": [present_source(source) for source in row.sources.all()],
        "notes": row.notes,
        "rulings_url": frame.api(f"cards/{row.key}/rulings"),
        **{f"face_{ending}": f"{frame.base}{face_path(row.key, ending)}" for ending in ("svg", "png")},
    }


def card_page(box: str, slug: str, frame: Frame) -> str:
    return frame.page(models.Card, edition_id=box, slug=slug)


def link_card(row: models.Card, frame: Frame) -> Link:
    """Return a card as a reference to it."""
    return Link(
        object="card",
        id=row.key,
        title=row.name,
        url=frame.api(f"cards/{row.key}"),
        html_url=card_page(row.edition_id, row.slug, frame),
    )
