"""The app of boxes, cards and sources."""

from __future__ import annotations

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = "Karten"

    def ready(self) -> None:
        from cards import checks  # noqa: F401 - registers itself
        from cards.drawing.library import FACES
        from cards.loading import CARDS
        from cards.parts import register
        from cards.search.cards import register as register_cards

        register(CARDS)
        register(FACES)
        register_cards()
