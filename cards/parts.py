"""The parts of the data, so that an app may bring its own fixtures without the loader knowing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# (kind, key) of an object, with its title and its entry as the fixtures write it.
Objects = Mapping[tuple[str, str], tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Part:
    """One part of the data: how its fixtures are read, written and told apart."""

    name: str
    # Reads and checks its files below a folder; every problem becomes a sentence in the list.
    read: Callable[[Path, list[str]], Any]
    # Writes what `read` returned; runs inside the loader's transaction, after the parts before it.
    write: Callable[[Any], None]
    # Returns what the database holds, for the record of changes.
    objects: Callable[[], Objects]
    # Removes what the files no longer have and later parts may have referred to; the last part begins.
    sweep: Callable[[Any], None] = lambda _read: None
    # Says, a sentence each, what is still missing without being wrong.
    notes: Callable[[Any], list[str]] = lambda _read: []


_PARTS: dict[str, Part] = {}


def register(part: Part) -> None:
    """Let the loader know a part; apps call this when they are ready, in the order in which data depends."""
    _PARTS[part.name] = part


def registered() -> list[Part]:
    return list(_PARTS.values())
