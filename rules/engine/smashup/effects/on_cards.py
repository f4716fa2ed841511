"""Effects that work on hands, decks, discard piles and points."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.smashup.effects.carrying import Call, yes
from rules.engine.smashup.effects.moves import give_treasures
from rules.engine.smashup.language.effects import (
    ChangePoints,
    Discard,
    DiscardDeck,
    DrawAsManyAsPlayers,
    DrawCards,
    Fitting,
    OfferDraw,
    PutAway,
    Recycle,
    RevealUntil,
    SearchDeck,
    Show,
    ShuffleDiscard,
    StealRandom,
    Take,
    TakeLoot,
)
from rules.engine.smashup.language.parts import InHand
from rules.engine.smashup.table.chance import all_in_order, one_at_random, some_at_random
from rules.engine.smashup.table.hands import (
    choose_from,
    discard_from_hand,
    doubt_treasures,
    draw_cards,
    is_hand_card,
)
from rules.engine.smashup.table.procedures import effect
from rules.engine.smashup.table.state import Pile, is_action, is_creature, replace
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import (
    draw,
    get_deck,
    lend,
    renew,
    set_deck,
    set_pile,
    shuffled,
    shuffled_into,
    take_from_hand,
    take_out,
    to_deck,
    to_discard,
    to_hand,
    without,
)
from rules.engine.words import slug


def fits(card: Card, wanted: Fitting) -> bool:
    """Say whether a card outside the game is one that an ability names."""
    most = 999 if wanted.max_strength is None else wanted.max_strength
    return is_of(card, wanted.kind or "card", wanted.play_on) and card.get("strength", 0) <= most


def is_of(card: Card, kind: InHand, play_on: Sequence[str] | None = None) -> bool:
    """Say whether a card outside the game has a kind, and is played on what is named."""
    kinds = {
        "creature": is_creature(card),
        "action": is_action(card),
        "treasure": card.kind == "treasure",
        "card": True,
    }
    return kinds[kind] and (play_on is None or card.get("play_on") in play_on)


@effect(DrawCards)
def draw_some(call: Call, head: DrawCards) -> bool:
    """Draw cards from the own deck, or treasures; with `up_to` until so many are on the hand."""
    for player in call.players(head.player or "you"):
        number = call.amount(head.cards, 1)
        if head.up_to is not None:
            doubt_treasures(call.ctx, player)
            number = max(
                0, head.up_to - len([c for c in call.ctx.state.player(player).hand if is_hand_card(c)])
            )
        if head.from_ == "treasures":
            drawn = give_treasures(call.ctx, player, number, "treasures-drawn")
            call.bind["drawn"] = [card.slug for card in drawn]
        else:
            draw_cards(call.ctx, player, number, "cards-drawn")
    return True


@effect(DrawAsManyAsPlayers)
def draw_by_players(call: Call, head: DrawAsManyAsPlayers) -> bool:
    draw_cards(call.ctx, call.chooser, len(call.ctx.state.players), "cards-drawn")
    return True


@effect(Discard)
def discard_some(call: Call, head: Discard) -> bool:
    """Discard cards from a hand: a number, any number, or at random; remembers how many."""
    gone = 0
    for player in call.players(head.player or "you"):
        hand = [
            c for c in call.ctx.state.player(player).hand if fits(c, head) and (head.kind or is_hand_card(c))
        ]
        if not head.kind:
            # With more hand cards than needed there is a choice among them anyway.
            number = 1 if head.cards is None else head.cards
            doubt_treasures(call.ctx, player, decides=not isinstance(number, int) or len(hand) <= number)
        chosen = _pay(call, player, hand, head)
        if chosen is None:
            held = call.ctx.state.player(player).hand
            short = not head.kind and len(held) > len(hand)
            tell(
                call.ctx,
                "short-of-hand-cards" if short else "nothing-to-discard",
                player=who(call.ctx, player),
            )
            return False
        for card in chosen:
            discard_from_hand(call.ctx, player, card)
        gone += len(chosen)
        if chosen:
            tell(call.ctx, "discarded", player=who(call.ctx, player), discarded=chosen, cards=chosen)
        elif not hand:
            tell(call.ctx, "nothing-to-discard", player=who(call.ctx, player))
    call.bind["cards"] = gone
    return True


def _pay(call: Call, player: str, hand: list[Card], head: Discard) -> list[Card] | None:
    """Return the cards that are given up; as a cost, None where there are too few."""
    wanted = 1 if head.cards is None else head.cards
    if isinstance(wanted, list):
        return [card for name in wanted for card in hand if slug(name) == card.slug][: len(wanted)]
    random = head.random
    if random and random is not True:
        return _given_blindly(call, hand, random)
    if wanted == "any":
        return choose_from(
            call.ctx, player, "discard-any", hand, len(hand), name=call.origin.name, fewer=True
        )
    number = call.amount(wanted)
    if random:
        return _given_blindly(call, hand, number)
    if len(hand) < number:
        return None
    return choose_from(call.ctx, player, "discard", hand, number, name=call.origin.name)


def _given_blindly(call: Call, hand: list[Card], number: int) -> list[Card]:
    """Return cards that the left neighbour draws from the hidden hand."""
    return list(some_at_random(call.ctx, tuple(hand), min(number, len(hand)), in_order=False))


@effect(Show)
def show_treasures(call: Call, head: Show) -> bool:
    """Show any number of cards from the hand; remembers how many."""
    hand = [c for c in call.ctx.state.player(call.chooser).hand if fits(c, head)]
    shown = choose_from(
        call.ctx, call.chooser, "show-any", hand, len(hand), name=call.origin.name, fewer=True
    )
    call.bind["cards"] = len(shown)
    tell(call.ctx, "shown", player=who(call.ctx, call.chooser), shown=shown or "keine Karte")
    return True


@effect(Take)
def take_cards(call: Call, head: Take) -> bool:
    """Take cards from a discard pile: chosen or at random, to the hand or into a deck."""
    common = head.from_ == "treasure_discard"
    pile = (
        call.ctx.state.piles.treasure_discard.cards if common else call.ctx.state.player(call.chooser).discard
    )
    found = [card for card in pile if fits(card, head)]
    number = min(len(found), call.amount(head.cards, 1))
    if not number:
        tell(call.ctx, "nothing-to-take", name=call.origin.name, also=[call.origin.cite])
        return False
    for card in _picked(call, head, found, number):
        _take_one(call, card, common, head.to or "hand")
    return True


def _picked(call: Call, head: Take, found: list[Card], number: int) -> list[Card]:
    if head.any:
        return choose_from(
            call.ctx, call.chooser, "take-any", found, len(found), name=call.origin.name, fewer=True
        )
    if not head.random:
        return choose_from(call.ctx, call.chooser, "take", found, number, name=call.origin.name)
    picked: list[Card] = []
    for _ in range(number):
        picked.append(one_at_random(call.ctx, tuple(found)))
        found = list(without(tuple(found), picked[-1]))
    return picked


def _take_one(call: Call, card: Card, common: bool, to: str) -> None:
    player = call.ctx.state.player(call.chooser)
    if common:
        set_pile(
            call.ctx, "treasure_discard", Pile(without(call.ctx.state.piles.treasure_discard.cards, card))
        )
    else:
        call.ctx.set(players=call.ctx.state.change(player.id, discard=without(player.discard, card)).players)
    if to == "hand":
        to_hand(call.ctx, card, player.id)
    else:
        to_deck(call.ctx, card, player.id, to)
    tell(call.ctx, "taken-" + to, player=who(call.ctx, player.id), card=card)


@effect(Recycle)
def recycle_some(call: Call, head: Recycle) -> bool:
    """Take any number of creatures from the discard pile, shuffle them and put them on top of the deck."""
    player = call.ctx.state.player(call.chooser)
    found = [card for card in player.discard if fits(card, head)]
    chosen = choose_from(
        call.ctx, player.id, "take-any", found, len(found), name=call.origin.name, fewer=True
    )
    rest = player.discard
    for card in chosen:
        rest = without(rest, card)
    call.ctx.set(players=call.ctx.state.change(player.id, discard=rest).players)
    _on_top(call, player.id, tuple(chosen))
    tell(call.ctx, "recycled", player=who(call.ctx, player.id), number=len(chosen))
    return True


def _on_top(call: Call, player: str, chosen: tuple[Card, ...]) -> None:
    """Put shuffled cards on the deck; below them a deck in unknown order is put in one by chance."""
    deck = get_deck(call.ctx, player)
    below = deck.top + all_in_order(call.ctx, deck.mixed) + deck.bottom if len(set(chosen)) > 1 else ()
    pile = replace(shuffled(chosen), bottom=below) if below else replace(deck, top=chosen + deck.top)
    set_deck(call.ctx, player, pile if len(set(chosen)) > 1 or not below else Pile(chosen + below))


@effect(ShuffleDiscard)
def shuffle_discards(call: Call, head: ShuffleDiscard) -> bool:
    """Shuffle discard piles into their decks: of players, or that of the treasures."""
    if head.player == "treasures":
        _shuffle_treasures(call)
        return True
    for ident in call.players(head.player or "you"):
        player = call.ctx.state.player(ident)
        deck = shuffled((*player.deck.cards, *player.discard))
        call.ctx.set(players=call.ctx.state.change(ident, deck=deck, discard=()).players)
        tell(call.ctx, "discard-into-deck", player=who(call.ctx, ident), number=len(player.discard))
    return True


def _shuffle_treasures(call: Call) -> None:
    deck, gone = call.ctx.state.piles.treasures, call.ctx.state.piles.treasure_discard
    set_pile(call.ctx, "treasures", shuffled_into(deck, gone.cards))
    set_pile(call.ctx, "treasure_discard", Pile())
    tell(call.ctx, "treasures-shuffled")


@effect(PutAway)
def put_this_away(call: Call, head: PutAway) -> bool:
    """Put this very card somewhere else than on its discard pile."""
    lent = head.to == "chosen-hand"
    if call.origin.ref not in call.board.spots or (lent and not call.chosen):
        return False
    entry = take_out(call.ctx, call.origin.ref)
    if call.chosen and lent:
        lend(call.ctx, entry.card, entry.owner or "", call.chosen)
    else:
        to_deck(call.ctx, entry.card, entry.owner, head.to)
    tell(call.ctx, "put-away", card=entry.card, also=[call.origin.cite])
    return True


@effect(DiscardDeck)
def discard_from_deck(call: Call, head: DiscardDeck) -> bool:
    """Put the top cards of the treasure deck on its discard pile."""
    for card in draw(call.ctx, "treasures", call.amount(head.cards)):
        to_discard(call.ctx, card, None)
    tell(call.ctx, "deck-discarded", number=head.cards, name=call.origin.name)
    return True


@effect(RevealUntil)
def reveal_until(call: Call, head: RevealUntil) -> bool:
    """Turn over cards of the own deck until so many of a kind came; those go to the hand, the rest back."""
    found: list[Card] = []
    rest: list[Card] = []
    number = call.amount(head.cards)
    left = len(call.ctx.state.player(call.chooser).deck.cards) + len(
        call.ctx.state.player(call.chooser).discard
    )
    while len(found) < number and left:
        card = draw(call.ctx, call.chooser, 1)[0]
        (found if fits(card, head) else rest).append(card)
        left -= 1
    for card in found:
        to_hand(call.ctx, card, call.chooser)
    deck = get_deck(call.ctx, call.chooser)
    if rest or found:
        set_deck(call.ctx, call.chooser, shuffled((*deck.cards, *rest)))
    tell(
        call.ctx,
        "revealed-until",
        player=who(call.ctx, call.chooser),
        found=found or "keine passende Karte",
        number=len(found) + len(rest),
    )
    return True


@effect(StealRandom)
def steal_random(call: Call, head: StealRandom) -> bool:
    """Take a random card from the chosen player's hand."""
    victim = call.chosen
    if victim:
        doubt_treasures(call.ctx, victim)
    hand = tuple(c for c in call.ctx.state.player(victim).hand if is_hand_card(c)) if victim else ()
    if not victim or not hand:
        tell(call.ctx, "nothing-to-take", name=call.origin.name, also=[call.origin.cite])
        return False
    card = one_at_random(call.ctx, hand)
    lend(call.ctx, card, take_from_hand(call.ctx, victim, card), call.chooser)
    tell(call.ctx, "stolen", player=who(call.ctx, call.chooser), victim=who(call.ctx, victim))
    return True


