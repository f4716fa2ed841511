"""Allies, hirelings, minions and mooks: playing them, and how many one may have."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import is_fresh
from rules.engine.munchkin.people.limits import (
    counted_followers,
    follower_groups,
    follower_limit,
    follower_words,
)
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.seats import person_named
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.telling import deny, tell, when
from rules.engine.munchkin.table.zones import put, take
from rules.engine.objects import Target

FOLLOWERS = ("ally", "hireling", "minion", "mook")


def play_follower(
    ctx: Context, player: str, card: Card, on: Target, zone: str = "hand", **rest: object
) -> None:
    """Put out a follower at any time, also in a fight, while there is room for one."""
    if person_named(ctx, on, player) != player:
        deny(ctx, "only-oneself", player, card, "follower")
    owner = ctx.state.player(player)
    counts = card.get("counts_toward_limit", True)
    allowed = follower_words(ctx.book, owner)
    if counts and not _has_room(ctx, owner, card):
        deny(ctx, "too-many-followers", player, card, *allowed, n=follower_limit(ctx.book, owner))
    words = when(
        uncounted=not counts, fresh=is_fresh(ctx, player, card), setup=ctx.state.turn.phase == "setup"
    )
    if ctx.state.turn.phase == "setup" and not ctx.book.knows("anfangskarten.mietling"):
        # Only one book names followers among the cards that may lie out at the start.
        ctx.doubt("follower.at-the-start")
    take(ctx, player, card, zone)
    put(ctx, player, card, "in_play")
    tell(ctx, "follower.played", player, card, *allowed, *words)


def _has_room(ctx: Context, owner: Player, card: Card) -> bool:
    """Say whether one more of this sort fits; that two sorts count together says only the official answer."""
    limit = follower_limit(ctx.book, owner)
    numbers = {tuple(group): len(counted_followers(owner, group)) for group in follower_groups(ctx.book)}
    own = next(number for group, number in numbers.items() if card.kind in group)
    full = sum(numbers.values()) >= limit
    if own < limit and full:
        ctx.doubt("follower.two-sorts")
    if ctx.book.combined and own >= limit > len(counted_followers(owner, (card.kind,))):
        ctx.doubt("follower.one-group")
    room = own < limit if ctx.book.reads("follower.two-sorts", "a") else not full
    return room or _own_room(ctx, owner, card, limit)


def _own_room(ctx: Context, owner: Player, card: Card, limit: int) -> bool:
    """Say whether the table counts each sort of follower by itself, and this one has room."""
    return ctx.book.reads("follower.one-group", "b") and len(counted_followers(owner, (card.kind,))) < limit


for _kind in FOLLOWERS:
    frame("play:" + _kind)(play_follower)
