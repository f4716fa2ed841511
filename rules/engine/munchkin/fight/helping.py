"""Asking for help: one helper, who may say no, and what was promised."""

from __future__ import annotations

from rules.engine.kernel import Context
from rules.engine.munchkin.fight.combat import must_not_win, open_fight, own_fight
from rules.engine.munchkin.people.statuses import MUST_HELP, NO_HELP, NO_HELPING, has_status
from rules.engine.munchkin.table.procedures import action
from rules.engine.munchkin.table.state import Combat, Offer, replace
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.traits import fits
from rules.engine.munchkin.table.zones import CARRIED, find
from rules.engine.objects import Instead, Promise, Values


@action("ask_help")
def ask_help(
    ctx: Context,
    player: str,
    helper: str,
    accepts: bool = True,
    offer: Promise | None = None,
    instead: Instead | None = None,
) -> None:
    """Ask somebody for help; with consent their strength joins the fighter's."""
    own_fight(ctx, player)
    combat = open_fight(ctx, player)
    _check_helper(ctx, combat, player, helper)
    must_not_win(ctx, player, "hilfe.trotz-sieg")
    names: Values = {"player": ctx.person(player), "helper": ctx.person(helper)}
    if offer:
        _check_reward(ctx, combat, helper)
    if not accepts and has_status(ctx.state.player(helper), MUST_HELP):
        ctx.refuse("must-help", helper=ctx.person(helper))
    if not accepts:
        ctx.set(combat=replace(combat, refused=(*combat.refused, helper)))
        ctx.step("help.refused", **names)
        return
    promised = _offer(ctx, player, offer) if offer else None
    ctx.set(combat=replace(combat, helper=helper, offer=promised))
    _tell_help(ctx, asked_on=bool(combat.refused), names=names)
    if promised:
        _tell_offer(ctx, promised, names)


def _tell_help(ctx: Context, *, asked_on: bool, names: Values) -> None:
    """Say that somebody helps, with everything that follows from it."""
    ctx.step("help.joins", *when(asked_on=asked_on), **names)


def _check_helper(ctx: Context, combat: Combat, player: str, helper: str) -> None:
    if helper == player:
        ctx.refuse("help-yourself", player=ctx.person(player))
    if combat.helper:
        ctx.refuse("one-helper", player=ctx.person(player), helper=ctx.person(combat.helper))
    if helper in combat.dead:
        ctx.refuse("helper-dead", helper=ctx.person(helper))
    if ctx.state.player(helper).new_cards_due:
        _check_reborn(ctx, helper)
    _check_cards(ctx, combat, player, helper)


def _check_cards(ctx: Context, combat: Combat, player: str, helper: str) -> None:
    """Refuse help that a card forbids: of the monster in the fight, or one that has had its effect before."""
    names: Values = {"player": ctx.person(player), "helper": ctx.person(helper)}
    for what, person in ((NO_HELP, player), (NO_HELPING, helper)):
        if has_status(ctx.state.player(person), what):
            ctx.refuse(what, **names)
    for index in combat.present:
        card = combat.monsters[index].card
        if any(fits(ctx.book, ctx.state.player(helper), vs) for vs in card.get("no_help_from", ())):
            ctx.refuse("no-help-from", cards=(card,), card=card, **names)


def _check_reward(ctx: Context, combat: Combat, helper: str) -> None:
    """Refuse a reward where a card forbids any."""
    card = next((c for i in combat.present if (c := combat.monsters[i].card).get("no_reward")), None)
    if card is not None:
        ctx.refuse("no-reward", cards=(card,), card=card, helper=ctx.person(helper))
    if has_status(ctx.state.player(helper), MUST_HELP):
        ctx.refuse("must-help", helper=ctx.person(helper))


def _check_reborn(ctx: Context, helper: str) -> None:
    """Somebody who has died helps at once, or from the next round on."""
    if ctx.book.value("tod.helfen") == "immediately":
        ctx.step("help.reborn", helper=ctx.person(helper))
        return
    ctx.doubt("reborn-helper")
    ctx.step("help.reborn-later", helper=ctx.person(helper))


def _offer(ctx: Context, player: str, offer: Promise) -> Offer:
    """Check what is promised: treasures of these monsters, and items that lie in front of the fighter."""
    items = []
    for ref in offer.get("items", ()):
        found = find(ctx.state.player(player), ref, CARRIED)
        if found is None or found[0].kind != "item":
            ctx.refuse("offer-not-in-play", player=ctx.person(player), card=ref)
        items.append(found[0])
    return Offer(offer.get("treasures", 0), tuple(items), offer.get("first_pick", "helper"))


def _tell_offer(ctx: Context, offer: Offer, names: Values) -> None:
    if offer.treasures:
        ctx.step("help.promised-treasures", n=offer.treasures, **names)
    if offer.items:
        ctx.doubt("promised-items")
        ctx.step("help.promised-items", cards=offer.items, items=offer.items, **names)
