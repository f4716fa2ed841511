"""The piece of a text that shows why it was found, with the words that were looked for."""

from __future__ import annotations

from collections.abc import Iterator

LENGTH = 180
BEFORE = 60

# A piece of text, and whether it is one of the words that were looked for.
Piece = tuple[str, bool]
Span = tuple[int, int]


def excerpt(text: str, marked: frozenset[str], length: int = LENGTH) -> list[Piece]:
    """Return a piece of the text around the first of these words, cut at words; the beginning if there is none."""
    hits = marked_words(text, marked)
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


def marked_words(text: str, marked: frozenset[str]) -> list[Span]:
    """Return where these words stand in a text, from left to right."""
    small = text.lower()
    if len(small) != len(text):
        # „İ“ has two small letters: with such a text the places are those of its small form, letter by letter.
        small = "".join([letter.lower()[0] for letter in text])
    return sorted([span for word in marked if word in small for span in _whole(word, small)])


def _whole(word: str, small: str) -> Iterator[Span]:
    """Yield where a word stands by itself, and not inside a longer one."""
    start = small.find(word)
    while start >= 0:
        end = start + len(word)
        if not (small[start - 1 : start].isalnum() or small[end : end + 1].isalnum()):
            yield start, end
        start = small.find(word, end)
