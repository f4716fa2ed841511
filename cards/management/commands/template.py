"""`manage.py template BOX`: write a sheet with all known cards of a box, for a spreadsheet."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.models import Card, Edition
from cards.problems import nearest
from cards.template import template
from cards.vocabulary import Kind


class Command(BaseCommand):
    help = (
        "Schreibt eine Tabelle mit allen bekannten Karten einer Box; ausgefüllt liest import_cards sie ein."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("box", help="Kürzel der Box")
        parser.add_argument("--kind", default="", help="nur Karten dieser Art, etwa monster")
        parser.add_argument("--out", type=Path, help="die Datei (sonst <box>.csv oder <box>-<art>.csv)")

    def handle(self, *args: Any, box: str, kind: str, out: Path | None, **options: Any) -> None:
        boxes = list(Edition.objects.values_list("key", flat=True))
        if box not in boxes:
            raise CommandError(f"Die Box „{box}“ gibt es nicht.{nearest(box, boxes)}")
        if kind and kind not in Kind.values:
            raise CommandError(f"Die Art „{kind}“ gibt es nicht.{nearest(kind, Kind.values)}")
        rows = Card.objects.in_box(box)
        number = rows.filter(kind=kind).count() if kind else rows.count()
        file = out or Path(f"{box}-{kind}.csv" if kind else f"{box}.csv")
        # The mark at the beginning tells a spreadsheet that this is UTF-8.
        file.write_text(template(box, kind), encoding="utf-8-sig", newline="")
        self.stdout.write(f"{number} Karten in {file}. Ausgefüllt: manage.py import_cards {file} --box {box}")
