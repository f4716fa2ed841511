"""The answer in one or two sentences: who wins, what a scoring brought, what somebody has to decide."""

from __future__ import annotations

from rules.engine.branch import Branch
from rules.engine.grouping import by_person
from rules.engine.kernel import Kernel
from rules.engine.objects import Json, Values
from rules.engine.smashup.table.board import look
from rules.engine.trace import Report, Step

SENTENCES = 2
TELLING = {"won": 9, "place-points": 5, "points-changed": 4, "cards-drawn": 0, "two-cards-drawn": 0}


def summary(
    kernel: Kernel,
    branches: list[Branch],
    reports: list[Report],
    verdict: str,
    refusal: Json | None,
    asked: Json,
) -> str:
    """Say the result in one or two sentences."""
    if refusal:
        return str(refusal["text"])
    say, first = kernel.sentences.say, branches[0]
    texts = [say(step.key, step.values) for step in first.steps if step.key == "won"]
    if first.state.winners and not texts:
        texts.append(say("sum.winners", {"players": [kernel.people[w] for w in first.state.winners]}))
    number = 1 if first.state.decisions or len(branches) > 1 else SENTENCES
    texts += [text for text in _same_in_all(kernel, branches) if text not in texts][:number]
    if len(branches) > 1:
        texts += by_person(kernel, branches, lambda step: _rank(kernel, step), asked)
    if first.state.decisions:
        decision = first.state.decisions[0]
        texts.append(say("sum.open", {"player": kernel.people[decision.player], "asked": decision.text}))
    return " ".join(dict.fromkeys(texts)) or _standing(kernel, first)


def _rank(kernel: Kernel, step: Step) -> int:
    """Say how telling a step is where outcomes differ: winning, then points, then what a headline may say."""
    if step.key in TELLING:
        return TELLING[step.key]
    return 2 if step.key in kernel.library.data["smash-up"]["kinds"]["headlines"] else 1


def _same_in_all(kernel: Kernel, branches: list[Branch]) -> list[str]:
    """Return what happened in every branch alike, the most telling first."""
    told = [_told(kernel, branch) for branch in branches]
    if len(branches) > 1 and not any(all(text in other for other in told[1:]) for text in told[0]):
        told = [_scored_plainly(kernel, branch) for branch in branches]
    return [text for text in told[0] if all(text in other for other in told[1:])]


def _told(kernel: Kernel, branch: Branch) -> list[str]:
    scored = _scored(kernel, branch)
    if scored:
        return scored
    keys = kernel.library.data["smash-up"]["kinds"]["headlines"]
    steps = [step for step in branch.steps if step.key in keys]
    texts = [kernel.sentences.say(step.key, step.values) for step in steps[-SENTENCES:]]
    if not texts and branch.steps:
        texts = [kernel.sentences.say(branch.steps[-1].key, branch.steps[-1].values)]
    return texts


def _scored(kernel: Kernel, branch: Branch) -> list[str]:
    """Return a sentence for each scored base: who got how many points there."""
    say = kernel.sentences.say
    texts = []
    for step in branch.steps:
        if step.key != "step-4":
            continue
        base = step.values["base"]
        results = [say("sum.result", values) for values in _won(branch, base) if values["points"] > 0]
        texts.append(
            say("sum.scored" if results else "sum.scored-nobody", {"base": base, "results": results})
        )
    return texts[-SENTENCES:]


def _won(branch: Branch, base: object) -> list[Values]:
    """Return what everybody placed got at the base: for the place, and what abilities added or took since."""
    since = False
    won: dict[str, Values] = {}
    for step in branch.steps:
        if step.key == "step-4":
            since = step.values["base"] is base
        elif since and step.key.startswith("place-") and step.values.get("base") is base:
            won[step.values["player"]] = dict(step.values)
        elif since and step.key == "points-changed" and step.values["player"] in won:
            won[step.values["player"]]["points"] += step.values["by"]
        elif step.key == "step-9":
            since = False
    return list(won.values())


def _scored_plainly(kernel: Kernel, branch: Branch) -> list[str]:
    """Return which bases were scored, where chance decides what that brought."""
    say = kernel.sentences.say
    return [say("sum.scored-plain", {"base": s.values["base"]}) for s in branch.steps if s.key == "step-4"]


def _standing(kernel: Kernel, branch: Branch) -> str:
    board = look(branch.state)
    due = [branch.state.bases[index].card for index in board.due()]
    return kernel.sentences.say("sum.due" if due else "sum.none-due", {"bases": due})
