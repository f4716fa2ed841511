"""All cards as they are answered, shaped once per data version and process."""

from __future__ import annotations

from cards.serializers import Frame
from rules.serializers import Card, cards_with_counts, present_card


class _Held:
    """The newest shelf; frame and cards are replaced together."""

    shelf: tuple[Frame | None, dict[str, Card]] = (None, {})


def cards(frame: Frame) -> dict[str, Card]:
    """Return card id → card, in the order of the boxes."""
    held_for, held = _Held.shelf
    if held_for != frame:
        held = {row.key: present_card(row, frame) for row in cards_with_counts()}
        _Held.shelf = (frame, held)
    return held


def forget() -> None:
    """Shape the cards anew for the next question."""
    _Held.shelf = (None, {})
