"""Playing cards that work by their effects: at once on somebody, or for the rest of a fight."""

from __future__ import annotations

from itertools import chain

from rules.engine.cards import Card, CardRef, with_attached
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.playing import LASTING
from rules.engine.munchkin.effects.on_cards import tell_effect, yes_or_no
from rules.engine.munchkin.fight.combat import open_fight
from rules.engine.munchkin.language.abilities import BonusDeed, PlayWhen
from rules.engine.munchkin.language.effects import (
    EachMonster,
    Effect,
    Lift,
    Options,
    RemoveMonster,
    SwapMonster,
    TakeBack,
)
from rules.engine.munchkin.language.parts import Filter
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.seats import person_named
from rules.engine.munchkin.table.state import Combat, Played, replace
from rules.engine.munchkin.table.telling import deny
from rules.engine.munchkin.table.traits import card_traits, fits, matches
from rules.engine.munchkin.table.zones import discard, swap, take
from rules.engine.objects import Option, Target
from rules.engine.one_of import word_of

# Effects that need a fight and last as long as it.
IN_FIGHT = (EachMonster, RemoveMonster, SwapMonster, TakeBack)


def is_for_fights(card: Card) -> bool:
    """Say whether the card changes a fight."""
    effects: list[Effect] = []
    for effect in card.get("effects", ()):
        effects += chain(*effect.options) if isinstance(effect, Options) else (effect,)
    return any(card.get(key) for key in LASTING) or any(isinstance(one, IN_FIGHT) for one in effects)


def can_work_now(ctx: Context, card: Card, on: Target) -> bool:
    """Say whether a used-up item does something at this moment, or would only be laid out."""
    if not card.get("effects"):
        return False
    if is_for_fights(card):
        return ctx.state.combat is not None
    lifts = any(isinstance(effect, Lift) for effect in card.get("effects"))
    return on is not None or (lifts and any(p.pending for p in ctx.state.players))


@frame("play:effects")
def play_effects(
    ctx: Context,
    player: str,
    card: Card,
    on: Target,
    monster: int | CardRef | None = None,
    zone: str = "hand",
    **rest: object,
) -> None:
    """Play a card: its effects happen at once; what changes the fight lies with it till the end."""
    _check_moment(ctx, player, card, on)
    mode = _mode(ctx, player, card)
    target = person_named(ctx, on, player) or player
    if is_for_fights(card):
        combat: Combat = open_fight(ctx, player)
        side = str(on) if on in ("munchkins", "monsters") else "munchkins"
        take(ctx, player, card, zone)
        ctx.set(combat=replace(combat, played=(*combat.played, Played(card, player, side, mode=mode))))
        target = player
    else:
        take(ctx, player, card, zone)
        discard(ctx, card)
    tell_effect(ctx, "effect.played", player, card, card=card)
    ctx.then("react", player=player, card=card)
    for effect in _taken(card, mode):
        aim = _aim(on, monster) if isinstance(effect, RemoveMonster | SwapMonster) else {}
        ctx.then("effect", player=target, effect=effect, source=card, cause="effect", **aim)


def _taken(card: Card, mode: int) -> list[Effect]:
    found: list[Effect] = []
    for effect in card.get("effects", ()):
        found += effect.options[mode] if isinstance(effect, Options) else (effect,)
    return found


def _aim(on: Target, monster: int | CardRef | None) -> dict[str, object]:
    """Return which monster was named, for an effect that changes one."""
    aim: dict[str, object] = {}
    if isinstance(on, dict) and on.get("monster") is not None:
        aim["at"] = on["monster"]
    if isinstance(monster, CardRef):
        aim["ref"] = monster
    return aim


def _mode(ctx: Context, player: str, card: Card) -> int:
    """Return which of a card's options is taken."""
    options = next((e.options for e in card.get("effects", ()) if isinstance(e, Options)), ())
    if not options:
        return 0
    words: list[Option] = [
        {"id": str(i), "text": ctx.sentences.lexicon["effect:" + word_of(type(option[0]))]}
        for i, option in enumerate(options)
    ]
    return int(ctx.choose(player, "mode", words, card=card))


def _check_moment(ctx: Context, player: str, card: Card, on: Target) -> None:
    """Refuse a moment or a person that the card's own text excludes."""
    wanted: PlayWhen = card.get("play_when") or PlayWhen()
    target = person_named(ctx, on, player)
    if wanted.person == "other" and (target is None or target == player):
        deny(ctx, "needs-another-person", player, card)
    moment = (
        wanted.phases is None or ctx.state.turn.phase in wanted.phases,
        wanted.active is None or (target == ctx.state.turn.player) == wanted.active,
        wanted.fight is None or (ctx.state.combat is not None) == wanted.fight,
        wanted.level is None or fits(ctx.book, ctx.state.player(target or player), wanted.level),
    )
    if not all(moment):
        deny(ctx, "not-at-this-moment", player, card)


# What a used-up item needs to know when it is played into a fight.


def check_alone(ctx: Context, player: str, card: Card, side: str) -> None:
    """Refuse for the munchkins what works only for somebody who fights alone."""
    wanted: PlayWhen = card.get("play_when") or PlayWhen()
    if wanted.alone and side == "munchkins" and len(ctx.state.combat.people) > 1:
        deny(ctx, "only-alone", player, card)


def changed_card(ctx: Context, player: str, card: Card) -> Card | None:
    """Return the played card that this one doubles; refuses it where there is none."""
    wanted: Filter | None = card.get("doubles")
    if not wanted:
        return None
    found = [p.card for p in ctx.state.combat.played if matches(ctx.book, p.card, wanted)]
    if not found:
        deny(ctx, "nothing-to-double", player, card)
    return ctx.choose_card(player, "doubled", found, card=card)


def was_done(ctx: Context, player: str, card: Card) -> int:
    """Ask whether the deed was done that makes a card stronger."""
    wanted: BonusDeed | None = card.get("bonus_deed")
    return int(wanted is not None and yes_or_no(ctx, player, "deed", deed=wanted.deed))


def put_on_person(ctx: Context, player: str, card: Card, target: str) -> None:
    """Lay a boost on a person whom its text lets be strengthened: it lies on the card that makes them one."""
    hosts = [
        c
        for c in ctx.state.player(target).in_play
        if card_traits(ctx.book, c) & set(card.get("attach_to", ()))
    ]
    if not hosts:
        deny(ctx, "not-on-this-person", player, card)
    take(ctx, player, card, "hand")
    swap(ctx, target, hosts[0], with_attached(hosts[0], (*hosts[0].attached, card)), "in_play")
    tell_effect(ctx, "effect.on-person", target, card, card=card, n=card.get("bonus", 0))
