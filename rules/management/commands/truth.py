"""Draws what somebody checks by hand against the rulebooks."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from rules.sampling import SIZES, page


class Command(BaseCommand):
    help = "Zieht eine Stichprobe aus Regeln, Klarstellungen, Vergleich und Karten zum Prüfen von Hand."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, required=True, help="dieselbe Zahl zieht dieselbe Stichprobe")

    def handle(self, *args: Any, seed: int, **options: Any) -> None:
        file = Path(settings.VAR_DIR) / f"truth-{seed}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(seed), encoding="utf-8")
        drawn = ", ".join(f"{number} {title}" for title, number in SIZES.items())
        self.stdout.write(f"{file}: {drawn}. Ergebnis mit Datum in docs/truth.md eintragen.")
