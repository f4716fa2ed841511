"""Who may play what now: the free cards, further ones, extra abilities, and what cards forbid."""

from __future__ import annotations

from typing import NoReturn

import msgspec

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.smashup.language.abilities import Extra
from rules.engine.smashup.language.effects import ForbidPlay, PermitPlay
from rules.engine.smashup.scoring.windows import (
    check_turn,
    fits_window,
    spend,
    usable,
    window_name,
    works_from,
)
from rules.engine.smashup.table.board import Static, look
from rules.engine.smashup.table.state import Grant, Played, is_creature, replace, type_of
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.turn.steps import enter_play
from rules.engine.trace import Refused


class Wish(msgspec.Struct, frozen=True, eq=False):
    """A card that somebody wants to play, where, and whether as a further one."""

    player: str
    card: Card
    base: int | None = None
    on: str | None = None
    extra: bool = False


class Permission(msgspec.Struct, frozen=True):
    """What allows a play: in which window of a scoring, and whether the card's abilities stay silent."""

    window: str = ""
    mute: bool = False


def permit(ctx: Context, wish: Wish) -> Permission:
    """Return what allows the play, or refuse it; uses up the free card or the allowance."""
    forbidden(ctx, wish)
    if ctx.state.scoring is not None:
        return _in_scoring(ctx, wish)
    if wish.extra:
        return _further(ctx, wish)
    _own_step(ctx, wish)
    return _free(ctx, wish)


def refusal_of(ctx: Context, wish: Wish) -> Refused | None:
    """Return why the play would be refused, None where it is allowed; changes nothing."""
    before = (ctx.state, list(ctx.steps), list(ctx.doubts), list(ctx.met_again), list(ctx.next))
    try:
        permit(ctx, wish)
    except Refused as refused:
        return refused
    finally:
        ctx.state, ctx.steps, ctx.doubts, ctx.met_again, ctx.next = before
    return None


def forbidding(ctx: Context, player: str, card: Card, base: int | None) -> Static[ForbidPlay] | None:
    """Return what forbids this play, however the card would come into play: who forbids prevails."""
    board = look(ctx.state)
    for static in board.having(ForbidPlay):
        if (
            is_creature(card)
            and base != static.origin.base
            and not board.of_player(static.origin.base, player)
        ):
            return static
    return None


def forbidden(ctx: Context, wish: Wish) -> None:
    """A card that forbids prevails over every permission."""
    static = forbidding(ctx, wish.player, wish.card, wish.base)
    if static is not None:
        refuse(
            ctx,
            "forbidden-by-card",
            card=wish.card,
            player=who(ctx, wish.player),
            name=static.origin.name,
            cards=[ctx.state.bases[static.origin.base].card],
        )


def is_kept_out(ctx: Context, player: str, card: Card, base: int | None) -> bool:
    """Say whether a play that an ability wants is forbidden, and tell by what."""
    static = forbidding(ctx, player, card, base)
    if static is not None:
        tell(
            ctx,
            "play-forbidden",
            player=who(ctx, player),
            card=card,
            name=static.origin.name,
            also=[static.origin.cite],
        )
    return static is not None


def _own_step(ctx: Context, wish: Wish) -> None:
    turn = ctx.state.turn
    if turn.player != wish.player:
        refuse(ctx, "not-your-turn", player=who(ctx, wish.player), active=who(ctx, turn.player))
    if turn.step not in ("start", "play"):
        refuse(ctx, "cards-only-in-step-2", player=who(ctx, wish.player), step=turn.step)
    enter_play(ctx)


