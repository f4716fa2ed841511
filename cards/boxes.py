"""What is known of a box: how much of it is recorded, what is missing, its monsters by level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cards.models import Card, Edition
from cards.vocabulary import Kind


@dataclass(frozen=True)
class Gap:
    """A kind of card of which a source counts more than are recorded."""

    label: str
    known: int
    expected: int

    @property
    def missing(self) -> int:
        return self.expected - self.known


@dataclass(frozen=True)
class Coverage:
    """How much of a box is recorded. A card whose number of copies nobody attests counts once."""

    different: int
    copies: int
    total: int | None
    complete: int
    uncounted: int
    gaps: list[Gap]

    @property
    def is_whole(self) -> bool:
        return self.total is not None and self.copies >= self.total


@dataclass(frozen=True)
class Bar:
    """A bar of the chart: monsters of one level, drawn in a box of 100 by 40."""

    level: int
    known: int
    expected: int
    x: float
    y: float
    width: float
    height: float
    expected_y: float
    expected_height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)

    @property
    def number_y(self) -> float:
        return round(min(self.y, self.expected_y if self.expected else self.y) - 1, 2)


def coverage(box: Edition, cards: Sequence[Card]) -> Coverage:
    """Say how much of a box the recorded cards are."""
    singles = [card for card in cards if not card.structures.get("group")]
    by_kind = Counter[str]()
    for card in singles:
        by_kind[card.kind] += card.copies or 1
    expected = box.facts.get("by_kind", {})
    gaps = [
        Gap(str(Kind(kind).label), by_kind[kind], number)
        for kind, number in sorted(expected.items(), key=lambda item: Kind.values.index(item[0]))
        if by_kind[kind] < number
    ]
    return Coverage(
        different=len(singles),
        copies=sum(by_kind.values()),
        total=box.cards_total,
        complete=sum(card.complete for card in singles),
        uncounted=sum(card.copies is None for card in singles),
        gaps=gaps,
    )


def level_chart(box: Edition, cards: Sequence[Card]) -> list[Bar]:
    """Return the monsters by level; where a source counts them, with the number that there should be."""
    known = Counter(card.level for card in cards if card.kind == Kind.MONSTER and card.level)
    expected: dict[int, int] = dict(box.facts.get("monster_levels", []))
    levels = sorted({*known, *expected})
    if not levels:
        return []
    highest = max([*known.values(), *expected.values()])
    step = 100 / len(levels)
    return [
        _bar(level, known[level], expected.get(level, 0), place * step, step, highest)
        for place, level in enumerate(levels)
    ]


def _bar(level: int, known: int, expected: int, x: float, step: float, highest: int) -> Bar:
    height, expected_height = known / highest * 27, expected / highest * 27
    return Bar(
        level=level,
        known=known,
        expected=expected,
        x=round(x + step * 0.14, 2),
        width=round(step * 0.72, 2),
        y=round(33 - height, 2),
        height=round(height, 2),
        expected_y=round(33 - expected_height, 2),
        expected_height=round(expected_height, 2),
    )
