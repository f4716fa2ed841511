"""A fight begins: a monster is met."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.procedures import frame
from rules.engine.munchkin.state import Combat, Monster


@frame("meet-monster")
def meet_monster(ctx: Context, player: str, card: Card) -> None:
    """Begin the fight against a monster that was turned over or played from the hand."""
    ctx.set(combat=Combat(player, monsters=(Monster(card),)))
    ctx.step("combat.begins", "phase1-tuer.monster", cards=(card,), player=ctx.person(player), monster=card)
