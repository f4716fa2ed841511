"""The register of Smash Up's procedures: every topic file hangs its actions, frames and effects in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.engine.objects import Values
from rules.engine.registry import Registry
from rules.engine.smashup.language.effects import Done
from rules.engine.smashup.language.parts import Bind
from rules.engine.smashup.table.board import Origin

SMASH_UP = Registry()
action = SMASH_UP.action
frame = SMASH_UP.frame

F = TypeVar("F", bound=Callable[..., bool])
# What an ability can do.
EFFECTS: dict[type[Done], Callable[..., bool]] = {}


def effect(kind: type[Done]) -> Callable[[F], F]:
    """Register what is done by an effect; the function says whether it was done."""

    def register(function: F) -> F:
        if kind in EFFECTS:
            raise ValueError(f"effect {kind.__name__} is registered twice")
        EFFECTS[kind] = function
        return function

    return register


def call_of(origin: Origin, bind: Bind | None = None) -> Values:
    """Return the arguments of a frame that carries out an ability."""
    return {"origin": {name: getattr(origin, name) for name in origin.__struct_fields__}, "bind": bind or {}}
