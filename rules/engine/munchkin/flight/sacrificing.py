"""An ally gives itself up so that its owner escapes."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.fight.combat import fight, show_lost
from rules.engine.munchkin.fight.pursuing import pursued_by
from rules.engine.munchkin.flight.escape import hurt_anyway, rid_of
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.state import Combat
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.zones import find
from rules.engine.objects import Instead, Option


@action("sacrifice")
def sacrifice(
    ctx: Context,
    player: str,
    card: CardRef,
    helper_escapes: bool | None = None,
    instead: Instead | None = None,
) -> None:
    """An ally gives itself up instead of the roll: its owner escapes from every monster of the fight."""
    combat = fight(ctx, player)
    name = ctx.person(player)
    found = find(ctx.state.player(player), card, ("in_play",))
    if found is None:
        ctx.refuse("card-not-there", "sacrifice", player=name, card=card, zone="zone:in_play")
    ally = found[0]
    if not ctx.book.knows("verbuendete.opfern") or ally.kind not in ctx.book.value(
        "verbuendete.opferbar", ()
    ):
        ctx.refuse(
            "no-sacrifice",
            cards=(ally,),
            player=name,
            card=ally,
        )
    if player not in combat.people or combat.state != "lost":
        ctx.refuse("not-fleeing", player=name)
    if player == combat.helper:
        ctx.doubt("helper-sacrifices")
    show_lost(ctx)
    saved = [player]
    if (
        player == combat.fighter
        and combat.helper
        and pursued_by(ctx.book, ctx.state, combat.helper)
        and _takes_along(ctx, combat, helper_escapes)
    ):
        saved.append(combat.helper)
    ctx.then("sacrificed", player=player, card=ally, saved=saved)


def _takes_along(ctx: Context, combat: Combat, helper_escapes: bool | None) -> bool:
    if helper_escapes is not None:
        return helper_escapes
    options: list[Option] = [
        {"id": key, "text": ctx.sentences.lexicon["option:" + key]} for key in ("yes", "no")
    ]
    return (
        ctx.choose(combat.fighter, "helper-escapes", options, helper=ctx.person(str(combat.helper))) == "yes"
    )


@frame("sacrificed")
def sacrificed(ctx: Context, player: str, card: Card, saved: Sequence[str]) -> None:
    combat: Combat = ctx.state.combat
    ctx.step(
        "escape.sacrifice",
        *when(helped=combat.helper),
        cards=(card,),
        player=ctx.person(player),
        card=card,
        saved=[ctx.person(s) for s in saved],
    )
    for person in saved:
        pursuers = pursued_by(ctx.book, ctx.state, person)
        for index in pursuers:
            ctx.event("escaped", player=person, monster=index)
            hurt_anyway(ctx, person, combat.monsters[index].card)
        rid_of(ctx, person, *pursuers)
    if any(combat.monsters[index].card.get("on_escape") for index in combat.present):
        ctx.doubt("sacrifice-hurts")
    ctx.then("leave", player=player, card=card, zone="in_play", how="sacrifice")
    ctx.then("check-flight")
