"""`manage.py known`: count, box by box, of how many cards name, kind, values, text and German name are known."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cards.knowledge import ASPECTS, figures
from cards.models import Card, Edition


class Command(BaseCommand):
    help = "Zählt je Box, von wie vielen Karten Name, Art, Werte, Text und deutscher Name belegt sind."

    def handle(self, *args: Any, **options: Any) -> None:
        widths = [max(6, len(aspect.label)) for aspect in ASPECTS]
        heads = [aspect.label.rjust(width) for aspect, width in zip(ASPECTS, widths, strict=True)]
        self.stdout.write("  ".join(["Box".ljust(14), "Karten", *heads]))
        for box in Edition.objects.with_rulebook():
            counted = figures(box, list(Card.objects.in_box(box.key)))
            cells = [str(figure.known).rjust(width) for figure, width in zip(counted, widths, strict=True)]
            total = ("≤" if counted[0].at_most else "") + str(counted[0].total)
            self.stdout.write("  ".join([box.key.ljust(14), total.rjust(6), *cells]))
