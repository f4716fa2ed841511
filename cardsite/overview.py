"""The boxes with what the site knows about each: the numbers of the home page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from cards.models import Card, Edition
from cards.vocabulary import Coverage
from rules.models import Rule, Ruling


@dataclass(frozen=True)
class Box:
    """One box; `full` of its `cards` are understood completely by the resolver."""

    edition: Edition
    cards: int
    full: int
    rules: int
    rulings: int


def boxes() -> list[Box]:
    """Return the boxes with a rulebook in their order, in five queries however many there are."""
    cards = _count(Card)
    full = _count(Card, Q(coverage=Coverage.FULL))
    rules, rulings = _count(Rule), _count(Ruling)
    return [
        Box(edition, *(counts.get(edition.key, 0) for counts in (cards, full, rules, rulings)))
        for edition in Edition.objects.filter(has_rulebook=True)
    ]


def _count(model: type[Card] | type[Rule] | type[Ruling], condition: Q | None = None) -> dict[str, int]:
    rows = model._default_manager.order_by().filter(condition or Q()).values("edition_id")
    return {row["edition_id"]: row["number"] for row in rows.annotate(number=Count("pk"))}
