"""The piece of a text that shows why it was found, with the words that were looked for."""

from __future__ import annotations

from cards.folding import WORD

LENGTH = 180
BEFORE = 60

# A piece of text, and whether it is one of the words that were looked for.
Piece = tuple[str, bool]


def excerpt(text: str, marked: frozenset[str], length: int = LENGTH) -> list[Piece]:
    """Return a piece of the text around the first of these words, cut at words; the beginning if there is none."""
    hits = [m.span() for m in WORD.finditer(text) if m.group().lower() in marked] if marked else []
    start = hits[0][0] - BEFORE if hits and hits[0][1] > length else 0
    start = text.find(" ", start) + 1 if start > 0 else 0
    end = len(text) if len(text) <= start + length else text.rfind(" ", start, start + length)
    end = end if end > start else start + length
    pieces: list[Piece] = [("… ", False)] if start else []
    place = start
    for first, last in hits:
        if start <= first and last <= end:
            pieces += [(text[place:first], False), (text[first:last], True)]
            place = last
    pieces.append((text[place:end] + (" …" if end < len(text) else ""), False))
    return [piece for piece in pieces if piece[0]]
