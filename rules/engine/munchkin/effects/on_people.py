"""What a card does to somebody: levels, death, things lost, becoming somebody else; one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.engine.cards import Card, with_attached
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import is_follower, lose
from rules.engine.munchkin.effects.picking import Found, candidates, how_much, layered, pick
from rules.engine.munchkin.language.effects import (
    Become,
    Branch,
    Death,
    Deed,
    Done,
    Effect,
    GainLevels,
    Lose,
    LoseLevels,
    Losing,
    NextCombat,
)
from rules.engine.munchkin.people.levels import gain_levels, lose_levels
from rules.engine.munchkin.table.equivalences import equivalences
from rules.engine.munchkin.table.procedures import EFFECTS, does, frame
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.traits import holds, is_kind
from rules.engine.munchkin.table.zones import discard, swap
from rules.engine.one_of import word_of


@frame("effects")
def run_effects(
    ctx: Context, player: str, effects: Sequence[Effect], source: Card | None = None, cause: str = "effect"
) -> None:
    """Queue the effects of a card in their order."""
    for effect in _gathered(effects):
        ctx.then("effect", player=player, effect=effect, source=source, cause=cause)


def _gathered(effects: Sequence[Effect]) -> list[Effect]:
    """Make one loss of several cards where the same loss is said several times in a row."""
    found: list[Effect] = []
    for effect in effects:
        last = found[-1] if found else None
        if isinstance(effect, Lose) and isinstance(last, Lose) and _is_again(effect, last):
            number = (last.lose.count or 1) + 1
            found[-1] = Lose(lose=msgspec.structs.replace(effect.lose, count=number))
        else:
            found.append(effect)
    return found


def _is_again(effect: Lose, last: Lose) -> bool:
    same = msgspec.structs.replace(last, lose=msgspec.structs.replace(last.lose, count=None))
    return effect == same == Lose(lose=effect.lose) and not how_much(effect.lose)


@frame("effect")
def run_effect(
    ctx: Context,
    player: str,
    effect: Effect,
    source: Card | None = None,
    cause: str = "effect",
    **aim: object,
) -> None:
    """Do one effect, if its condition lets it happen to this person; what was aimed at stands in the frame."""
    assert isinstance(effect, Done)
    if player in ctx.state.winners:
        return
    if holds(ctx.book, ctx.state.player(player), effect, ctx.state):
        run = EFFECTS.get(type(effect))
        if run is not None and getattr(effect, word_of(type(effect))) is not False:
            run(ctx, player, effect, source, cause)
    elif isinstance(effect, Branch | Deed) and effect.else_:
        ctx.then("effects", player=player, effects=effect.else_, source=source, cause=cause)
    else:
        cards = (source,) if source else ()
        ctx.step("effect.spared", cause, cards=cards, player=ctx.person(player))


@does(Branch)
def _branch(ctx: Context, player: str, effect: Branch, source: Card | None, cause: str) -> None:
    ctx.then("effects", player=player, effects=effect.do, source=source, cause=cause)


@does(LoseLevels)
def _levels_down(ctx: Context, player: str, effect: LoseLevels, source: Card | None, cause: str) -> None:
    owner, number = ctx.state.player(player), effect.lose_levels
    own = owner.level if number == "all" else len(owner.hand)
    amount = number if isinstance(number, int) else own
    if number != "all" and not amount:
        ctx.step("effect.nothing-to-lose", "levels", cause, also=cited(source), player=ctx.person(player))
        return
    lose_levels(ctx, player, amount, cause, also=cited(source))


@does(GainLevels)
def _levels_up(ctx: Context, player: str, effect: GainLevels, source: Card | None, cause: str) -> None:
    gain_levels(ctx, player, effect.gain_levels, source=source)


def cited(source: Card | None) -> tuple[str, ...]:
    """Return what a card can be cited as, if it can."""
    return (source.cite,) if source is not None and source.cite else ()


@does(Lose)
def _lose(ctx: Context, player: str, effect: Lose, source: Card | None, cause: str) -> None:
    """Take away what the effect names: the owner chooses among several, none is nothing."""
    wanted = effect.lose
    if wanted.hand is not None:
        _lose_hand(ctx, player, wanted, source, cause)
        return
    found = candidates(ctx, ctx.state.player(player), wanted, cause)
    if not found:
        held = when(held=ctx.state.player(player).hand)
        ctx.step("effect.nothing-to-lose", cause, *held, also=cited(source), player=ctx.person(player))
        return
    _tell_same(ctx, player, wanted, [card for card, _ in found])
    _tell_word(ctx, wanted, [card for card, _ in found])
    if not wanted.from_ and any(zone == "backpack" for _, zone in found):
        ctx.step("effect.carried", player=ctx.person(player))
    if wanted.worth:
        ctx.then("lose-worth", player=player, wanted=wanted, left=wanted.worth, cause=cause, source=source)
        return
    found, together = layered(found, wanted)
    number = min(wanted.count or 1, len(found))
    if wanted.all or together or number == len(found):
        for card, name in found:
            _lose_from(ctx, player, card, name, cause, source)
        return
    _tell_picker(ctx, player, wanted, [card for card, _ in found], source, cause)
    for _ in range(number):
        ctx.then("lose-one", player=player, wanted=wanted, cause=cause, source=source)


def _tell_picker(
    ctx: Context, player: str, wanted: Losing, cards: list[Card], source: Card | None, cause: str
) -> None:
    """Tell who picks what goes: chance, somebody else, or the owner."""
    if wanted.random or wanted.chooser:
        key = "effect.by-chance" if wanted.random else "effect.other-chooses"
        ctx.step(key, cause, also=cited(source), player=ctx.person(player))
        return
    _tell_choice(ctx, player, cards, source, cause)


def _tell_choice(ctx: Context, player: str, cards: list[Card], source: Card | None, cause: str) -> None:
    """Tell that the owner chooses; some books say so only of items."""
    ctx.step("effect.owner-chooses", cause, also=cited(source), player=ctx.person(player))
    if cause == "curse" and any(card.kind not in ctx.book.value("gegenstand.arten") for card in cards):
        ctx.doubt("curse.choice", decides=False)


def _tell_same(ctx: Context, player: str, wanted: Losing, cards: list[Card]) -> None:
    """Tell by which rule a card of another kind is meant, too."""
    kind = wanted.kind
    other = next((card for card in cards if card.kind != kind), None)
    if kind and other is not None and is_kind(ctx.book, other, kind):
        cites = tuple(c for c in equivalences(ctx.book).cites(kind) if c.partition(".")[0] in ctx.book.sets)
        sort = when(follower=is_follower(ctx, other))
        ctx.step("effect.same-kind", *sort, cards=(other,), also=cites, player=ctx.person(player), card=other)


def _tell_word(ctx: Context, wanted: Losing, cards: list[Card]) -> None:
    """Tell by which rule a card counts as what the effect names by a word of another box."""
    word = wanted.tag
    for card in cards:
        cites = equivalences(ctx.book).why(word, [card]) if word else ()
        if cites:
            ctx.step("effect.same-word", cards=(card,), also=cites, card=card, word=word)


@frame("lose-one")
def lose_one(ctx: Context, player: str, wanted: Losing, cause: str, source: Card | None = None) -> None:
    """Let the owner choose one of the cards in question; it is lost."""
    found = candidates(ctx, ctx.state.player(player), wanted, cause)
    if not found:
        return
    found, _ = layered(found, wanted)
    _lose_picked(ctx, player, wanted, found, cause, source)


def _lose_picked(
    ctx: Context, player: str, wanted: Losing, found: Found, cause: str, source: Card | None
) -> Card:
    """Take away the card that is picked, and return it."""
    card = pick(ctx, player, wanted, [card for card, _ in found])
    where = next(name for other, name in found if other == card)
    _lose_from(ctx, player, card, where, cause, source)
    return card


@frame("lose-worth")
def lose_worth(
    ctx: Context, player: str, wanted: Losing, left: int, cause: str, source: Card | None = None
) -> None:
    """Let the owner give up one valuable card after the other until enough is gone, or nothing is left."""
    found = candidates(ctx, ctx.state.player(player), msgspec.structs.replace(wanted, has="gold"), cause)
    if not found or left <= 0:
        return
    lost = _lose_picked(ctx, player, wanted, found, cause, source)
    rest = left - int(lost.get("gold", 0))
    if rest > 0:
        ctx.then("lose-worth", player=player, wanted=wanted, left=rest, cause=cause, source=source)


def _lose_from(
    ctx: Context, player: str, card: Card, where: str, cause: str, source: Card | None = None
) -> None:
    if where == "attached":
        _lose_attached(ctx, player, card, cause)
    else:
        lose(ctx, player, card, where, _how(cause), source=source, cause=cause)


def _how(cause: str) -> str:
    """Return how something is lost, as the follower rules ask it."""
    return {"curse": "trap", "bad-stuff": "bad-stuff"}.get(cause, "effect")


def _lose_attached(ctx: Context, player: str, item: Card, cause: str) -> None:
    """Take an item from the follower that carries it."""
    host = next(
        card for card in ctx.state.player(player).in_play if item in card.attached and is_follower(ctx, card)
    )
    rest = list(host.attached)
    rest.remove(item)
    swap(ctx, player, host, with_attached(host, tuple(rest)), "in_play")
    discard(ctx, item)
    ctx.step("effect.attached-lost", cards=(item, host), player=ctx.person(player), card=item, host=host)


def _lose_hand(ctx: Context, player: str, wanted: Losing, source: Card | None, cause: str) -> None:
    """Take cards from the hand; only an effect that names the hand may."""
    number = wanted.hand
    hand = ctx.state.player(player).hand
    if not hand:
        ctx.step(
            "effect.nothing-to-lose",
            "hand",
            cause,
            also=cited(source),
            player=ctx.person(player),
        )
        return
    ctx.step("effect.hand", cause, also=cited(source), player=ctx.person(player))
    amount = min(number, len(hand)) if isinstance(number, int) else len(hand)
    if amount == len(hand):
        for card in hand:
            _lose_from(ctx, player, card, "hand", cause, source)
        return
    for _ in range(amount):
        ctx.then("lose-hand-card", player=player, cause=cause, wanted=wanted, source=source)


@frame("lose-hand-card")
def lose_hand_card(
    ctx: Context, player: str, cause: str, wanted: Losing | None = None, source: Card | None = None
) -> None:
    """Let the owner pick one card of the hand; it is lost."""
    card = pick(ctx, player, wanted or Losing(), list(ctx.state.player(player).hand), "lose-hand")
    _lose_from(ctx, player, card, "hand", cause, source)


@does(Become)
def _become(ctx: Context, player: str, effect: Become, source: Card | None, cause: str) -> None:
    ctx.then("become-cultist", player=player)


@does(NextCombat)
def _next_combat(ctx: Context, player: str, effect: NextCombat, source: Card | None, cause: str) -> None:
    """Nothing happens yet: the card lies there until the fight and is counted then."""
    number = effect.next_combat.strength
    ctx.step("effect.next-combat", also=cited(source), player=ctx.person(player), n=number)


@does(Death)
def _death(ctx: Context, player: str, effect: Death, source: Card | None, cause: str) -> None:
    ctx.then("die", player=player, because=source.name if source else None)
