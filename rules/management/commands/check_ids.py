"""`manage.py check_ids FILE…`: name every id of the files that the database does not have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.models import Redirect
from rules import models

TABLES = (
    models.Rule,
    models.Term,
    models.Ruling,
    models.Example,
    models.Combination,
    models.Question,
    models.Comparison,
)


class Command(BaseCommand):
    help = "Nennt die ids aus YAML-Dateien, die weder die Datenbank noch eine Weiterleitung kennt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="DATEI")

    def handle(self, *args: Any, **options: Any) -> None:
        known = known_ids()
        missing, seen = [], 0
        for file in options["files"]:
            for found in ids_in(_read(file)):
                seen += 1
                if found not in known:
                    missing.append(found)
                    self.stdout.write(f"{file}: {found}")
        if missing:
            raise CommandError(f"{len(missing)} von {seen} ids fehlen.")
        self.stdout.write(f"Alle {seen} ids sind da.")


def known_ids() -> set[str]:
    known = set(Redirect.objects.values_list("old", flat=True))
    for table in TABLES:
        known.update(table._default_manager.values_list("pk", flat=True))
    return known


def ids_in(content: Any) -> Iterator[str]:
    """Yield every value of a key `id`, however deep it stands."""
    if isinstance(content, dict):
        if isinstance(content.get("id"), str):
            yield content["id"]
        for value in content.values():
            yield from ids_in(value)
    elif isinstance(content, list):
        for value in content:
            yield from ids_in(value)


def _read(file: Path) -> Any:
    if not file.exists():
        raise CommandError(f"Die Datei {file} gibt es nicht.")
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
