"""`manage.py backup FILE`: copy the embedded database while it serves."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from cardsite.backups import back_up


class Command(BaseCommand):
    help = "Sichert die eingebettete Datenbank in eine Datei, auch im laufenden Betrieb."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        back_up(file)
        self.stdout.write(f"Gesichert und geprüft: {file} ({file.stat().st_size:,} Byte)".replace(",", "."))
