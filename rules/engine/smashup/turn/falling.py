"""Why a base falls, and why it does not: what makes up the total there and the breakpoint."""

from __future__ import annotations

from rules.engine.kernel import Context
from rules.engine.smashup.table.board import look


def sum_reasons(ctx: Context, base: int) -> list[str]:
    """Return the keys of what makes up total and breakpoint here."""
    board = look(ctx.state)
    monsters = [e for e in board.creatures(base) if e.card.kind == "monster"]
    taken = [e for e in board.creatures(base) if e.card.kind != "monster" and e.owner != e.controller]
    fixed = [e for e in board.creatures(base) if any(p.key == "fixed" for p in board.strength_parts(e.ref))]
    changed = [p for p in board.breakpoint_parts(base) or [] if p.key in ("change", "static")]
    found = {
        "sum-monsters": any(e.controller is None for e in monsters),
        "sum-controlled": any(e.controller for e in monsters),
        "sum-taken": bool(taken),
        "sum-fixed": bool(fixed),
        "sum-changed": bool(changed),
    }
    return [key for key, holds in found.items() if holds]


def held_back(ctx: Context) -> list[str]:
    """Return the keys of what keeps bases from falling whose printed breakpoint is reached."""
    board = look(ctx.state)
    reached = [
        index
        for index, base in enumerate(ctx.state.bases)
        if base.card.get("breakpoint") is not None and board.sums(index)[0] >= base.card.get("breakpoint")
    ]
    keys = (key for index in reached for key in sum_reasons(ctx, index))
    return list(dict.fromkeys(key for key in keys if key in ("sum-monsters", "sum-changed")))
