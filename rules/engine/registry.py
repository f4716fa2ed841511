"""Which function answers which question of the comparison, and which action or frame it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Registry:
    """The functions of one game by name; a second one of the same name is an error at import."""

    def __init__(self) -> None:
        self.frames: dict[str, Callable[..., None]] = {}
        self.deciders: dict[str, str] = {}
        # Questions that two functions claim to answer: a test says there are none.
        self.twice: list[str] = []

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

    def decides(self, *targets: str) -> Callable[[F], F]:
        """Say which questions this function answers; each is answered in one place."""

        def register(function: F) -> F:
            for target in targets:
                if target in self.deciders:
                    self.twice.append(target)
                self.deciders[target] = f"{function.__module__}.{function.__qualname__}"
            return function

        return register
