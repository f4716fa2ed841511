"""Takes over how people asked: questions with their answers become phrasings of what answers them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rules import ask_taking
from rules.ask.knowledge import Knowledge
from rules.ask_scoring import of_part
from rules.facts import library_from_fixtures
from rules.management.commands.ask_score import questions_of


class Command(BaseCommand):
    help = "Schreibt den Wortlaut von Fragen zu den Einträgen, die so antworten wie erwartet."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="YAML mit Fragen")
        parser.add_argument("--part", choices=("learn",), default="", help="ohne jede dritte Frage")

    def handle(self, *args: Any, files: list[str], part: str, **options: Any) -> None:
        parts = {Path(file).stem: of_part(questions_of(file), part) for file in files}
        found = ask_taking.taken(
            (one for asked in parts.values() for one in asked), Knowledge(library_from_fixtures())
        )
        ask_taking.write(found)
        for name, asked in parts.items():
            if talks := [one for one in asked if "turns" in one]:
                ask_taking.write_talks(name, ask_taking.talked(talks))
        units, compared = (sum(map(len, one.values())) for one in (found.units, found.compared))
        for question in found.unanswered:
            self.stdout.write(f"Kein Eintrag antwortet so: {question['id']} {question['q']}")
        self.stdout.write(
            f"{units} Fragen an Einheiten, {compared} an Vergleiche, {len(found.unanswered)} ohne Eintrag."
        )
