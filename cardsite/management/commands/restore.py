"""`manage.py restore FILE`: put a backup into the embedded database while it serves."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from cardsite.backups import restore


class Command(BaseCommand):
    help = "Spielt eine Sicherung in die eingebettete Datenbank zurück, auch im laufenden Betrieb."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        restore(file)
        self.stdout.write(f"Zurückgespielt: {file}")
