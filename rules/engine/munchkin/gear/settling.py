"""What must be put right at once after a loss: too many of a kind, too many grades, hands, Big items or followers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import has_own_pile, lose
from rules.engine.munchkin.gear.wearing import hands_in_use, hands_of, place, unusable
from rules.engine.munchkin.people.levels import gain_levels
from rules.engine.munchkin.people.limits import (
    big_items,
    big_limit,
    counted_followers,
    follower_groups,
    follower_limit,
    follower_words,
    grade_sum,
    kind_limit,
    kind_targets,
)
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.seats import in_fight, is_active
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.telling import asks
from rules.engine.munchkin.table.traits import in_force, of_kind
from rules.engine.munchkin.table.zones import discard, put, take
from rules.engine.objects import Option

Check = Callable[[Context, Player], bool]


@frame("settle")
def settle(ctx: Context, player: str) -> None:
    """Put one thing right and look again, until everything fits."""
    for check in CHECKS:
        if check(ctx, ctx.state.player(player)):
            ctx.then("settle", player=player)
            return


def _let_go(ctx: Context, owner: Player, cards: Iterable[Card], key: str, *handed: str) -> bool:
    """Tell that something has to go, then let the owner give up one of the cards."""
    ctx.step("settle." + key, *handed, player=ctx.person(owner.id))
    ctx.then("let-go", player=owner.id, cards=tuple(cards), key=key)
    return True


@frame("let-go")
def let_go(ctx: Context, player: str, cards: tuple[Card, ...], key: str) -> None:
    card = ctx.choose_card(player, key, cards)
    lose(ctx, player, card, "in_play", "limit")


def _grades(ctx: Context, owner: Player) -> bool:
    """Powers go until their grades fit the level again."""
    if not ctx.book.knows("kraft.stufe-gesunken"):
        return False
    if grade_sum(ctx.book, owner.in_play) <= owner.level:
        if grade_sum(ctx.book, owner.in_play, most=True) > owner.level:
            ctx.doubt("power.grade-unknown")
        return False
    powers = of_kind(ctx.book, owner.in_play, "power")
    if len(set(powers)) > 1:
        ctx.doubt("power.who-chooses")
    return _let_go(ctx, owner, powers, "grades")


def _kinds(ctx: Context, owner: Player) -> bool:
    """Cards of a kind go until no more are left than one may have."""
    for kind in ctx.book.value("merkmal.mit-sonderkarte"):
        cards = of_kind(ctx.book, owner.in_play, kind)
        if len(cards) > kind_limit(ctx.book, owner, kind):
            ctx.doubt("limit.permission-lost", *kind_targets(ctx.book, owner, kind))
            if ctx.book.reads("limit.permission-lost", "b"):
                continue
            free = [c for c in cards if not has_own_pile(ctx, c)]
            return _let_go(ctx, owner, free, "kind", *kind_targets(ctx.book, owner, kind))
    return False


def _followers(ctx: Context, owner: Player) -> bool:
    """Followers of a sort go until no more are left than one may have."""
    allowed = follower_words(ctx.book, owner)
    for group in follower_groups(ctx.book):
        cards = counted_followers(owner, group)
        if len(cards) > follower_limit(ctx.book, owner):
            ctx.doubt("limit.followers", *allowed)
            if ctx.book.reads("limit.followers", "b"):
                continue
            return _let_go(ctx, owner, cards, "followers", *allowed)
    return False


def _unusable(ctx: Context, owner: Player) -> bool:
    """What its owner may no longer use is carried; in a fight nothing is swapped, there it only stops counting."""
    if in_fight(ctx.state, owner.id) or not unusable(ctx, owner):
        return False
    ctx.then("stow-unusable", player=owner.id)
    return True


@frame("stow-unusable")
def stow_unusable(ctx: Context, player: str) -> None:
    """Turn sideways what somebody lies out and may not use."""
    for card in unusable(ctx, ctx.state.player(player)):
        take(ctx, player, card, "in_play")
        put(ctx, player, card, "backpack")
        ctx.step("settle.unusable", cards=(card,), player=ctx.person(player), card=card)


def _hands(ctx: Context, owner: Player) -> bool:
    """What no hand is left for is carried; nothing is lost."""
    if hands_in_use(ctx.book, owner) <= hands_of(ctx.book, owner):
        return False
    ctx.doubt("limit.hands")
    ctx.step("settle.hands", player=ctx.person(owner.id))
    ctx.then("stow", player=owner.id, cards=_in_hand(ctx, owner))
    return True


def _in_hand(ctx: Context, owner: Player) -> tuple[Card, ...]:
    return tuple(card for card in in_force(ctx.book, owner) if card.get("hands"))


@frame("stow")
def stow(ctx: Context, player: str, cards: tuple[Card, ...]) -> None:
    """Carry one of the items from now on, unused; among those that differ in nothing but their name the last one."""
    alike = len({frozenset(map(str, _beside_the_name(card))) for card in cards}) == 1
    card = cards[-1] if alike else ctx.choose_card(player, "hands", cards)
    take(ctx, player, card, "in_play")
    put(ctx, player, card, "backpack")


def _beside_the_name(card: Card) -> list[object]:
    """Return every fact of a card that a rule looks at."""
    facts = [(key, value) for key, value in card.facts.items() if key not in ("name", "slug")]
    return [*facts, *(c.key for c in card.attached)]


def _big(ctx: Context, owner: Player) -> bool:
    """Big items go until no more are left than one may carry."""
    cards = big_items(owner)
    limit = big_limit(ctx.book, owner)
    if limit is None or len(cards) <= limit:
        return False
    ctx.step("settle.big", player=ctx.person(owner.id))
    ctx.doubt("big.which", decides=asks(ctx.book, "big.which"))
    ctx.then("part-with-big", player=owner.id)
    return True


CHECKS: tuple[Check, ...] = (_grades, _kinds, _followers, _unusable, _hands, _big)


@frame("part-with-big")
def part_with_big(ctx: Context, player: str) -> None:
    """Choose a Big item: it is sold where that is allowed, else handed over, else thrown away."""
    card = ctx.choose_card(player, "big", big_items(ctx.state.player(player)))
    if _may_sell(ctx, player, card):
        options: list[Option] = [
            {"id": "sell", "text": ctx.sentences.say("option.sell", {"card": card})},
            {"id": "give", "text": ctx.sentences.say("option.give", {"card": card})},
        ]
        if ctx.choose(player, "big-how", options, card=card) == "sell":
            _sell(ctx, player, card)
            return
    takers = _takers(ctx, player)
    if takers:
        _give(ctx, player, card, _choose_taker(ctx, player, takers))
        return
    _from_zone(ctx, player, card)
    discard(ctx, card)
    ctx.step("settle.big-discarded", cards=(card,), player=ctx.person(player), card=card)


def _give(ctx: Context, player: str, card: Card, taker: str) -> None:
    _from_zone(ctx, player, card)
    place(ctx, taker, card)
    ctx.step("settle.big-given", cards=(card,), player=ctx.person(player), card=card, taker=ctx.person(taker))


def _from_zone(ctx: Context, player: str, card: Card) -> None:
    take(ctx, player, card, "in_play" if card in ctx.state.player(player).in_play else "backpack")


def _may_sell(ctx: Context, player: str, card: Card) -> bool:
    if (
        not ctx.book.knows("grosse-gegenstaende.verkaufen")
        or not is_active(ctx, player)
        or in_fight(ctx.state, player)
    ):
        return False
    return bool(card.get("gold", 0) >= ctx.book.value("verkaufen.preis"))


def _sell(ctx: Context, player: str, card: Card) -> None:
    _from_zone(ctx, player, card)
    discard(ctx, card)
    ctx.step("settle.big-sold", cards=(card,), player=ctx.person(player), card=card)
    gain_levels(ctx, player, card.get("gold") // ctx.book.value("verkaufen.preis"), way="sale")


def _takers(ctx: Context, player: str) -> list[str]:
    """Return those of the lowest level among the others who can carry one more Big item."""
    able = [p for p in ctx.state.players if p.id != player and _can_take(ctx, p)]
    lowest = min((p.level for p in able), default=0)
    return [p.id for p in able if p.level == lowest]


def _can_take(ctx: Context, person: Player) -> bool:
    limit = big_limit(ctx.book, person)
    return limit is None or len(big_items(person)) < limit


def _choose_taker(ctx: Context, player: str, takers: list[str]) -> str:
    if len(takers) > 1:
        ctx.doubt("big.several-takers")
    options: list[Option] = [{"id": taker, "text": str(ctx.person(taker).title)} for taker in takers]
    return ctx.choose(player, "big-taker", options)
