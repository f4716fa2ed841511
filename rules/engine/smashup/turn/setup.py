"""Setting up: factions, decks, opening hands with the one redraw, bases and their monsters."""

from __future__ import annotations

from collections import Counter

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.objects import Because
from rules.engine.smashup.language.effects import RevealBase
from rules.engine.smashup.table.chance import how_many_hands
from rules.engine.smashup.table.conditions import Call
from rules.engine.smashup.table.hands import draw_cards
from rules.engine.smashup.table.procedures import action, effect, frame
from rules.engine.smashup.table.state import Base, Pile, Turn, is_creature
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import draw, set_pile, to_discard

FACTION_BOX = "smash-up"
# Up to so many tables of opening hands are told apart; beyond, the hands stay unknown.
HANDS_LIMIT = 400


@action("choose_factions")
def choose_factions(ctx: Context, player: str, factions: tuple[str, ...]) -> None:
    """Take two different factions, or one after the other as official games do."""
    _in_setup(ctx, player)
    have = ctx.state.player(player).factions
    chosen = (*have, *factions)
    number = ctx.book.value("factions")
    if len(set(chosen)) < len(chosen):
        refuse(ctx, "faction-twice", player=who(ctx, player), faction=factions[0])
    if len(chosen) > number or not factions:
        refuse(ctx, "two-factions", player=who(ctx, player), number=number)
    for faction in factions:
        _check_free(ctx, player, faction)
    if len(factions) == 1:
        _check_official_order(ctx, player)
    ctx.set(players=ctx.state.change(player, factions=chosen).players)
    tell(ctx, "factions-chosen", *_why(ctx, chosen), player=who(ctx, player), factions=list(factions))


def _in_setup(ctx: Context, player: str | None = None) -> None:
    if ctx.state.turn.step != "setup":
        refuse(ctx, "only-in-setup", step=ctx.state.turn.step)


def _check_free(ctx: Context, player: str, faction: str) -> None:
    """A faction may be led as often as copies of its box lie there, each by another player."""
    taken = [p.id for p in ctx.state.players if faction in p.factions and p.id != player]
    if len(taken) >= _copies(ctx, faction):
        refuse(ctx, "faction-taken", player=who(ctx, player), faction=faction, mate=who(ctx, taken[0]))
    if taken:
        tell(ctx, "faction-from-second-copy", player=who(ctx, player), faction=faction)


def _copies(ctx: Context, faction: str) -> int:
    """Return how often the faction is there: as often as its box, a box that is not on the table once."""
    box = ctx.library.data[FACTION_BOX]["kinds"]["factions"].get(faction, {}).get("set")
    return ctx.state.copies if box in ctx.book.sets else 1


def _why(ctx: Context, chosen: tuple[str, ...]) -> list[str]:
    groups = [
        g for g in ("races", "classes") if all(f in ctx.library.data[FACTION_BOX]["kinds"][g] for f in chosen)
    ]
    return ["any-combination"] if groups else []


def _check_official_order(ctx: Context, player: str) -> None:
    """Official games: one faction each round the table, then the last one begins and it goes back."""
    order = ctx.state.around(ctx.state.turn.player)
    counts = {p: len(ctx.state.player(p).factions) for p in order}
    first = next((p for p in order if counts[p] == 0), None)
    due = first or next((p for p in reversed(order) if counts[p] == 1), None)
    if due != player:
        refuse(ctx, "official-order", player=who(ctx, player), mate=who(ctx, due))
    tell(ctx, "official-first" if first else "official-second", player=who(ctx, player))


@action("deal")
def deal(ctx: Context, player: str | None = None) -> None:
    """Build the decks, deal the opening hands, turn over the bases and bring their monsters."""
    _in_setup(ctx)
    for person in ctx.state.players:
        _check_factions(ctx, person.id)
    tell(ctx, "decks-built")
    for person in ctx.state.players:
        ctx.then("opening-hand", player=person.id)
    ctx.then("opening-bases")
    ctx.then("setup-done")


def _check_factions(ctx: Context, ident: str) -> None:
    player = ctx.state.player(ident)
    number = ctx.book.value("factions")
    if len(player.factions) != number and not player.deck.cards:
        refuse(ctx, "two-factions", player=who(ctx, ident), number=number)
    if len(set(player.factions)) < len(player.factions):
        refuse(ctx, "faction-twice", player=who(ctx, ident), faction=player.factions[0])
    for faction in player.factions:
        taken = [p.id for p in ctx.state.players if faction in p.factions and p.id != ident]
        if len(taken) >= _copies(ctx, faction):
            refuse(ctx, "faction-taken", player=who(ctx, ident), faction=faction, mate=who(ctx, taken[0]))


