"""Levels: rising, falling, the last level and who may win with it."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import is_fresh
from rules.engine.munchkin.people.statuses import end_statuses
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.seats import person_named
from rules.engine.munchkin.table.telling import asks, reason_card, reason_cites, said, when
from rules.engine.munchkin.table.zones import discard, take
from rules.engine.objects import Because, Instead, Target


def lose_levels(
    ctx: Context, player: str, number: int, cause: str = "effect", also: tuple[str, ...] = ()
) -> None:
    """Lower a level, never below the lowest there is; powers may become too many."""
    level = ctx.state.player(player).level
    lower = max(min(level, ctx.book.value("stufe.minimum")), level - number)
    ctx.state = ctx.state.change(player, level=lower)
    told = "level.lost" if lower < level else "level.floor"
    floor = when(floor=lower > level - number)
    ctx.step(
        told,
        *floor,
        cause,
        also=also,
        player=ctx.person(player),
        n=level - lower,
        level=lower,
    )
    if lower < level:
        ctx.then("settle", player=player)


def gain_levels(
    ctx: Context,
    player: str,
    number: int,
    *words: str,
    kill: bool = False,
    way: str = "card",
    source: Card | None = None,
    also: tuple[str, ...] = (),
) -> int:
    """Raise a level; the last one only by a kill or by what the books except. Return the levels gained."""
    level, top = ctx.state.player(player).level, ctx.book.value("ziel.siegstufe")
    may_win = kill or _is_exception(ctx, way, source)
    # Of the ways to rise, the one that was gone.
    gone = "kill" if kill else way
    wanted, name, cards = level + number, ctx.person(player), (source,) if source else ()
    higher = max(level, min(wanted, (ctx.book.value("stufe.maximum") or top) if may_win else top - 1))
    ctx.state = ctx.state.change(player, level=higher)
    if higher > level:
        ctx.step(
            "level.gained", *words, gone, cards=cards, also=also, player=name, n=higher - level, level=higher
        )
        end_statuses(ctx, player, "level-gained")
    if may_win and wanted > top:
        ctx.step("level.highest", player=name, level=higher)
    if higher < min(wanted, top):
        _capped(ctx, player, higher, higher > level, cards)
    if higher >= top > level:
        _win(ctx, player, gone, cards)
    return higher - level


def _is_exception(ctx: Context, way: str, source: Card | None) -> bool:
    """Say whether this way may bring the last level; a book may bar it even for cards."""
    if "win-by-kill" in (ctx.book.value("goldene-regel.grenzen") or ()):
        return False
    listed = [word for words in said(ctx.book, "spielende.letzte-stufe-ausnahmen") for word in words]
    return way in listed or (source is not None and source.slug in listed)


def _capped(ctx: Context, player: str, level: int, rose: bool, cards: tuple[Card, ...]) -> None:
    """Tell that the last level is out of reach; what becomes of the card or the sale is not said everywhere."""
    ctx.step("level.capped", cards=cards, player=ctx.person(player), level=level)
    if ctx.book.value("spielende.sonst-neun") is None:
        ctx.doubt("level.sale-over-the-top")
    elif not rose and asks(ctx.book, "level.spent-for-nothing"):
        ctx.doubt("level.spent-for-nothing")


def _win(ctx: Context, player: str, way: str, cards: tuple[Card, ...]) -> None:
    together = when(together=ctx.state.winners)
    ctx.set(winners=(*ctx.state.winners, player))
    ctx.step(
        "level.won",
        way,
        *together,
        cards=cards,
        player=ctx.person(player),
        level=ctx.state.player(player).level,
    )


def share_victory(ctx: Context, fighter: str, helper: str | None) -> None:
    """Let the helper win along where the round agreed on it."""
    if (
        helper is None
        or fighter not in ctx.state.winners
        or helper in ctx.state.winners
        or not ctx.book.has("shared-victory")
    ):
        return
    ctx.set(winners=(*ctx.state.winners, helper))
    ctx.step("level.shared", player=ctx.person(helper), fighter=ctx.person(fighter))


@action("change_level")
def change_level(
    ctx: Context, player: str, by: int, because: Because = None, instead: Instead | None = None
) -> None:
    """Raise or lower a level because some card says so."""
    also = reason_cites(ctx, because)
    if by < 0:
        lose_levels(ctx, player, -by, also=also)
    elif by > 0:
        gain_levels(ctx, player, by, source=reason_card(ctx, because), also=also)
    else:
        ctx.step("level.unchanged", also=also, player=ctx.person(player))


@frame("play:level-up")
def play_level_up(
    ctx: Context, player: str, card: Card, on: Target, zone: str = "hand", **rest: object
) -> None:
    """Play a card that changes a person's level, on oneself or on anybody."""
    target = person_named(ctx, on, player)
    if target is None:
        ctx.refuse("needs-a-person", "level", cards=(card,), card=card)
    _check_moment(ctx, player, card)
    words = when(
        fight=ctx.state.combat is not None, fresh=is_fresh(ctx, player, card), other=target != player
    )
    take(ctx, player, card, zone)
    discard(ctx, card)
    ctx.step(
        "level.card-played-self" if target == player else "level.card-played",
        *words,
        cards=(card,),
        player=ctx.person(player),
        card=card,
        target=ctx.person(target),
    )
    effects = card.get("effects")
    if effects:
        ctx.then("effects", player=target, effects=list(effects), source=card, cause="level-up")
    else:
        gain_levels(ctx, target, 1, source=card)


def _check_moment(ctx: Context, player: str, card: Card) -> None:
    """Where only receipt and combats are certain, every other moment is open."""
    if ctx.book.value("sonstige-karten.stufenkarte") == "any-time":
        return
    if ctx.state.combat is None and not is_fresh(ctx, player, card):
        ctx.doubt("level.card-outside-combat")
