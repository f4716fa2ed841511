"""Prints which statements of the rulebooks the resolver decides, as JSON per rule id."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from cards.files import load_yaml
from rules.cases import read_cases
from rules.coverage import cited_by_cases, coverage
from rules.engine import resolve
from rules.facts import fixtures_folder, library, reasons


class Command(BaseCommand):
    help = (
        "Zeigt je Regel, ob der Auflöser sie entscheidet: decided (mit Fällen), open (mit Grund) oder text."
    )

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--box", help="nur die Regeln einer Schachtel")

    def handle(self, *args: Any, box: str | None = None, **options: Any) -> None:
        root, kept = fixtures_folder(), library()
        files = [path for path in sorted(root.glob("*/rules.yaml")) if box in (None, path.parent.name)]
        rules = [row for path in files for row in load_yaml(path)]
        proofs = cited_by_cases(read_cases(root), lambda question: resolve(question, kept))
        table = coverage(rules, proofs, reasons())
        self.stdout.write(msgspec.json.format(msgspec.json.encode(table), indent=1).decode())
        counts = Counter(row["state"] for row in table.values())
        self.stderr.write(", ".join(f"{state}: {number}" for state, number in sorted(counts.items())))
