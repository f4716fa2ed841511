"""The answer in a few German sentences: what a player wants to know first."""

from __future__ import annotations

from rules.engine.branch import Branch
from rules.engine.grouping import by_person, common
from rules.engine.kernel import Kernel
from rules.engine.objects import Json
from rules.engine.trace import Report, Step

# How many sentences a summary tells of what is certain, and how many of them where chance decides the rest.
SENTENCES, CERTAIN = 2, 1
# What can change with the decision that is open is not told as if it lasted.
PASSING = "combat.stands-"


def summary(
    kernel: Kernel,
    branches: list[Branch],
    reports: list[Report],
    verdict: str,
    refusal: Json | None,
    asked: Json,
) -> str:
    """Say what came out: the refusal, the decision that is open, the chances, or the most telling steps."""
    if refusal:
        return str(refusal["text"])
    closing = _closing(kernel, branches, reports)
    if len(branches) > 1:
        texts = _told(kernel, common(kernel, branches), CERTAIN)
        texts += by_person(kernel, branches, lambda step: _rank(kernel, step), asked)
        texts += closing
    else:
        texts = _told(kernel, list(branches[0].steps), SENTENCES - len(closing)) + closing
    texts += [decision.text for branch in branches for decision in branch.state.decisions]
    return " ".join(dict.fromkeys(texts)) or kernel.sentences.say("summary.nothing", {})


def _closing(kernel: Kernel, branches: list[Branch], reports: list[Report]) -> list[str]:
    """Return how things stand in the end, where that is the same in every outcome and can last."""
    open_ = any(branch.state.decisions for branch in branches)
    told = [
        [kernel.tell(step) for step in report.steps if not (open_ and step.key.startswith(PASSING))]
        for report in reports
    ]
    return [text for text in told[0] if all(text in other for other in told[1:])]


def _told(kernel: Kernel, steps: list[Step], limit: int) -> list[str]:
    """Return the most telling steps in the order in which they happened."""
    ranked = [(_rank(kernel, step), index) for index, step in enumerate(steps)]
    best = sorted([pair for pair in ranked if pair[0]], reverse=True)
    return [kernel.tell(steps[index]) for index in sorted([index for _, index in best[:limit]])]


def _rank(kernel: Kernel, step: Step) -> int:
    ranks: dict[str, int] = kernel.book.value("zusammenfassung.rang", {})
    rank = ranks.get(step.key)
    return ranks.get(step.key.partition(".")[0], 1) if rank is None else rank
