"""Learns from the phrasings of fixtures/ask how people ask, and writes what was learned."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.ask import drill
from rules.ask.data import FOLDER
from rules.ask.knowledge import SPACE, Weights
from rules.ask.learning import learn_space, learn_weights
from rules.ask.marks import fights
from rules.ask.told import FILE as PARTS
from rules.engine.library import Library
from rules.facts import fixtures_folder, library_from_fixtures

FILE = "weights.yaml"
SURE = "parts.yaml"
ENOUGH = 0.8
HEAD = "# Learned by manage.py ask_learn; see rules/ask/learning.py.\n"


class Command(BaseCommand):
    help = "Lernt aus den Fragen und Kämpfen in fixtures/ask und schreibt, was gelernt ist."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--only", choices=("law", "fights"), default="", help="nur einen Teil lernen")

    def handle(self, *args: Any, only: str, **options: Any) -> None:
        library = library_from_fixtures()
        if only != "fights":
            self._law(library)
        if only != "law":
            self._fights(library)

    def _law(self, library: Library) -> None:
        folder = fixtures_folder() / FOLDER
        space = learn_space(library)
        weights = learn_weights(library, space)
        space.save(folder / SPACE)
        (folder / FILE).write_text(HEAD + _written(weights), encoding="utf-8")
        self.stdout.write(
            f"{len(space.place)} Wortstücke auf {len(space.scale)} Achsen, {len(weights.weights)} Gewichte."
        )

    def _fights(self, library: Library) -> None:
        """Learn from all lines; how sure an outcome is comes from lines that were held back."""
        folder, lines = fixtures_folder() / FOLDER, list(fights())
        kept, aside = ([one for one in lines if drill.held_back(one.text) is held] for held in (False, True))
        parts = drill.learn(kept, library)
        weights, bias = drill.sureness(list(drill.judged(parts, aside, library)))
        found = drill.measured(parts, aside, library, weights, bias, ENOUGH)
        drill.learn(lines, library).save(folder / PARTS)
        listed = ", ".join(map(str, weights))
        (folder / SURE).write_text(
            f"{HEAD}weights: [{listed}]\nbias: {bias}\n# As sure as that a fight is told; else it is read back.\n"
            f"enough: {ENOUGH}\n",
            encoding="utf-8",
        )
        self.stdout.write(
            f"{len(lines)} Kämpfe, {len(aside)} davon erst zum Messen beiseite: {found.units:.1%} der Rollen, "
            f"{found.tables:.1%} der Ergebnisse richtig; {found.decided:.1%} entschieden, {found.wrong:.1%} falsch."
        )


def _written(weights: Weights) -> str:
    listed = ", ".join(str(round(float(one), 4)) for one in weights.weights)
    return f"weights: [{listed}]\nbias: {weights.bias}\n"
