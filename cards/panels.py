"""What other apps add to the pages of cards, without the cards knowing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cards.models import Card


@dataclass(frozen=True)
class Badges:
    """What a list says about a card beside its facts: that there is something to read about it."""

    rulings: int = 0
    questions: int = 0


@dataclass(frozen=True)
class Panel:
    """A part of the card page: its template, what the template needs, and what it wants in the page's head."""

    template: str
    load: Callable[[Card], Mapping[str, Any]]
    head: str = ""


_PANELS: list[Panel] = []
_COUNTERS: list[Callable[[Iterable[int]], Mapping[int, Badges]]] = []


def add_panel(panel: Panel) -> None:
    """Let every card page show a panel; apps call this when they are ready."""
    _PANELS.append(panel)


def count_badges_with(counter: Callable[[Iterable[int]], Mapping[int, Badges]]) -> None:
    """Let a function say how many rulings and open questions each of some cards has."""
    _COUNTERS.append(counter)


def panels(card: Card) -> list[dict[str, Any]]:
    """Return the template and the content of every panel of a card page."""
    return [
        {"template": panel.template, "head": panel.head, "content": panel.load(card)} for panel in _PANELS
    ]


def badges(cards: Iterable[Card]) -> dict[int, Badges]:
    """Return what lists say about the cards; a card that is missing has nothing to read."""
    keys = [card.pk for card in cards]
    found: dict[int, Badges] = {}
    for counter in _COUNTERS:
        found.update(counter(keys))
    return found
