"""Which cards an effect may take: where it looks, what it names, and who picks among them."""

from __future__ import annotations

import msgspec

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import is_follower
from rules.engine.munchkin.gear.wearing import why_not_used
from rules.engine.munchkin.language.effects import Giving, Losing
from rules.engine.munchkin.language.parts import Wanted
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.traits import card_traits, is_kind, is_lowest, matches, of_kind
from rules.engine.munchkin.table.zones import one_at_random, zone
from rules.engine.objects import Option

Found = list[tuple[Card, str]]
# What `lose` says of cards, and what it says of how many and who picks.
WHAT = msgspec.structs.fields(Wanted)
HOW_MUCH = tuple(field for field in msgspec.structs.fields(Losing) if field not in WHAT)


def how_much(wanted: Losing) -> bool:
    """Say whether a loss names how many cards go, or who picks them."""
    return any(getattr(wanted, field.name) is not None for field in HOW_MUCH)


def names_cards(wanted: Wanted) -> bool:
    """Say whether it is said which cards are meant."""
    return any(getattr(wanted, field.name) is not None for field in WHAT)


def candidates(ctx: Context, owner: Player, wanted: Losing | Giving, cause: str) -> Found:
    """Return the cards an effect may take, each with its zone; items on followers as if worn oneself."""
    zones = _zones(ctx, wanted, cause)
    found = [
        (card, name) for name in zones for card in zone(owner, name) if fits_owner(ctx, owner, card, wanted)
    ]
    if "in_play" in zones:
        found += _on_followers(ctx, owner, wanted)
    return _extreme(found, wanted) if isinstance(wanted, Losing) else found


def fits_owner(ctx: Context, owner: Player, card: Card, wanted: Wanted) -> bool:
    """Say whether a card is what is wanted; some words ask what its owner is or could do with it."""
    if not matches(ctx.book, card, wanted):
        return False
    if wanted.unusable:
        return is_kind(ctx.book, card, "item") and why_not_used(ctx, owner, card) is not None
    kind = wanted.own_kind
    own = of_kind(ctx.book, owner.in_play, kind) if kind else ()
    return not kind or any(set(card.get("usable_by", ())) & card_traits(ctx.book, c) for c in own)


def _on_followers(ctx: Context, owner: Player, wanted: Wanted) -> Found:
    asked = names_cards(wanted)
    return [
        (item, "attached")
        for card in owner.in_play
        if is_follower(ctx, card)
        for item in card.attached
        if asked and fits_owner(ctx, owner, item, wanted)
    ]


def _extreme(found: Found, wanted: Losing) -> Found:
    """Keep the cards with the highest or lowest value of a fact, where the effect asks for that."""
    for fact, best in ((wanted.highest, max), (wanted.lowest, min)):
        if fact and found:
            limit = best(card.get(fact, 0) for card, _ in found)
            found = [entry for entry in found if entry[0].get(fact, 0) == limit]
    return found


def _zones(ctx: Context, wanted: Losing | Giving, cause: str) -> tuple[str, ...]:
    """Return where an effect looks: at what is in use; curses lie apart; effect or book may look further."""
    if wanted.from_:
        return tuple(wanted.from_)
    kind = wanted.kind
    if kind and any(is_kind(ctx.book, card, kind) for p in ctx.state.players for card in zone(p, "pending")):
        return ("pending", "in_play")
    carried = ctx.book.value("wirkung.auch-getragen", {}).get(cause)
    says = isinstance(wanted, Giving) or names_cards(wanted)
    about_items = kind in (None, *ctx.book.value("gegenstand.arten")) and says
    return tuple(carried) if carried and about_items else ("in_play",)


def layered(found: Found, wanted: Losing) -> tuple[Found, bool]:
    """Return what a loss of a place takes where more is worn there, and whether it takes all of it."""
    if not wanted.slot:
        return found, False
    outer = [entry for entry in found if entry[0].get("beside") == "instead"]
    if outer:
        return outer, False
    return found, any(card.get("beside") == "together" for card, _ in found)


def chooser(ctx: Context, player: str, wanted: Losing) -> str:
    """Return who picks: the owner, a neighbour, or whoever stands lowest."""
    others = ctx.state.around(player)
    who = wanted.chooser
    if who == "left":
        return str(others[1 % len(others)].id)
    if who == "right":
        return str(others[-1].id)
    if who == "lowest":
        return lowest_person(ctx, player)
    return player


def lowest_person(ctx: Context, player: str) -> str:
    """Return who stands lowest; among several the person whom it concerns chooses."""
    lowest = [p.id for p in ctx.state.players if is_lowest(p, ctx.state)]
    return choose_person(ctx, player, lowest)


def choose_person(ctx: Context, player: str, people: list[str]) -> str:
    options: list[Option] = [{"id": ident, "text": ctx.person(ident).title} for ident in people]
    return ctx.choose(player, "person", options)


def pick(ctx: Context, player: str, wanted: Losing, cards: list[Card], kind: str = "lose") -> Card:
    """Return the card that goes: by chance, or as the one who may choose wants it."""
    if wanted.random:
        card = one_at_random(ctx, cards)
        ctx.event("picked", player=player, card=card)
        return card
    who = chooser(ctx, player, wanted)
    if who == player:
        return ctx.choose_card(player, kind, cards)
    return ctx.choose_card(who, "take-from", cards, victim=ctx.person(player))
