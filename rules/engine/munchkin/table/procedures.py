"""The register of Munchkin's procedures: every topic file hangs its actions, frames and effects in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.table.facts import EFFECT_WORDS
from rules.engine.reading import Shape
from rules.engine.registry import Registry

MUNCHKIN = Registry()
action = MUNCHKIN.action
frame = MUNCHKIN.frame

Doing = Callable[[Context, str, Any, Card | None, str], None]
# What a card can do to somebody or to a fight, by the word that stands in its data.
EFFECTS: dict[str, Doing] = {}


def does(name: str, shape: Shape) -> Callable[[Doing], Doing]:
    """Register what a card can do, and what is read behind its word."""

    def register(function: Doing) -> Doing:
        if name in EFFECT_WORDS:
            raise ValueError(f"effect {name} is registered twice")
        EFFECTS[name] = function
        EFFECT_WORDS[name] = shape
        return function

    return register
