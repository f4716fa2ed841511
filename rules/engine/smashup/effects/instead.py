"""„Stattdessen“: where a card goes that would be discarded, who orders what meets, and what comes on top of what."""

from __future__ import annotations

from rules.engine.kernel import Context
from rules.engine.objects import Option
from rules.engine.smashup.language.effects import Instead
from rules.engine.smashup.language.parts import InPlay
from rules.engine.smashup.table.board import Board, Static, look
from rules.engine.smashup.table.state import Entry, pile_kind
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import DISCARDS

# By a card and each card on it: the ability that sends it elsewhere, None for the discard pile.
Way = Static[Instead]
Ways = dict[str, Way | None]
# What the card lies on, where an ability names nothing else.
ON_HOST: InPlay = {"host": True}


def ways_of(ctx: Context, board: Board, ref: str, how: str) -> Ways:
    """Return for a card and everything on it which ability sends it elsewhere."""
    entry = board.spots[ref].entry
    lying = sorted(entry.attached, key=lambda e: (e.card.slug, e.ref))
    return {e.ref: _way(ctx, board, e, how) for e in (entry, *lying)}


def _way(ctx: Context, board: Board, entry: Entry, how: str) -> Way | None:
    """Return what sends the card elsewhere; where several want to, the active player orders them."""
    found: dict[object, Way] = {}
    for static in board.having(Instead):
        if static.effect.only not in (None, how) or board.is_protected(entry.ref, static.origin):
            continue
        if board.matches(entry.ref, static.effect.filter or ON_HOST, static.origin):
            found.setdefault(_sense(static, entry), static)
    found.pop(None, None)
    if len(found) < 2:
        return next(iter(found.values()), None)
    offered = sorted(found.values(), key=lambda static: (static.origin.slug, static.origin.ref))
    options: list[Option] = [
        {"id": static.origin.ref, "text": f"„{static.origin.name}“"} for static in offered
    ]
    active = ctx.state.turn.player
    chosen = ctx.choose(active, "order", options)
    tell(ctx, "instead-chosen", player=who(ctx, active), card=entry.card)
    return next(static for static in offered if static.origin.ref == chosen)


def _sense(static: Way, entry: Entry) -> object:
    """Return where the ability sends the card, to tell apart what differs; None where it cannot."""
    to = static.effect.to
    if to == "deck_top":
        # A player's deck is no place for monsters and treasures; only their own text brings them onto theirs.
        foreign = pile_kind(entry.card) in DISCARDS and static.origin.ref != entry.ref
        return None if foreign else (to,)
    return (to, holder(static, entry), static.origin.ref if static.effect.with_self else "")


def holder(static: Way, entry: Entry) -> str | None:
    """Return to whose hand the ability sends the card."""
    mine = static.effect.whose == "you" or entry.owner is None
    return static.origin.player if mine else entry.owner


def ways_together(ctx: Context, refs: list[str], how: str) -> dict[str, Ways]:
    """Return where cards go that leave at once, in the order in which they go.

    What keeps a card from the discard pile does so even if it leaves first. Only on top of a deck the order counts.
    """
    board = look(ctx.state)
    # Asked in an order of their own, whatever the question wrote down first.
    asking = sorted(refs, key=lambda ref: (board.spots[ref].entry.card.slug, ref))
    ways = {ref: ways_of(ctx, board, ref, how) for ref in asking}
    ordered: list[str] = []
    for group in _same_deck(board, ways).values():
        ordered += _on_top(ctx, board, group, ways)
    return {ref: ways[ref] for ref in (*[r for r in refs if r not in ordered], *ordered)}


def _same_deck(board: Board, ways: dict[str, Ways]) -> dict[str, list[str]]:
    """Return which cards come on top of which deck."""
    decks: dict[str, list[str]] = {}
    for ref, found in ways.items():
        way, entry = found[ref], board.spots[ref].entry
        if way is not None and way.effect.to == "deck_top":
            decks.setdefault(entry.owner or pile_kind(entry.card), []).append(ref)
    return decks


def _on_top(ctx: Context, board: Board, refs: list[str], ways: dict[str, Ways]) -> list[str]:
    """Order the cards of one deck: as a text leaves it to their owner, else as the active player wants."""
    ordered: list[str] = []
    left = sorted(refs)
    while len({board.spots[ref].entry.card for ref in left}) > 1:
        cards = {ref: board.spots[ref].entry.card for ref in left}
        by_text = all(_lets_owner_order(ways[ref][ref]) for ref in left)
        owner = board.spots[left[0]].entry.owner if by_text else None
        options: list[Option] = [
            {"id": ref, "text": f"„{card.name}“", "card": card.written} for ref, card in cards.items()
        ]
        names = sorted({way.origin.name for ref in left if (way := ways[ref][ref]) is not None})
        kind = "next-on-top" if owner else "order-on-top"
        ordered.append(ctx.choose(owner or ctx.state.turn.player, kind, options, name=names[0]))
        left.remove(ordered[-1])
    return ordered + left


def _lets_owner_order(way: Way | None) -> bool:
    return way is not None and way.effect.order == "owner"
