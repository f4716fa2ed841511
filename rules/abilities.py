"""Abilities of Smash Up cards as the resolver reads them: an effect that it does not know never becomes data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import to_builtins

from cards.problems import Problem
from cards.shapes import Facts
from rules.engine.library import Library
from rules.engine.reading import Reader, Shape


def problems(facts: Facts) -> Iterator[Problem]:
    """Name every word of the abilities that the resolver could not carry out, with its place and the nearest."""
    abilities = [ability for ability in facts.abilities or [] if ability.kind is not None]
    if not abilities:
        return
    reader = Reader(_nothing(), (), {}, (), (), {})
    _shape()(reader, to_builtins(abilities), "facts.abilities")
    for problem in reader.problems:
        yield Problem(problem.text, problem.path)


@cache
def _shape() -> Shape:
    # The words for effects are known as soon as every topic of the game is there.
    from rules.engine.smashup import topics  # noqa: F401
    from rules.engine.smashup.effects.shapes import ABILITIES

    return ABILITIES


@cache
def _nothing() -> Library:
    return Library(cards={}, cited={}, comparison=[], editions={}, data={})
