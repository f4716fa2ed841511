"""Write, check or compare the committed OpenAPI file."""

from __future__ import annotations

import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cardsite.api import docs
from cardsite.api.compatibility import breaking_changes

FILE = "docs/api/openapi.yaml"


class Command(BaseCommand):
    help = (
        f"Compare the API with {FILE}: equal to the code (default), additive since a revision, or write it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--write", action="store_true", help="Write the file; refuses what breaks clients."
        )
        parser.add_argument(
            "--breaking", action="store_true", help="Write even then: a new version of the API."
        )
        parser.add_argument("--since", metavar="REVISION", help="Compare with the file of a git revision.")
        parser.add_argument("--with", dest="other", metavar="FILE", help="Compare with another file.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["other"]:
            self.compare(Path(options["other"]).read_text(encoding="utf-8"), options["other"])
        elif options["since"]:
            self.compare(committed(options["since"]), options["since"])
        elif options["write"]:
            self.write(breaking=options["breaking"])
        else:
            self.confirm()

    def confirm(self) -> None:
        """Fail when code and file differ."""
        if not path().exists() or path().read_text(encoding="utf-8") != docs.as_yaml():
            raise CommandError(
                f"{FILE} beschreibt nicht den Code; schreibe sie mit: manage.py api_schema --write"
            )
        self.stdout.write(f"{FILE} beschreibt den Code.")

    def write(self, *, breaking: bool) -> None:
        if path().exists() and not breaking:
            self.compare(path().read_text(encoding="utf-8"), FILE)
        path().parent.mkdir(parents=True, exist_ok=True)
        path().write_text(docs.as_yaml(), encoding="utf-8")
        self.stdout.write(f"{FILE} geschrieben.")

    def compare(self, before: str, name: str) -> None:
        """Fail when a client of the older document would stumble."""
        found = [
            one for one in breaking_changes(yaml.safe_load(before), docs.document()) if one not in corrected()
        ]
        if found:
            listed = "\n  ".join(found)
            raise CommandError(
                f"{len(found)} Änderungen gegenüber {name} brechen Programme, die die API nutzen:\n  {listed}"
            )
        self.stdout.write(f"Gegenüber {name} kommt höchstens etwas hinzu.")


def path() -> Path:
    return Path(settings.BASE_DIR) / FILE


def corrected() -> set[str]:
    """Return the sentences about what the document said too broadly and the server never did."""
    file = path().with_name("corrections.txt")
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {line for line in lines if not line.startswith("#")}


def committed(revision: str) -> str:
    """Return the file as it stands in a git revision."""
    command = ["git", "show", f"{revision}:{FILE}"]
    found = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)  # noqa: S603
    if found.returncode:
        raise CommandError(f"{FILE} gibt es in {revision} nicht: {found.stderr.strip()}")
    return found.stdout
