"""Items: putting them out, taking them into use, turning them sideways."""

from __future__ import annotations

from typing import Any, NoReturn

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
from rules.engine.munchkin.people.limits import big_targets
from rules.engine.munchkin.table.procedures import action, decides, frame
from rules.engine.munchkin.table.seats import in_fight, is_active, must_be_active, person_named
from rules.engine.munchkin.table.telling import deny, known
from rules.engine.munchkin.table.traits import cheats
from rules.engine.munchkin.table.zones import find, put, take


@frame("play:item")
@decides(
    "gegenstaende.ausspielzeitpunkt",
    "gegenstaende.als-helfer",
    "gegenstaende.getragen",
    "gegenstaende.sofort-nutzen",
    "gegenstaende.hand-wirkungslos",
    "kampf.ausruestung-im-kampf",
    "gegenstaende.aufbau",
    "schatz.sofort-auslegen",
)
def play_item(
    ctx: Context, player: str, card: Card, on: Any, into: str | None, zone: str = "hand", **rest: Any
) -> None:
    """Put an item out: in use where that is allowed, or carried."""
    may_play_item(ctx, player, card)
    owner = ctx.state.player(player)
    if isinstance(on, dict) and on.get("item") is not None:
        attach(ctx, player, card, on["item"], zone)
        return
    if person_named(ctx, on, player) != player:
        deny(ctx, "only-oneself", player, card, "gegenstaende.getragen")
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
    ctx.refuse(reason.key, *reason.targets, cards=cards, player=ctx.person(player), card=card)


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
    targets = ["gegenstaende.ausspielzeitpunkt", *more.targets, "gegenstaende.getragen"]
    if is_active(ctx, player):
        targets.append("zug.beginn-karten-spielen")
    if card.get("big") or ctx.book.cites("grosse-gegenstaende.klein"):
        targets += (
            [*big_targets(ctx.book), "grosse-gegenstaende.ausnahmen"]
            if card.get("big")
            else ["grosse-gegenstaende.klein"]
        )
    if is_fresh(ctx, player, card):
        targets.append("schatz.sofort-auslegen")
    if reason or into == "backpack":
        why = reason.targets if reason else ()
        targets += [
            "gegenstaende.einschraenkung-tragen",
            "ausruestung.quer-drehen",
            "ausruestung.rucksack",
            "gegenstaende.anzahl",
            *why,
        ]
        ctx.step(
            "item.carried", *known(ctx.book, *targets), cards=(card,), player=ctx.person(player), card=card
        )
        return
    targets += [
        "gegenstaende.sofort-nutzen",
        "gegenstaende.hand-wirkungslos",
        "gegenstaende.aufbau",
        "gegenstaende.anzahl",
    ]
    cards = (*more.cards, card)
    ctx.step("item.used", *known(ctx.book, *targets), cards=cards, player=ctx.person(player), card=card)


@action("equip")
@decides(
    "ausruestung.rucksack-wann",
    "ausruestung.wechsel-im-kampf",
    "ausruestung.wechsel-beim-weglaufen",
    "ausruestung.rucksack",
    "ausruestung.quer-drehen",
    "zug.beginn-umruesten",
)
def equip(ctx: Context, player: str, card: CardRef, instead: Any = None) -> None:
    """Take an item from the backpack into use."""
    found = _may_swap(ctx, player, card, "backpack", "in_play")
    reason = _not_used(ctx, player, found)
    if reason:
        _refuse(ctx, player, found, reason)
    take(ctx, player, found, "backpack")
    put(ctx, player, found, "in_play")
    more = beyond_the_rule(ctx.book, ctx.state.player(player), found)
    cheating = ("ausruestung.schummeln",) if cheats(ctx.book, found) else ()
    ctx.step(
        "item.equipped",
        *known(
            ctx.book,
            *more.targets,
            *cheating,
            *_hand_target(found),
            "zug.beginn-umruesten",
            "ausruestung.rucksack-wann",
            "ausruestung.wechsel-im-kampf",
        ),
        cards=(*more.cards, found),
        player=ctx.person(player),
        card=found,
    )


def _hand_target(card: Card) -> tuple[str, ...]:
    return ("ausruestung.haende",) if card.get("hands") else ()


@action("unequip")
def unequip(ctx: Context, player: str, card: CardRef, instead: Any = None) -> None:
    """Turn an item sideways: it is carried, not used."""
    found = _may_swap(ctx, player, card, "in_play", "backpack")
    if found.kind not in ctx.book.value("gegenstand.arten"):
        ctx.refuse(
            "not-an-item",
            *known(ctx.book, "ausruestung.quer-drehen"),
            cards=(found,),
            player=ctx.person(player),
            card=found,
        )
    take(ctx, player, found, "in_play")
    put(ctx, player, found, "backpack")
    ctx.step(
        "item.unequipped",
        *known(ctx.book, "zug.beginn-umruesten", "ausruestung.quer-drehen", "ausruestung.rucksack"),
        cards=(found,),
        player=ctx.person(player),
        card=found,
    )


def _may_swap(ctx: Context, player: str, ref: CardRef, start: str, end: str) -> Card:
    """Refuse to swap in a fight, on the run, or in another's turn; return the card that is meant."""
    owner = ctx.state.player(player)
    found = find(owner, ref, (start,))
    if in_fight(ctx.state, player):
        fleeing = ctx.state.combat is not None and ctx.state.combat.state == "lost"
        swap_target = "ausruestung.wechsel-beim-weglaufen" if fleeing else "ausruestung.wechsel-im-kampf"
        ctx.refuse(
            "no-swap-in-a-fight",
            *known(ctx.book, swap_target, "ausruestung.rucksack-wann"),
            player=ctx.person(player),
            card=ref,
        )
    if ctx.book.value("ausruestung.rucksack-wann"):
        _in_whose_turn(ctx, player, end)
    if found is None:
        lies = find(owner, ref, (end,)) is not None
        ctx.refuse(
            "card-not-there",
            *known(ctx.book, "ausruestung.rucksack", "ausruestung.quer-drehen"),
            player=ctx.person(player),
            card=ref,
            zone=f"zone:{start}",
            text="lies-there-already" if lies else "",
        )
    return found[0]


def _in_whose_turn(ctx: Context, player: str, end: str) -> None:
    """Refuse to take out in another's turn; whether one may lay aside then, no book says."""
    if end == "in_play":
        must_be_active(ctx, player, "ausruestung.rucksack-wann")
    elif not is_active(ctx, player):
        ctx.doubt("unequip.foreign-turn", "ausruestung.rucksack-wann", "zug.beginn-umruesten")
        if not ctx.book.reads("unequip.foreign-turn", "b"):
            must_be_active(ctx, player, "zug.beginn-umruesten")


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
        *known(ctx.book, "handeln.auslegen"),
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
