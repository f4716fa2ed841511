"""Selling, trading, giving and stealing."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import is_follower, is_item
from rules.engine.munchkin.gear.wearing import place
from rules.engine.munchkin.people.levels import gain_levels
from rules.engine.munchkin.people.limits import big_items, big_limit
from rules.engine.munchkin.table.procedures import action
from rules.engine.munchkin.table.seats import in_fight, is_active, must_be_active, must_not_fight
from rules.engine.munchkin.table.state import replace
from rules.engine.munchkin.table.telling import asks, deny, reason_cites, tell, when
from rules.engine.munchkin.table.traits import in_force
from rules.engine.munchkin.table.zones import CARRIED, ZONES, discard, find, find_or_refuse, put, take
from rules.engine.objects import Because, Instead


def gold_of(card: Card) -> int | None:
    """Return what a card is worth with everything on it; credits count like gold."""
    values = [v for c in (card, *card.attached) for v in (c.get("gold"), c.get("credits")) if v is not None]
    return sum(values) if values else None


@action("sell")
def sell(ctx: Context, player: str, cards: tuple[CardRef, ...], instead: Instead | None = None) -> None:
    """Throw away items for levels: one for every full price, no change."""
    must_not_fight(ctx, player, "sale")
    traded = any(ref.among(ctx.state.turn.traded) for ref in cards)
    must_be_active(ctx, player, "sale", *when(traded=traded))
    sold = [_for_sale(ctx, player, ref) for ref in cards]
    helping = _raising_prices(ctx, player, sold)
    total = sum(gold_of(card) or 0 for card in sold) + sum(c.get("sell_bonus") for c in helping)
    price = ctx.book.value("verkaufen.preis")
    if total < price:
        ctx.refuse("too-little-gold", cards=helping, player=ctx.person(player), gold=total, price=price)
    discard(ctx, *sold)
    levels = total // price
    ctx.step(
        "sale.done",
        *when(
            follower=_has_follower(ctx, sold),
            credits=any(card.get("credits") is not None for card in sold),
            several=levels > 1,
            boosted=_boosted(sold),
        ),
        cards=(*sold, *helping),
        player=ctx.person(player),
        items=sold,
        gold=total,
        n=levels,
    )
    if total % price:
        ctx.step("sale.no-change", player=ctx.person(player), rest=total % price)
    gain_levels(ctx, player, levels, way="sale")
    ctx.then("settle", player=player)


def _boosted(sold: list[Card]) -> bool:
    return any(boost.kind == "item-boost" for card in sold for boost in card.attached)


def _raising_prices(ctx: Context, player: str, sold: list[Card]) -> list[Card]:
    """Return the cards that make a sale worth more; what is sold itself does not."""
    working = in_force(ctx.book, ctx.state.player(player))
    return [card for card in working if card.get("sell_bonus") and card not in sold]


def _for_sale(ctx: Context, player: str, ref: CardRef) -> Card:
    """Take one card out to be sold; refuse what cannot be."""
    card, zone = find_or_refuse(ctx, player, ref, ("hand", *CARRIED), "sale")
    if not is_item(ctx, card):
        ctx.refuse(
            "not-an-item",
            "sale",
            *when(follower=is_follower(ctx, card)),
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
    if gold_of(card) is None:
        ctx.refuse("no-gold-value", cards=(card,), player=ctx.person(player), card=card)
    _resale(ctx, player, card)
    take(ctx, player, card, zone)
    return card


def _resale(ctx: Context, player: str, card: Card) -> None:
    """A traded item may be sold in the own turn; one book can be read more strictly."""
    if card not in ctx.state.turn.traded:
        return
    if asks(ctx.book, "sale.traded-this-turn"):
        ctx.doubt("sale.traded-this-turn")
    ctx.step("sale.traded", cards=(card,), player=ctx.person(player), card=card)


@action("trade")
def trade(
    ctx: Context,
    player: str,
    with_: str,
    give: tuple[CardRef, ...] = (),
    get: tuple[CardRef, ...] = (),
    instead: Instead | None = None,
) -> None:
    """Swap items that lie out, at any time but in a fight of one's own."""
    if with_ == player or not (give or get):
        ctx.refuse("nothing-to-trade", player=ctx.person(player))
    given = [_for_trade(ctx, player, ref) for ref in give]
    gotten = [_for_trade(ctx, with_, ref) for ref in get]
    _may_trade(ctx, player, with_)
    _hand_over(ctx, with_, given)
    _hand_over(ctx, player, gotten)
    turn = ctx.state.turn
    ctx.set(turn=replace(turn, traded=(*turn.traded, *given, *gotten)))
    ctx.step(
        "trade.done",
        *when(
            follower=_has_follower(ctx, given + gotten),
            active=is_active(ctx, player) or is_active(ctx, with_),
            fight=ctx.state.combat is not None,
        ),
        cards=given + gotten,
        player=ctx.person(player),
        other=ctx.person(with_),
        items=given + gotten,
    )
    for owner in (player, with_):
        ctx.then("settle", player=owner)


