"""`manage.py load_fixtures`: bring the database to what the files in fixtures/ say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.loading import BrokenFixtures, load
from cards.models import Card, Edition


class Command(BaseCommand):
    help = "Lädt Boxen, Karten, Regeln und alles Weitere aus fixtures/. Beliebig oft aufrufbar."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, help="Ordner der Daten (sonst fixtures/)")
        parser.add_argument("--force", action="store_true", help="auch laden, wenn sich nichts geändert hat")
        parser.add_argument("--counts", action="store_true", help="nennt danach die Karten je Box")

    def handle(self, *args: Any, **options: Any) -> None:
        root = options["folder"] or settings.FIXTURES
        if not (root / "editions.yaml").exists():
            raise CommandError(f"In {root} liegt keine editions.yaml. Ist das der Ordner der Daten?")
        notes: list[str] = []
        try:
            release = load(root, force=options["force"], notes=notes)
        except BrokenFixtures as broken:
            for sentence in broken.problems:
                self.stderr.write(sentence)
            raise CommandError(f"Nichts geladen: {_number(broken.problems)} in den Daten.") from None
        for note in notes:
            self.stdout.write(note)
        self.stdout.write(
            f"Geladen: Stand {release.version}." if release else "Die Daten sind schon auf diesem Stand."
        )
        if options["counts"]:
            self._write_counts()

    def _write_counts(self) -> None:
        for counted in Edition.objects.counted():
            box = counted.box
            total = f" von {box.cards_total}" if box.cards_total else ""
            self.stdout.write(f"{box.key}: {counted.different} verschiedene, {counted.copies}{total} Karten")
        self.stdout.write(f"zusammen: {Card.objects.count()} verschiedene")


def _number(problems: list[str]) -> str:
    return "ein Fehler" if len(problems) == 1 else f"{len(problems)} Fehler"
