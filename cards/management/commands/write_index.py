"""`manage.py write_index FILE STAND`: write the index of the search; a worker lets this be done for many cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.search.store import write_file


class Command(BaseCommand):
    help = "Schreibt den Suchindex eines Stands in eine Datei; der Server ruft das selbst auf."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("release")

    def handle(self, *args: Any, file: Path, release: str, **options: Any) -> None:
        write_file(file, release)