@frame("opening-hand")
def opening_hand(ctx: Context, *, player: str) -> None:
    """Five cards from the own deck; a deck that the question does not list is unknown cards."""
    if not ctx.state.player(player).deck.cards:
        size = ctx.book.value("deck-size")
        deck = Pile((ctx.library.back("faction"),) * size)
        ctx.set(players=ctx.state.change(player, deck=deck).players)
        ctx.warn("unknown-decks")
    elif _has_too_many_hands(ctx, player):
        deck = Pile((ctx.library.back("faction"),) * len(ctx.state.player(player).deck.cards))
        ctx.set(players=ctx.state.change(player, deck=deck).players)
        ctx.warn("too-many-hands")
    draw_cards(ctx, player, ctx.book.value("start-hand"), "start-hand", in_order=False)
    hand = ctx.state.player(player).hand
    if not _has_creature(hand):
        tell(ctx, "mulligan-due", player=who(ctx, player))


def _has_too_many_hands(ctx: Context, player: str) -> bool:
    """Say whether the opening hands of all players together are too many to tell them apart."""
    if ctx.kernel.dice is not None:
        return False
    copies = Counter(ctx.state.player(player).deck.mixed).values()
    number = how_many_hands(tuple(copies), ctx.book.value("start-hand"))
    return bool(number ** len(ctx.state.players) > HANDS_LIMIT)


def _has_creature(hand: tuple[Card, ...]) -> bool:
    return any(is_creature(card) or card.is_back for card in hand)


@frame("opening-bases")
def opening_bases(ctx: Context) -> None:
    """One base for each player and one more, then the monsters of each."""
    number = len(ctx.state.players) + ctx.book.value("more-bases") - len(ctx.state.bases)
    _sort_out_bases(ctx)
    drawn = draw(ctx, "bases", max(0, number))
    first = len(ctx.state.bases)
    ctx.set(bases=(*ctx.state.bases, *(Base(card) for card in drawn)))
    tell(ctx, "bases-laid", number=len(ctx.state.bases), players=len(ctx.state.players))
    for index in range(first, len(ctx.state.bases)):
        ctx.then("base-monsters", index=index)


def _sort_out_bases(ctx: Context) -> None:
    """Only bases of the boxes whose factions are played belong into the deck."""
    pile = ctx.state.piles.bases
    if pile.endless:
        return
    known = ctx.library.data[FACTION_BOX]["kinds"]["factions"]
    boxes = {known.get(f, {}).get("set") for p in ctx.state.players for f in p.factions}
    fitting = tuple(
        c for c in pile.cards if not c.box or c.box in boxes or (c.box in ctx.book.sets and not boxes)
    )
    if boxes and len(fitting) < len(pile.cards):
        set_pile(ctx, "bases", _like(pile, fitting))
        out = [c for c in pile.cards if c not in fitting]
        tell(ctx, "bases-sorted-out", names=out)
        ctx.set(boxed=(*ctx.state.boxed, *out))
    tell(ctx, "base-deck")


def _like(pile: Pile, kept: tuple[Card, ...]) -> Pile:
    top, mixed, bottom = (tuple(c for c in part if c in kept) for part in (pile.top, pile.mixed, pile.bottom))
    return Pile(top, mixed, bottom)


@frame("setup-done")
def setup_done(ctx: Context) -> None:
    """Everything is ready; the player who begins has the turn."""
    ctx.set(turn=Turn(ctx.state.turn.player))
    tell(ctx, "game-begins", player=who(ctx, ctx.state.turn.player))


@action("mulligan")
def mulligan(ctx: Context, player: str) -> None:
    """Show an opening hand without a creature, discard it, draw five anew: once."""
    held = ctx.state.player(player)
    if held.mulligan:
        refuse(ctx, "mulligan-only-once", player=who(ctx, player))
    if ctx.state.turn.step not in ("setup", "start"):
        refuse(ctx, "mulligan-only-at-start", player=who(ctx, player), step=ctx.state.turn.step)
    if any(is_creature(card) for card in held.hand):
        refuse(
            ctx,
            "mulligan-with-creature",
            player=who(ctx, player),
            card=next(c for c in held.hand if is_creature(c)),
        )
    ctx.set(players=ctx.state.change(player, hand=(), mulligan=True).players)
    for card in held.hand:
        to_discard(ctx, card, player)
    tell(ctx, "mulligan-shown", player=who(ctx, player), shown=list(held.hand) or "keine Karte")
    draw_cards(ctx, player, ctx.book.value("start-hand"), "mulligan-drawn")
    if not _has_creature(ctx.state.player(player).hand):
        tell(ctx, "mulligan-kept", player=who(ctx, player))


@action("reveal_base")
def reveal_base(ctx: Context, player: str | None = None, because: Because = None) -> None:
    """Turn over a new base with its monsters."""
    drawn = draw(ctx, "bases", 1)
    index = len(ctx.state.bases)
    ctx.set(bases=(*ctx.state.bases, *(Base(card) for card in drawn)))
    for card in drawn:
        tell(ctx, "base-revealed", base=card)
        ctx.then("base-monsters", index=index)


@effect(RevealBase)
def base_comes(call: Call, head: RevealBase) -> bool:
    """Turn over a new base because an ability says so."""
    reveal_base(call.ctx)
    return True
