"""What an outcome shows beside the state: winners, and for each base what it adds up to."""

from __future__ import annotations

from typing import TypedDict

from rules.engine.branch import Branch
from rules.engine.kernel import Kernel
from rules.engine.objects import Json, Sum, Summand
from rules.engine.smashup.question.going_on import tables
from rules.engine.smashup.scoring.windows import meets_extras
from rules.engine.smashup.table.board import Part, look
from rules.engine.smashup.table.state import State
from rules.engine.smashup.table.zones import present
from rules.engine.trace import Doubt, Report

PARTS_KEPT = 4096


class Standing(TypedDict):
    """What a base adds up to, as the answer shows it."""

    index: int
    due: bool
    breakpoint: Sum | None
    strength: Sum
    by_player: dict[str, int]


def report(kernel: Kernel, branch: Branch) -> Report:
    """Return the outcome's fields."""
    state = branch.state
    bases = [_base(kernel, state, index) for index in range(len(state.bases))]
    tables(kernel.book).keep(state)
    fields: Json = {"winners": list(branch.state.winners), "combat": None, "bases": bases}
    cites = {
        cite
        for base in bases
        for side in (base["breakpoint"], base["strength"])
        if side
        for part in side["parts"]
        for cite in part["cites"]
    }
    doubts = (Doubt("extra-or-by-itself-first"),) if meets_extras(branch.state) else ()
    return Report(fields, cites=tuple(sorted(cites)), doubts=doubts)


def _base(kernel: Kernel, state: State, index: int) -> Standing:
    board = look(state)
    wall, totals = board.breakpoint_parts(index), board.total_parts(index)
    return {
        "index": index,
        "due": board.is_due(index),
        "breakpoint": None if wall is None else _sum(kernel, wall),
        "strength": _sum(kernel, totals),
        "by_player": {player: board.total(index, player) for player in present(state, index)},
    }


def _sum(kernel: Kernel, parts: list[Part]) -> Sum:
    return {"total": sum([part.value for part in parts]), "parts": [_part(kernel, part) for part in parts]}


def _part(kernel: Kernel, part: Part) -> Summand:
    """Return a summand as it is told; the same ones are asked for again and again."""
    kept: dict[Part, tuple[str, tuple[str, ...]]] = kernel.book.compiled.setdefault("told parts", {})
    found = kept.get(part)
    if found is None:
        if len(kept) >= PARTS_KEPT:
            kept.clear()
        target = "part." + part.key
        text = kernel.sentences.say(target, {"card": part.card or part.name, "name": part.name})
        cites = kernel.book.cites(target) + ((part.cite,) if part.cite else ()) + part.more
        # Other threads read and clear the same ones.
        found = kept[part] = text, tuple(dict.fromkeys(cites))
    text, cites = found
    return {"source": text, "value": part.value, "cites": list(cites)}