def _free(ctx: Context, wish: Wish) -> Permission:
    """One creature and one action are free in each turn; a further one needs an allowance."""
    kind, turn = type_of(wish.card), ctx.state.turn
    if getattr(turn.played, kind) >= ctx.book.value("free." + kind):
        grant = find_grant(ctx, wish)
        if grant is not None:
            return _use_grant(ctx, grant, wish)
        if wish.card.kind == "treasure" or kind in turn.by_treasure:
            ctx.doubt("treasure-as-free-card")
        refuse(ctx, "free-" + kind + "-used", player=who(ctx, wish.player), card=wish.card)
    played = {name: getattr(turn.played, name) + (name == kind) for name in Played.__struct_fields__}
    ctx.set(turn=replace(ctx.state.turn, played=Played(**played)))
    if wish.card.kind == "treasure":
        ctx.set(turn=replace(ctx.state.turn, by_treasure=(*turn.by_treasure, kind)))
    tell(ctx, "free-" + kind, player=who(ctx, wish.player))
    return Permission()


def _further(ctx: Context, wish: Wish) -> Permission:
    """A further card: an allowance that is noted, a base that allows it, or one that the question asserts."""
    grant = find_grant(ctx, wish)
    if grant is not None:
        if not grant.now:
            _own_step(ctx, wish)
        return _use_grant(ctx, grant, wish)
    if has_extra(wish.card, "any"):
        tell(ctx, "extra-any-time", player=who(ctx, wish.player), card=wish.card)
        return Permission("any")
    _own_step(ctx, wish)
    base = _allowing_base(ctx, wish)
    if base is not None:
        tell(
            ctx,
            "base-allows-play",
            player=who(ctx, wish.player),
            name=base.origin.name,
            also=[base.origin.cite],
        )
        return Permission()
    if any(g.player == wish.player for g in ctx.state.turn.extra):
        _refuse_misfit(ctx, wish)
    if ctx.state.turn.spent:
        names = [f"„{name}“" for name in sorted(set(ctx.state.turn.spent))]
        refuse(ctx, "allowance-spent", player=who(ctx, wish.player), card=wish.card, names=names)
    ctx.warn("further-card", player=who(ctx, wish.player), name=wish.card.name)
    tell(ctx, "further-card", player=who(ctx, wish.player), card=wish.card)
    return Permission()


def _refuse_misfit(ctx: Context, wish: Wish) -> NoReturn:
    """Say why none of the player's allowances fits the wish, by the one that comes nearest."""
    grants = [g for g in ctx.state.turn.extra if g.player == wish.player]
    reasons = [reason for grant in grants if (reason := _misfit(ctx, grant, wish))]
    key, grant = max(reasons, key=lambda reason: MISFITS.index(reason[0]))
    refuse(
        ctx,
        "allowance-does-not-fit",
        "misfit-" + key,
        text="allowance-misfit-" + key,
        player=who(ctx, wish.player),
        card=wish.card,
        name=grant.because,
        what=grant.type,
        number=grant.max_strength or 0,
        strength=wish.card.get("strength", 0),
    )


def _allowing_base(ctx: Context, wish: Wish) -> Static[PermitPlay] | None:
    """Return the base ability that allows the play; refuse where its condition is not met."""
    board = look(ctx.state)
    for static in board.having(PermitPlay):
        if wish.base == static.origin.base and is_creature(wish.card):
            if board.of_player(static.origin.base, wish.player):
                refuse(
                    ctx,
                    "base-allowance-unmet",
                    player=who(ctx, wish.player),
                    name=static.origin.name,
                    cards=[ctx.state.bases[static.origin.base].card],
                )
            return static
    return None


# Allowances


def find_grant(ctx: Context, wish: Wish) -> Grant | None:
    """Return the first allowance that fits the wish; the narrowest come first."""
    fitting = [
        grant
        for grant in ctx.state.turn.extra
        if grant.player == wish.player and _grant_fits(ctx, grant, wish)
    ]
    return min(fitting, key=_breadth, default=None)


def _breadth(grant: Grant) -> tuple[int, int, int]:
    return (not grant.names, grant.base is None and not grant.where, grant.max_strength is None)


def _grant_fits(ctx: Context, grant: Grant, wish: Wish) -> bool:
    return _misfit(ctx, grant, wish) is None


# Why an allowance does not fit, the most telling last.
MISFITS = ("type", "names", "strength", "place", "own-none", "other-stronger")


