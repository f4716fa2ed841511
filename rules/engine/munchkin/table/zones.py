"""Moving cards: the few functions through which any card changes its place, so that none is lost or doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from rules.engine.cards import Card, CardRef, bare
from rules.engine.kernel import Context
from rules.engine.munchkin.table.state import Fresh, Pending, Pile, Player, replace

T = TypeVar("T")
DRAW = {"door": "doors", "treasure": "treasures"}
DISCARD = {"door": "door_discard", "treasure": "treasure_discard"}
CARRIED = ("in_play", "backpack")
ZONES = ("in_play", "backpack", "hand", "pending")


def zone(player: Player, name: str) -> tuple[Card, ...]:
    """Return the cards of one of a player's zones."""
    return tuple(p.card for p in player.pending) if name == "pending" else getattr(player, name)


def find(player: Player, ref: CardRef, zones: Iterable[str]) -> tuple[Card, str] | None:
    """Return the first card that is meant, and the zone where it lies."""
    for name in zones:
        card = ref.among(zone(player, name))
        if card is not None:
            return card, name
    return None


def find_or_refuse(
    ctx: Context, player: str, ref: CardRef, zones: Iterable[str], *what: str, lacks: str = "zone:at-all"
) -> tuple[Card, str]:
    """Return the card that is meant and its zone; refuse where the player has none such."""
    found = find(ctx.state.player(player), ref, zones)
    if found is None:
        ctx.refuse("card-not-there", *what, player=ctx.person(player), card=ref, zone=lacks)
    return found


def take(ctx: Context, player: str, card: Card, name: str) -> None:
    """Take one card out of a player's zone; the caller puts it somewhere."""
    owner = ctx.state.player(player)
    if name == "pending":
        entry = next(p for p in owner.pending if p.card == card)
        ctx.state = ctx.state.change(player, pending=_without(owner.pending, entry))
        return
    ctx.state = ctx.state.change(player, **{name: _without(getattr(owner, name), card)})


def put(ctx: Context, player: str, card: Card, name: str, until: str = "lifted") -> None:
    """Put a card at the end of a player's zone."""
    owner = ctx.state.player(player)
    if name == "pending":
        ctx.state = ctx.state.change(player, pending=(*owner.pending, Pending(card, until)))
        return
    ctx.state = ctx.state.change(player, **{name: (*getattr(owner, name), card)})


def swap(ctx: Context, player: str, old: Card, new: Card, name: str) -> None:
    """Replace a card where it lies: for what is attached to it."""
    cards = list(getattr(ctx.state.player(player), name))
    cards[cards.index(old)] = new
    ctx.state = ctx.state.change(player, **{name: tuple(cards)})


def discard(ctx: Context, *cards: Card) -> None:
    """Put cards on top of their discard piles, each attached card as an entry of its own."""
    for card in cards:
        for single in flat(card):
            _onto(ctx, discard_pile(ctx, single), single)


def flat(card: Card) -> list[Card]:
    """Return what is attached to a card, then the card itself, all of them bare."""
    return [c for attached in card.attached for c in flat(attached)] + [bare(card)]


def discard_pile(ctx: Context, card: Card) -> str:
    """Return the name of the pile a card is discarded to; the books may give a kind of card its own."""
    if card.slug in ctx.book.value("ablage.eigener-stapel", ()):
        return "cultist_discard"
    return DISCARD.get(card.deck, "door_discard")


def _onto(ctx: Context, name: str, card: Card) -> None:
    pile: Pile | None = getattr(ctx.state.piles, name)
    pile = pile or Pile(endless=pile is None)
    ctx.set(piles=replace(ctx.state.piles, **{name: pile.holding((card, *pile.cards))}))


def draw(ctx: Context, deck: str, player: str, *, face_up: bool = False) -> Card | None:
    """Draw the top card of a deck and note it as drawn; None where nothing is left.

    A pile of unknown order is chance, so a frame draws before it changes anything else, or
    leaves each draw to a frame of its own.
    """
    refill(ctx, deck)
    name = DRAW[deck]
    pile: Pile | None = getattr(ctx.state.piles, name)
    card = ctx.library.back(deck) if pile is None else _top(ctx, name, pile)
    if card is not None and pile is not None and pile.shuffled:
        ctx.event("drawn", player=player, card=card)
    if card is not None:
        ctx.drawn.append({"player": player, "card": card.written, "face_up": face_up})
    return card


def refill(ctx: Context, deck: str) -> None:
    """Turn the discard pile into the new draw pile where that is empty; an unknown one stays unknown."""
    pile: Pile | None = getattr(ctx.state.piles, DRAW[deck])
    if pile is None or pile.cards:
        return
    discarded: Pile | None = getattr(ctx.state.piles, DISCARD[deck])
    if discarded is not None and not discarded.cards:
        ctx.step("pile.both-empty", deck="deck:" + deck)
        return
    known = discarded is not None and not discarded.endless
    fresh = Pile(discarded.cards, len(set(discarded.cards)) > 1) if discarded and known else None
    ctx.set(piles=replace(ctx.state.piles, **{DRAW[deck]: fresh, DISCARD[deck]: Pile()}))
    ctx.step("pile.reshuffled", deck="deck:" + deck)


def _top(ctx: Context, name: str, pile: Pile) -> Card | None:
    if not pile.cards:
        return None
    card = pile.cards[0] if not pile.shuffled else one_at_random(ctx, pile.cards)
    ctx.set(piles=replace(ctx.state.piles, **{name: pile.holding(_without(pile.cards, card))}))
    return card


def one_at_random(ctx: Context, cards: Sequence[Card]) -> Card:
    """Return one of the cards, each with the same chance: one outcome for every different card."""
    counted = Counter(cards)
    ways = ((Fraction(number, len(cards)), index) for index, number in enumerate(counted.values()))
    return list(counted)[ctx.fork(ways)]


def take_from_pile(ctx: Context, deck: str, ref: CardRef) -> Card | None:
    """Take the very card that is named from the top of a deck; a known pile must have it there."""
    name = DRAW[deck]
    pile: Pile | None = getattr(ctx.state.piles, name)
    if pile is None:
        return ref.card
    among = pile.cards if pile.shuffled else pile.cards[:1]
    card = ref.among(among)
    if card is not None:
        ctx.set(piles=replace(ctx.state.piles, **{name: pile.holding(_without(pile.cards, card))}))
    return card


def receive(ctx: Context, player: str, card: Card, into: str = "hand", how: str = "drawn") -> None:
    """Give a player a card that may be played at once."""
    put(ctx, player, card, into)
    ctx.set(fresh=(*ctx.state.fresh, Fresh(player, card, how)))


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]
