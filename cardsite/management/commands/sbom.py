"""`manage.py sbom`: what the site is made of, as CycloneDX: every locked package with its hashes and its licence."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(.*)$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
# What may be used together with MIT without another word, as packages call it.
FREE = re.compile(
    r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|LGPL|0BSD|Zlib|CC0|Unlicense)\b", re.IGNORECASE
)
CLASSIFIER = "License :: OSI Approved :: "


class Command(BaseCommand):
    help = "Schreibt die Stückliste (CycloneDX) aus den gesperrten Abhängigkeiten."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="nur prüfen, ob jede Lizenz verträglich ist")

    def handle(self, *_args: Any, **options: Any) -> None:
        parts = list(components())
        foreign = [
            f"{part['name']}: {licence_of(part)}" for part in parts if not FREE.search(licence_of(part))
        ]
        if foreign:
            raise CommandError("Nicht verträglich oder unbekannt: " + "; ".join(foreign))
        if options["check"]:
            self.stdout.write(f"{len(parts)} Pakete, jede Lizenz verträglich.")
            return
        self.stdout.write(json.dumps(document(parts), indent=2, ensure_ascii=False))


def document(parts: list[dict[str, Any]]) -> dict[str, Any]:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    own = {"type": "application", "name": project["name"], "version": project["version"]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own | {"licenses": [{"license": {"id": project["license"]}}]}},
        "components": [*parts, *fonts()],
    }


def components() -> Iterator[dict[str, Any]]:
    """Yield the locked packages that this machine needs."""
    part: dict[str, Any] | None = None
    for line in (settings.BASE_DIR / "requirements.txt").read_text().splitlines():
        if found := LOCKED.match(line):
            part = _package(*found.groups()[:2])
            if part is not None:
                yield part
        elif part is not None and (known := HASH.search(line)):
            part["hashes"].append({"alg": "SHA-256", "content": known[1]})


def _package(name: str, version: str) -> dict[str, Any] | None:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        # Only for another system or an older Python.
        return None
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name.lower()}@{version}",
        "hashes": [],
        "licenses": [{"license": {"name": _licence(found)}}],
    }


def _licence(found: Distribution) -> str:
    """Return a package's licence in its own words: the expression, what it classifies, or what its text grants."""
    said = found.metadata.json
    classified = [
        str(one).removeprefix(CLASSIFIER) for one in said.get("classifier", []) if CLASSIFIER in one
    ]
    written = (
        str(said.get("license_expression") or "") or ", ".join(classified) or str(said.get("license") or "")
    )
    text = found.read_text("licenses/LICENSE") or ""
    if not written and "Permission is hereby granted, free of charge" in " ".join(text.split()):
        return "MIT"
    return written.partition("\n")[0] or "unbekannt"


def licence_of(part: dict[str, Any]) -> str:
    return str(part["licenses"][0]["license"]["name"])


def fonts() -> list[dict[str, Any]]:
    """Return what lies here of others without being a package."""
    return [
        {"type": "library", "name": name, "licenses": [{"license": {"id": "OFL-1.1"}}]}
        for name in ("alegreya", "archivo")
    ]
