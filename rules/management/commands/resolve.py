"""Answers scenarios from a file or standard input and prints the answers as JSON."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
import yaml
from django.core.management.base import BaseCommand, CommandError

from rules.doors import add_extent, complaint, worked_out
from rules.engine.errors import ScenarioError
from rules.facts import library


class Command(BaseCommand):
    help = "Beantwortet Fragen an den Regelauflöser: eine Datei (JSON oder YAML) oder „-“ für die Standardeingabe."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="Datei mit einer Frage oder einer Liste von Fragen; „-“ liest die Standardeingabe"
        )
        add_extent(parser)

    def handle(self, *args: Any, file: str, view: str, outcomes: int | None, **options: Any) -> None:
        questions = _read(file)
        listed = questions if isinstance(questions, list) else [questions]
        answers = [_answer(question, view, outcomes) for question in listed]
        answer = answers if isinstance(questions, list) else answers[0]
        self.stdout.write(msgspec.json.format(msgspec.json.encode(answer), indent=1).decode())


class _Words(yaml.SafeLoader):
    """YAML in which „on“, „off“, „yes“ and „no“ are words, because „on“ is a key of the contract."""

    yaml_implicit_resolvers = {
        first: [(tag, form) for tag, form in found if first not in "oOyYnN" or not tag.endswith(":bool")]
        for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def _read(file: str) -> Any:
    """Read JSON, which is YAML too, but much faster as JSON."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"„{file}“ lässt sich nicht lesen: {error}") from error
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        pass
    try:
        return yaml.load(text, _Words)  # noqa: S506 (a SafeLoader)
    except yaml.YAMLError as error:
        raise CommandError(f"„{file}“ ist weder JSON noch YAML: {error}") from error


def _answer(question: Any, view: str, outcomes: int | None) -> dict[str, Any]:
    try:
        return worked_out(question, library(), view, outcomes)
    except ScenarioError as error:
        return {**error.as_dict(), **complaint(error)}
