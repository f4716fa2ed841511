"""The app of rules, rulings and the resolver."""

from __future__ import annotations

from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Regeln"

    def ready(self) -> None:
        from cards import speech
        from cards.parts import Part, register
        from rules import card_panels, loading, reading, search_fields
        from rules.speech import SPEECH

        part = Part("rules", reading.read, loading.write, loading.objects, notes=reading.gaps)
        register(part)
        speech.register(SPEECH)
        search_fields.register()
        card_panels.register()
