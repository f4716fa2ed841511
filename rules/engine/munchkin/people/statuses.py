"""What somebody must or may not do for a while, because a card said so."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.table.state import Player, Status
from rules.engine.munchkin.table.telling import GOLDEN_RULE

# May not help anybody; gets no help; must help whoever asks, for nothing; may count as what the word names.
NO_HELPING, NO_HELP, MUST_HELP = "no-helping", "no-help", "must-help"


def has_status(player: Player, what: str) -> Status | None:
    """Return the first reason why this holds for a person."""
    return next((status for status in player.statuses if status.what == what), None)


def begin_status(ctx: Context, player: str, what: str, until: str, source: Card | None) -> None:
    """Let something hold for a person until it ends."""
    status = Status(what, until, source.name if source else "")
    owner = ctx.state.player(player)
    if status not in owner.statuses:
        ctx.state = ctx.state.change(player, statuses=(*owner.statuses, status))
    cards = (source,) if source else ()
    ctx.step(f"status.{what}", GOLDEN_RULE, cards=cards, player=ctx.person(player), until="until:" + until)


def end_statuses(ctx: Context, player: str, until: str) -> None:
    """End what held for a person until now."""
    owner = ctx.state.player(player)
    over = [status for status in owner.statuses if status.until == until]
    if not over:
        return
    kept = tuple(status for status in owner.statuses if status not in over)
    ctx.state = ctx.state.change(player, statuses=kept)
    ctx.step("status.over", player=ctx.person(player), sources=[status.source for status in over])


def begin_fight_statuses(ctx: Context, player: str) -> None:
    """What was said of the next fight is now said of this one."""
    owner = ctx.state.player(player)
    if any(status.until == "next-combat" for status in owner.statuses):
        statuses = tuple(
            Status(s.what, "this-combat" if s.until == "next-combat" else s.until, s.source)
            for s in owner.statuses
        )
        ctx.state = ctx.state.change(player, statuses=statuses)
