"""`manage.py write_schema`: write the JSON Schemas of the card files anew after their shape changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cards.schema import schema_files


class Command(BaseCommand):
    help = "Schreibt fixtures/schema/ neu: die Gestalt der Kartendateien für Editoren."

    def handle(self, *args: Any, **options: Any) -> None:
        for file, text in schema_files(settings.FIXTURES / "schema").items():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
            self.stdout.write(str(file))
