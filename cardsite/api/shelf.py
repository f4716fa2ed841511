"""All cards as they are answered, shaped once per data version and process."""

from __future__ import annotations

from cards.per_release import PerRelease
from cards.serializers import Frame
from rules.serializers import Card, cards_with_counts, present_card

_cards: PerRelease[dict[str, Card]] = PerRelease()


def cards(frame: Frame) -> dict[str, Card]:
    """Return card id → card, in the order of the boxes."""
    return _cards.at(frame, lambda: {row.key: present_card(row, frame) for row in cards_with_counts()})
