"""Parts of tables that were read before: who plays on asks with nearly the same table again and again."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec

from rules.engine.cards import Card
from rules.engine.forms import like, says
from rules.engine.library import encode
from rules.engine.reading import CARDS_LIMIT, Reader, Reads

T = TypeVar("T")
KEPT, LARGEST = 2048, 4096
# What is no JSON, or too deep for it, is left to whoever says what is wrong with it.
UNSPEAKABLE = (OverflowError, RecursionError, TypeError, ValueError)


class Part(msgspec.Struct, frozen=True):
    """What was read of a part, and what its reader learned by it."""

    value: object
    cards_read: int
    own: dict[str, Card]
    foreign: dict[str, Card]


def remembered(inner: Reads[T]) -> Reads[T]:
    """Read each spelling of a part once.

    What it comes to hangs on the library, which keeps it, the boxes on the table, who sits there, and the levels of
    the book. Where something is wrong it is read each time: problems name its place.
    """

    def shape(reader: Reader, value: object, path: str) -> T:
        part = _part(inner, reader, value, path)
        if part is None or reader.cards_read + part.cards_read > CARDS_LIMIT:
            return inner(reader, value, path)
        reader.cards_read += part.cards_read
        for slug, card in part.own.items():
            reader.own.setdefault(slug, card)
        for word, card in part.foreign.items():
            reader.foreign.setdefault(word, card)
        return cast("T", part.value)

    return says(like(inner))(shape)


def _part(inner: Reads[T], reader: Reader, value: object, path: str) -> Part | None:
    """Return the part as it was read before, else read it; None where something is wrong in it."""
    try:
        spelling = encode(value)
    except UNSPEAKABLE:
        return None
    known: dict[object, Part] = reader.parts
    key = (inner, reader.sets, reader.players, reader.levels, spelling)
    part = known.get(key)
    if part is None:
        part = _apart(inner, reader, value, path)
        if part is not None and len(spelling) <= LARGEST:
            if len(known) >= KEPT:
                known.clear()
            known[key] = part
    return part


def _apart(inner: Reads[T], reader: Reader, value: object, path: str) -> Part | None:
    """Read a part by itself, so that its cards can be told from those read before it."""
    own, foreign, before, problems = reader.own, reader.foreign, reader.cards_read, len(reader.problems)
    reader.own, reader.foreign = {}, {}
    part = Part(inner(reader, value, path), reader.cards_read - before, reader.own, reader.foreign)
    reader.own, reader.foreign, reader.cards_read = own, foreign, before
    if len(reader.problems) == problems:
        return part
    del reader.problems[problems:]
    return None
