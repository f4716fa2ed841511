"""Places in a scenario by their path, as the resolver names them: `state.players[0].level`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

STEP = re.compile(r"\[(\d{1,4})\]|([^.\[\]]+)")
Step = str | int


def steps(path: str) -> list[Step]:
    """Split a path into keys and indices."""
    return [int(index) if index else name for index, name in STEP.findall(path)]


def at(value: Any, path: str) -> Any:
    """Return what stands at a path; None where nothing does."""
    for step in steps(path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def plant(value: Any, path: str, item: Any) -> None:
    """Put something at a path; objects and lists that are missing on the way are made."""
    way = steps(path)
    for step, following in pairwise(way):
        value = _entered(value, step, [] if isinstance(following, int) else {})
    _entered(value, way[-1], item, replace=True)


def _entered(value: Any, step: Step, missing: Any, replace: bool = False) -> Any:
    """Return what stands at a step, after putting it there where it is missing."""
    if isinstance(value, list) and isinstance(step, int):
        while len(value) <= step:
            value.append(missing if len(value) == step else 0)
        if replace:
            value[step] = missing
        return value[step]
    if not isinstance(value, dict):
        return missing
    if replace or not isinstance(value.get(str(step)), dict | list):
        value[str(step)] = missing
    return value[str(step)]


def uproot(value: Any, path: str) -> None:
    """Take away what stands at a path; objects and lists left empty by that go, too."""
    way = steps(path)
    chain = [value]
    for step in way[:-1]:
        try:
            chain.append(chain[-1][step])
        except (KeyError, IndexError, TypeError):
            return
    for place, step in zip(reversed(chain), reversed(way), strict=True):
        if isinstance(place, dict):
            place.pop(step, None)
        elif isinstance(place, list) and isinstance(step, int) and step < len(place):
            del place[step]
        if place or place is value:
            return


def remove(value: Any, path: str) -> None:
    """Take one element out of a list; the list stays, even empty."""
    way = steps(path)
    for step in way[:-1]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return
    last = way[-1] if way else None
    if isinstance(value, list) and isinstance(last, int) and last < len(value):
        del value[last]
