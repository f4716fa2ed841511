"""Charity: what is too much in the hand goes to the weakest, then the turn is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import has_own_pile
from rules.engine.munchkin.language.abilities import HandLimit
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.seats import must_be_active, must_be_over, must_be_phase
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.telling import asks, when
from rules.engine.munchkin.table.traits import abilities, fits
from rules.engine.munchkin.table.zones import discard, receive, take
from rules.engine.objects import Gift, Instead, Option

DISCARD = "discard"


@action("charity")
def charity(ctx: Context, player: str, gifts: tuple[Gift, ...] = (), instead: Instead | None = None) -> None:
    """Give away what exceeds the hand limit; ends the turn."""
    _may_end(ctx, player)
    if gifts:
        _given(ctx, player, gifts)
    elif surplus(ctx, player):
        _told_surplus(ctx, player)
        ctx.then("give-surplus", player=player, given=())
    else:
        ctx.step(
            "charity.nothing",
            *_limit(ctx, ctx.state.player(player)),
            player=ctx.person(player),
        )
    ctx.then("next-turn")


@action("end_turn")
def end_turn(ctx: Context, player: str, instead: Instead | None = None) -> None:
    """End the turn, by way of charity."""
    charity(ctx, player)


def _may_end(ctx: Context, player: str) -> None:
    """Refuse before the door; looting and trouble may be left out."""
    must_be_active(ctx, player, "end")
    must_be_over(ctx)
    must_be_phase(ctx, ("trouble", "loot", "charity"), "door")
    if ctx.state.turn.phase != "charity":
        if asks(ctx.book, "loot.may-be-left-out"):
            ctx.doubt("loot.may-be-left-out")
        ctx.step("loot.left-out", player=ctx.person(player))


def hand_limit(ctx: Context, owner: Player) -> int:
    """Return how many cards may stay in this hand."""
    base = int(ctx.book.value("phase4-milde-gabe.handlimit"))
    dwarf = ctx.book.value("phase4-milde-gabe.zwerg", 0) if _is_dwarf(ctx, owner) else 0
    return max((base, dwarf, *(able.hand_limit for _, able in abilities(ctx.book, owner, HandLimit))))


def _is_dwarf(ctx: Context, owner: Player) -> bool:
    return any(fits(ctx.book, owner, trait) for trait in ctx.book.value("handlimit.merkmale"))


def _limit(ctx: Context, owner: Player) -> tuple[str, ...]:
    return when(dwarf=_is_dwarf(ctx, owner))


def surplus(ctx: Context, player: str) -> int:
    owner = ctx.state.player(player)
    return max(0, len(owner.hand) - hand_limit(ctx, owner))


def receivers(ctx: Context, player: str) -> list[str]:
    """Return the others of the lowest level; nobody where the giver is one of the lowest.

    Who died has no cards until the next turn and gets none here; only one book says so outright.
    """
    own = ctx.state.player(player).level
    others = [p for p in ctx.state.players if p.id != player]
    alive = [p for p in others if not p.new_cards_due]
    lowest = min((p.level for p in alive), default=own)
    clear = ctx.book.value("phase4-milde-gabe.empfaenger") == "lowest-level-alive"
    if any(p.level <= lowest and p.level < own for p in others if p.new_cards_due):
        ctx.doubt("charity.reborn", decides=not clear)
        if not clear and ctx.book.reads("charity.reborn", "b"):
            lowest = min(p.level for p in others)
            return [p.id for p in others if p.level == lowest]
    return [p.id for p in alive if p.level == lowest] if lowest < own else []


def _takers(people: list[str]) -> tuple[str, ...]:
    return when(nobody=not people, several=len(people) > 1)


def _told_surplus(ctx: Context, player: str) -> None:
    people = receivers(ctx, player)
    ctx.step(
        "charity.surplus",
        *_limit(ctx, ctx.state.player(player)),
        *_takers(people),
        player=ctx.person(player),
        n=surplus(ctx, player),
    )


def _given(ctx: Context, player: str, gifts: tuple[Gift, ...]) -> None:
    """Check who gets what, then hand it over."""
    people = receivers(ctx, player)
    number = surplus(ctx, player)
    owner = ctx.state.player(player)
    if len(gifts) != number:
        ctx.refuse(
            "wrong-number",
            *_limit(ctx, owner),
            player=ctx.person(player),
            n=number,
            given=len(gifts),
        )
    _check_receivers(ctx, player, people, Counter(gift["to"] for gift in gifts))
    cards = _cards_of(ctx, owner, [gift["card"] for gift in gifts])
    _told_surplus(ctx, player)
    for card, gift in zip(cards, gifts, strict=True):
        _hand_on(ctx, player, card, gift["to"])


def _check_receivers(ctx: Context, player: str, people: list[str], counts: Counter[str]) -> None:
    takers = _takers(people)
    wrong = [to for to in counts if to not in (people or [DISCARD])]
    if wrong:
        key = "wrong-receiver" if people else "nobody-receives"
        ctx.refuse(key, *takers, player=ctx.person(player), people=[ctx.person(p) for p in people])
    shares = [counts[person] for person in people]
    if shares and max(shares) - min(shares) > 1:
        ctx.refuse("uneven", *takers, people=[ctx.person(p) for p in people])


def _cards_of(ctx: Context, owner: Player, refs: list[CardRef]) -> list[Card]:
    """Return the cards that are named, each taken once."""
    left = list(owner.hand)
    found = []
    for ref in refs:
        card = ref.among(tuple(left))
        if card is None:
            ctx.refuse(
                "card-not-there",
                "charity",
                player=ctx.person(owner.id),
                card=ref,
                zone="zone:hand",
            )
        left.remove(card)
        found.append(card)
    return found


def _hand_on(ctx: Context, player: str, card: Card, to: str) -> None:
    take(ctx, player, card, "hand")
    if to == DISCARD:
        discard(ctx, card)
        ctx.step(
            "charity.discarded",
            *when(own_pile=has_own_pile(ctx, card)),
            player=ctx.person(player),
            card=card,
        )
        return
    receive(ctx, to, card, how="given")
    ctx.step("charity.given", player=ctx.person(player), card=card, receiver=ctx.person(to))


@frame("give-surplus")
def give_surplus(ctx: Context, player: str, given: Sequence[str]) -> None:
    """Let the giver choose the next card, and who gets it, as evenly as possible."""
    people = receivers(ctx, player)
    hand = ctx.state.player(player).hand
    card = ctx.choose_card(player, "charity-card", hand)
    counts = Counter({person: list(given).count(person) for person in people})
    fewest = min(counts.values(), default=0)
    open_to = [person for person in people if counts[person] == fewest] or [DISCARD]
    if all(other == card for other in hand) and surplus(ctx, player) >= len(open_to):
        # Everybody gets one of these cards, which are all alike: nothing to decide.
        open_to = open_to[:1]
    options: list[Option] = [
        {"id": to, "text": ctx.person(to).title if to != DISCARD else ctx.sentences.lexicon["pile:discard"]}
        for to in open_to
    ]
    to = ctx.choose(player, "charity-receiver", options, card=card)
    _hand_on(ctx, player, card, to)
    if surplus(ctx, player):
        ctx.then("give-surplus", player=player, given=[*given, to])
