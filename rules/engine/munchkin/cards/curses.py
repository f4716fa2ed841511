"""Curses and traps: whom they hit, when, and whether they stay."""

from __future__ import annotations

from typing import Any

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import warn_incomplete
from rules.engine.munchkin.cards.undoing import remember
from rules.engine.munchkin.table.procedures import decides, frame
from rules.engine.munchkin.table.seats import in_fight, person_named
from rules.engine.munchkin.table.telling import known
from rules.engine.munchkin.table.zones import discard, put, take

CURSES = ("curse", "trap")
# Effects that nothing happens by at once: they count in a fight, as long as the card lies there.
LATER = {"next_combat", "inverts"}


@decides(
    "fluch.zeitpunkt",
    "fluch.ziel",
    "fluch.selbst",
    "kampfaktionen.fluch",
    "fluch.im-siegmoment",
    "fluch.sonst-gezogen",
)
def play_curse(ctx: Context, player: str, card: Card, on: Any, zone: str = "hand", **rest: Any) -> None:
    """Play a curse from the hand at any time on anybody."""
    victim = person_named(ctx, on, None)
    if victim is None and on is not None:
        ctx.refuse("needs-a-person", *known(ctx.book, "fluch.ziel"), cards=(card,), card=card)
    if victim is None:
        victim = _choose_victim(ctx, player, card)
    targets = ["fluch.zeitpunkt", "fluch.ziel"]
    if victim == player:
        targets.append("fluch.selbst")
    if ctx.state.combat is not None:
        targets += ["kampfaktionen.fluch", "fluch.im-siegmoment"]
    take(ctx, player, card, zone)
    ctx.step(
        "curse.played-self" if victim == player else "curse.played",
        *known(ctx.book, *targets, *mixed_targets(ctx)),
        cards=(card,),
        player=ctx.person(player),
        victim=ctx.person(victim),
        card=card,
    )
    ctx.then("afflict", player=victim, card=card)


for _kind in CURSES:
    frame("play:" + _kind)(play_curse)


def _choose_victim(ctx: Context, player: str, card: Card) -> str:
    options = [{"id": p.id, "text": ctx.person(p.id).title} for p in ctx.state.players]
    return ctx.choose(player, "victim", options, card=card)


def mixed_targets(ctx: Context) -> tuple[str, ...]:
    """Return the rule that makes curses and traps the same where boxes are mixed."""
    return ("kombination.falle-fluch",) if ctx.book.combined else ()


@frame("afflict")
@decides("fluch.sofort", "fluch.ablegen", "fluch.dauerhaft", "fluch.naechster-kampf", "fluch.name")
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
        ctx.step(
            "curse.hits",
            *known(ctx.book, "fluch.sofort", "fluch.ablegen", *mixed_targets(ctx)),
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
    at_once = [effect for effect in effects if not LATER & effect.keys()]
    if at_once:
        ctx.then("effects", player=player, effects=at_once, source=card, cause="curse")


def _lay_beside(ctx: Context, player: str, card: Card, until: str) -> None:
    """Keep a curse as a reminder; a fight that is decided is none any more for what comes only now."""
    targets = known(ctx.book, "fluch.naechster-kampf", "fluch.dauerhaft")
    if until == "next-combat" and in_fight(ctx.state, player):
        if ctx.state.combat.state == "lost":
            until, targets = "after-combat", (*targets, "fluch.im-entschiedenen-kampf")
        else:
            ctx.doubt("curse.in-the-running-fight", *targets)
            until = "after-combat" if ctx.book.reads("curse.in-the-running-fight", "b") else until
    put(ctx, player, card, "pending", until)
    ctx.step(
        "curse.lies-" + until,
        *targets,
        *known(ctx.book, *mixed_targets(ctx)),
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )


def _until(card: Card, effects: list[dict[str, Any]]) -> str | None:
    """Say how long the card stays: until it is lifted, until the next fight, or not at all."""
    if card.get("lasting"):
        return "lifted"
    return "next-combat" if any("next_combat" in effect for effect in effects) else None
