"""Curses and traps: whom they hit, when, and whether they stay."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import warn_incomplete
from rules.engine.munchkin.cards.undoing import remember
from rules.engine.munchkin.language.effects import Effect, Invert, NextCombat
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.seats import in_fight, person_named
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.zones import discard, put, take
from rules.engine.objects import Option, Target

CURSES = ("curse", "trap")
# Effects that nothing happens by at once: they count in a fight, as long as the card lies there.
LATER = (NextCombat, Invert)


def play_curse(ctx: Context, player: str, card: Card, on: Target, zone: str = "hand", **rest: object) -> None:
    """Play a curse from the hand at any time on anybody."""
    victim = person_named(ctx, on, None)
    if victim is None and on is not None:
        ctx.refuse("needs-a-person", "curse", cards=(card,), card=card)
    if victim is None:
        victim = _choose_victim(ctx, player, card)
    take(ctx, player, card, zone)
    ctx.step(
        "curse.played-self" if victim == player else "curse.played",
        *when(fight=ctx.state.combat is not None),
        cards=(card,),
        player=ctx.person(player),
        victim=ctx.person(victim),
        card=card,
    )
    ctx.then("afflict", player=victim, card=card)


for _kind in CURSES:
    frame("play:" + _kind)(play_curse)


def _choose_victim(ctx: Context, player: str, card: Card) -> str:
    options: list[Option] = [{"id": p.id, "text": ctx.person(p.id).title} for p in ctx.state.players]
    return ctx.choose(player, "victim", options, card=card)


@frame("afflict")
def afflict(ctx: Context, player: str, card: Card) -> None:
    """Let a curse hit: it works at once and is discarded, or lies beside its victim as long as it lasts."""
    remember(ctx, card, player)
    warn_incomplete(ctx, card)
    effects = list(card.get("effects", ()))
    until = _until(card, effects)
    if until is not None:
        _lay_beside(ctx, player, card, until)
    else:
        discard(ctx, card)
        ctx.step("curse.hits", cards=(card,), player=ctx.person(player), card=card)
    at_once = [effect for effect in effects if not isinstance(effect, LATER)]
    if at_once:
        ctx.then("effects", player=player, effects=at_once, source=card, cause="curse")


def _lay_beside(ctx: Context, player: str, card: Card, until: str) -> None:
    """Keep a curse as a reminder; a fight that is decided is none any more for what comes only now."""
    late = False
    if until == "next-combat" and in_fight(ctx.state, player):
        if ctx.state.combat.state == "lost":
            until, late = "after-combat", True
        else:
            ctx.doubt("curse.in-the-running-fight")
            until = "after-combat" if ctx.book.reads("curse.in-the-running-fight", "b") else until
    put(ctx, player, card, "pending", until)
    ctx.step(
        "curse.lies-" + until,
        *when(late=late),
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )


def _until(card: Card, effects: list[Effect]) -> str | None:
    """Say how long the card stays: until it is lifted, until the next fight, or not at all."""
    if card.get("lasting"):
        return "lifted"
    return "next-combat" if any(isinstance(effect, NextCombat) for effect in effects) else None
