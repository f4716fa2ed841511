"""A card that undoes the one just played: it is as if that had never worked."""

from __future__ import annotations

import msgspec

from rules.engine.branch import Branch, Frame
from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.language.effects import Lift
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.state import Player, State, replace
from rules.engine.munchkin.table.zones import CARRIED, discard, find, take
from rules.engine.objects import Action

ACTIONS = ("play", "use")
ZONES = ("hand", *CARRIED)


class Undo(msgspec.Struct, frozen=True, eq=False):
    """A card that has just begun to work on somebody, and the table before that."""

    card: Card
    victim: str
    moment: int
    state: State


def remember(ctx: Context, card: Card, victim: str) -> None:
    """Keep the table as it is before a card works: the next action may undo it."""
    ctx.undo = Undo(card, victim, ctx.kernel.moment, ctx.state)


def undoing(branch: Branch, action: Action, moment: int) -> Branch | None:
    """Return the branch as it was before the last card, where this action undoes that."""
    undo: Undo | None = branch.undo
    if undo is None or moment != undo.moment + 1 or action["action"] not in ACTIONS:
        return None
    found = find(undo.state.player(action["player"]), action["card"], ZONES)
    if found is None or not _undoes(found[0]) or not _is_meant(branch.state, undo, action):
        return None
    args = {"player": action["player"], "card": found[0], "zone": found[1], "undone": undo.card}
    return replace(
        branch, state=undo.state, queue=(Frame("undo", args | {"victim": undo.victim}),), undo=None
    )


def _undoes(card: Card) -> bool:
    return any(isinstance(effect, Lift) for effect in card.get("effects", ()))


def _is_meant(state: State, undo: Undo, action: Action) -> bool:
    """Say whether the card just played is meant: it is named, or there is no other that could be."""
    against = action.get("against")
    if against is not None:
        return names(against, undo)
    victim: Player = state.player(undo.victim)
    return action.get("on", undo.victim) == undo.victim and not victim.pending


def names(against: CardRef | str | None, undo: Undo) -> bool:
    """Say whether this is the card: by itself, or by the action in which it worked."""
    if isinstance(against, str):
        return against == f"do[{undo.moment}]"
    return isinstance(against, CardRef) and against.means(undo.card)


@frame("undo")
def undo_card(ctx: Context, player: str, card: Card, zone: str, undone: Card, victim: str) -> None:
    """Discard both cards; nothing else has happened."""
    take(ctx, player, card, zone)
    discard(ctx, undone, card)
    ctx.step(
        "effect.undone",
        cards=(card, undone),
        player=ctx.person(player),
        card=card,
        undone=undone,
        victim=ctx.person(victim),
    )
