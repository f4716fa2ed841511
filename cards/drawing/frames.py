"""A whole face as SVG: the frame of its kind, its number, name and facts, the mark of its box, and the picture."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from cards.drawing.lettering import drawn, fitted
from cards.drawing.library import Library
from cards.drawing.scenes import scene, shade
from cards.drawing.shapes import FIXED, INK, inked, svg
from cards.drawing.subjects import Drawn

# A card stands; a base of Smash Up lies on its side.
STANDING, LYING = (750, 1050), (1050, 750)
PAPER = "#fdf6e6"
UNATTESTED = "?"
# The middle of the picture beside the face, where only the view „bild“ looks.
ALONE = 2600


@dataclass(frozen=True)
class Words:
    """What stands on a face: its kind, name, number, facts and box."""

    shape: str
    kind: str
    name: str
    box: str
    label: str = ""
    number: str = ""
    facts: str = ""
    treasure: str = ""


def size_of(shape: str) -> tuple[int, int]:
    return LYING if shape == "base" else STANDING


def face_svg(card: Drawn, words: Words, library: Library, *, alone: bool = True) -> str:
    """Return the face; with `alone`, the view „bild“ shows its picture without the frame."""
    width, height = size_of(words.shape)
    colour = library.stage(card.kind).colour
    left, top, wide, high = _window(words.shape)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    scale = 5.95 if words.shape == "base" else 6.68
    middle = f"translate({left + wide / 2:g} {top + high / 2:g}) scale({scale}) translate(-55 -50)"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escape(words.name)} ({escape(words.box)})</title>",
        # First the picture, then a frame with a window: nothing has to be cut.
        f'<g id="z" transform="{middle}">{scene(card, library)}</g>',
        _frame(words.shape, colour),
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="none" stroke="{INK}" stroke-width="5"/>',
        _head(words, colour, library),
        _foot(card, words, library),
        _alone(left + wide / 2, top + high / 2, scale) if alone else "",
        "</svg>",
    ]
    return "".join(parts)


def _alone(x: float, y: float, scale: float) -> str:
    """Return the picture once more, beside the face, broader, where only the view looks."""
    across, high = 160 * scale, 100 * scale
    view = f"{ALONE - across / 2:g} {y - high / 2:g} {across:g} {high:g}"
    shown = f'<use href="#z" x="{ALONE - x:g}"/>'
    return f'<view id="bild" viewBox="{view}" preserveAspectRatio="xMidYMid slice"/>{shown}'


def _window(shape: str) -> tuple[int, int, int, int]:
    """Return where the picture stands: left, top, width, height."""
    return (36, 164, 978, 484) if shape == "base" else (42, 236, 666, 668)


def _frame(shape: str, colour: str) -> str:
    """Doors end in an arch, treasures have cut corners, bases lie, all others are plain."""
    height = size_of(shape)[1]
    if shape == "door":
        outer = (
            f"M0 {height - 30}V190C30 60 180 0 375 0S720 60 750 190V{height - 30}q0 30-30 30H30q-30 0-30-30Z"
        )
        inner = "M28 1000V214C60 110 190 62 375 62S690 110 722 214V1000q0 22-22 22H50q-22 0-22-22Z"
    elif shape == "treasure":
        outer = "M60 0H690L750 60V990L690 1050H60L0 990V60Z"
        inner = "M76 60H674L722 108V974L674 1022H76L28 974V108Z"
    elif shape == "base":
        outer = "M24 0H1026q24 0 24 24V726q0 24-24 24H24q-24 0-24-24V24q0-24 24-24Z"
        inner = "M40 44H1010q16 0 16 16V710q0 16-16 16H40q-16 0-16-16V60q0-16 16-16Z"
    else:
        outer = "M40 0H710q40 0 40 40V1010q0 40-40 40H40q-40 0-40-40V40q0-40 40-40Z"
        inner = "M50 60H700q22 0 22 22V1000q0 22-22 22H50q-22 0-22-22V82q0-22 22-22Z"
    left, top, wide, high = _window(shape)
    window = f"M{left} {top}v{high}h{wide}v-{high}Z"
    sheet = f'fill="{PAPER}" fill-rule="evenodd" stroke="{shade(colour, 0.7)}" stroke-width="4"'
    rim = f'fill="{colour}" fill-rule="evenodd"'
    return f'<path d="{outer}{window}" {rim}/><path d="{inner}{window}" {sheet}/>'


def _head(words: Words, colour: str, library: Library) -> str:
    """Return the kind in the frame, the number in its seal and the name beside it."""
    lying = words.shape == "base"
    width = size_of(words.shape)[0]
    parts = [drawn(words.kind, library.letters, width / 2, 34 if lying else 46, 30 if lying else 34, PAPER)]
    room, middle, foot = width - 150, width / 2, 128 if lying else 164
    if words.shape == "door":
        room, foot = room - 40, 174
    if words.number:
        x, y = (100, 106) if lying else (112, 164)
        parts.append(_seal(words, colour, x, y, library))
        room, middle = room - 90, middle + 62
    name = fitted(words.name, library.letters, room, (62, 54, 46, 40, 34, 29), 1 if lying else 2)
    step = name.size * 0.98
    first = foot - step * (len(name.lines) - 1) / 2 + name.size * 0.1
    for place, line in enumerate(name.lines):
        parts.append(drawn(line, library.letters, middle, round(first + place * step), name.size, INK))
    return "".join(parts)


def _seal(words: Words, colour: str, x: int, y: int, library: Library) -> str:
    """Return the big number at which a player looks first."""
    form = {
        "door": f"M{x - 62} {y - 58}h124v70c0 34-32 52-62 58c-30-6-62-24-62-58Z",
        "treasure": f"M{x - 40} {y - 62}h80l24 24v76l-24 24h-80l-24-24v-76Z",
        "base": f"M{x - 62} {y - 46}h124v100h-124Z",
    }.get(words.shape, f"M{x} {y - 64}a64 64 0 1 1-.1 0Z")
    # What nobody attests is set quietly, as on the pages.
    known = words.number != UNATTESTED
    ground, ink, dashes = (colour, PAPER, "") if known else (PAPER, INK, ' stroke-dasharray="12 9"')
    size = 76 if len(words.number) < 3 else 58
    number = drawn(words.number, library.letters, x, y + size * 0.42, size, ink)
    label = drawn(words.label, library.letters, x, y - 24, 22 if len(words.label) < 9 else 17, ink)
    return f'<path d="{form}" fill="{ground}" stroke="{INK}" stroke-width="5"{dashes}/>{label}{number}'


def _foot(card: Drawn, words: Words, library: Library) -> str:
    """Return the mark of the box in its colour, its name, the facts at the foot and the treasures."""
    x, y = (86, 690) if words.shape == "base" else (98, 962)
    look, letters = library.box(card.box), library.letters
    mark = svg(library.motifs[look.mark].draw, {**FIXED, "m": PAPER, "n": "#d8cdb8", "a": FIXED["y"]})
    up = 8 if words.facts else -10
    parts = [
        f'<circle cx="{x}" cy="{y}" r="42" fill="{look.colour}" stroke="{INK}" stroke-width="5"/>',
        inked(mark, 4, f"translate({x - 27} {y - 27}) scale(.54)"),
        drawn(words.box, letters, x + 60, y - up, 27, look.colour, middle=False),
    ]
    if words.facts:
        facts = fitted(words.facts, letters, 330 if words.treasure else 520, (30, 27, 24, 21), 1)
        parts.append(drawn(facts.lines[0], letters, x + 60, y + 30, facts.size, INK, middle=False))
    if words.treasure:
        label = f'<rect x="500" y="{y - 34}" width="190" height="66" rx="10" fill="{FIXED["y"]}"/>'
        parts += [inked(label, 5), drawn(words.treasure, letters, 595, y + 12, 34, INK)]
    return "".join(parts)
