"""What cards say in words of their own: whoever acts on it tells how it is read, ordered and described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cards.problems import Problem


@dataclass(frozen=True)
class Speech:
    """One description of everything that the facts of a card can say."""

    # Names what nobody could carry out, with its place and what is near.
    problems: Callable[[Mapping[str, Any]], Iterable[Problem]]
    # Returns a fact with its words in their order.
    ordered: Callable[[str, Any], Any]
    # The JSON Schema of each fact that speaks, and the parts it is made of.
    schema: Callable[[], tuple[dict[str, Any], dict[str, Any]]]
    # What each effect means, for the guide: by the title of a table, then by its word.
    meanings: Callable[[], Mapping[str, Mapping[str, str]]]


_SPOKEN: list[Speech] = []


def register(speech: Speech) -> None:
    """Let the data be read by whoever acts on them, whenever a card is loaded, imported or edited."""
    _SPOKEN[:] = [speech]


def speech() -> Speech:
    return _SPOKEN[0]
