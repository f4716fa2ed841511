"""Deciding: what is chosen or declined where nothing was asked; an open decision is answered by the kernel."""

from __future__ import annotations

from rules.engine.cards import CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.table.procedures import action
from rules.engine.objects import Because, Instead


@action("pass")
def pass_(
    ctx: Context,
    player: str,
    decision: str | None = None,
    about: Because = None,
    instead: Instead | None = None,
) -> None:
    """Decline; where nothing was asked, nothing happens."""
    if decision is not None:
        ctx.refuse("no-such-decision", player=ctx.person(player), decision=decision)
    ctx.step("pass.nothing", player=ctx.person(player))


@action("choose")
def choose(
    ctx: Context, player: str, decision: str, option: CardRef | str | int, instead: Instead | None = None
) -> None:
    """Answer a decision that is not open: every branch that has it was served before this."""
    ctx.refuse("no-such-decision", player=ctx.person(player), decision=decision)
