"""Using an ability in a fight: cards paid for strength, the whole hand, a die."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.influences import Influences
from rules.engine.munchkin.cards.leaving import lose, may_give_up
from rules.engine.munchkin.cards.playing import warn_incomplete
from rules.engine.munchkin.fight.combat import open_fight
from rules.engine.munchkin.language.abilities import (
    Ability,
    DiscardForStrength,
    DiscardHandFor,
    Discarding,
    Rolled,
    Usable,
)
from rules.engine.munchkin.language.effects import Effect, Strengthened
from rules.engine.munchkin.table.equivalences import equivalences
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.rows import AbilityRow
from rules.engine.munchkin.table.state import Combat, Strength, replace
from rules.engine.munchkin.table.telling import deny
from rules.engine.munchkin.table.traits import may_use, monster_traits
from rules.engine.munchkin.table.zones import find_or_refuse
from rules.engine.objects import Instead, Option, Target, Values
from rules.engine.one_of import word_of

# Abilities that somebody uses of their own accord, and the frame that does it.
USABLE: dict[type[Ability], str] = {
    DiscardForStrength: "use-discards",
    DiscardHandFor: "use-hand",
    Rolled: "use-roll",
    Usable: "use-effects",
}
DIE = 6
# As many cards as a fighter discards in the example of the book; of more it says nothing.
SHOWN = 2


@action("use")
def use(
    ctx: Context,
    player: str,
    card: CardRef,
    ability: int | None = None,
    discard: tuple[CardRef, ...] = (),
    roll: int | None = None,
    on: Target = None,
    against: CardRef | str | None = None,
    instead: Instead | None = None,
) -> None:
    """Use one of the abilities of a card in play."""
    found = find_or_refuse(
        ctx,
        player,
        card,
        ("in_play",),
        "use",
        lacks="zone:in_play",
    )
    source = found[0]
    if not may_use(ctx.book, ctx.state.player(player), source):
        deny(ctx, "not-for-you", player, source)
    if against is not None:
        deny(ctx, "nothing-to-undo", player, source)
    _not_silenced(ctx, player, source)
    usable = [one for one in source.get("abilities", ()) if type(one) in USABLE]
    chosen = usable[_index(ctx, player, source, usable, ability)]
    value = getattr(chosen, word_of(type(chosen)))
    ctx.then(USABLE[type(chosen)], player=player, card=source, ability=value, paid=tuple(discard), roll=roll)


def _not_silenced(ctx: Context, player: str, card: Card) -> None:
    """Refuse an ability that something in the fight silences."""
    if ctx.state.combat is None or player not in ctx.state.combat.people:
        return
    silencer = Influences(ctx.book, ctx.state).silences(card.kind)
    if silencer is not None:
        name = ctx.person(player)
        ctx.refuse("silenced", cards=(card, silencer), player=name, card=card, silencer=silencer)


def _index(
    ctx: Context, player: str, card: Card, usable: Sequence[msgspec.Struct], wanted: int | None
) -> int:
    """Return which ability is used; asks where there are several and none was named."""
    if not usable:
        ctx.refuse(
            "nothing-to-use",
            "none",
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
    if wanted is None:
        options: list[Option] = [
            {"id": str(i), "text": ctx.sentences.lexicon["ability:" + word_of(type(one))]}
            for i, one in enumerate(usable)
        ]
        return int(ctx.choose(player, "ability", options, card=card))
    if wanted >= len(usable):
        ctx.refuse("nothing-to-use", cards=(card,), player=ctx.person(player), card=card)
    return wanted


def _in_fight(ctx: Context, player: str) -> Combat:
    combat = open_fight(ctx, player)
    if player not in combat.people:
        ctx.refuse("not-in-fight", "ability", player=ctx.person(player))
    return combat


def _row(ctx: Context, card: Card) -> AbilityRow:
    """Return which questions the abilities of this kind of card answer."""
    rows = ctx.book.read("faehigkeit.fragen", dict[str, AbilityRow]) or {}
    return rows.get(card.kind) or rows["class"]


@frame("use-discards")
def use_discards(
    ctx: Context,
    player: str,
    card: Card,
    ability: Discarding,
    paid: tuple[CardRef, ...],
    roll: int | None,
) -> None:
    """Discard cards from play or hand for strength, within what the ability allows in one fight."""
    combat = _in_fight(ctx, player)
    row = _row(ctx, card)
    _check_against(ctx, combat, player, card, ability, row)
    if not paid:
        ctx.refuse("nothing-paid", *row.pay, cards=(card,), player=ctx.person(player), card=card)
    _check_number(ctx, combat, player, card, ability, len(paid))
    special = ctx.book.value("faehigkeit.besonders", {}).get(card.slug, ())
    helped = ("use.helped",) if player == combat.helper else ()
    for ref in paid:
        _pay(ctx, player, card, ref, row)
    value = ability.each * len(paid)
    _strengthen(ctx, player, card, value, len(paid))
    ctx.step(
        "use.discards",
        *row.pay[:1],
        *reversed(special),
        *helped,
        *row.pay[1:],
        cards=(card,),
        also=_why(ctx, combat, card),
        player=ctx.person(player),
        card=card,
        n=len(paid),
        value=value,
    )


def _why(ctx: Context, combat: Combat, card: Card) -> list[str]:
    """Return the rules by which monsters are what this ability works against."""
    same = equivalences(ctx.book)
    return [cite for index in combat.present for cite in same.why_for(combat.monsters[index].card, card)]


def _check_against(
    ctx: Context, combat: Combat, player: str, card: Card, ability: Discarding, row: AbilityRow
) -> None:
    """Refuse an ability that works only against a trait which no monster here has."""
    vs = ability.vs
    if vs is None or any(vs in counted_traits(ctx, card, combat, index) for index in combat.present):
        return
    ctx.refuse("ability-against", *row.against, cards=(card,), player=ctx.person(player), card=card, vs=vs)


def counted_traits(ctx: Context, card: Card, combat: Combat, index: int) -> frozenset[str]:
    """Return a monster's traits as the owner of this card reads them."""
    monster = combat.monsters[index]
    return monster_traits(ctx.book, monster) | equivalences(ctx.book).for_owner(monster.card, card)


