"""Items: putting them out, taking them into use, turning them sideways."""

from __future__ import annotations

from typing import NoReturn

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import is_fresh
from rules.engine.munchkin.gear.attaching import attach, attach_to, only_host
from rules.engine.munchkin.gear.settling import stow_unusable
from rules.engine.munchkin.gear.wearing import (
    Reason,
    beyond_the_rule,
    may_play_item,
    unusable,
    why_not_carried,
    why_not_used,
)
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.seats import in_fight, is_active, must_be_active, person_named
from rules.engine.munchkin.table.telling import deny, when
from rules.engine.munchkin.table.traits import cheats
from rules.engine.munchkin.table.zones import find, put, take
from rules.engine.objects import Instead, Target, Values


@frame("play:item")
def play_item(
    ctx: Context, player: str, card: Card, on: Target, into: str | None, zone: str = "hand", **rest: object
) -> None:
    """Put an item out: in use where that is allowed, or carried."""
    may_play_item(ctx, player, card)
    owner = ctx.state.player(player)
    if isinstance(on, dict) and on.get("item") is not None:
        attach(ctx, player, card, on["item"], zone)
        return
    if person_named(ctx, on, player) != player:
        deny(ctx, "only-oneself", player, card, "item")
    reason = why_not_carried(ctx, owner, card)
    if reason:
        _refuse(ctx, player, card, reason)
    host = only_host(ctx, player, card)
    if host is not None and into != "backpack":
        attach_to(ctx, player, card, host, zone)
        return
    reason = _not_used(ctx, player, card)
    if reason and into == "use":
        _refuse(ctx, player, card, reason)
    take(ctx, player, card, zone)
    put(ctx, player, card, "backpack" if reason or into == "backpack" else "in_play")
    _told_item(ctx, player, card, reason, into)


def _refuse(ctx: Context, player: str, card: Card, reason: Reason) -> NoReturn:
    cards = (card, *reason.cards)
    ctx.refuse(reason.key, *reason.handed, cards=cards, player=ctx.person(player), card=card)


def _not_used(ctx: Context, player: str, card: Card) -> Reason | None:
    """Say why an item cannot be used; outside a fight, what its owner may not use makes room for it."""
    owner = ctx.state.player(player)
    reason = why_not_used(ctx, owner, card)
    if not reason and not in_fight(ctx.state, player) and unusable(ctx, owner):
        stow_unusable(ctx, player)
    return reason


def _told_item(ctx: Context, player: str, card: Card, reason: Reason | None, into: str | None) -> None:
    """Tell where the item lies and why."""
    more = beyond_the_rule(ctx.book, ctx.state.player(player), card)
    words = when(active=is_active(ctx, player), big=card.get("big"), fresh=is_fresh(ctx, player, card))
    values: Values = {"player": ctx.person(player), "card": card}
    if reason or into == "backpack":
        why = ("refuse." + reason.key, *reason.handed) if reason else ()
        ctx.step("item.carried", *words, *more.handed, *why, cards=(card,), **values)
        return
    ctx.step("item.used", *words, *more.handed, cards=(*more.cards, card), **values)


@action("equip")
def equip(ctx: Context, player: str, card: CardRef, instead: Instead | None = None) -> None:
    """Take an item from the backpack into use."""
    found = _may_swap(ctx, player, card, "backpack", "in_play")
    reason = _not_used(ctx, player, found)
    if reason:
        _refuse(ctx, player, found, reason)
    take(ctx, player, found, "backpack")
    put(ctx, player, found, "in_play")
    more = beyond_the_rule(ctx.book, ctx.state.player(player), found)
    ctx.step(
        "item.equipped",
        *more.handed,
        *when(cheating=cheats(ctx.book, found), hands=found.get("hands")),
        cards=(*more.cards, found),
        player=ctx.person(player),
        card=found,
    )


@action("unequip")
def unequip(ctx: Context, player: str, card: CardRef, instead: Instead | None = None) -> None:
    """Turn an item sideways: it is carried, not used."""
    found = _may_swap(ctx, player, card, "in_play", "backpack")
    if found.kind not in ctx.book.value("gegenstand.arten"):
        ctx.refuse(
            "not-an-item",
            "unequip",
            cards=(found,),
            player=ctx.person(player),
            card=found,
        )
    take(ctx, player, found, "in_play")
    put(ctx, player, found, "backpack")
    ctx.step("item.unequipped", cards=(found,), player=ctx.person(player), card=found)


def _may_swap(ctx: Context, player: str, ref: CardRef, start: str, end: str) -> Card:
    """Refuse to swap in a fight, on the run, or in another's turn; return the card that is meant."""
    owner = ctx.state.player(player)
    found = find(owner, ref, (start,))
    if in_fight(ctx.state, player):
        fleeing = ctx.state.combat is not None and ctx.state.combat.state == "lost"
        ctx.refuse(
            "no-swap-in-a-fight",
            *when(fleeing=fleeing),
            player=ctx.person(player),
            card=ref,
        )
    if ctx.book.value("ausruestung.rucksack-wann"):
        _in_whose_turn(ctx, player, end)
    if found is None:
        lies = find(owner, ref, (end,)) is not None
        ctx.refuse(
            "card-not-there",
            "swap",
            player=ctx.person(player),
            card=ref,
            zone=f"zone:{start}",
            text="lies-there-already" if lies else "",
        )
    return found[0]


def _in_whose_turn(ctx: Context, player: str, end: str) -> None:
    """Refuse to take out in another's turn; whether one may lay aside then, no book says."""
    if end == "in_play":
        must_be_active(ctx, player, "equip")
    elif not is_active(ctx, player):
        ctx.doubt("unequip.foreign-turn")
        if not ctx.book.reads("unequip.foreign-turn", "b"):
            must_be_active(ctx, player, "unequip")


@frame("settle-item")
def settle_item(ctx: Context, player: str, card: Card) -> None:
    """Take an item that was just handed over into use, where that is allowed."""
    owner = ctx.state.player(player)
    if card not in owner.backpack or why_not_used(ctx, owner, card):
        return
    take(ctx, player, card, "backpack")
    put(ctx, player, card, "in_play")
    ctx.step(
        "item.equipped",
        "received",
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
