"""Words, numbers and signs of a question, each with its place."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from cards.folding import fold, without_digraphs

TOKEN = re.compile(
    r"(?P<number>[+\-−–]?(?<!\w)\d{1,3}(?:\.\d{3})+|[+\-−–](?=\d)\d+|\d+)"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)"
    r"|(?P<sign>[(),;:?!.…–=])"
)
MINUS = "-−–"
MOST_DIGITS = 6


class Token(NamedTuple):
    """A piece of the text: its kind (word, number, sign), its normal form and its place."""

    kind: str
    key: str
    text: str
    start: int
    end: int


@lru_cache(maxsize=32768)
def key(word: str) -> str:
    """Return the form in which words are compared: no capitals, umlauts, ß or apostrophes."""
    return without_digraphs(fold(word)).replace("'", "").replace("’", "")


def joined(form: str) -> str:
    """Return the normal form of several words written as one."""
    return "".join(key(word) for word in form.replace("-", " ").split())


def tokens(text: str) -> list[Token]:
    """Cut a question into tokens; whatever is neither word, number nor known sign separates them."""
    found = []
    for match in TOKEN.finditer(text):
        kind = match.lastgroup or "sign"
        raw = match.group()
        normal = key(raw) if kind == "word" else raw.replace(".", "") if kind == "number" else raw
        found.append(Token(kind, normal, raw, *match.span()))
    return found


def value(number: str) -> int:
    """Return the value of a number token; absurdly long ones are cut, and refused where they are used."""
    digits = number.lstrip("+" + MINUS)[:MOST_DIGITS]
    return -int(digits) if number[0] in MINUS else int(digits)
