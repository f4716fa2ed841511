"""`manage.py draw_faces sheet.png`: faces of many cards on one sheet, to see whether they look like different cards."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path
from typing import Any

import resvg_py
from django.core.management.base import BaseCommand, CommandParser

from cards.drawing.cards import drawing
from cards.drawing.frames import STANDING, face_svg
from cards.drawing.library import library
from cards.faces import face
from cards.models import Card, Edition
from cards.wording import trait_names

COLUMNS, WIDTH, GAP = 10, 150, 9
HEIGHT = WIDTH * STANDING[1] // STANDING[0]
PAPER = "#e9e0cc"
SIZE = re.compile(r'viewBox="([^"]+)" width="\d+" height="\d+"')


class Command(BaseCommand):
    help = "Zeichnet Karten aller Boxen auf ein Blatt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--count", type=int, default=60)

    def handle(self, *_args: Any, **options: Any) -> None:
        cards = chosen(options["count"])
        options["file"].write_bytes(
            bytes(resvg_py.svg_to_bytes(svg_string=sheet(cards), skip_system_fonts=True))
        )
        self.stdout.write(f"{len(cards)} Karten gezeichnet: {options['file']}")


def chosen(count: int) -> list[Card]:
    """Return cards of all boxes in turn, evenly from the first to the last of each."""
    boxes = [list(Card.objects.for_lists().in_box(box.key)) for box in Edition.objects.with_rulebook()]
    each = -(-count // len(boxes))
    spread = [[cards[place * len(cards) // each] for place in range(each)] for cards in boxes if cards]
    return [card for row in zip_longest(*spread) for card in row if card][:count]


def sheet(cards: list[Card]) -> str:
    """Return the sheet as SVG; each face is set into its place."""
    traits, parts = trait_names(), []
    for place, card in enumerate(cards):
        seen = face(card, traits)
        svg = face_svg(*drawing(seen), library(), alone=False)
        x, y = (
            GAP + (at * (size + GAP)) for at, size in ((place % COLUMNS, WIDTH), (place // COLUMNS, HEIGHT))
        )
        svg = SIZE.sub(rf'x="{x}" y="{y}" viewBox="\1" width="{WIDTH}" height="{HEIGHT}"', svg, count=1)
        # What is named inside one face must not be found by another.
        parts.append(re.sub(r'(id="|#)([rsz])\b', rf"\g<1>\g<2>{place}", svg))
    rows = -(-len(cards) // COLUMNS)
    wide, high = COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
    )
    return f'{head}<rect width="{wide}" height="{high}" fill="{PAPER}"/>{"".join(parts)}</svg>'
