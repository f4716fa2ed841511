"""Outcomes told by what differs between them: for each person how it can go, the asker first, and how likely."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import cast

from rules.engine.branch import Branch, replace
from rules.engine.german import READERS, Person
from rules.engine.kernel import Kernel
from rules.engine.objects import Action, Json
from rules.engine.trace import Step

# So many ways that it can go for somebody are told; of more only the number.
WAYS = 4
# So many things that happen to somebody one after the other.
STEPS = 3
# A person or a card before the verb of a sentence.
_FRONT = re.compile(r"^(„[^“]+“|[^„ ]+) ([a-zäöüß]+)(.*)$")
# Where a sentence is told in few words: among others of the same kind.
SHORT = "short."
# What weighs no more than this is told only where nothing else differs.
BY_THE_WAY = 1
Rank = Callable[[Step], int]


def common(kernel: Kernel, branches: Sequence[Branch]) -> list[Step]:
    """Return the steps that every branch tells alike, in the order of the first one."""
    told = [{kernel.tell(step) for step in branch.steps} for branch in branches[1:]]
    return [step for step in branches[0].steps if all(kernel.tell(step) in other for other in told)]


def by_person(kernel: Kernel, branches: Sequence[Branch], rank: Rank, asked: Json) -> list[str]:
    """Return a sentence for everybody whom the outcomes differ for: how it can go and with which chance."""
    same = {kernel.tell(step) for step in common(kernel, branches)}
    own = [[step for step in branch.steps if kernel.tell(step) not in same] for branch in branches]
    for least in (BY_THE_WAY, 0):
        told = [_ways(kernel, branches, own, rank, person, least) for person in _order(kernel, asked)]
        if any(told):
            return [text for text in told if text]
    return [kernel.sentences.say("summary.outcomes", {"n": len(branches)})]


def asker(kernel: Kernel, asked: Json) -> str:
    """Return who asks: the reader, else who acts first, else whose turn it is."""
    known = [ident for ident in kernel.people if ident.lower() in READERS]
    known += [action["player"] for action in _done(asked) if action.get("player") in kernel.people]
    return (known or [_active(asked)])[0]


def _done(asked: Json) -> Sequence[Action]:
    """Return what a question that could be read does."""
    return cast("Sequence[Action]", asked.get("do") or ())


def _active(asked: Json) -> str:
    """Return whose turn it is in a question that could be read."""
    state = cast("dict[str, Action]", asked.get("state") or {})
    turn = state.get("turn")
    return turn.get("player", "") if turn else ""


def _order(kernel: Kernel, asked: Json) -> list[str]:
    first = asker(kernel, asked)
    return sorted(kernel.people, key=lambda ident: ident != first)


def _ways(
    kernel: Kernel, branches: Sequence[Branch], own: list[list[Step]], rank: Rank, person: str, least: int
) -> str:
    """Return how it can go for one person; nothing where it goes the same way in every outcome."""
    chances: dict[tuple[str, ...], Fraction] = {}
    weights: dict[tuple[str, ...], int] = {}
    for branch, steps in zip(branches, own, strict=True):
        about = [(place, step) for step in steps if (place := rank(step)) > least and _is_about(step, person)]
        highest = max((place for place, _ in about), default=0)
        weighty = _summed([step for place, step in about if place == highest])
        key = tuple(dict.fromkeys(_briefly(kernel, step) for step in weighty))[: STEPS if least else 1]
        chances[key] = chances.get(key, Fraction(0)) + branch.weight
        weights[key] = highest
    if len(chances) < 2:
        return ""
    # What weighs most comes first, then what is likelier; that nothing happens need not be said.
    ways = sorted((way for way in chances if way), key=lambda way: (-weights[way], -chances[way]))
    return _sentence(kernel, [(chances[way], way) for way in ways], complete=() not in chances)


def _summed(steps: list[Step]) -> list[Step]:
    """Make one step of several that only differ in a number: two levels lost one after the other are two levels."""
    found: dict[object, Step] = {}
    for step in steps:
        number = step.values.get("n")
        key = (step.key, id(step) if number is None else "")
        before = found.get(key)
        if before is not None:
            values = {**step.values, "n": before.values["n"] + number}
            step = replace(step, values=values)
        found[key] = step
    return list(found.values())


def _briefly(kernel: Kernel, step: Step) -> str:
    """Return the sentence of a step in few words, where it has such a form."""
    key = SHORT + step.key
    return kernel.sentences.say(key, step.values) if key in kernel.sentences else kernel.tell(step)


def _is_about(step: Step, person: str) -> bool:
    """Say whether the first person that a step names is this one."""
    named = next((value for value in step.values.values() if isinstance(value, Person)), None)
    return named is not None and str(named) == person


def _sentence(kernel: Kernel, ways: list[tuple[Fraction, tuple[str, ...]]], *, complete: bool) -> str:
    shown = ways[:WAYS]
    whole = lcm(*(chance.denominator for chance, _ in shown))
    parts = []
    for place, (chance, way) in enumerate(shown):
        is_rest = complete and place and place == len(ways) - 1
        values = {"n": int(chance * whole), "of": whole, "text": _clause(kernel, way)}
        parts.append(kernel.sentences.say("summary.otherwise" if is_rest else "summary.chance", values))
    if len(ways) > WAYS:
        parts.append(kernel.sentences.say("summary.more", {"n": len(ways) - WAYS}))
    return "; ".join([parts[0], *(part[:1].lower() + part[1:] for part in parts[1:])]) + "."


def _clause(kernel: Kernel, way: Iterable[str]) -> str:
    names = [person.title for person in kernel.people.values()]
    return ", danach ".join(turned(text, names) for text in way)


def turned(text: str, names: Collection[str]) -> str:
    """Return a sentence as it goes on behind „In 2 von 9 Fällen“: the verb first; else after a colon."""
    plain = text.removesuffix(".")
    found = _FRONT.match(plain)
    if found is None or ". " in plain or not (found[1] in names or found[1][0] == "„"):
        return f"gilt: {plain}"
    return f"{found[2]} {found[1]}{found[3]}"