@effect(ChangePoints)
def give_points(call: Call, head: ChangePoints) -> bool:
    """Give or take victory points."""
    for player in call.players(head.player or "you"):
        change_points(call.ctx, player, call.amount(head.by), call.origin.name, call.origin.cite)
    return True


def change_points(ctx: Context, player: str, by: int, name: str, cite: str = "") -> None:
    """Change somebody's points; below 0 there is nothing to take away."""
    points = ctx.state.player(player).points
    now = max(0, points + by)
    ctx.set(players=ctx.state.change(player, points=now).players)
    key = "points-changed" if now != points or not by else "points-unchanged"
    tell(ctx, key, player=who(ctx, player), by=now - points, now=now, name=name, also=[cite])


@effect(SearchDeck)
def search_treasure(call: Call, head: SearchDeck) -> bool:
    """Search the treasure deck for a card, take it, and shuffle the deck."""
    deck = call.ctx.state.piles.treasures
    if not deck.cards and not deck.endless and renew(call.ctx, "treasures"):
        deck = call.ctx.state.piles.treasures
    if deck.endless:
        call.ctx.warn("unknown-deck", name=call.origin.name)
        return False
    found = [card for card in deck.cards if fits(card, head)]
    chosen = choose_from(call.ctx, call.chooser, "take", found, min(1, len(found)), name=call.origin.name)
    left = without(deck.cards, chosen[0]) if chosen else deck.cards
    set_pile(call.ctx, "treasures", shuffled(left))
    for card in chosen:
        to_hand(call.ctx, card, call.chooser)
        call.bind["drawn"] = [card.slug]
    tell(call.ctx, "searched", player=who(call.ctx, call.chooser), found=chosen or "nichts")
    return bool(chosen)


@effect(TakeLoot)
def take_loot(call: Call, head: TakeLoot) -> bool:
    """Take one of the treasures that lie out as loot before the others choose."""
    scoring = call.ctx.state.scoring
    loot = list(scoring.loot) if scoring else []
    if not loot:
        tell(call.ctx, "nothing-to-take", name=call.origin.name, also=[call.origin.cite])
        return False
    card = choose_from(call.ctx, call.chooser, "take", loot, 1, name=call.origin.name)[0]
    call.ctx.set(scoring=replace(scoring, loot=without(tuple(loot), card)))
    to_hand(call.ctx, card, call.chooser)
    tell(call.ctx, "taken-hand", player=who(call.ctx, call.chooser), card=card)
    return True


@effect(OfferDraw)
def offer_draw(call: Call, head: OfferDraw) -> bool:
    """Let the chosen player draw, if that one wants to."""
    player = call.chosen
    if player is None:
        return False
    if not yes(call.ctx, player, "may-draw", call.origin.name):
        tell(
            call.ctx, "declined", player=who(call.ctx, player), name=call.origin.name, also=[call.origin.cite]
        )
        return False
    draw_cards(call.ctx, player, call.amount(head.cards, 1), "cards-drawn")
    return True
