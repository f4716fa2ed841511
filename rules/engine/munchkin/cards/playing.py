"""Playing a card: it is looked for in the hand, then its kind decides what may be done with it."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.table.procedures import MUNCHKIN, action, frame
from rules.engine.munchkin.table.telling import deny
from rules.engine.munchkin.table.traits import not_executed, unreckoned
from rules.engine.munchkin.table.zones import CARRIED, find
from rules.engine.objects import Instead, Target

# Kinds that do something of their own with the cards played along; all others are played one after the other.
TOGETHER = ("monster", "wandering-monster", "special")


@action("play")
def play(
    ctx: Context,
    player: str,
    card: CardRef,
    on: Target = None,
    monster: int | CardRef | None = None,
    with_: tuple[CardRef, ...] = (),
    into: str | None = None,
    against: CardRef | str | None = None,
    instead: Instead | None = None,
) -> None:
    """Play a card from the hand; the frame `play:<kind>` says when, on whom, and what follows."""
    found = find(ctx.state.player(player), card, ("hand",)) or _on_the_table(ctx, player, card)
    if found is None:
        _refuse_absent(ctx, player, card)
    assert found is not None
    _refuse_nothing_to_undo(ctx, player, found[0], against)
    if into == "backpack" and found[0].kind not in ctx.book.value("gegenstand.arten"):
        deny(ctx, "not-an-item", player, found[0], "backpack")
    name = f"play:{found[0].kind}"
    if name not in MUNCHKIN.frames:
        ctx.refuse("not-playable", cards=(found[0],), player=ctx.person(player), card=found[0])
    warn_incomplete(ctx, found[0])
    together = with_ if isinstance(with_, tuple) else (with_,)
    ctx.then(
        name, player=player, card=found[0], on=on, monster=monster, with_=together, into=into, zone=found[1]
    )
    for ref in together if found[0].kind not in TOGETHER else ():
        ctx.then("play-along", player=player, card=ref, first=found[0], on=on)


def _refuse_nothing_to_undo(ctx: Context, player: str, card: Card, against: CardRef | str | None) -> None:
    """Refuse to undo what was not the last thing to happen and does not lie with anybody either."""
    lying = tuple(entry.card for person in ctx.state.players for entry in person.pending)
    if against is not None and (isinstance(against, str) or against.among(lying) is None):
        deny(ctx, "nothing-to-undo", player, card)


@frame("play-along")
def play_along(ctx: Context, player: str, card: CardRef, first: Card, on: Target) -> None:
    """Play a further card on the same target; an enhancer goes on the item just put out."""
    found = find(ctx.state.player(player), card, ("hand",))
    enhances = found is not None and found[0].kind == "item-boost" and on is None
    play(ctx, player, card, {"item": CardRef(first.written, first)} if enhances else on)


def warn_incomplete(ctx: Context, card: Card) -> None:
    """Say so where a card does more than the engine can do for it."""
    if card.get("coverage") in ("text", "partial"):
        part = unreckoned(ctx.book, card)
        ctx.warn("card-unreckoned" if part else "card-" + card.get("coverage"), card=card, part=part)
        ctx.doubts += [doubt for doubt in not_executed(ctx.book, (card,)) if not ctx.has_met(doubt)]


def _refuse_absent(ctx: Context, player: str, ref: CardRef) -> None:
    """Refuse a card that is not in the hand; what is fastened to an item stays there."""
    fastened = [c for card in ctx.state.player(player).in_play for c in card.attached]
    if ref.among(tuple(fastened)) is not None and ctx.book.knows("gegenstandsverstaerker.umsetzen"):
        ctx.refuse("stays-fastened", player=ctx.person(player), card=ref)
    ctx.refuse("card-not-there", "hand", player=ctx.person(player), card=ref, zone="zone:hand")


def _on_the_table(ctx: Context, player: str, ref: CardRef) -> tuple[Card, str] | None:
    """Return a one-shot that lies in front of the player: it works from there, too."""
    found = find(ctx.state.player(player), ref, CARRIED)
    return found if found and found[0].kind == "one-shot" else None


def is_fresh(ctx: Context, player: str, card: Card) -> bool:
    """Say whether the player has just received this card and may still play it at once."""
    return how_received(ctx, player, card) is not None


def how_received(ctx: Context, player: str, card: Card) -> str | None:
    """Say how the player has just received this card; None: not just now."""
    found = (fresh.how for fresh in ctx.state.fresh if fresh.player == player and fresh.card == card)
    return next(found, None)


LASTING = ("silences", "counts")


def works_by_effects(card: Card) -> bool:
    """Say whether playing the card does something by itself."""
    return bool(card.get("effects") or any(card.get(key) for key in LASTING))
