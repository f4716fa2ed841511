"""Chances as dice: which faces lead to which outcome, where dice alone decide."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

FACES = 6
Rolls = list[list[int]]


def faces(outcomes: list[dict[str, Any]]) -> list[Rolls]:
    """Return for each outcome the faces of each roll that lead there; nothing where more than dice decides.

    The resolver names for a roll the lowest face of those that come out alike, so a range ends where the next begins.
    """
    rolls = [list(one.get("rolls", ())) for one in outcomes]
    found = [[_range(own, place, rolls) for place in range(len(own))] for own in rolls]
    fits = all(
        prod((Fraction(len(one), FACES) for one in outcome if one), start=Fraction(1))
        == Fraction(given["chance"])
        for outcome, given in zip(found, outcomes, strict=True)
    )
    if not fits or not any(one for outcome in found for one in outcome):
        return [[] for _ in outcomes]
    return [[one for one in outcome if one] for outcome in found]


def _range(own: list[int], place: int, rolls: Rolls) -> list[int]:
    """Return the faces of one roll that come out like it; none where somebody said what was rolled."""
    starts = sorted({one[place] for one in rolls if len(one) > place and one[:place] == own[:place]})
    if len(starts) < 2:
        return []
    following = starts[starts.index(own[place]) + 1 :]
    return list(range(own[place], following[0] if following else FACES + 1))
