"""What is added to the roll of somebody who runs away: cards in use, cards played, the other one, the monster."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.abilities import outruns
from rules.engine.munchkin.cards.influences import Influences
from rules.engine.munchkin.language.abilities import RunAway
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.traits import in_force, own_abilities, parts
from rules.engine.rulebook import Rulebook


def roll_bonus(ctx: Context, player: Player, monster: Card) -> list[tuple[Card, int]]:
    """Return the cards that add something to the roll, and what each adds."""
    influences = Influences(ctx.book, ctx.state)
    found = [
        (card, value * influences.times(card, "munchkins", player.id)[0])
        for card in in_force(ctx.book, player)
        for value in _run_away(ctx.book, player, card, influences)
    ]
    for played in ctx.state.combat.played:
        times, _ = influences.times(played.card, played.side, played.player)
        sign = 1 if played.side == "munchkins" else -1
        found.append((played.card, sign * times * played.card.get("run_away", 0)))
    others = [p for p in ctx.state.combat.people if p != player.id]
    found += [outrun for other in others if (outrun := outruns(ctx, other))]
    found += [(monster, monster.get("run_away", 0))]
    return [(card, value) for card, value in found if value]


def _run_away(book: Rulebook, player: Player, card: Card, influences: Influences) -> list[int]:
    """Return what a card adds, with what is attached to it."""
    own = []
    for one in parts(book, player, card):
        own += [one.get("run_away")] if one.get("run_away") else []
        if not influences.silences(one.kind):
            own += [able.run_away for able in own_abilities(one, RunAway)]
    return own
