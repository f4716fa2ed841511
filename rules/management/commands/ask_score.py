"""Asks the questions of files and tells how many answers are right."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError

from rules.ask_scoring import OUTCOMES, Judged, of_part, score, turns
from rules.facts import library


class Command(BaseCommand):
    help = "Stellt die Fragen aus Dateien und zählt, wie viele Antworten stimmen."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="YAML mit Fragen oder Gesprächen")
        parser.add_argument(
            "--part",
            choices=("learn", "measure"),
            default="",
            help="measure: jede dritte Frage, aus der niemand lernt; learn: die anderen",
        )
        parser.add_argument("--show", action="store_true", help="jede Frage zeigen, die nicht stimmt")

    def handle(self, *args: Any, files: list[str], part: str, show: bool, **options: Any) -> None:
        entries = [entry for file in files for entry in questions_of(file)]
        tally: dict[str, Counter[str]] = defaultdict(Counter)
        for judged in score(of_part(entries, part), library()):
            tally[judged.kind][judged.outcome] += 1
            if show and judged.outcome != "right":
                self.stdout.write(_told(judged))
        for kind in sorted(tally):
            self.stdout.write(f"{kind:12} " + "  ".join(f"{one} {tally[kind][one]:3}" for one in OUTCOMES))
        everything: Counter[str] = sum(tally.values(), Counter())
        total = everything.total()
        shares = (f"{one} {100 * everything[one] / max(total, 1):.1f} %" for one in OUTCOMES)
        self.stdout.write("  ".join(shares) + f" of {total}")


def _told(judged: Judged) -> str:
    said = judged.answer.answer[:200]
    return f"{judged.outcome.upper():6} {judged.id} ({judged.why}) {judged.question[:150]}\n       → {said}"


def questions_of(file: str) -> list[dict[str, Any]]:
    """Return the questions and talks of a file, each as it has to be."""
    try:
        found = yaml.load(Path(file).read_text(encoding="utf-8"), yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CommandError(f"„{file}“ lässt sich nicht lesen: {error}") from error
    if not _rows(found) or not all("id" in one and _rows(one.get("turns", [])) for one in found):
        raise CommandError(f"„{file}“ ist keine Liste von Fragen mit „id“, „q“ und „expect“.")
    for question in (turn for entry in found for turn in turns(entry)):
        expected = question.get("expect")
        told = isinstance(expected, dict) and isinstance(expected.get("verdict"), str)
        if not told or not isinstance(question.get("q"), str):
            raise CommandError(
                f"„{file}“, {question['id']}: Es fehlt der Text „q“ oder „verdict“ unter „expect“."
            )
    return found


def _rows(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(one, dict) for one in found)
