"""Lists of cards as pages show them: rows, a table or a gallery, always with what there is to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.faces import Face, face
from cards.models import Card
from cards.panels import Badges, badges
from cards.wording import facts_in_words

VIEWS = {"liste": "Liste", "tabelle": "Tabelle", "galerie": "Galerie"}
DEFAULT_VIEW = "liste"
# What a row says of a card before its text: as much as a player wants at a glance.
_GLANCE = (
    "level",
    "bonus",
    "strength",
    "grade",
    "breakpoint",
    "points",
    "treasures",
    "slot",
    "hands",
    "gold",
    "faction",
)


@dataclass(frozen=True)
class Listed:
    """A card in a list, with what every form of the list may need."""

    card: Card
    face: Face
    badges: Badges
    glance: str


def listed(cards: list[Card], traits: Mapping[str, str]) -> list[Listed]:
    """Return cards ready for a list; the badges of all of them are counted at once."""
    counted = badges(cards)
    return [
        Listed(card, face(card, traits), counted.get(card.pk, Badges()), glance(card, traits))
        for card in cards
    ]


def glance(card: Card, traits: Mapping[str, str]) -> str:
    """Return the numbers of a card on one line: „Stufe 18, 4 Schätze“."""
    facts = {fact.name: fact for fact in facts_in_words(card, traits) if fact.text}
    return " · ".join(_short(facts[name].label, facts[name].text) for name in _GLANCE if name in facts)


def _short(label: str, text: str) -> str:
    return text if label in ("Platz", "Hände", "Wert", "Fraktion") else f"{label} {text}"


def chosen_view(word: str | None) -> str:
    """Return the view that a reader asked for, or the usual one."""
    return word if word in VIEWS else DEFAULT_VIEW
