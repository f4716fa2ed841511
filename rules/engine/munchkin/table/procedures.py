"""The register of Munchkin's procedures: every topic file hangs its actions, frames and effects in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.language.effects import Done
from rules.engine.registry import Registry

MUNCHKIN = Registry()
action = MUNCHKIN.action
frame = MUNCHKIN.frame

E = TypeVar("E", bound=Done)
Doing = Callable[[Context, str, E, Card | None, str], None]
# What a card can do to somebody or to a fight.
EFFECTS: dict[type[Done], Doing[Any]] = {}


def does(effect: type[E]) -> Callable[[Doing[E]], Doing[E]]:
    """Register what happens by an effect."""

    def register(function: Doing[E]) -> Doing[E]:
        if effect in EFFECTS:
            raise ValueError(f"effect {effect.__name__} is registered twice")
        EFFECTS[effect] = function
        return function

    return register
