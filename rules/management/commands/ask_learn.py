"""Learns from the phrasings of fixtures/ask how people ask, and writes what was learned."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand

from rules.ask import drill, talks, ties
from rules.ask.data import FOLDER
from rules.ask.kept import PHRASINGS, SPACE, WEIGHTS, Laid, keep
from rules.ask.knowledge import Knowledge
from rules.ask.learning import learn, learn_weights, lessons
from rules.ask.marks import fights
from rules.ask.meaning import Space
from rules.ask.told import FILE as PARTS
from rules.ask.told import JURY
from rules.engine.library import Library
from rules.facts import fixtures_folder, library_from_fixtures

SURE = "parts.yaml"
ENOUGH = 0.8
HEAD = "# Learned by manage.py ask_learn; see rules/ask/learning.py.\n"


class Command(BaseCommand):
    help = "Lernt aus den Fragen und Kämpfen in fixtures/ask und schreibt, was gelernt ist."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--only",
            choices=("law", "fights", "phrasings", "talks"),
            default="",
            help="nur einen Teil lernen",
        )

    def handle(self, *args: Any, only: str, **options: Any) -> None:
        library = library_from_fixtures()
        if only == "phrasings":
            self._keep(Knowledge(library))
        if only in ("", "law", "talks"):
            self._talks(Knowledge(library) if only == "talks" else self._law(library))
        if only in ("", "fights"):
            self._fights(library)

    def _law(self, library: Library) -> Knowledge:
        """Learn the axes from all phrasings; how likely an entry is comes from phrasings that were held back."""
        folder, found = fixtures_folder() / FOLDER, lessons(library)
        weights = learn_weights(library, found)
        space = learn([(one.found, one.entry) for one in found])
        space.save(folder / SPACE)
        weights.save(folder / WEIGHTS)
        known = Knowledge(
            library, Space.load(folder / SPACE), weights, {one.text: one.found for one in found}
        )
        self._keep(known)
        self.stdout.write(
            f"{len(found)} Fragen und Kämpfe, {len(space.place)} Wortstücke auf {space.axes.shape[1]} Achsen."
        )
        return known

    def _talks(self, known: Knowledge) -> None:
        """Learn how what goes on is tied to what went before; the axes and weights of single questions go into it."""
        turns = list(talks.turns(known))
        weights, right = talks.learn(known, turns)
        self._write(ties.FILE, weights)
        self.stdout.write(f"{len(turns)} Züge in Gesprächen, {right:.1%} von ihnen finden, was sie meinen.")

    def _write(self, name: str, weights: Mapping[str, float]) -> None:
        listed = "".join(f"  {value}: {weight}\n" for value, weight in weights.items())
        path = fixtures_folder() / FOLDER / f"{name}.yaml"
        path.write_text(f"{HEAD}weights:\n{listed}", encoding="utf-8")

    def _keep(self, known: Knowledge) -> None:
        """Keep where every phrasing lies; new ones are laid on the axes that were learned before."""
        laid = Laid(known.dense, known.said, known.vocabulary, known.wording)
        keep(fixtures_folder() / FOLDER / PHRASINGS, known.asked, laid)

    def _fights(self, library: Library) -> None:
        """Learn from all lines; how sure an outcome is comes from what was learned from other hands alone."""
        folder, lines = fixtures_folder() / FOLDER, list(fights())
        read = drill.by_others(lines, library)
        weights, bias = drill.sureness(read)
        found = drill.measured(read, weights, bias, ENOUGH)
        drill.learn(lines, library).save(folder / PARTS)
        (folder / JURY).mkdir(exist_ok=True)
        for place, juror in enumerate(drill.learn_jury(lines, library), 1):
            juror.save(folder / JURY / f"{place}.npz")
        listed = ", ".join(map(str, weights))
        (folder / SURE).write_text(
            f"{HEAD}weights: [{listed}]\nbias: {bias}\n# As sure as that a fight is told; else it is read back.\n"
            f"enough: {ENOUGH}\n",
            encoding="utf-8",
        )
        self.stdout.write(
            f"{len(lines)} Kämpfe, jeder so gelesen, wie man es von anderen gelernt hat: {found.units:.1%} der "
            f"Rollen, {found.tables:.1%} der Ergebnisse richtig; {found.decided:.1%} entschieden, {found.wrong:.1%} "
            f"mit falscher Summe, {found.against:.1%} mit falschem Ausgang."
        )
