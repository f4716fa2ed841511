"""Learns from the phrasings of fixtures/ask how people ask, and writes what was learned."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rules.ask.data import FOLDER
from rules.ask.knowledge import SPACE, Weights
from rules.ask.learning import learn_space, learn_weights
from rules.facts import fixtures_folder, library_from_fixtures

FILE = "weights.yaml"
HEAD = "# Learned by manage.py ask_learn; see rules/ask/learning.py.\n"


class Command(BaseCommand):
    help = "Lernt aus den Fragen in fixtures/ask/units und schreibt meaning.npz und weights.yaml."

    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        folder = fixtures_folder() / FOLDER
        library = library_from_fixtures()
        space = learn_space(library)
        weights = learn_weights(library, space)
        space.save(folder / SPACE)
        (folder / FILE).write_text(HEAD + _written(weights), encoding="utf-8")
        self.stdout.write(
            f"{len(space.place)} Wortstücke auf {len(space.scale)} Achsen, {len(weights.weights)} Gewichte."
        )


def _written(weights: Weights) -> str:
    listed = ", ".join(str(round(float(one), 4)) for one in weights.weights)
    return f"weights: [{listed}]\nbias: {weights.bias}\n"
