"""Deciding: passing in a window of a scoring, and what is chosen where nothing was asked."""

from __future__ import annotations

from rules.engine.cards import CardRef
from rules.engine.kernel import Context
from rules.engine.smashup.scoring.windows import can_act, hand_on
from rules.engine.smashup.table.procedures import action
from rules.engine.smashup.table.state import replace
from rules.engine.smashup.table.telling import refuse, tell, who


@action("pass")
def pass_(ctx: Context, player: str, decision: str | None = None) -> None:
    """Pass in a window of a scoring; when all have passed in a row, it closes."""
    scoring = ctx.state.scoring
    if scoring is None:
        tell(ctx, "nothing-to-pass", player=who(ctx, player))
        return
    if scoring.turn not in (None, player):
        if can_act(ctx, player):
            refuse(ctx, "not-your-extra", player=who(ctx, player), mate=who(ctx, scoring.turn))
        tell(ctx, "skipped", player=who(ctx, player))
        ctx.then("await-extra")
        return
    tell(ctx, "passed", player=who(ctx, player))
    ctx.set(scoring=replace(scoring, passed=(*scoring.passed, player)))
    if hand_on(ctx, player) is None:
        tell(ctx, "all-passed")
        ctx.set(turn=replace(ctx.state.turn, closed=scoring.base))
        ctx.then("close-window", window=scoring.window)
    else:
        ctx.then("await-extra")


@action("choose")
def choose(ctx: Context, player: str, decision: str, option: CardRef | str | int) -> None:
    """Refuse an answer to a decision that is not open."""
    refuse(ctx, "no-such-decision", player=who(ctx, player), decision=decision)
