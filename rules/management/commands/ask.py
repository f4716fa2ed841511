"""Prints what a question in German means, and its answer, as JSON."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules.ask import LONGEST, ask
from rules.facts import library


class Command(BaseCommand):
    help = "Versteht eine Frage auf Deutsch und zeigt Szenario, Lücken und Antwort als JSON."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", help="die Frage, wie man sie am Tisch stellt")
        parser.add_argument("--set", action="append", default=[], dest="sets", help="eine Box auf dem Tisch")

    def handle(self, *args: Any, question: str, sets: list[str], **options: Any) -> None:
        known = library().editions
        for box in sets:
            if box not in known:
                raise CommandError(f"Eine Box „{box}“ gibt es nicht. Bekannt sind: {', '.join(known)}.")
        if len(question) > LONGEST:
            raise CommandError(f"Die Frage hat {len(question)} Zeichen; höchstens {LONGEST} sind erlaubt.")
        found = ask(question, sets, library())
        self.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
