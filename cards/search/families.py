"""Under which numbers the sets of an index lie in its file, and what a document puts where."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from cards.search.corpus import Document
from cards.search.fields import FIELDS, Type


class Scope(IntEnum):
    """Where a word must stand, from the best hit to the weakest; each is a rung of the ranking."""

    NAME_SPELLED = 0
    NAME_FORM = 1
    NAME = 2
    NAMES = 3
    SPELLED = 4
    ANYWHERE = 5


ZONES = {
    Scope.NAME_SPELLED: ("name",),
    Scope.NAME_FORM: ("name",),
    Scope.NAME: ("name",),
    Scope.NAMES: ("name", "other"),
    Scope.SPELLED: ("name", "other", "text"),
    Scope.ANYWHERE: ("name", "other", "text"),
}
ZONE_TEXTS: dict[str, Callable[[Document], str]] = {
    "name": lambda document: document.name,
    "other": lambda document: " | ".join(document.others),
    "text": lambda document: document.text,
    "klar": lambda document: str(document.values.get("klar_words", "")),
}
SPELLED = (Scope.NAME_SPELLED, Scope.SPELLED)

# The parts of the corpus lie this far apart.
PART = 1000
# A word in one of its forms; further places, for fields that look in one of them only.
WORDS: dict[Scope | str, int] = {**{scope: int(scope) for scope in Scope}, "text": 6, "klar": 7}
# A word as it is spelled in a zone; in the name that is a rung of the ranking.
SPELLINGS = {"name": int(Scope.NAME_SPELLED), "other": 11, "text": 12, "klar": 13}
# Two common words side by side.
PAIRS = {zone: 20 + place for place, zone in enumerate(ZONES[Scope.SPELLED])} | {"klar": 23}
OWN_NAMES, OTHER_NAMES, EVERYTHING = 30, 31, 40
VALUES = {field.name: 100 + place for place, field in enumerate(FIELDS)}
NUMBERS = tuple(field.name for field in FIELDS if field.type in (Type.NUMBER, Type.COUNT))
CHOICES = tuple(field.name for field in FIELDS if field.type is Type.CHOICE)


def several(value: Any) -> tuple[Any, ...]:
    """Return the values of a field, however many there are."""
    if value is None or value == "":
        return ()
    return tuple(value) if isinstance(value, tuple | list | set) else (value,)
