"""How much of a resolver's answer somebody wants to read: all of it, its steps, or what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

Answer = dict[str, Any]
FULL, STEPS, SUMMARY = "full", "steps", "summary"
VIEWS = (SUMMARY, STEPS, FULL)
# So many outcomes can be asked for, at most.
MOST_OUTCOMES = 10_000
# Whoever asks for no number gets as many outcomes as keep the whole answer below this.
BYTES_UNASKED = 1_000_000
# The brackets around the outcomes, and what is said of those that are missing.
AROUND = 200
# So many outcomes and citations anybody reads who wants it short.
OUTCOMES_IN_SHORT = 12
CITES_IN_SHORT = 10


def bounded(answer: Answer, view: str = FULL, most: int | None = None) -> Answer:
    """Return the answer with so many outcomes at most; `omitted` says how many are missing, and their chance."""
    outcomes = answer["outcomes"]
    if most is None and view != FULL:
        most = OUTCOMES_IN_SHORT
    kept = _within_bytes(answer) if most is None else outcomes[:most]
    missing = sum((Fraction(one["chance"]) for one in outcomes[len(kept) :]), Fraction(0))
    found = {**answer, "omitted": {"outcomes": len(outcomes) - len(kept), "chance": str(missing)}}
    if view == FULL:
        return {**found, "outcomes": kept}
    shorten = _steps if view == STEPS else _result
    found["outcomes"] = [shorten(outcome) for outcome in kept]
    found["cites"] = _cites(answer, kept, None if view == STEPS else CITES_IN_SHORT)
    return found


def _within_bytes(answer: Answer) -> list[Answer]:
    """Return the outcomes with which the answer stays below what nobody has to ask for; one is always there."""
    outcomes: list[Answer] = answer["outcomes"]
    room = BYTES_UNASKED - AROUND
    if len(msgspec.json.encode(answer)) <= room:
        return outcomes
    room -= len(msgspec.json.encode({**answer, "outcomes": []}))
    for number, outcome in enumerate(outcomes):
        room -= len(msgspec.json.encode(outcome)) + 1
        if room < 0:
            return outcomes[: max(1, number)]
    return outcomes


def _steps(outcome: Answer) -> Answer:
    """Leave out the table afterwards, and the numbers that each sentence was made of."""
    steps = [{"text": step["text"], "cites": step["cites"], "values": {}} for step in outcome["steps"]]
    return {**outcome, "state": {}, "steps": steps}


def _result(outcome: Answer) -> Answer:
    """Leave what comes out: the strengths, who wins, what is open."""
    found = {**outcome, "state": {}, "steps": [], "drawn": [], "events": []}
    if combat := outcome.get("combat"):
        sides = {side: {**combat[side], "parts": []} for side in ("munchkins", "monsters") if side in combat}
        found["combat"] = {**combat, **sides}
    return found


def _cites(answer: Answer, outcomes: list[Answer], most: int | None) -> Answer:
    """Return what the rest cites, the decisive first; in short as titles and addresses."""
    known = answer["cites"]
    wanted = [ident for ident in dict.fromkeys(_cited(answer, outcomes)) if ident in known]
    if most is None:
        return {ident: known[ident] for ident in wanted}
    return {ident: {**known[ident], "text": ""} for ident in wanted[:most]}


def _cited(answer: Answer, outcomes: list[Answer]) -> Iterator[str]:
    """Yield what is cited: why not, what is open, who wins and why, where the boxes differ, and each step."""
    yield from (answer["refusal"] or {}).get("cites", ())
    for row in answer["unsettled"]:
        yield from row["cites"]
    for outcome in outcomes:
        yield from _grounds(outcome.get("combat"))
    for row in answer["differs"]:
        yield from row["cites"]
    for outcome in outcomes:
        for step in outcome["steps"]:
            yield from step["cites"]


def _grounds(combat: Answer | None) -> Iterable[str]:
    return (combat or {}).get("because") or ()
