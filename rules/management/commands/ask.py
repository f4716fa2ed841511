"""Prints the answer to a question in German, with what it rests on."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules.ask import AskAnswer
from rules.doors import Misasked, add_extent, answered
from rules.engine.library import Library
from rules.facts import library
from rules.whatif.words import words


class Command(BaseCommand):
    help = "Beantwortet eine Frage auf Deutsch und nennt, worauf die Antwort beruht."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", help="die Frage, wie man sie am Tisch stellt")
        parser.add_argument("--set", action="append", default=[], dest="sets", help="eine Box auf dem Tisch")
        parser.add_argument("--rulebook", default="", help="die Box, deren Heft entscheidet")
        parser.add_argument("--context", default="", help="„context“ der vorigen Antwort, um weiterzufragen")
        add_extent(parser)
        parser.add_argument("--json", action="store_true", dest="as_json", help="die Antwort als JSON")

    def handle(
        self,
        *args: Any,
        question: str,
        sets: list[str],
        rulebook: str,
        context: str,
        view: str,
        outcomes: int | None,
        as_json: bool,
        **options: Any,
    ) -> None:
        shelf = library()
        body = {"q": question, "sets": sets, "rulebook": rulebook, "context": context}
        try:
            found = answered(body, shelf, view, outcomes)
        except Misasked as wrong:
            if as_json:
                self.stdout.write(
                    msgspec.json.format(msgspec.json.encode(wrong.as_dict()), indent=1).decode()
                )
            raise CommandError(wrong.detail) from None
        if as_json:
            self.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        else:
            self.stdout.write("\n".join(told(found, shelf)))


def told(found: AskAnswer, shelf: Library) -> Iterator[str]:
    """Yield the lines of an answer: itself, what it rests on, what was read, what comes near."""
    label = words()["replies"][found.verdict]["label"]
    said_already = re.match(rf"{re.escape(label)}\b", found.answer)
    yield found.answer if said_already else f"{label}: {found.answer}"
    if found.changed:
        yield found.changed
    yield from _section("Belege", [_cite(ident, shelf) for ident in found.cites])
    yield from _section("Gelesen", [f"„{one.text}“: {one.as_}" for one in found.read_as])
    yield from _section("Angenommen", [one.text or f"{one.what}: {one.value}" for one in found.assumed])
    yield from _section("Nicht gebraucht", [f"„{one.text}“" for one in found.left_out])
    yield from _section("Dazu passt auch", [_near(one.title or one.id, one.answer) for one in found.near])
    if found.context:
        yield f"\nWeiterfragen mit --context {found.context}"


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"\n{title}:"
        yield from (f"- {line}" for line in lines)


def _cite(ident: str, shelf: Library) -> str:
    row = shelf.cited.get(ident)
    return f"{row['title']} ({row['url'] or ident})" if row else ident


def _near(title: str, answer: str) -> str:
    return f"{title} – {answer}"
