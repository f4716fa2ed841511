"""The register of Smash Up's procedures: every topic file hangs its actions, frames and effects in here."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.objects import Values
from rules.engine.registry import Registry
from rules.engine.smashup.language.abilities import Bind
from rules.engine.smashup.table.board import Origin

SMASH_UP = Registry()
action = SMASH_UP.action
frame = SMASH_UP.frame

Effect = Callable[..., bool]
# What an ability can do, by the word that stands in the card's data.
EFFECTS: dict[str, Effect] = {}


def effect(name: str) -> Callable[[Effect], Effect]:
    """Register what an ability can do; the function says whether it was done."""

    def register(function: Effect) -> Effect:
        if name in EFFECTS:
            raise ValueError(f"effect {name} is registered twice")
        EFFECTS[name] = function
        return function

    return register


def call_of(origin: Origin, bind: Bind | None = None) -> Values:
    """Return the arguments of a frame that carries out an ability."""
    return {"origin": {name: getattr(origin, name) for name in origin.__struct_fields__}, "bind": bind or {}}
