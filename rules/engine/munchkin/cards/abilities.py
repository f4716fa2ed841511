"""Abilities of cards in play beyond strength: used for a price, at a door, on winning, on getting away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.drawing import draw_or_named
from rules.engine.munchkin.cards.influences import Influences
from rules.engine.munchkin.cards.leaving import lose
from rules.engine.munchkin.language.abilities import (
    Ability,
    KeepFirstDoor,
    LevelPerEscape,
    Outrun,
    Price,
    TreasureGain,
    Use,
)
from rules.engine.munchkin.language.effects import Branch, Death, Deed, Effect, Wager
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.state import Player, State, replace
from rules.engine.munchkin.table.telling import deny
from rules.engine.munchkin.table.traits import abilities, in_force, meets, own_abilities
from rules.engine.munchkin.table.zones import find, receive
from rules.engine.objects import Instead
from rules.engine.rulebook import Rulebook

A = TypeVar("A", bound=Ability)


def working(book: Rulebook, state: State, player: Player, kind: type[A]) -> list[tuple[Card, A]]:
    """Return every card in use with this ability, without those that the fight silences."""
    found = abilities(book, player, kind)
    if not found or state.combat is None:
        return found
    influences = Influences(book, state)
    return [(card, able) for card, able in found if not influences.silences(card.kind)]


# Abilities that somebody uses for a price.


@frame("use-effects")
def use_effects(
    ctx: Context,
    player: str,
    card: Card,
    ability: Use,
    paid: tuple[CardRef, ...],
    roll: int | None,
) -> None:
    """Pay what the card asks for; then its effects happen."""
    _check_use(ctx, player, card, ability)
    cost = ability.cost or Price()
    times = _times_paid(ctx, player, card, cost, paid)
    if ability.once == "turn":
        ctx.set(turn=replace(ctx.state.turn, used=(*ctx.state.turn.used, card)))
    if cost.self_:
        lose(ctx, player, card, "in_play", "cost")
    for ref in paid:
        _pay(ctx, player, card, ref, cost)
    ctx.step("use.effects", cards=(card,), player=ctx.person(player), card=card)
    for _ in range(times):
        for effect in ability.effects:
            aim = {"roll": roll} if isinstance(effect, Wager) else {}
            ctx.then("effect", player=player, effect=effect, source=card, cause="ability", **aim)


def _check_use(ctx: Context, player: str, card: Card, ability: Use) -> None:
    """Refuse a moment that the card does not allow, and a second use where it allows one."""
    turn, combat = ctx.state.turn, ctx.state.combat
    moments = {
        "own-turn": turn.player == player and combat is None,
        "turn-end": turn.player == player and combat is None and turn.phase == "charity",
        "fight": combat is not None and combat.state == "open" and player in combat.people,
        "single-monster": combat is not None
        and combat.state == "open"
        and combat.fighter == player
        and len(combat.present) == 1,
    }
    if not moments.get(ability.moment or "", True):
        deny(ctx, "not-at-this-moment", player, card)
    if not meets(ctx.book, ctx.state.player(player), ability.if_, ctx.state):
        deny(ctx, "ability-not-for-you", player, card)
    in_fight = combat is not None and any(s.card == card for s in combat.strengths)
    if (ability.once == "turn" and card in turn.used) or (ability.once == "combat" and in_fight):
        deny(ctx, "used-already", player, card)


def _times_paid(ctx: Context, player: str, card: Card, cost: Price, paid: tuple[CardRef, ...]) -> int:
    """Return how often the price was paid; a price in cards of the hand may be paid several times at once."""
    price = cost.hand or cost.cards or 0
    if not price:
        return 1
    times = len(paid) // price
    if len(paid) % price or not times or (cost.cards and times > 1):
        deny(ctx, "wrong-price", player, card, n=price)
    return times


def _pay(ctx: Context, player: str, card: Card, ref: CardRef, cost: Price) -> None:
    zones = ("hand",) if cost.hand else ("hand", "in_play", "backpack")
    found = find(ctx.state.player(player), ref, zones)
    if found is None:
        zone = "zone:hand" if cost.hand else "zone:at-all"
        ctx.refuse("card-not-there", "ability", player=ctx.person(player), card=ref, zone=zone)
    lose(ctx, player, found[0], found[1], "cost")


# The first door of a turn.


def keeps_first_door(ctx: Context, player: str, instead: Instead | None) -> bool:
    """Let somebody take the first door card unseen for cards of the hand; then the next one is turned over."""
    source = instead["use"].among(in_force(ctx.book, ctx.state.player(player))) if instead else None
    able = own_abilities(source, KeepFirstDoor) if source else ()
    if instead is None or source is None or not able:
        return False
    price = able[0].keep_first_door.hand
    if ctx.state.turn.phase not in ("start", "listen", "door"):
        deny(ctx, "not-at-this-moment", player, source)
    paid = instead.get("discard", ())
    if len(paid) != price:
        deny(ctx, "wrong-price", player, source, n=price)
    drawn = draw_or_named(ctx, "door", player, None)
    for ref in paid:
        _pay(ctx, player, source, ref, Price(hand=price))
    if drawn is not None:
        receive(ctx, player, drawn)
    ctx.step("door.kept", cards=(source,), player=ctx.person(player), card=source)
    return True


# Winning and getting away.


def more_treasures(ctx: Context, player: str, kills: int) -> int:
    """Return how many further treasures the fighter's cards bring, and tell which ones do."""
    total = 0
    for card, able in working(ctx.book, ctx.state, ctx.state.player(player), TreasureGain):
        row = able.more_treasures
        fits = row.phase in (None, ctx.state.turn.phase)
        number = (row.kill or 0) * kills + (row.win or 0) if fits else 0
        if number and ctx.state.turn.player == player:
            total += number
            ctx.step("treasure.more", cards=(card,), player=ctx.person(player), card=card, n=number)
    return total


def levels_for_escape(ctx: Context, player: str, monster: Card) -> list[tuple[Card, int]]:
    """Return the cards that bring levels for getting away from this monster."""
    found = working(ctx.book, ctx.state, ctx.state.player(player), LevelPerEscape)
    deadly = _kills(monster.get("bad_stuff", ()))
    gains = [(card, able.level_per_escape) for card, able in found]
    return [(card, gain.levels) for card, gain in gains if deadly or not gain.death]


def _kills(effects: Iterable[Effect]) -> bool:
    """Say whether death is among the effects."""
    return any(
        (isinstance(one, Death) and one.death)
        or (isinstance(one, Branch | Deed) and _kills((*one.do, *(one.else_ or ()))))
        for one in effects
    )


def outruns(ctx: Context, player: str) -> tuple[Card, int] | None:
    """Return the card by which this person gets away before the other one who flees, with the other's penalty."""
    combat = ctx.state.combat
    if len([p for p in combat.people if p not in combat.dead]) < 2:
        return None
    influences = Influences(ctx.book, ctx.state)
    for card, able in abilities(ctx.book, ctx.state.player(player), Outrun):
        if influences.times(card, "munchkins", player)[0]:
            return card, able.outrun
    return None
