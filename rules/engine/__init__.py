"""The resolver's one door: `resolve(question, library)` says what happens, and why."""

from __future__ import annotations

from typing import Any

from rules.engine.kernel import Dice
from rules.engine.library import Library
from rules.engine.session import resolve_question


def resolve(question: object, library: Library, dice: Dice | None = None) -> dict[str, Any]:
    """Return the answer to a question of the scenario contract.

    With `dice` chance takes one way only, the one that it picks among `(weight, value)`.

    Raises `ScenarioError` where the question cannot be read, with every problem and its path.
    """
    return resolve_question(question, library, dice)
