"""What somebody can use and carry at once: places of the body, hands, Big and Complex items, and when."""

from __future__ import annotations

from typing import NamedTuple

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import is_fresh
from rules.engine.munchkin.language.abilities import BigItems, ExtraHands, TwoHanded
from rules.engine.munchkin.people.limits import big_items, big_limit, complex_limit
from rules.engine.munchkin.table.seats import in_fight, is_active
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.telling import said, when
from rules.engine.munchkin.table.traits import (
    abilities,
    cheats,
    in_force,
    may_use,
    own_abilities,
    parts,
    places_of,
)
from rules.engine.munchkin.table.zones import put
from rules.engine.rulebook import Rulebook


class Reason(NamedTuple):
    """Why not: the code of the refusal, what is handed over with it, and what cards at work have to do with it."""

    key: str
    handed: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


NOTHING = Reason("")


def worn(book: Rulebook, owner: Player) -> list[Card]:
    """Return what somebody uses, with what is attached to it."""
    return [c for card in in_force(book, owner) for c in parts(book, owner, card)]


def unusable(ctx: Context, owner: Player) -> tuple[Card, ...]:
    """Return the items in use whose own text bars their owner from using them, such as after the loss of a class."""
    items = ctx.book.value("gegenstand.arten")
    return tuple(card for card in owner.in_play if card.kind in items and not may_use(ctx.book, owner, card))


def places(ctx: Context, card: Card) -> set[str]:
    """Return the questions that limit the places an item takes; a word on the card may make it a vehicle."""
    return places_of(ctx.book, card)


def hands_in_use(book: Rulebook, owner: Player) -> int:
    return sum(hands_needed(book, owner, card) for card in worn(book, owner))


def hands_needed(book: Rulebook, owner: Player, card: Card) -> int:
    """Return the hands that an item takes: cards fastened to it or an ability may spare some."""
    hands: int = card.get("hands", 0)
    if not hands:
        return 0
    fewer = [able.two_handed for _, able in abilities(book, owner, TwoHanded)] if hands > 1 else []
    capped = min(fewer, default=hands)
    freed = sum(c.get("frees_hands", 0) for c in card.attached if may_use(book, owner, c))
    return max(0, min(hands, capped) - freed)


def hands_of(book: Rulebook, owner: Player) -> int:
    """Return the hands for items: what the rule gives and what cards in play add."""
    added = [able.extra_hands for card in worn(book, owner) for able in own_abilities(card, ExtraHands)]
    return int(book.value("ausruestung.haende") + sum(added))


def why_not_used(ctx: Context, owner: Player, card: Card) -> Reason | None:
    """Say why an item cannot be used beside what is used already; None where it can."""
    if cheats(ctx.book, card):
        return None
    if not may_use(ctx.book, owner, card):
        return Reason("not-for-you")
    for target in sorted(places(ctx, card)) if not card.get("beside") else ():
        limit = ctx.book.value(target)
        others = [c for c in worn(ctx.book, owner) if not c.get("beside") and target in places(ctx, c)]
        if limit is not None and len(others) >= limit:
            return Reason("place-taken", (target, "place.second-item", *_counted_as(ctx, card, target)))
    if card.get("hands") and not _has_hands(ctx.book, owner, card):
        more = hands_beyond(ctx.book, owner)
        return Reason("no-hand-free", more.handed, more.cards)
    limit = complex_limit(ctx.book)
    if (
        card.get("complex")
        and limit is not None
        and sum(bool(c.get("complex")) for c in worn(ctx.book, owner)) >= limit
    ):
        return Reason("complex-taken")
    return None


def _has_hands(book: Rulebook, owner: Player, card: Card) -> bool:
    """Say whether enough hands are left for one more item."""
    return hands_in_use(book, owner) + hands_needed(book, owner, card) <= hands_of(book, owner)


def _counted_as(ctx: Context, card: Card, target: str) -> tuple[str, ...]:
    """Return the rules that give a card a place which it does not name itself."""
    if not ctx.book.combined or ctx.book.value("ausruestung.plaetze").get(card.get("slot")) == target:
        return ()
    return tuple(ctx.book.value("ausruestung.plaetze-durch-worte").get(target, ()))


def why_not_carried(ctx: Context, owner: Player, card: Card) -> Reason | None:
    """Say why somebody may not even carry an item: Big ones are limited."""
    limit = big_limit(ctx.book, owner)
    if not card.get("big") or limit is None or len(big_items(owner)) < limit:
        return None
    return Reason("too-many-big")


def beyond_the_rule(book: Rulebook, owner: Player, card: Card) -> Reason:
    """Return what lets somebody use an item that the plain number of hands or of Big items would not."""
    hands = hands_beyond(book, owner) if card.get("hands") else NOTHING
    big = big_beyond(book, owner) if card.get("big") else NOTHING
    return Reason("", (*hands.handed, *big.handed), tuple(dict.fromkeys((*hands.cards, *big.cards))))


def hands_beyond(book: Rulebook, owner: Player) -> Reason:
    """Return what gives or spares hands where the items in use take more than the rule has."""
    if sum(card.get("hands", 0) for card in worn(book, owner)) <= book.value("ausruestung.haende"):
        return NOTHING
    named = (card for kind in (ExtraHands, TwoHanded) for card, _ in abilities(book, owner, kind))
    spared = (card for card in worn(book, owner) if card.get("frees_hands"))
    cards = tuple(dict.fromkeys((*named, *spared)))
    followers = any(card.kind in book.value("gefolge.arten") for card in cards)
    return Reason("", when(hands_added=True, followers=followers), cards) if cards else NOTHING


def big_beyond(book: Rulebook, owner: Player) -> Reason:
    """Return what allows more Big items where somebody carries more than one."""
    if len(big_items(owner)) < 2:
        return NOTHING
    named = {word for words_ in said(book, "grosse-gegenstaende.ausnahmen") for word in words_}
    able = {card for card, _ in abilities(book, owner, BigItems)}
    cards = tuple(c for c in in_force(book, owner) if c in able or c.slug in named)
    return Reason("", when(big_allowed=cards), cards)


def place(ctx: Context, player: str, card: Card) -> str:
    """Put an item before somebody: in use where that is allowed, else turned sideways."""
    zone = "backpack" if why_not_used(ctx, ctx.state.player(player), card) else "in_play"
    put(ctx, player, card, zone)
    return zone


def may_play_item(ctx: Context, player: str, card: Card) -> None:
    """Refuse an item at the wrong moment: in a fight, or in another's turn unless just received."""
    if ctx.state.turn.phase == "setup":
        ctx.step("setup.item", cards=(card,), player=ctx.person(player), card=card)
        return
    if not is_active(ctx, player) and not is_fresh(ctx, player, card):
        ctx.refuse("item-not-your-turn", cards=(card,), player=ctx.person(player), card=card)
    if in_fight(ctx.state, player):
        _in_own_fight(ctx, player, card)


def _in_own_fight(ctx: Context, player: str, card: Card) -> None:
    """Most books bar new items in a fight; one does not say so."""
    if ctx.book.value("kampf.ausruestung-im-kampf") is False:
        ctx.refuse("item-in-a-fight", cards=(card,), player=ctx.person(player), card=card)
    ctx.doubt("item.in-own-fight")