def _has_follower(ctx: Context, cards: list[Card]) -> bool:
    return any(is_follower(ctx, card) for card in cards)


def _for_trade(ctx: Context, owner: str, ref: CardRef) -> Card:
    """Take out a card that may change hands: an item that is carried."""
    card, zone = find_or_refuse(ctx, owner, ref, (*CARRIED, "hand", "pending"), "trade")
    if not is_item(ctx, card):
        ctx.refuse(
            "not-tradeable",
            *when(follower=is_follower(ctx, card), power=card.kind == "power"),
            cards=(card,),
            player=ctx.person(owner),
            card=card,
        )
    if zone not in CARRIED:
        ctx.refuse("trade-from-hand", cards=(card,), player=ctx.person(owner), card=card)
    take(ctx, owner, card, zone)
    return card


def _take_carried(ctx: Context, owner: str, card: Card) -> None:
    take(ctx, owner, card, "in_play" if card in ctx.state.player(owner).in_play else "backpack")


def _hand_over(ctx: Context, taker: str, cards: list[Card]) -> None:
    """Put what was received before its new owner, if it may be carried there."""
    for card in cards:
        person = ctx.state.player(taker)
        limit = big_limit(ctx.book, person)
        if card.get("big") and limit is not None and len(big_items(person)) >= limit:
            _one_too_many(ctx, taker, card)
        if is_follower(ctx, card):
            put(ctx, taker, card, "in_play")
        elif in_fight(ctx.state, taker):
            put(ctx, taker, card, "backpack")
        else:
            place(ctx, taker, card)


def _one_too_many(ctx: Context, taker: str, card: Card) -> None:
    """Refuse a Big item too many; a table may let it be taken and another one be parted with."""
    ctx.doubt("trade.one-big-too-many")
    if not ctx.book.reads("trade.one-big-too-many", "b"):
        ctx.refuse("too-many-big", cards=(card,), player=ctx.person(taker), card=card)
    ctx.then("settle", player=taker)


def _may_trade(ctx: Context, *people: str) -> None:
    """Refuse to trade while one fights; whether others may then is not said clearly everywhere."""
    for person in people:
        must_not_fight(ctx, person, "trade")
    if ctx.state.combat is None:
        return
    if ctx.book.value("handeln.unbeteiligte-im-kampf") is False:
        ctx.refuse("no-trade-during-a-fight", player=ctx.person(people[0]))
    ctx.doubt("trade.beside-a-fight")


@action("gift")
def gift(
    ctx: Context, player: str, to: str, give: CardRef | tuple[CardRef, ...], instead: Instead | None = None
) -> None:
    """Give items away, also as a bribe."""
    refs: tuple[CardRef, ...] = give if isinstance(give, tuple) else (give,)
    if to == player or not refs:
        ctx.refuse("nothing-to-trade", "gift", player=ctx.person(player))
    given = [_for_trade(ctx, player, ref) for ref in refs]
    if ctx.state.combat is not None:
        ctx.doubt("gift.during-a-fight")
    _hand_over(ctx, to, given)
    turn = ctx.state.turn
    ctx.set(turn=replace(turn, traded=(*turn.traded, *given)))
    ctx.step(
        "gift.done",
        *when(follower=_has_follower(ctx, given)),
        cards=given,
        player=ctx.person(player),
        other=ctx.person(to),
        given=given,
    )
    ctx.then("settle", player=player)


@action("steal")
def steal(
    ctx: Context,
    player: str,
    from_: str,
    card: CardRef,
    because: Because = None,
    instead: Instead | None = None,
) -> None:
    """Let an ability take an item from somebody."""
    also = reason_cites(ctx, because)
    owner = ctx.person(from_)
    if from_ == player:
        ctx.refuse("nothing-to-trade", also=also)
    found = find(ctx.state.player(from_), card, ZONES)
    if found is None:
        ctx.refuse("card-not-there", "steal", also=also, player=owner, card=card, zone="zone:at-all")
    _may_steal(ctx, player, also)
    if found[1] not in CARRIED:
        ctx.refuse("hand-is-safe", also=also, player=owner)
    if not is_item(ctx, found[0]):
        deny(ctx, "not-an-item", from_, found[0], also=also)
    _take_carried(ctx, from_, found[0])
    _hand_over(ctx, player, [found[0]])
    tell(ctx, "steal.done", player, found[0], also=also, other=owner)
    ctx.then("settle", player=from_)


def _may_steal(ctx: Context, player: str, also: tuple[str, ...]) -> None:
    """Most books bar stealing during a fight; one does not speak of it."""
    if ctx.state.combat is None:
        return
    if ctx.book.value("kampfaktionen.stehlen") is False:
        ctx.refuse("no-stealing", also=also, player=ctx.person(player))
    ctx.doubt("steal.during-a-fight")
