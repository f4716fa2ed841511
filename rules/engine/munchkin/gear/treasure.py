"""Treasure of a won fight: drawn face up or down, and shared as it was promised."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.drawing import draw_or_named
from rules.engine.munchkin.language.effects import Draw
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.state import Combat, replace
from rules.engine.munchkin.table.zones import discard, find, receive
from rules.engine.objects import Instead, Pick


@frame("draw-treasures")
def draw_treasures(
    ctx: Context, number: int, split: tuple[Pick, ...], instead: Instead | None = None
) -> None:
    """Draw the treasures: face down alone, face up with a helper."""
    combat: Combat = ctx.state.combat
    helped = combat.helper is not None
    if not number:
        ctx.step("treasure.none", player=ctx.person(combat.fighter))
    if instead and not (number and helped):
        ctx.refuse("instead-hidden", player=ctx.person(combat.fighter))
    for index in range(number):
        ctx.then("draw-treasure", face_up=helped, instead=None if index else instead)
    if number:
        ctx.step(
            "treasure.drawn-open" if helped else "treasure.drawn-hidden",
            player=ctx.person(combat.fighter),
            n=number,
        )
    ctx.then("share-loot", split=split)


@frame("draw-treasure")
def draw_treasure(ctx: Context, face_up: bool, instead: Instead | None = None) -> None:
    """Draw one treasure; it lies with the fight until it is shared, unless it only brings others."""
    combat: Combat = ctx.state.combat
    card = draw_or_named(ctx, "treasure", combat.fighter, None, face_up=face_up, instead=instead)
    if card is None:
        return
    more = sum(one.draw.count or 1 for one in card.get("on_reveal", ()) if isinstance(one, Draw))
    if not more:
        ctx.set(combat=replace(ctx.state.combat, loot=(*combat.loot, card)))
        return
    ctx.step("treasure.more", cards=(card,), player=ctx.person(combat.fighter), card=card, n=more)
    for _ in range(more):
        ctx.then("draw-treasure", face_up=face_up)
    ctx.then("done-with-treasure", card=card)


@frame("done-with-treasure")
def lay_down(ctx: Context, card: Card) -> None:
    """Discard a treasure that brought others only after them: it is not shuffled into what it draws from."""
    discard(ctx, card)


@frame("share-loot")
def share_loot(ctx: Context, split: tuple[Pick, ...] = ()) -> None:
    """Deal the treasure out: the promised number to the helper, the rest to the fighter."""
    combat: Combat = ctx.state.combat
    promised = min(combat.offer.treasures, len(combat.loot)) if combat.offer and combat.helper else 0
    if split:
        _check_split(ctx, combat, promised, split)
        for pick in split:
            if pick["player"] == combat.helper:
                ctx.then("take-treasure", player=combat.helper, card=pick["card"].among(combat.loot))
    else:
        for player in _turns(combat, promised):
            ctx.then("pick-treasure", player=player)
    ctx.then("rest-of-loot")
    ctx.then("end-combat", won=True)
    for pick in split or ():
        if pick.get("into") in ("use", "backpack"):
            ctx.then("lay-out", player=pick["player"], card=pick["card"], into=pick["into"])


def _turns(combat: Combat, promised: int) -> list[str]:
    """Return who picks in turn until the rest is all one person's."""
    assert combat.helper or not promised
    rest = len(combat.loot) - promised
    order = combat.offer.first_pick if combat.offer else "helper"
    if not promised or not rest:
        return [str(combat.helper)] * promised
    if order == "alternate":
        pairs = min(promised, rest)
        return [str(combat.helper), combat.fighter] * pairs + [str(combat.helper)] * (promised - pairs)
    if order == "fighter":
        return [combat.fighter] * rest + [str(combat.helper)] * promised
    return [str(combat.helper)] * promised


def _check_split(ctx: Context, combat: Combat, promised: int, split: tuple[Pick, ...]) -> None:
    """A split names exactly the helper's promised treasures, of those that were drawn."""
    left = list(combat.loot)
    for pick in split:
        if pick["player"] not in combat.people:
            ctx.refuse("not-in-fight", "split", player=ctx.person(pick["player"]))
        card = pick["card"].among(tuple(left))
        if card is None:
            ctx.refuse("not-in-loot", card=pick["card"])
        left.remove(card)
    number = sum(pick["player"] == combat.helper for pick in split)
    if number != promised:
        ctx.refuse("wrong-split", n=promised, number=number)


@frame("lay-out")
def lay_out(ctx: Context, player: str, card: CardRef, into: str) -> None:
    """Play a treasure at once, as far as the rules let it."""
    found = find(ctx.state.player(player), card, ("hand",))
    if found is not None:
        ctx.step("treasure.laid-out", cards=(found[0],), player=ctx.person(player), card=found[0])
        ctx.then("action:play", player=player, card=card, into=into)


@frame("pick-treasure")
def pick_treasure(ctx: Context, player: str) -> None:
    """Let one person pick; cards that are all alike are dealt without asking."""
    ctx.then("take-treasure", player=player, card=ctx.choose_card(player, "treasure", ctx.state.combat.loot))


@frame("take-treasure")
def take_treasure(ctx: Context, player: str, card: Card) -> None:
    """Give one treasure to whoever picked it."""
    combat: Combat = ctx.state.combat
    left = list(combat.loot)
    left.remove(card)
    ctx.set(combat=replace(combat, loot=tuple(left)))
    receive(ctx, player, card)
    ctx.step("treasure.taken", player=ctx.person(player), card=card)


@frame("rest-of-loot")
def rest_of_loot(ctx: Context) -> None:
    """What nobody was promised is the fighter's."""
    combat: Combat = ctx.state.combat
    ctx.set(combat=replace(combat, loot=()))
    for card in combat.loot:
        receive(ctx, combat.fighter, card)
