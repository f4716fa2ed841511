"""Speaks the Model Context Protocol over standard input and output, for an assistant on this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from cardsite import stand
from cardsite.api.exceptions import Problem
from cardsite.api.parsers import parse
from cardsite.mcp import looking, working  # noqa: F401
from cardsite.mcp.door import own_door
from cardsite.mcp.protocol import PARSE_ERROR, answer, failed


class Command(BaseCommand):
    help = "Spricht MCP über die Standardein- und -ausgabe: eine Nachricht je Zeile."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--base", default="http://127.0.0.1:8000", help="womit die Adressen in den Antworten beginnen"
        )

    def handle(self, *args: Any, base: str, **options: Any) -> None:
        try:
            stand.fresh()
        except DatabaseError as error:
            raise CommandError("Die Datenbank ist noch nicht angelegt; lege sie an mit: make data") from error
        door = own_door(base.rstrip("/"))
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            try:
                found = answer(parse(line), door)
            except Problem as problem:
                found = failed(None, PARSE_ERROR, problem.sentence)
            if found is not None:
                self.stdout.write(msgspec.json.encode(found).decode())
                self.stdout.flush()
