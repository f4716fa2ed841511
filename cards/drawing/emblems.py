"""The emblem of a box: its mark on its colour, by which one knows a box before reading its name."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.urls import reverse

from cards.drawing.library import library
from cards.drawing.scenes import shade
from cards.drawing.shapes import FIXED, inked, svg

SIZE = 100
MARK_LENGTH = 12


@lru_cache(maxsize=100)
def emblem_svg(key: str, _mark: str) -> str:
    """Return the emblem as SVG; it fills whatever place it is given, and only its ground is cut."""
    shelf = library()
    look = shelf.box(key)
    colours = {**FIXED, "m": FIXED["l"], "n": "#d8cdb8", "a": FIXED["y"], "t": shade(look.colour, 0.8)}
    mark = svg(shelf.motifs[look.mark].draw, colours)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}"'
        ' preserveAspectRatio="xMidYMid meet">'
        f'<rect x="-900" y="-900" width="1900" height="1900" fill="{look.colour}"/>'
        f'<circle cx="50" cy="50" r="43" fill="none" stroke="{shade(look.colour, 0.72)}" stroke-width="5"/>'
        f"{inked(mark, 4, 'translate(16 16) scale(.68)')}</svg>"
    )


def emblem_mark(key: str) -> str:
    """Return what changes with the emblem, and only then."""
    return hashlib.sha256(f"{library().mark} {key}".encode()).hexdigest()[:MARK_LENGTH]


def emblem_address(key: str) -> str:
    """Return where the emblem lies: with its mark, so that it may be kept for ever."""
    return f"{reverse('cards:box-emblem', args=[key])}?v={emblem_mark(key)}"
