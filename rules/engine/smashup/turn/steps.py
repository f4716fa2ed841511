"""The steps of a turn: entering step 2, and what begins with a turn."""

from __future__ import annotations

from rules.engine.kernel import Context
from rules.engine.smashup.language.abilities import Extra
from rules.engine.smashup.table.board import look
from rules.engine.smashup.table.procedures import frame
from rules.engine.smashup.table.state import replace
from rules.engine.smashup.table.telling import tell, who

STEPS = ("setup", "start", "play", "check", "draw", "end")


def set_step(ctx: Context, step: str) -> None:
    ctx.set(turn=replace(ctx.state.turn, step=step))


def enter_play(ctx: Context) -> None:
    """Go from step 1 to step 2; abilities of the turn's start have worked by then."""
    if ctx.state.turn.step == "start":
        set_step(ctx, "play")
        tell(ctx, "step-2", player=who(ctx, ctx.state.turn.player))
        if not ctx.state.turn.started:
            start_abilities(ctx)


@frame("turn-starts")
def turn_starts(ctx: Context) -> None:
    """Begin the turn: what works at its start works now."""
    start_abilities(ctx)


def start_abilities(ctx: Context) -> None:
    ctx.set(turn=replace(ctx.state.turn, started=True))
    run_at(ctx, "turn-start")


def run_at(ctx: Context, window: str) -> None:
    """Let the abilities work that wait for the start or the end of a turn: own cards, or those that name every turn."""
    active, waiting = ctx.state.turn.player, []
    for ref, card in look(ctx.state).sources():
        controller = look(ctx.state).origin(ref).player
        for index, ability in enumerate(card.get("abilities", ())):
            if (
                isinstance(ability, Extra)
                and ability.window == window
                and (controller in (None, active) or ability.turns == "every")
            ):
                waiting.append({"source": ref, "ability": index})
    if waiting:
        tell(ctx, "at-" + window, player=who(ctx, active))
        ctx.then("answers", waiting=waiting, event={"on": window, "base": -1, "player": active})
