"""What cards do beside taking levels and things: handing over, drawing, searching, changing, choosing among effects."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.drawing import draw_or_named
from rules.engine.munchkin.cards.leaving import has_own_pile, lose
from rules.engine.munchkin.effects.on_people import cited
from rules.engine.munchkin.effects.picking import candidates, choose_person, lowest_person
from rules.engine.munchkin.gear.wearing import place
from rules.engine.munchkin.language.effects import (
    ChangeGender,
    Deed,
    Draw,
    Effect,
    EndTurn,
    Giving,
    HandOver,
    Hold,
    Lift,
    OpenDoor,
    PassLevel,
    Searching,
    TakeDiscard,
)
from rules.engine.munchkin.language.parts import Filter
from rules.engine.munchkin.people.levels import gain_levels, lose_levels
from rules.engine.munchkin.people.statuses import begin_status
from rules.engine.munchkin.table.procedures import does, frame
from rules.engine.munchkin.table.seats import to_phase
from rules.engine.munchkin.table.state import Pile, replace
from rules.engine.munchkin.table.traits import in_force, matches
from rules.engine.munchkin.table.zones import DISCARD, put, receive, take
from rules.engine.objects import Option


def tell_effect(ctx: Context, key: str, player: str, source: Card | None, **values: object) -> None:
    """Tell what a card does to somebody."""
    cards = (source,) if source else ()
    ctx.step(key, cards=cards, also=(), player=ctx.person(player), **values)


# Branching: what is chosen, done aloud, or depends on who it is.


def _do(ctx: Context, player: str, effects: Sequence[Effect], source: Card | None, cause: str) -> None:
    ctx.then("effects", player=player, effects=effects, source=source, cause=cause)


def yes_or_no(ctx: Context, player: str, kind: str, **values: object) -> bool:
    """Ask somebody a question that has two answers."""
    options: list[Option] = [
        {"id": key, "text": ctx.sentences.lexicon["option:" + key]} for key in ("yes", "no")
    ]
    return ctx.choose(player, kind, options, **values) == "yes"


@does(Deed)
def _deed(ctx: Context, player: str, effect: Deed, source: Card | None, cause: str) -> None:
    ctx.then("deed", player=player, effect=effect, source=source, cause=cause)


@frame("deed")
def deed(ctx: Context, player: str, effect: Deed, source: Card | None, cause: str) -> None:
    """Ask whether something was done at the table; only then the card works."""
    done = yes_or_no(ctx, player, "deed", deed=effect.deed)
    tell_effect(ctx, "effect.deed-done" if done else "effect.deed-missing", player, source)
    rest = effect.do if done else effect.else_
    if rest:
        _do(ctx, player, rest, source, cause)


# Things that change hands.


@does(HandOver)
def _hand_over(ctx: Context, player: str, effect: HandOver, source: Card | None, cause: str) -> None:
    """Let others have something of this person's: one neighbour, or everybody who is meant."""
    wanted, around = effect.hand_over, ctx.state.around(player)[1:]
    if wanted.to == "neighbour":
        people = list(dict.fromkeys(p.id for p in (around[:1] + around[-1:])))
        ctx.then("hand-over-to-one", player=player, people=people, wanted=wanted, source=source, cause=cause)
        return
    meant = [p for p in around if wanted.with_ is None or _has_trait(ctx, p.id, wanted.with_)]
    if wanted.order == "highest":
        meant.sort(key=lambda p: -p.level)
    for person in meant:
        ctx.then("hand-over", giver=player, taker=person.id, wanted=wanted, source=source, cause=cause)


def _has_trait(ctx: Context, player: str, trait: str) -> bool:
    working = in_force(ctx.book, ctx.state.player(player))
    return any(matches(ctx.book, card, Filter(trait=trait)) for card in working)


@frame("hand-over-to-one")
def hand_over_to_one(
    ctx: Context, player: str, people: Sequence[str], wanted: Giving, source: Card | None, cause: str
) -> None:
    if not candidates(ctx, ctx.state.player(player), wanted, cause):
        tell_effect(ctx, "effect.nothing-to-lose", player, source)
        return
    taker = choose_person(ctx, player, list(people))
    ctx.then("hand-over", giver=player, taker=taker, wanted=wanted, source=source, cause=cause)


@frame("hand-over")
def hand_over(ctx: Context, giver: str, taker: str, wanted: Giving, source: Card | None, cause: str) -> None:
    """Give one card of a person to another; what lay out lies out again, what was held is held."""
    found = candidates(ctx, ctx.state.player(giver), wanted, cause)
    found = [(c, name) for c, name in found if name != "attached" and not has_own_pile(ctx, c)]
    if not found:
        tell_effect(ctx, "effect.nothing-to-lose", giver, source)
        return
    cards = [card for card, _ in found]
    if wanted.picks == "receiver":
        card = ctx.choose_card(taker, "take-from", cards, victim=ctx.person(giver))
    else:
        card = ctx.choose_card(giver, "give-to", cards, taker=ctx.person(taker))
    name = next(name for other, name in found if other == card)
    take(ctx, giver, card, name)
    if name == "hand" or card.kind != "item":
        put(ctx, taker, card, "hand")
    else:
        place(ctx, taker, card)
        ctx.then("settle", player=taker)
    shown = (card,) if name != "hand" else ()
    ctx.step(
        "effect.handed-over",
        cards=(*((source,) if source else ()), *shown),
        player=ctx.person(giver),
        taker=ctx.person(taker),
    )
    if name != "hand":
        ctx.then("settle", player=giver)


