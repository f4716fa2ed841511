"""Which function is which action or frame of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

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

    def action(self, name: str) -> Callable[[F], F]:
        """Register what a player can do; its keys stand in the game's table of actions."""
        return self.frame("action:" + name)
