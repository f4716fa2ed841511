"""Who sits where: whose turn it is, who fights, what somebody may do only then."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.kernel import Context
from rules.engine.munchkin.table.state import State, Turn, replace
from rules.engine.objects import Target


def is_active(ctx: Context, player: str) -> bool:
    return bool(ctx.state.turn.player == player)


def in_fight(state: State, player: str) -> bool:
    """Say whether the person fights, helps or still flees."""
    return state.combat is not None and player in (state.combat.fighter, state.combat.helper)


def must_be_active(ctx: Context, player: str, *what: str) -> None:
    """Refuse what only the person whose turn it is may do."""
    if not is_active(ctx, player):
        ctx.refuse(
            "not-your-turn",
            *what,
            player=ctx.person(player),
            active=ctx.person(ctx.state.turn.player),
        )


def must_not_fight(ctx: Context, player: str, what: str) -> None:
    """Refuse what cannot be done while this person's fight is on."""
    if in_fight(ctx.state, player):
        ctx.refuse("not-in-a-fight", what, player=ctx.person(player))


def must_be_over(ctx: Context) -> None:
    """Refuse to go on with the turn before the fight is settled."""
    if ctx.state.combat is not None:
        ctx.refuse("fight-first", player=ctx.person(ctx.state.combat.fighter))


def must_be_phase(ctx: Context, phases: Iterable[str], what: str, text: str = "wrong-phase") -> None:
    """Refuse what belongs to another phase of the turn."""
    turn = ctx.state.turn
    if turn.phase not in phases:
        ctx.refuse(
            "wrong-phase",
            what,
            text=text,
            player=ctx.person(turn.player),
            phase="phase:" + turn.phase,
            needed=["phase:" + phase for phase in phases],
        )


def to_phase(ctx: Context, phase: str) -> None:
    ctx.set(turn=replace(ctx.state.turn, phase=phase))


def to_turn_of(ctx: Context, player: str) -> None:
    ctx.set(turn=Turn(player, "start"))


def person_named(ctx: Context, on: Target, default: str | None) -> str | None:
    """Return the player that a card is played on; None where something else was named."""
    if on is None:
        return default
    return on if isinstance(on, str) and any(p.id == on for p in ctx.state.players) else None