# Levels, gender, and what holds for a while.


@does(PassLevel)
def _pass_level(ctx: Context, player: str, effect: PassLevel, source: Card | None, cause: str) -> None:
    ctx.then("pass-level", player=player, source=source)


@frame("pass-level")
def pass_level(ctx: Context, player: str, source: Card | None) -> None:
    """Give a level to whoever stands lowest; the lowest person's own level is simply lost."""
    before = ctx.state.player(player).level
    taker = lowest_person(ctx, player)
    lose_levels(ctx, player, 1, also=cited(source))
    if taker != player and ctx.state.player(player).level < before:
        gain_levels(ctx, taker, 1, source=source)


@does(ChangeGender)
def _gender(ctx: Context, player: str, effect: ChangeGender, source: Card | None, cause: str) -> None:
    """Change the gender; nothing but another card changes it back."""
    gender = "w" if ctx.state.player(player).gender == "m" else "m"
    ctx.state = ctx.state.change(player, gender=gender)
    tell_effect(ctx, "effect.gender", player, source, gender="gender:" + gender)


@does(Hold)
def _status(ctx: Context, player: str, effect: Hold, source: Card | None, cause: str) -> None:
    begin_status(ctx, player, effect.status.what, effect.status.until, source)


@does(EndTurn)
def _end_turn(ctx: Context, player: str, effect: EndTurn, source: Card | None, cause: str) -> None:
    tell_effect(ctx, "effect.turn-lost", player, source)
    ctx.then("next-turn")


# Drawing and searching.


@does(Draw)
def _draw(ctx: Context, player: str, effect: Draw, source: Card | None, cause: str) -> None:
    for _ in range(effect.draw.count or 1):
        ctx.then("draw-more", player=player, deck=effect.draw.deck, source=source)


@frame("draw-more")
def draw_more(ctx: Context, player: str, deck: str, source: Card | None) -> None:
    card = draw_or_named(ctx, deck, player, None)
    if card is not None:
        receive(ctx, player, card)
        tell_effect(ctx, "effect.draws", player, source, deck="deck:" + deck)


@does(OpenDoor)
def _open_door(ctx: Context, player: str, effect: OpenDoor, source: Card | None, cause: str) -> None:
    """Turn over a further door card, as if the door were kicked again."""
    to_phase(ctx, "door")
    ctx.then("action:kick_door", player=player)


@does(TakeDiscard)
def _take_discard(ctx: Context, player: str, effect: TakeDiscard, source: Card | None, cause: str) -> None:
    ctx.then("take-discard", player=player, wanted=effect.take_discard, source=source)


@frame("take-discard")
def take_discard(ctx: Context, player: str, wanted: Searching, source: Card | None) -> None:
    """Take a card from a discard pile: its top, or any one that fits where the pile may be searched."""
    asked = msgspec.structs.replace(wanted, deck=None)
    found: list[tuple[Card, str]] = []
    for deck in (wanted.deck,) if wanted.deck else tuple(DISCARD):
        pile: Pile | None = getattr(ctx.state.piles, DISCARD[deck])
        if pile is None or (pile.endless and wanted.search):
            ctx.warn("unknown-discard", deck="deck:" + deck)
        if pile is None:
            continue
        others = [card for card in pile.cards if card != source]
        cards = others if wanted.search else others[:1]
        found += [(card, DISCARD[deck]) for card in cards if matches(ctx.book, card, asked)]
    if not found:
        tell_effect(ctx, "effect.nothing-there", player, source)
        return
    card = ctx.choose_card(player, "from-discard", [card for card, _ in found])
    name = next(name for other, name in found if other == card)
    taken_from: Pile = getattr(ctx.state.piles, name)
    cards_left = list(taken_from.cards)
    cards_left.remove(card)
    ctx.set(piles=replace(ctx.state.piles, **{name: taken_from.holding(tuple(cards_left))}))
    if wanted.into == "in_play":
        put(ctx, player, card, "in_play")
        ctx.then("settle", player=player)
    else:
        receive(ctx, player, card)
    tell_effect(ctx, "effect.from-discard", player, source, card=card)


# Lifting a curse.


@does(Lift)
def _lift(ctx: Context, player: str, effect: Lift, source: Card | None, cause: str) -> None:
    ctx.then("lift", player=player, source=source)


@frame("lift")
def lift(ctx: Context, player: str, source: Card | None) -> None:
    """End one curse that lies with this person, or with anybody where none lies here."""
    cursed = [p.id for p in ctx.state.players if p.pending]
    if not cursed:
        tell_effect(ctx, "effect.nothing-there", player, source)
        return
    victim = player if player in cursed else choose_person(ctx, player, cursed)
    card = ctx.choose_card(player, "lift", [entry.card for entry in ctx.state.player(victim).pending])
    tell_effect(ctx, "effect.lifted", victim, source, card=card)
    lose(ctx, victim, card, "pending", "effect")
