"""The answer in one or two German sentences: what a player wants to know first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.engine.answer import Report
from rules.engine.branch import Branch
from rules.engine.kernel import Kernel
from rules.engine.trace import Step

# How many sentences and how many different outcomes a summary tells.
SENTENCES = 2
OUTCOMES = 3


def summary(
    kernel: Kernel,
    branches: list[Branch],
    reports: list[Report],
    verdict: str,
    refusal: dict[str, Any] | None,
    asked: dict[str, Any],
) -> str:
    """Say what came out: the refusal, the decision that is open, the chances, or the most telling steps."""
    if refusal:
        return str(refusal["text"])
    if len(branches) > 1:
        return _chances(kernel, branches, reports)
    text = _told(kernel, branches[0], reports[0], SENTENCES)
    decisions = " ".join(decision.text for decision in branches[0].state.decisions)
    return f"{text} {decisions}".strip() or kernel.sentences.say("summary.nothing", {})


def _told(kernel: Kernel, branch: Branch, report: Report, limit: int) -> str:
    steps = _telling(kernel, branch.steps, limit - len(report.steps)) + list(report.steps)
    return " ".join(dict.fromkeys(kernel.tell(step) for step in steps))


def _telling(kernel: Kernel, steps: tuple[Step, ...], limit: int) -> list[Step]:
    """Return the most telling steps in the order in which they happened."""
    ranks: dict[str, int] = kernel.book.value("zusammenfassung.rang", {})
    ranked = [(_rank(ranks, step.key), index) for index, step in enumerate(steps)]
    best = sorted([pair for pair in ranked if pair[0]], reverse=True)
    return [steps[index] for index in sorted([index for _, index in best[:limit]])]


def _rank(ranks: dict[str, int], key: str) -> int:
    rank = ranks.get(key)
    return ranks.get(key.partition(".")[0], 1) if rank is None else rank


def _chances(kernel: Kernel, branches: list[Branch], reports: list[Report]) -> str:
    """Tell the likeliest outcomes with their chances."""
    pairs = sorted(zip(branches, reports, strict=True), key=lambda pair: -pair[0].weight)
    told = [
        _chance(kernel, branch.weight, _own(kernel, branch, report, branches))
        for branch, report in pairs[:OUTCOMES]
    ]
    if len(pairs) > OUTCOMES:
        told.append(kernel.sentences.say("summary.more", {"n": len(pairs) - OUTCOMES}))
    return " ".join(told)


def _own(kernel: Kernel, branch: Branch, report: Report, branches: list[Branch]) -> str:
    """Return what only this outcome tells."""
    common = {(s.key, str(s.values)) for s in branches[0].steps}.intersection(
        *({(s.key, str(s.values)) for s in b.steps} for b in branches)
    )
    own = tuple(step for step in branch.steps if (step.key, str(step.values)) not in common) or branch.steps
    return " ".join(kernel.tell(step) for step in [*_telling(kernel, own, SENTENCES), *report.steps])


def _chance(kernel: Kernel, weight: Fraction, text: str) -> str:
    return kernel.sentences.say(
        "summary.chance", {"n": weight.numerator, "of": weight.denominator, "text": text}
    )
