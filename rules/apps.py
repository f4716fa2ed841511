"""The app of rules, rulings and the resolver."""

from __future__ import annotations

from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Regeln"

    def ready(self) -> None:
        from cards.consistency import register_reader
        from cards.parts import Part, register
        from rules import abilities, card_panels, loading, reading, search_fields

        part = Part("rules", reading.read, loading.write, loading.objects, notes=reading.gaps)
        register(part)
        register_reader(abilities.problems)
        search_fields.register()
        card_panels.register()
