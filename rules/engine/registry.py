"""Which function is which action or frame of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar, get_args, get_type_hints

from rules.engine.one_of import OneOf, Shape, read_as

F = TypeVar("F", bound=Callable[..., object])


class Registry:
    """The functions of one game by name; a second one of the same name is an error at import."""

    def __init__(self) -> None:
        self.frames: dict[str, Callable[..., object]] = {}

    def frame(self, name: str) -> Callable[[F], F]:
        """Register a step of the game that can stand in the queue: `frame("lose-levels")`."""

        def register(function: F) -> F:
            if name in self.frames:
                raise ValueError(f"frame {name} is registered twice")
            self.frames[name] = function
            return function

        return register

    def typed(self, do: str, args: dict[str, object]) -> dict[str, object]:
        """Return what a waiting frame was written down with, as its function takes it."""
        hints = _spoken(self.frames[do])
        return {
            name: read_as(hints[name], value) if name in hints and _is_raw(value) else value
            for name, value in args.items()
        }

    def action(self, name: str) -> Callable[[F], F]:
        """Register what a player can do; its keys stand in the game's table of actions."""
        return self.frame("action:" + name)


@cache
def _spoken(function: Callable[..., object]) -> dict[str, type[object]]:
    """Return which arguments of a function are what cards say."""
    return {name: hint for name, hint in get_type_hints(function).items() if _speaks(hint)}


def _speaks(hint: object) -> bool:
    known = isinstance(hint, type) and issubclass(hint, (OneOf, Shape))
    return known or any(map(_speaks, get_args(hint)))


def _is_raw(value: object) -> bool:
    """Say whether this is still as it was written: what grows from such a frame is typed already."""
    return isinstance(value, dict) or (isinstance(value, (list, tuple)) and any(map(_is_raw, value)))
