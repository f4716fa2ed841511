"""The closed words of the data with their German labels: what a filter or a form can offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from msgspec import Meta

from cards import vocabulary as card_words
from cards.models import Card
from cards.serializers import Entry
from cardsite.api.exceptions import unknown
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import Page, whole_list
from rules import vocabulary as rule_words
from rules.models import Comparison

GROUP = "Wörter"
Pairs = Iterable[tuple[str, str]]


class Word(Entry, kw_only=True):
    """Ein Wort der Daten."""

    object: Literal["word"] = "word"
    label: Annotated[str, Meta(description="So heißt es für Menschen.")]


class Catalog(Entry, kw_only=True):
    """Eine Wortliste."""

    object: Literal["catalog"] = "catalog"
    count: int


def _tags() -> Pairs:
    found = {tag for tags in Card.objects.exclude(tags=[]).values_list("tags", flat=True) for tag in tags}
    return [(tag, card_words.TRAITS.get(tag, tag)) for tag in sorted(found)]


def _factions() -> Pairs:
    found = Card.objects.exclude(faction="").order_by("faction").values_list("faction", flat=True).distinct()
    return [(faction, faction.replace("-", " ").capitalize()) for faction in found]


CATALOGS: dict[str, Callable[[], Pairs]] = {
    "games": lambda: card_words.Game.choices,
    "kinds": lambda: card_words.Kind.choices,
    "decks": lambda: card_words.Deck.choices,
    "slots": lambda: card_words.Slot.choices,
    "coverage": lambda: card_words.Coverage.choices,
    "confidence": lambda: card_words.Confidence.choices,
    "tags": _tags,
    "traits": card_words.TRAITS.items,
    "factions": _factions,
    "topics": rule_words.TOPICS.items,
    "rule-kinds": lambda: rule_words.RuleKind.choices,
    "ruling-status": lambda: rule_words.RulingStatus.choices,
    "question-states": lambda: rule_words.QuestionState.choices,
    "changes": lambda: card_words.ChangeKind.choices,
    "labels": lambda: Comparison.objects.exclude(param="").values_list("param", "question"),
}


@get("catalog", Catalog, GROUP, listed=True)
def catalog_list(ask: Ask) -> Page:
    """Alle Wortlisten."""
    found = [
        Catalog(**ask.frame.head(name, f"catalog/{name}"), count=len(list(words())))
        for name, words in CATALOGS.items()
    ]
    return whole_list(ask, found)


@get("catalog/<slug:vocabulary>", Word, GROUP, listed=True, example={"vocabulary": "kinds"})
def catalog_words(ask: Ask) -> Page:
    """Die Wörter einer Liste.

    Arten, Merkmale, Plätze, Themen und so weiter, in der Reihenfolge, in der die Seite sie zeigt.
    """
    name = ask["vocabulary"]
    if name not in CATALOGS:
        raise unknown(f"Die Wortliste „{name}“ gibt es nicht.", name, CATALOGS)
    head = ask.frame.head
    found = [Word(**head(key, f"catalog/{name}"), label=str(label)) for key, label in CATALOGS[name]()]
    return whole_list(ask, found)
