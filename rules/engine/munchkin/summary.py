"""The answer in one or two German sentences."""

from __future__ import annotations

from typing import Any

from rules.engine.answer import Report
from rules.engine.kernel import Branch, Kernel


def summary(kernel: Kernel, branches: list[Branch], reports: list[Report], verdict: str, refusal: dict[str, Any] | None,
            asked: dict[str, Any]) -> str:
    """Say what came out: the refusal, or the last things that happened."""
    if refusal:
        return str(refusal["text"])
    steps = branches[0].steps[-1:] + reports[0].steps
    return " ".join(kernel.sentences.say(step.key, step.values) for step in steps)
