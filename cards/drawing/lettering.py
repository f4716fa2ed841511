"""Words as outlines, so that a picture reads the same where nobody has our letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Letters = Mapping[str, tuple[int, str]]
EM = 500
UNKNOWN = "?"


@dataclass(frozen=True)
class Lines:
    """A text broken into lines at a size that fits."""

    lines: Sequence[str]
    size: float


def width(text: str, letters: Letters) -> float:
    """Return how wide a text is at size 1."""
    return sum(_letter(sign, letters)[0] for sign in text) / EM


def fitted(text: str, letters: Letters, room: float, sizes: Sequence[float], most: int) -> Lines:
    """Break a text at the largest size where it needs few enough lines; at the smallest it is cut short."""
    for size in sizes:
        lines = _broken(text, letters, room / size)
        if len(lines) <= most and all(width(line, letters) * size <= room for line in lines):
            return Lines(lines, size)
    kept = [_cut(line, letters, room / sizes[-1]) for line in _broken(text, letters, room / sizes[-1])[:most]]
    return Lines(kept, sizes[-1])


def drawn(
    text: str, letters: Letters, x: float, y: float, size: float, colour: str, middle: bool = True
) -> str:
    """Return a line as SVG, its foot at `y`, around `x` or from there on."""
    scale = size / EM
    start = x - width(text, letters) * size / 2 if middle else x
    parts, at = [], 0
    for sign in text:
        advance, outline = _letter(sign, letters)
        if outline:
            parts.append(f'<path transform="translate({at})" d="{outline}"/>')
        at += advance
    return (
        f'<g fill="{colour}" transform="translate({start:.1f} {y:g}) scale({scale:.4g})">{"".join(parts)}</g>'
    )


def _letter(sign: str, letters: Letters) -> tuple[int, str]:
    return letters.get(sign) or letters[UNKNOWN]


def _broken(text: str, letters: Letters, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, letters) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(line: str, letters: Letters, room: float) -> str:
    if width(line, letters) <= room:
        return line
    while line and width(line + "…", letters) > room:
        line = line[:-1]
    return line + "…"
