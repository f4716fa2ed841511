"""Hands: drawing, discarding, choosing cards, what counts as a hand card."""

from __future__ import annotations

from rules.engine.cards import Card, named_options
from rules.engine.kernel import Context
from rules.engine.objects import Option
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import DISCARDS, draw, take_from_hand, to_discard, to_hand, without

# Options that decline, and what stands between several answers given at once.
DECLINING = ("nein", "fertig", "keine")
SEVERAL = "\n"


def is_hand_card(card: Card) -> bool:
    """Say whether the card counts among the hand cards; monsters and treasures do not."""
    return card.kind not in DISCARDS and card.deck not in DISCARDS


def doubt_treasures(ctx: Context, player: str, *, decides: bool = True) -> None:
    """Say that the books leave open whether treasures on the hand are hand cards, where somebody holds some."""
    if not all(is_hand_card(card) for card in ctx.state.player(player).hand):
        ctx.doubt("treasures-as-hand-cards", decides=decides)


def draw_cards(
    ctx: Context, player: str, number: int, key: str, *, in_order: bool = True
) -> tuple[Card, ...]:
    """Draw from the own deck to the hand."""
    drawn = draw(ctx, player, number, in_order=in_order)
    for card in drawn:
        to_hand(ctx, card, player)
        ctx.drawn.append({"player": player, "card": card.written, "face_up": False})
    tell(ctx, key if drawn or not number else "no-cards-drawn", player=who(ctx, player), number=len(drawn))
    return drawn


def discard_from_hand(ctx: Context, holder: str, card: Card) -> None:
    """Put a hand card on the discard pile of whoever owns it."""
    owner = take_from_hand(ctx, holder, card)
    to_discard(ctx, card, owner)
    ctx.then("discarded", refs=[], how="discarded")


def choose_from(
    ctx: Context,
    player: str,
    kind: str,
    cards: list[Card],
    number: int,
    *,
    fewer: bool = False,
    **values: object,
) -> list[Card]:
    """Let somebody choose cards one by one; with `fewer` any number up to that. Alike cards are one option."""
    chosen: list[Card] = []
    left = list(cards)
    while len(chosen) < number and left:
        if not fewer and len(left) <= number - len(chosen):
            return chosen + left
        offered = dict(named_options(left))
        options: list[Option] = [
            {"id": i, "text": f"„{c.name}“" if c.name else "Eine unbekannte Karte", "card": c.written}
            for i, c in offered.items()
        ]
        if fewer:
            options.append({"id": "fertig", "text": "Keine weitere"})
        picked = ctx.choose(player, kind, options, number=number - len(chosen), **values)
        for ident in picked.split(SEVERAL)[: number - len(chosen)]:
            if ident not in offered or offered[ident] not in left:
                return chosen
            chosen.append(offered[ident])
            left = list(without(tuple(left), offered[ident]))
    return chosen
