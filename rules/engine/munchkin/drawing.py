"""Drawing one card: the named one, the top one, or what an ability draws instead."""

from __future__ import annotations

from typing import Any

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.moves import DISCARD, DRAW, draw, refill, take_from_pile
from rules.engine.munchkin.state import Pile
from rules.engine.munchkin.table import known


def draw_or_named(ctx: Context, deck: str, player: str, ref: CardRef | None, *, face_up: bool = False,
                  instead: Any = None) -> Card | None:
    """Return the drawn card; a named one must lie where it is drawn from. None where nothing is left."""
    if instead is not None:
        return _instead(ctx, deck, player, instead, face_up)
    if ref is None:
        return draw(ctx, deck, player, face_up=face_up)
    refill(ctx, deck)
    card = take_from_pile(ctx, deck, ref)
    if card is None or (card.deck and card.deck != deck):
        ctx.refuse("not-on-top", *known(ctx.book, "vorbereitung.zwei-stapel", "vorbereitung.rueckseiten"), card=ref, deck="deck:" + deck)
    ctx.drawn.append({"player": player, "card": card.written, "face_up": face_up})
    return card


def _instead(ctx: Context, deck: str, player: str, instead: dict[str, Any], face_up: bool) -> Card | None:
    """Draw the top of the discard pile by an ability; only where a card would be drawn face up."""
    ctx.refuse("no-instead", *known(ctx.book, "klasse.priester-auferstehung"), player=ctx.person(player), card=instead["use"])


def top_of_discard(ctx: Context, deck: str) -> Card | None:
    """Return the card that lies on top of a discard pile, if it is known."""
    pile: Pile | None = getattr(ctx.state.piles, DISCARD[deck])
    return pile.cards[0] if pile is not None and pile.cards and not pile.shuffled else None


__all__ = ["DRAW", "draw_or_named", "top_of_discard"]
