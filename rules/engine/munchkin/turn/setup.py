"""The beginning: dealing, the reborn figure's new hand, and claiming cards from a discard pile."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.drawing import top_of_discard
from rules.engine.munchkin.table.facts import DECKS
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.seats import must_be_active, must_be_over, must_be_phase, to_turn_of
from rules.engine.munchkin.table.state import Pile, replace
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.zones import DISCARD, discard, draw, find, receive, take
from rules.engine.objects import Instead

FAST = "impossible-fast"
# How many cards of each deck a hand has: the questions that say it, in the order of the decks.
STARTING_HAND = ("anfangskarten.tuerkarten", "anfangskarten.schatzkarten")
NEW_HAND = ("tod.neue-tuerkarten", "tod.neue-schatzkarten")


@action("deal")
def deal(ctx: Context, player: str | None = None, instead: Instead | None = None) -> None:
    """Deal everybody's starting hand."""
    must_be_phase(ctx, ("setup",), "deal")
    if any(p.hand for p in ctx.state.players):
        ctx.refuse("dealt-already")
    fast = ctx.book.has(FAST) and ctx.book.knows("variante.startkarten")
    numbers = _numbers(ctx, "variante.startkarten" if fast else "", STARTING_HAND)
    for person in ctx.state.players:
        _queue_draws(ctx, person.id, numbers)
    ctx.step("setup.piles")
    ctx.step("setup.people", n=len(ctx.state.players))
    ctx.step(
        "setup.dealt",
        *when(fast=fast),
        doors=numbers["door"],
        treasures=numbers["treasure"],
    )
    ctx.then("begin", player=ctx.state.turn.player)


def _numbers(ctx: Context, fast: str, normal: tuple[str, str]) -> dict[str, int]:
    """Return how many cards of each deck a starting hand has."""
    return {deck: ctx.book.value(fast or target) for deck, target in zip(DECKS, normal, strict=True)}


def _queue_draws(ctx: Context, player: str, numbers: dict[str, int]) -> None:
    for deck, number in numbers.items():
        for _ in range(number):
            ctx.then("draw-to-hand", player=player, deck=deck)


@frame("draw-to-hand")
def draw_to_hand(ctx: Context, player: str, deck: str, how: str = "drawn") -> None:
    """Draw one card face down."""
    card = draw(ctx, deck, player)
    if card is not None:
        receive(ctx, player, card, how=how)


@frame("begin")
def begin(ctx: Context, player: str) -> None:
    to_turn_of(ctx, player)
    ctx.step("setup.begins", player=ctx.person(player))


@action("draw_start_hand")
def draw_start_hand(ctx: Context, player: str, instead: Instead | None = None) -> None:
    """Draw the reborn figure's new hand at the start of the own turn."""
    must_be_active(ctx, player, "new-hand")
    must_be_over(ctx)
    must_be_phase(ctx, ("start", "listen", "door"), "new-hand")
    if not ctx.state.player(player).new_cards_due:
        ctx.refuse("no-new-hand", player=ctx.person(player))
    ctx.then("start-hand", player=player)


@frame("start-hand")
def start_hand(ctx: Context, player: str) -> None:
    """Draw what a new figure begins with."""
    fast = ctx.book.has(FAST) and ctx.book.knows("variante.nach-tod")
    numbers = _numbers(ctx, "variante.nach-tod" if fast else "", NEW_HAND)
    ctx.state = ctx.state.change(player, new_cards_due=False)
    ctx.step(
        "setup.new-hand",
        *when(fast=fast),
        player=ctx.person(player),
        doors=numbers["door"],
        treasures=numbers["treasure"],
    )
    for deck, number in numbers.items():
        for _ in range(number):
            draw_to_hand(ctx, player, deck, how="start")


def draw_due_hand(ctx: Context, action_name: str) -> None:
    """Let the first action of a turn draw the new hand that nobody has drawn yet."""
    active = ctx.state.active
    waits = (
        active.new_cards_due
        and ctx.state.combat is None
        and ctx.state.turn.phase in ("start", "listen", "door")
    )
    # Who died in a fight and is next may still be told to run away: that is no action of the new turn.
    if waits and action_name not in ("action:draw_start_hand", "action:loot_body", "action:run_away"):
        start_hand(ctx, active.id)


@action("claim")
def claim(
    ctx: Context,
    player: str,
    card: CardRef,
    pay: CardRef,
    rolls: dict[str, int] | None = None,
    into: str = "hand",
    instead: Instead | None = None,
) -> None:
    """Take the top card of a discard pile for a level-up card; several who want it roll."""
    target = "variante.ablage-beanspruchen"
    if not ctx.book.has(FAST) or not ctx.book.knows(target):
        ctx.refuse("variant-not-played", "claim")
    found = _claimable(ctx, card)
    winner = _winner(ctx, player, rolls or {})
    price = (
        find(ctx.state.player(winner), pay, ("hand", "in_play"))
        if winner == player
        else _any_price(ctx, winner)
    )
    if price is None or price[0].kind != "level-up":
        ctx.refuse("no-price", player=ctx.person(winner), card=pay)
    # Where it goes is the asker's to say; without a word it is the hand.
    ctx.doubt("claim.where-to", decides=False)
    _from_discard(ctx, found)
    take(ctx, winner, price[0], price[1])
    discard(ctx, price[0])
    receive(ctx, winner, found)
    ctx.step("claim.done", cards=(found, price[0]), player=ctx.person(winner), card=found, price=price[0])
    if into != "hand":
        ctx.then("action:play", player=winner, card=CardRef(found.written, found), into=into)


def _claimable(ctx: Context, ref: CardRef) -> Card:
    """Return the card if it lies on top and is of a kind that may be claimed."""
    target = "variante.ablage-beanspruchen"
    tops = [card for deck in DECKS if (card := top_of_discard(ctx, deck)) is not None]
    found = ref.among(tuple(tops))
    if found is None:
        ctx.refuse("not-on-discard", card=ref)
    if not {found.kind, found.get("special")} & set(ctx.book.value(target)):
        ctx.refuse("not-claimable", cards=(found,), card=found)
    return found


def _winner(ctx: Context, player: str, rolls: dict[str, int]) -> str:
    """Return who rolled highest among those who want the card."""
    if len(rolls) < 2:
        return player
    best = [person for person, roll in rolls.items() if roll == max(rolls.values())]
    if len(best) > 1:
        ctx.refuse("roll-again", people=[ctx.person(p) for p in best])
    ctx.step("claim.rolled", player=ctx.person(best[0]), people=[ctx.person(p) for p in rolls])
    return best[0]


def _any_price(ctx: Context, player: str) -> tuple[Card, str] | None:
    owner = ctx.state.player(player)
    return next(
        (
            (card, name)
            for name in ("hand", "in_play")
            for card in getattr(owner, name)
            if card.kind == "level-up"
        ),
        None,
    )


def _from_discard(ctx: Context, card: Card) -> None:
    name = DISCARD[card.deck]
    pile: Pile = getattr(ctx.state.piles, name)
    ctx.set(piles=replace(ctx.state.piles, **{name: pile.holding(pile.cards[1:])}))
