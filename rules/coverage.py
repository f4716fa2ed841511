"""Which statements of the rulebooks the resolver decides: proven by passing cases whose answers cite them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.engine.errors import ScenarioError
from rules.expectations import rested_on, shortfalls

Row = dict[str, Any]
NO_CASE = "Kein Fall, der besteht, führt diese Aussage bisher vor."


def cited_by_cases(
    cases: Iterable[Mapping[str, Any]], resolve: Callable[[Any], Mapping[str, Any]]
) -> dict[str, list[str]]:
    """Return for every cited id the cases that pass and whose answer rests on it."""
    found: dict[str, list[str]] = {}
    for case in cases:
        try:
            answer = resolve(case["scenario"])
        except ScenarioError:
            continue
        if not shortfalls(answer, case["expect"]):
            for ident in sorted(rested_on(answer)):
                found.setdefault(ident, []).append(case["id"])
    return found


def coverage(
    rules: Iterable[Mapping[str, Any]], proofs: Mapping[str, list[str]], reasons: Mapping[str, str]
) -> dict[str, Row]:
    """Return per rule id: decided with its cases, open with the reason, or only text."""
    return {rule["id"]: _state(rule, proofs.get(rule["id"], []), reasons) for rule in rules}


def _state(rule: Mapping[str, Any], cases: list[str], reasons: Mapping[str, str]) -> Row:
    if not rule["resolver"]:
        return {"state": "text"}
    if cases:
        return {"state": "decided", "cases": cases}
    return {"state": "open", "reason": reasons.get(rule["id"], NO_CASE)}
