"""`manage.py import_cards FILE`: take somebody's own cards, all of them or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.importing import Box, import_file

FORMATS = (".yaml", ".yml", ".json", ".csv")


class Command(BaseCommand):
    help = (
        "Liest Karten aus YAML, JSON oder CSV ein: alle oder keine. Noch einmal aufgerufen: keine doppelten."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="die Datei; ihre Felder erklärt fixtures/README.md")
        parser.add_argument("--box", default="", help="Kürzel der Box für Karten, die keine nennen")
        parser.add_argument("--box-name", default="", help="legt die Box unter diesem Namen an, wo sie fehlt")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if not file.is_file():
            raise CommandError(f"Die Datei {file} gibt es nicht.")
        if file.suffix.lower() not in FORMATS:
            raise CommandError(f"{file.name}: Gelesen werden {', '.join(FORMATS)}.")
        release, problems = import_file(file, Box(options["box"], options["box_name"]), self._report)
        for problem in problems:
            self.stderr.write(problem.sentence())
        if release is None:
            number = "einen Fehler" if len(problems) == 1 else f"{len(problems)} Fehler"
            raise CommandError(f"Nichts eingelesen: Die Datei hat {number}.")
        self.stdout.write(f"{release.note}. Stand {release.version}.")

    def _report(self, done: int, total: int) -> None:
        """Say after each tenth how far it is."""
        step = max(total // 10, 1)
        if done == total or done // step != (done - 500) // step:
            self.stdout.write(f"{done} von {total} Karten geschrieben")
            self.stdout.flush()
