"""Using abilities: talents once in each own turn, extra abilities when their card says."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.smashup.effects.carrying import Call, choose_ref
from rules.engine.smashup.effects.triggers import run_ability
from rules.engine.smashup.language.abilities import Able, Extra, Talent
from rules.engine.smashup.language.effects import UseTalent
from rules.engine.smashup.language.parts import Bind
from rules.engine.smashup.scoring.windows import (
    at_the_base,
    check_turn,
    fits_window,
    spend,
    usable,
    was_used,
    window_name,
    works_from,
)
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.procedures import action, effect
from rules.engine.smashup.table.state import Used, replace, type_of
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.turn.steps import enter_play


@action("use")
def use(
    ctx: Context,
    player: str,
    ref: str | None = None,
    card: CardRef | None = None,
    ability: int | None = None,
    on: str | int | None = None,
) -> None:
    """Use a talent or an extra ability of a card in play; of a hand card it is used by playing the card."""
    held = _in_hand(ctx, player, card)
    if held is not None and ref is None:
        ctx.then("action:play", player=player, card=CardRef(held.written, held), extra=True, **_place(on))
        return
    lying = _in_discard(ctx, player, card) if ref is None else None
    if lying is not None:
        _use_discarded(ctx, player, lying, ability, on)
        return
    ref = _meant(ctx, player, ref, card)
    board = look(ctx.state)
    spot = board.spots[ref]
    number, what = _which(ctx, player, ref, spot.entry.card, ability)
    if spot.entry.controller != player:
        refuse(ctx, "not-your-card", player=who(ctx, player), card=spot.entry.card)
    if board.is_mute(ref):
        refuse(ctx, "ability-is-ignored", card=spot.entry.card)
    origin = board.origin(ref)
    if isinstance(what, Talent):
        _talent(ctx, player, ref, number, spot.entry.card)
        origin = replace(origin, talent=True)
    elif isinstance(what, Extra):
        origin = _extra(ctx, player, ref, number, what, origin)
    else:
        refuse(ctx, "works-by-itself", card=spot.entry.card)
    run_ability(ctx, origin, unasked(what), _bind(on))
    if ctx.state.scoring is not None:
        ctx.then("next-extra", player=player)


def _in_hand(ctx: Context, player: str, card: CardRef | None) -> Card | None:
    """Return the hand card with an extra ability that is meant; cards in play come first."""
    spots = look(ctx.state).spots.values()
    if card is None or any(card.means(spot.entry.card) for spot in spots):
        return None
    found: Card | None = card.among(ctx.state.player(player).hand)
    waits = found is not None and any(isinstance(a, Extra) for a in found.get("abilities", ()))
    return found if waits else None


def _in_discard(ctx: Context, player: str, card: CardRef | None) -> Card | None:
    """Return the card of the own discard pile that is meant, if it has an extra ability."""
    if card is None or any(card.means(spot.entry.card) for spot in look(ctx.state).spots.values()):
        return None
    found: Card | None = card.among(ctx.state.player(player).discard)
    waits = found is not None and any(isinstance(a, Extra) for a in found.get("abilities", ()))
    return found if waits else None


def _use_discarded(ctx: Context, player: str, card: Card, number: int | None, on: str | int | None) -> None:
    """Use an extra ability of a card in the own discard pile; the card stays there."""
    abilities = card.get("abilities", ())
    extras = [i for i, a in enumerate(abilities) if isinstance(a, Extra)]
    index = extras[0] if number is None else number
    if index not in extras:
        refuse(ctx, "no-such-ability", card=card, number=index)
    what: Extra = abilities[index]
    scoring = ctx.state.scoring
    if not works_from(what, "discard"):
        refuse(ctx, "extra-not-from-discard", card=card, player=who(ctx, player))
    base = scoring.base if scoring is not None else -1
    origin = Origin("", player, base, type_of(card), card.name, card.slug, card.cite or "")
    if scoring is None:
        _outside_scoring(ctx, player, card, what.window or "any")
    else:
        _at_the_right_time(ctx, player, card, what, "discard:" + card.slug, index, origin)
        spend(ctx, player, "discard:" + card.slug, index)
    tell(ctx, "extra-from-discard", player=who(ctx, player), card=card, cards=[card])
    run_ability(ctx, origin, unasked(what), _bind(on))
    if scoring is not None:
        ctx.then("next-extra", player=player)


def unasked(ability: Able) -> Able:
    """Return an ability that its player has chosen to use: it asks no more whether it may."""
    return replace(ability, may=False)


def _bind(on: str | int | None) -> Bind:
    return {"on": [on] if isinstance(on, str) else [], **({"at": on} if isinstance(on, int) else {})}


def _place(on: str | int | None) -> Bind:
    return {"base": on} if isinstance(on, int) else {"on": on} if on is not None else {}


def _meant(ctx: Context, player: str, ref: str | None, card: CardRef | None) -> str:
    spots = look(ctx.state).spots
    if ref is not None and ref in spots:
        return ref
    own = [r for r, s in spots.items() if card is not None and card.means(s.entry.card)]
    mine = [r for r in own if spots[r].entry.controller == player]
    if not own:
        refuse(ctx, "no-such-card", ref=ref or (card.name if card else ""))
    return (mine or own)[0]


def _which(ctx: Context, player: str, ref: str, card: Card, wanted: int | None) -> tuple[int, Able]:
    """Return the ability that is meant: the numbered one, or the only one that can be used now."""
    abilities = card.get("abilities", ())
    if wanted is None:
        kind = Extra if ctx.state.scoring else Talent
        fitting = [i for i, a in enumerate(abilities) if isinstance(a, kind)]
        fitting = fitting or [i for i, a in enumerate(abilities) if isinstance(a, Talent | Extra)]
        wanted = fitting[0] if fitting else 0
    if wanted >= len(abilities):
        refuse(ctx, "no-such-ability", card=card, number=wanted)
    return wanted, abilities[wanted]


def _talent(ctx: Context, player: str, ref: str, number: int, card: Card) -> None:
    """A talent may be used once in each own turn, in step 2."""
    turn = ctx.state.turn
    if turn.player != player:
        refuse(ctx, "talent-in-own-turn", player=who(ctx, player), active=who(ctx, turn.player), card=card)
    if any(u.ref == ref and u.ability == number for u in turn.used):
        refuse(ctx, "talent-used", player=who(ctx, player), card=card)
    if turn.step not in ("start", "play") or ctx.state.scoring is not None:
        refuse(ctx, "talent-in-step-2", player=who(ctx, player), card=card, step=turn.step)
    enter_play(ctx)
    ctx.set(turn=replace(ctx.state.turn, used=(*ctx.state.turn.used, Used(ref, number))))
    tell(ctx, "talent-used", player=who(ctx, player), card=card, cards=[card])


def _extra(ctx: Context, player: str, ref: str, number: int, what: Extra, origin: Origin) -> Origin:
    """An extra ability is used when its text says; in a scoring round the table."""
    card, scoring = look(ctx.state).spots[ref].entry.card, ctx.state.scoring
    window = what.window or "any"
    if scoring is None:
        _outside_scoring(ctx, player, card, window)
        return origin
    if fits_window(what, window_name(scoring)) and not at_the_base(ctx.state, what, ref):
        refuse(ctx, "other-base-scored", card=card)
    _at_the_right_time(ctx, player, card, what, ref, number, origin)
    tell(ctx, "extra-used", "window-" + scoring.window, player=who(ctx, player), card=card, cards=[card])
    if any(u.ref == ref for u in ctx.state.turn.used):
        tell(ctx, "extra-beside-talent", card=card)
    spend(ctx, player, ref, number)
    return replace(origin, base=scoring.base) if what.scored != "other" else origin


def _at_the_right_time(
    ctx: Context, player: str, card: Card, what: Extra, ref: str, number: int, origin: Origin
) -> None:
    """Refuse an extra ability in the wrong window, out of turn, used already, or without its condition."""
    scoring = ctx.state.scoring
    if not fits_window(what, window_name(scoring)):
        refuse(ctx, "wrong-window", "window-" + scoring.window, card=card, window=scoring.window)
    if scoring.only not in (None, player):
        refuse(ctx, "extras-forbidden", player=who(ctx, player), mate=who(ctx, scoring.only))
    check_turn(ctx, player)
    if was_used(scoring, ref, number):
        refuse(ctx, "extra-used", player=who(ctx, player), card=card)
    if not usable(ctx, what, player, scoring.base, origin):
        refuse(ctx, "extra-condition-unmet", card=card, player=who(ctx, player))


def _outside_scoring(ctx: Context, player: str, card: Card, window: str) -> None:
    turn = ctx.state.turn
    steps = {"turn-start": ("start",), "turn-end": ("end", "draw", "check", "play"), "any": ()}.get(window)
    if steps is None:
        refuse(ctx, "wrong-window", card=card, window="")
    if steps and (turn.step not in steps or turn.player != player):
        refuse(ctx, "wrong-window", card=card, window="")
    tell(ctx, "extra-any-time", player=who(ctx, player), card=card, cards=[card])


# Abilities that use abilities


@effect(UseTalent)
def use_talent(call: Call, head: UseTalent) -> bool:
    """Carry out a talent: of this very card, or of another creature for the one that this card lies on."""
    if head.of == "self":
        ref = call.origin.ref
    else:
        found = call.candidates(head.filter or {})
        if not found:
            tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
            return False
        ref = choose_ref(call, call.chooser, "target", found)
    card = call.board.spots[ref].entry.card
    talent = next((a for a in card.get("abilities", ()) if isinstance(a, Talent)), None)
    if talent is None:
        return False
    origin = (
        call.origin
        if ref == call.origin.ref
        else replace(call.board.origin(call.origin.host), name=card.name, cite=card.cite or "")
    )
    tell(call.ctx, "talent-through-card", card=card, name=call.origin.name, also=[call.origin.cite])
    run_ability(call.ctx, origin, talent, {"on": call.bind.get("on", [])})
    return True
