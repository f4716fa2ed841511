"""`manage.py export`: write the data back in the form in which they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.exporting import document, write_folder
from cards.writing import to_yaml


class Command(BaseCommand):
    help = "Schreibt Boxen, Karten und Quellen als YAML, wie import_cards und load_fixtures sie lesen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--out", type=Path, help="Ordner wie fixtures/; ohne ihn alles in einem auf die Ausgabe"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["out"] is None:
            self.stdout.write(to_yaml(document()), ending="")
            return
        for file in write_folder(options["out"]):
            self.stdout.write(str(file))
