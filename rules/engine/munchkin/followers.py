"""Allies, hirelings, minions and mooks: playing them, and how many one may have."""

from __future__ import annotations

from typing import Any

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.limits import counted_followers, follower_limit, follower_targets
from rules.engine.munchkin.moves import put, take
from rules.engine.munchkin.play import is_fresh
from rules.engine.munchkin.procedures import decides, frame
from rules.engine.munchkin.table import known, person_named

FOLLOWERS = ("ally", "hireling", "minion", "mook")


@decides("mietling.zeitpunkt", "mietling.beim-ziehen", "anfangskarten.mietling", "anfangskarten.was-auslegen", "kombination.anhaenger")
def play_follower(ctx: Context, player: str, card: Card, on: Any, monster: Any, with_: Any, into: str | None, zone: str = "hand") -> None:
    """Put out a follower at any time, also in a fight, while there is room for one."""
    if person_named(ctx, on, player) != player:
        ctx.refuse("only-oneself", *known(ctx.book, "mietling.zeitpunkt"), cards=(card,), player=ctx.person(player), card=card)
    owner = ctx.state.player(player)
    targets = list(follower_targets(ctx, owner))
    if card.get("counts_toward_limit", True) and len(counted_followers(ctx, owner)) >= follower_limit(ctx, owner):
        ctx.refuse("too-many-followers", *known(ctx.book, *targets, *_mixed(ctx)), cards=(card,), player=ctx.person(player), card=card,
                   n=follower_limit(ctx, owner))
    if not card.get("counts_toward_limit", True):
        targets.append("mietling.anzahl-ausnahmen")
    if ctx.state.turn.phase == "setup":
        targets += ["anfangskarten.mietling", "anfangskarten.was-auslegen"]
        if not ctx.book.knows("anfangskarten.mietling"):
            ctx.doubt("follower.at-the-start", *known(ctx.book, "mietling.zeitpunkt", "anfangskarten.was-auslegen"))
    if is_fresh(ctx, player, card):
        targets.append("mietling.beim-ziehen")
    take(ctx, player, card, zone)
    put(ctx, player, card, "in_play")
    ctx.step("follower.played", *known(ctx.book, "mietling.zeitpunkt", *targets, *_mixed(ctx)), cards=(card,),
             player=ctx.person(player), card=card)


for _kind in FOLLOWERS:
    frame("play:" + _kind)(play_follower)


def _mixed(ctx: Context) -> tuple[str, ...]:
    return ("kombination.anhaenger", "kombination.anhaenger-ausruestung") if ctx.book.combined else ()

