"""Drawing one card: the named one, the top one, or what an ability draws instead."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.language.abilities import DrawDiscardInstead
from rules.engine.munchkin.table.state import Pile, replace
from rules.engine.munchkin.table.traits import in_force, own_abilities
from rules.engine.munchkin.table.zones import DISCARD, discard, draw, refill, take, take_from_pile
from rules.engine.objects import Instead


def draw_or_named(
    ctx: Context,
    deck: str,
    player: str,
    ref: CardRef | None,
    *,
    face_up: bool = False,
    instead: Instead | None = None,
) -> Card | None:
    """Return the drawn card; a named one must lie where it is drawn from. None where nothing is left."""
    if instead is not None:
        return _instead(ctx, deck, player, instead, face_up)
    if ref is None:
        return draw(ctx, deck, player, face_up=face_up)
    refill(ctx, deck)
    card = take_from_pile(ctx, deck, ref)
    if card is None or (card.deck and card.deck != deck):
        ctx.refuse("not-on-top", card=ref, deck="deck:" + deck)
    ctx.drawn.append({"player": player, "card": card.written, "face_up": face_up})
    return card


def _instead(ctx: Context, deck: str, player: str, instead: Instead, face_up: bool) -> Card | None:
    """Take the top of the discard pile by an ability, for cards of the hand; only where a card is drawn face up."""
    owner = ctx.state.player(player)
    source = instead["use"].among(in_force(ctx.book, owner))
    able = own_abilities(source, DrawDiscardInstead) if source else ()
    if source is None or not able or not face_up:
        ctx.refuse("no-instead", player=ctx.person(player), card=instead["use"])
    pile: Pile | None = getattr(ctx.state.piles, DISCARD[deck])
    if pile is not None and not pile.cards:
        ctx.refuse("discard-empty", cards=(source,), player=ctx.person(player), deck="deck:" + deck)
    paid = _price(ctx, player, instead.get("discard", ()), able[0].draw_discard_instead.hand)
    card = ctx.library.back(deck)
    if pile is not None:
        card = pile.cards[0]
        ctx.set(piles=replace(ctx.state.piles, **{DISCARD[deck]: pile.holding(pile.cards[1:])}))
    for one in paid:
        take(ctx, player, one, "hand")
        discard(ctx, one)
    ctx.doubt("instead.price-first", decides=any(one.deck == deck for one in paid))
    ctx.drawn.append({"player": player, "card": card.written, "face_up": True})
    ctx.step("draw.instead", cards=(source,), player=ctx.person(player), card=card, source=source, paid=paid)
    return card


def _price(ctx: Context, player: str, refs: tuple[CardRef, ...], number: int) -> list[Card]:
    """Return the cards of the hand that are paid."""
    left, paid = list(ctx.state.player(player).hand), []
    for ref in refs:
        card = ref.among(tuple(left))
        if card is None:
            ctx.refuse("card-not-there", "instead", player=ctx.person(player), card=ref, zone="zone:hand")
        left.remove(card)
        paid.append(card)
    if len(paid) != number:
        ctx.refuse("wrong-price", "instead", player=ctx.person(player), n=number)
    return paid


def top_of_discard(ctx: Context, deck: str) -> Card | None:
    """Return the card that lies on top of a discard pile, if it is known."""
    pile: Pile | None = getattr(ctx.state.piles, DISCARD[deck])
    return pile.cards[0] if pile is not None and pile.cards and not pile.shuffled else None
