"""Shapes as the motif files write them, „m c 50 50 20“ (a tone, then a form or a path), and how they become SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# Tones that every picture has; a box and a card bring main, accent, sky and ground.
FIXED = {
    "d": "#2b2633",
    "l": "#fdf6e6",
    "g": "#b4bcc4",
    "h": "#8b95a0",
    "w": "#9a6a3f",
    "y": "#eab63a",
    "r": "#c8402f",
    "e": "#5f9a45",
    "u": "#8fc0dc",
    "p": "#f0c3a0",
}
INK = FIXED["d"]
# n: main in the shade · k, t: sky and its shade · o, v: ground and its shade · b: hair.
OWN = ("m", "n", "a", "k", "t", "o", "v", "b")
LINES = {"-": 1.8, "=": 3.4, "'": 1.1}
TUBE = "~"
WRITTEN = re.compile(r"([a-zA-Z=~'-]) (?:([cerpl]) ([-\d. ]+)|(M[-\d. A-Za-z]+))")
NUMBERS = {"c": 3, "e": 4}
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz\d. -]+")


def fault(shape: str) -> str:
    """Say what is wrong with a shape as it is written; nothing where it can be drawn."""
    found = WRITTEN.fullmatch(shape)
    if found is None:
        return f"„{shape[:40]}“ ist keine Form: erst ein Ton, dann c, e, r, p, l oder ein Pfad ab M."
    tone, form, numbers, path = found.groups()
    if tone.lower() not in {*FIXED, *OWN, *LINES, TUBE}:
        return f"„{shape[:40]}“: Den Ton „{tone}“ gibt es nicht."
    count = len(numbers.split()) if numbers else 0
    if (form in NUMBERS and count != NUMBERS[form]) or (form in ("p", "l") and count % 2):
        return f"„{shape[:40]}“: {count} Zahlen passen nicht zu „{form}“."
    if path and not PATH.fullmatch(path):
        return f"„{shape[:40]}“: Im Pfad steht, was kein Pfad kennt."
    return ""


def svg(shapes: Iterable[str], colours: Mapping[str, str]) -> str:
    """Return shapes as SVG; `inked` puts them into a group."""
    return "".join(_one(shape, colours) for shape in shapes)


def inked(drawn: str, width: float, where: str = "") -> str:
    """Return what is drawn in a group that has the ink as its stroke, moved to where it belongs."""
    moved = f' transform="{where}"' if where else ""
    looks = f'stroke="{INK}" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"'
    return f"<g {looks}{moved}>{drawn}</g>"


def silhouette(shapes: Iterable[str], colour: str) -> str:
    """Return shapes as one flat form, for what stands far away."""
    solid = [
        shape for shape in shapes if shape[0] not in LINES and shape[0] != TUBE and not shape[0].isupper()
    ]
    return f'<g fill="{colour}" stroke="none">{"".join(_form(shape, "") for shape in solid)}</g>'


def _one(shape: str, colours: Mapping[str, str]) -> str:
    tone = shape[0]
    if tone == TUBE:
        return _form(shape, f' fill="none" stroke="{INK}" stroke-width="11"') + _form(
            shape, f' fill="none" stroke="{colours["m"]}" stroke-width="6.4"'
        )
    if tone in LINES:
        colour = f' stroke="{colours["t"]}"' if tone == "'" else ""
        return _form(shape, f' fill="none" stroke-width="{LINES[tone]}"{colour}')
    stroke = ' stroke="none"' if tone.isupper() else ""
    return _form(shape, f' fill="{colours[tone.lower()]}"{stroke}')


def _form(shape: str, looks: str) -> str:
    found = WRITTEN.fullmatch(shape)
    if found is None:
        raise ValueError(fault(shape))
    _tone, form, numbers, path = found.groups()
    if path:
        return f'<path d="{path.strip()}"{looks}/>'
    values = numbers.split()
    if form == "c":
        return f'<circle cx="{values[0]}" cy="{values[1]}" r="{values[2]}"{looks}/>'
    if form == "e":
        return f'<ellipse cx="{values[0]}" cy="{values[1]}" rx="{values[2]}" ry="{values[3]}"{looks}/>'
    if form == "r":
        round_corner = f' rx="{values[4]}"' if len(values) > 4 else ""
        x, y, width, height = values[:4]
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{round_corner}{looks}/>'
    name = "polygon" if form == "p" else "polyline"
    return f'<{name} points="{" ".join(values)}"{looks}/>'
