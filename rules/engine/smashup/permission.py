"""Who may play what now: the free cards, further ones, extra abilities, and what cards forbid."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.smashup.board import Static, look
from rules.engine.smashup.state import Grant, Played, is_creature, replace, type_of
from rules.engine.smashup.steps import enter_play
from rules.engine.smashup.telling import refuse, tell, who
from rules.engine.smashup.windows import check_turn, spend, usable, window_name
from rules.engine.trace import Refused

Row = dict[str, Any]


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
    _forbidden(ctx, wish)
    if ctx.state.scoring is not None:
        return _in_scoring(ctx, wish)
    if wish.extra:
        return _further(ctx, wish)
    _own_step(ctx, wish)
    return _free(ctx, wish)


def refusal_of(ctx: Context, wish: Wish) -> Refused | None:
    """Return why the play would be refused, None where it is allowed; changes nothing."""
    before = (ctx.state, list(ctx.steps), list(ctx.doubts), list(ctx.next))
    try:
        permit(ctx, wish)
    except Refused as refused:
        return refused
    finally:
        ctx.state, ctx.steps, ctx.doubts, ctx.next = before
    return None


def _forbidden(ctx: Context, wish: Wish) -> None:
    """A card that forbids prevails over every permission."""
    board = look(ctx.state)
    for static in board.having("forbid_play"):
        if (
            is_creature(wish.card)
            and wish.base != static.origin.base
            and not board.of_player(static.origin.base, wish.player)
        ):
            refuse(
                ctx,
                "forbidden-by-card",
                card=wish.card,
                player=who(ctx, wish.player),
                name=static.origin.name,
                cards=[ctx.state.bases[static.origin.base].card],
            )


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
        refuse(ctx, "allowance-does-not-fit", player=who(ctx, wish.player), card=wish.card)
    tell(ctx, "further-card", player=who(ctx, wish.player), card=wish.card)
    return Permission()


def _allowing_base(ctx: Context, wish: Wish) -> Static | None:
    """Return the base ability that allows the play; refuse where its condition is not met."""
    board = look(ctx.state)
    for static in board.having("permit_play"):
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
    card = wish.card
    kinds = {"card": True, "treasure": card.kind == "treasure", type_of(card): True}
    if not kinds.get(grant.type, False) or (grant.names and card.slug not in grant.names):
        return False
    # What counts while a creature is played is its printed strength.
    if grant.max_strength is not None and card.get("strength", 0) > grant.max_strength:
        return False
    if grant.on and wish.on != grant.on:
        return False
    return (grant.base is None or wish.base == grant.base) and _where_fits(ctx, grant, wish)


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
    ctx.set(turn=replace(ctx.state.turn, extra=tuple(extra)))
    tell(ctx, "allowance-used", player=who(ctx, wish.player), card=wish.card, name=grant.because)
    window = ctx.state.scoring.window if ctx.state.scoring else ""
    return Permission(
        window if not is_creature(wish.card) and has_extra(wish.card, window or "-") else "", grant.mute
    )


# In a scoring


def has_extra(card: Card, window: str) -> bool:
    """Say whether the card has an extra ability for this window."""
    return any(
        a["kind"] == "extra" and a.get("window", "any") in (window, "any") for a in card.get("abilities", ())
    )


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
    waits = not is_creature(wish.card) and any(a["kind"] == "extra" for a in wish.card.get("abilities", ()))
    if waits and not has_extra(wish.card, window):
        refuse(ctx, "wrong-window", card=wish.card, window=window)
    if scoring.only not in (None, wish.player):
        refuse(ctx, "extras-forbidden", player=who(ctx, wish.player), mate=who(ctx, scoring.only))
    check_turn(ctx, wish.player)
    _condition(ctx, wish, window)
    tell(ctx, "extra-played", "window-" + window, player=who(ctx, wish.player), card=wish.card)
    spend(ctx, wish.player, wish.card.slug)
    return Permission(window)


def _condition(ctx: Context, wish: Wish, window: str) -> None:
    for ability in wish.card.get("abilities", ()):
        if (
            ability["kind"] == "extra"
            and ability.get("window", "any") in (window, "any")
            and not usable(ctx, ability, wish.player, ctx.state.scoring.base)
        ):
            refuse(ctx, "extra-condition-unmet", card=wish.card, player=who(ctx, wish.player))
