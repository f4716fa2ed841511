"""Fights with marks, from which is learned what plays which part: „ich {7|K.stufe} {+4|K.bonus}“."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cards.files import load_yaml
from rules.ask.data import FOLDER
from rules.facts import fixtures_folder

MARK = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
FIGHTS = "fights"
BOXES = "+"
SIGNS = frozenset(',.;:!?„“–()"')


class Mark(NamedTuple):
    """A stretch of the text, from one letter to another, and the part it plays."""

    start: int
    end: int
    role: str


class Marked(NamedTuple):
    """A fight as somebody tells it, with the part of each number, card and person."""

    boxes: tuple[str, ...]
    text: str
    marks: tuple[Mark, ...]
    # Whose hand it is: the file that it stands in.
    hand: str = ""


def parsed(boxes: str, line: str) -> Marked:
    """Read a marked line."""
    text, marks, place = "", [], 0
    for found in MARK.finditer(line):
        text += line[place : found.start()]
        marks.append(Mark(len(text), len(text) + len(found[1]), found[2].strip()))
        text, place = text + found[1], found.end()
    return Marked(tuple(boxes.split(BOXES)), text + line[place:], tuple(marks))


def unpunctuated(one: Marked) -> Marked:
    """Return the same fight as somebody types it who knows no signs, or dictates it."""
    inside = {place for mark in one.marks for place in range(mark.start, mark.end)}
    kept = "".join(
        " " if letter in SIGNS and place not in inside else letter for place, letter in enumerate(one.text)
    )
    return one._replace(text=kept)


def fights() -> Iterator[Marked]:
    """Yield the marked fights of fixtures/ask/fights."""
    for file in sorted((fixtures_folder() / FOLDER / FIGHTS).glob("*.yaml")):
        for row in load_yaml(file):
            for boxes, line in row.items():
                yield parsed(boxes, line)._replace(hand=file.stem)