def _misfit(ctx: Context, grant: Grant, wish: Wish) -> tuple[str, Grant] | None:
    """Return why the allowance does not fit the wish, None where it does."""
    card = wish.card
    # What counts while a creature is played is its printed strength.
    too_strong = grant.max_strength is not None and card.get("strength", 0) > grant.max_strength
    elsewhere = grant.base is not None and wish.base != grant.base
    found = {
        "type": grant.type not in ("card", type_of(card)) and grant.type != card.kind,
        "names": bool(grant.names) and card.slug not in grant.names,
        "strength": too_strong,
        "place": elsewhere or bool(grant.on and wish.on != grant.on),
        grant.where: bool(grant.where) and not _where_fits(ctx, grant, wish),
    }
    return next(((key, grant) for key, misses in found.items() if misses), None)


def _where_fits(ctx: Context, grant: Grant, wish: Wish) -> bool:
    board = look(ctx.state)
    if not grant.where or wish.base is None:
        return not grant.where
    mine = board.total(wish.base, wish.player)
    if grant.where == "other-stronger":
        return any(board.total(wish.base, p) > mine for p in ctx.state.others(wish.player))
    return not board.of_player(wish.base, wish.player)


def _use_grant(ctx: Context, grant: Grant, wish: Wish) -> Permission:
    extra = list(ctx.state.turn.extra)
    extra.remove(grant)
    spent = (*ctx.state.turn.spent, grant.because)
    ctx.set(turn=replace(ctx.state.turn, extra=tuple(extra), spent=spent))
    tell(ctx, "allowance-used", player=who(ctx, wish.player), card=wish.card, name=grant.because)
    window = ctx.state.scoring.window if ctx.state.scoring else ""
    return Permission(
        window if not is_creature(wish.card) and has_extra(wish.card, window or "-") else "", grant.mute
    )


# In a scoring


def has_extra(card: Card, window: str) -> bool:
    """Say whether the card has an extra ability that is used from the hand in this window."""
    return any(fits_window(a, window) and works_from(a, "hand") for a in card.get("abilities", ()))


def _in_scoring(ctx: Context, wish: Wish) -> Permission:
    """While a base is scored, only extra abilities are played, or what one of them allows at once."""
    scoring = ctx.state.scoring
    window = window_name(scoring)
    grant = find_grant(ctx, wish)
    if grant is not None:
        return _use_grant(ctx, grant, wish)
    if not wish.extra and not has_extra(wish.card, window):
        refuse(ctx, "only-extra-in-scoring", player=who(ctx, wish.player), card=wish.card)
    if wish.player in scoring.lapsed and not has_extra(wish.card, window):
        refuse(ctx, "allowance-gone", card=wish.card, player=who(ctx, wish.player))
    waits = any(isinstance(a, Extra) for a in wish.card.get("abilities", ()))
    if waits and not has_extra(wish.card, window):
        refuse(ctx, "wrong-window", card=wish.card, window=window)
    if scoring.only not in (None, wish.player):
        refuse(ctx, "extras-forbidden", player=who(ctx, wish.player), mate=who(ctx, scoring.only))
    check_turn(ctx, wish.player)
    _condition(ctx, wish, window)
    key = "extra-played" if has_extra(wish.card, window) else "further-card"
    if key == "further-card":
        ctx.warn("further-card", player=who(ctx, wish.player), name=wish.card.name)
    tell(ctx, key, "window-" + window, player=who(ctx, wish.player), card=wish.card)
    spend(ctx, wish.player, wish.card.slug)
    return Permission(window)


def _condition(ctx: Context, wish: Wish, window: str) -> None:
    for ability in wish.card.get("abilities", ()):
        if (
            fits_window(ability, window)
            and works_from(ability, "hand")
            and not usable(ctx, ability, wish.player, ctx.state.scoring.base)
        ):
            refuse(ctx, "extra-condition-unmet", card=wish.card, player=who(ctx, wish.player))