def _check_number(
    ctx: Context, combat: Combat, player: str, card: Card, ability: Discarding, number: int
) -> None:
    """The limit counts for the whole fight."""
    limit = ability.max
    used = sum(s.number for s in combat.strengths if s.player == player and s.card == card)
    if limit is not None and used + number > limit:
        ctx.refuse("too-many-paid", cards=(card,), player=ctx.person(player), card=card, n=limit, used=used)
    if limit is None and used + number > SHOWN:
        ctx.doubt("fighter.discards-without-end")


def _pay(ctx: Context, player: str, card: Card, ref: CardRef, row: AbilityRow) -> None:
    """Discard one card as the price; the card whose ability is used is no price for it."""
    paid, zone = find_or_refuse(ctx, player, ref, ("hand", "in_play", "backpack", "pending"), *row.source)
    if paid == card and zone == "in_play" and ctx.book.value("klasse.klassenkarte-als-kosten") is False:
        ctx.refuse("pays-itself", cards=(card,), player=ctx.person(player), card=card)
    may_give_up(ctx, player, paid, zone)
    lose(ctx, player, paid, zone, "cost")


def _strengthen(ctx: Context, player: str, card: Card, value: int, number: int) -> None:
    combat: Combat = ctx.state.combat
    ctx.set(
        combat=replace(
            combat, strengths=(*combat.strengths, Strength(player, card.name, value, card, number))
        )
    )


@frame("use-hand")
def use_hand(
    ctx: Context,
    player: str,
    card: Card,
    ability: Strengthened,
    paid: tuple[CardRef, ...],
    roll: int | None,
) -> None:
    """Discard the whole hand for strength; an empty hand is no price."""
    _in_fight(ctx, player)
    hand = ctx.state.player(player).hand
    if not hand:
        ctx.refuse("empty-hand", cards=(card,), player=ctx.person(player), card=card)
    for held in hand:
        lose(ctx, player, held, "hand", "cost")
    _strengthen(ctx, player, card, ability.strength, len(hand))
    ctx.step(
        "use.hand",
        cards=(card,),
        player=ctx.person(player),
        card=card,
        n=len(hand),
        value=ability.strength,
    )


@frame("use-roll")
def use_roll(
    ctx: Context,
    player: str,
    card: Card,
    ability: dict[str, Sequence[Effect]],
    paid: tuple[CardRef, ...],
    roll: int | None,
) -> None:
    """Use something that depends on a die; only attested results can be carried out."""
    _in_fight(ctx, player)
    if roll is None:
        face = ctx.roll(DIE, lambda face: str(face) if str(face) in ability else "")
    else:
        face = roll
        ctx.rolled(roll)
    ctx.event("rolled", player=player, card=card, roll=face)
    effects = ability.get(str(face))
    values: Values = {"player": ctx.person(player), "card": card, "roll": face}
    if effects is None:
        ctx.step("use.roll-unknown", cards=(card,), **values)
        warn_incomplete(ctx, card)
        return
    ctx.step("use.roll" if effects else "use.roll-useless", cards=(card,), **values)
    if effects:
        ctx.then("effects", player=player, effects=effects, source=card, cause="ability")
