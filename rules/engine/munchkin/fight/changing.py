"""What cards do to a fight itself: monsters that change, leave or grow, cards taken back, a fight avoided."""

from __future__ import annotations

from typing import TypedDict, cast

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.influences import reaction
from rules.engine.munchkin.effects.on_cards import tell_effect, yes_or_no
from rules.engine.munchkin.fight.combat import choose_monster, show
from rules.engine.munchkin.fight.weighing import weigh
from rules.engine.munchkin.language.effects import (
    EachMonster,
    LeaveFight,
    MonsterStrength,
    PlayHand,
    RemoveMonster,
    Removing,
    SwapMonster,
    TakeBack,
    Wager,
)
from rules.engine.munchkin.language.parts import Filter
from rules.engine.munchkin.table.procedures import does, frame
from rules.engine.munchkin.table.state import Combat, Pile, Played, Strength, replace
from rules.engine.munchkin.table.traits import levels_of, matches, may_use
from rules.engine.munchkin.table.zones import discard, put, take
from rules.engine.objects import Option

DIE = 6
SIDES = ("munchkins", "monsters")


# Meeting a monster, and what its text says of cards that are played.


@frame("meet-effects")
def meet_effects(ctx: Context, index: int) -> None:
    """Let a monster that has just come do to the fighter what its text says."""
    combat: Combat = ctx.state.combat
    card = combat.monsters[index].card
    for effect in card.get("on_meet", ()):
        ctx.then("effect", player=combat.fighter, effect=effect, source=card, cause="monster", at=index)


@frame("react")
def react(ctx: Context, player: str, card: Card) -> None:
    """Let the monsters in the fight answer a card that somebody has played into it."""
    combat: Combat | None = ctx.state.combat
    for index in combat.present if combat is not None else ():
        monster = combat.monsters[index].card  # type: ignore[union-attr]
        row = reaction(ctx.book, monster, card)
        for effect in (row.effects if row else None) or ():
            ctx.then("effect", player=player, effect=effect, source=monster, cause="monster", at=index)


class Aim(TypedDict, total=False):
    """What was named when an effect began: a monster by its index, one of the hand, a roll."""

    at: int
    ref: CardRef
    roll: int | None


def _aim(ctx: Context) -> Aim:
    """Return at what the effect was aimed that is just done."""
    return cast("Aim", ctx.frame.args)


# Monsters that leave or change.


@does(RemoveMonster)
def _remove_monster(
    ctx: Context, player: str, effect: RemoveMonster, source: Card | None, cause: str
) -> None:
    value = effect.remove_monster
    ctx.then("remove-one", player=player, value=value, source=source, at=_aim(ctx).get("at"))


@frame("remove-one")
def remove_one(
    ctx: Context, player: str, value: Removing, source: Card | None, at: int | None = None
) -> None:
    """Take one monster out of the fight: the one that is meant, the weakest of several, or one of choice."""
    combat: Combat | None = ctx.state.combat
    among = _removable(ctx, combat, value, at) if combat is not None else ()
    if not among:
        tell_effect(ctx, "effect.nothing-there", player, source)
        return
    assert combat is not None
    index = choose_monster(ctx, combat, player, "removed-monster", among)
    if combat.state == "open":
        show(ctx)
    treasures = 0 if value.how == "discarded" else None
    ctx.set(combat=combat.with_monster(index, gone=value.how, treasures=treasures))
    cards = (source,) if source else ()
    ctx.step("combat.removed-" + value.how, cards=cards, monster=combat.monsters[index].card)
    ctx.then("monster-removed", how=value.how, instead=None)


def _removable(ctx: Context, combat: Combat, value: Removing, at: int | None) -> tuple[int, ...]:
    if value.which == "weakest":
        if len(combat.present) < 2:
            return ()
        levels = {index: levels_of(ctx.book, combat.monsters[index]) for index in combat.present}
        counted, other = (_lowest({i: pair[way] for i, pair in levels.items()}) for way in (0, 1))
        if counted != other:
            ctx.doubt("boost.raises-level")
        return counted
    return combat.present if at is None else tuple(i for i in combat.present if i == at)


def _lowest(levels: dict[int, int]) -> tuple[int, ...]:
    return tuple(index for index, level in levels.items() if level == min(levels.values()))


@does(SwapMonster)
def _swap_monster(ctx: Context, player: str, effect: SwapMonster, source: Card | None, cause: str) -> None:
    aim = _aim(ctx)
    ctx.then("swap-monster", player=player, source=source, at=aim.get("at"), ref=aim.get("ref"))


@frame("swap-monster")
def swap_monster(
    ctx: Context, player: str, source: Card | None, at: int | None = None, ref: CardRef | None = None
) -> None:
    """Take a monster of the fight to the hand and let one of the hand take its place, boosts and all."""
    combat: Combat = ctx.state.combat
    held = [c for c in ctx.state.player(player).hand if c.kind == "monster"]
    new = ref.among(tuple(held)) if ref is not None else None
    if not held or (ref is not None and new is None):
        tell_effect(ctx, "effect.nothing-there", player, source)
        return
    index = at if at is not None else choose_monster(ctx, combat, player, "removed-monster", combat.present)
    new = new or ctx.choose_card(player, "new-monster", held)
    old = combat.monsters[index].card
    take(ctx, player, new, "hand")
    put(ctx, player, old, "hand")
    ctx.set(combat=ctx.state.combat.with_monster(index, card=new, strength=0))
    tell_effect(ctx, "effect.monster-swapped", player, source, monster=old, new=new)
    ctx.then("monster-joined", player=player, index=index)


@does(MonsterStrength)
def _monster_strength(
    ctx: Context, player: str, effect: MonsterStrength, source: Card | None, cause: str
) -> None:
    """Make the monster itself stronger for this fight; which one it is stands in the frame's effect."""
    index, value = _aim(ctx).get("at"), effect.monster_strength
    combat: Combat = ctx.state.combat
    if index is not None:
        stronger = combat.monsters[index].strength + value
        ctx.set(combat=combat.with_monster(index, strength=stronger))
        tell_effect(ctx, "effect.monster-stronger", player, source, n=value)


@does(EachMonster)
def _each_monster(ctx: Context, player: str, effect: EachMonster, source: Card | None, cause: str) -> None:
    tell_effect(ctx, "effect.each-monster", player, source, n=effect.each_monster)


# Cards that come back or must come.


@does(TakeBack)
def _take_back(ctx: Context, player: str, effect: TakeBack, source: Card | None, cause: str) -> None:
    ctx.then("take-back", player=player, wanted=effect.take_back, source=source)


@frame("take-back")
def take_back(ctx: Context, player: str, wanted: Filter, source: Card | None) -> None:
    """Take a card that was played into the fight: to the hand, or at once for the other side."""
    combat: Combat = ctx.state.combat
    found = [p for p in combat.played if p.card != source and matches(ctx.book, p.card, wanted)]
    if not found:
        tell_effect(ctx, "effect.nothing-there", player, source)
        return
    card = ctx.choose_card(player, "take-back", [p.card for p in found])
    entry = next(p for p in found if p.card == card)
    to_hand = yes_or_no(ctx, player, "to-hand", card=card)
    played = list(combat.played)
    if to_hand:
        played.remove(entry)
        put(ctx, player, card, "hand")
    else:
        other = SIDES[1 - SIDES.index(entry.side)]
        played[played.index(entry)] = replace(entry, player=player, side=other)
    ctx.set(combat=replace(ctx.state.combat, played=tuple(played)))
    tell_effect(ctx, "effect.taken-back" if to_hand else "effect.other-side", player, source, card=card)


@does(PlayHand)
def _play_hand(ctx: Context, player: str, effect: PlayHand, source: Card | None, cause: str) -> None:
    ctx.then("play-hand", player=player, wanted=effect.play_hand, source=source)


@frame("play-hand")
def play_hand(ctx: Context, player: str, wanted: Filter, source: Card | None) -> None:
    """Play every card of the hand that helps in this fight, needed or not."""
    owner = ctx.state.player(player)
    meant = [c for c in dict.fromkeys(owner.hand) if matches(ctx.book, c, wanted)]
    helping = next((c for c in meant if may_use(ctx.book, owner, c) and _helps(ctx, player, c)), None)
    if helping is None:
        return
    take(ctx, player, helping, "hand")
    combat: Combat = ctx.state.combat
    ctx.set(combat=replace(combat, played=(*combat.played, Played(helping, player, "munchkins"))))
    tell_effect(ctx, "effect.must-play", player, source, card=helping)
    ctx.then("play-hand", player=player, wanted=wanted, source=source)


def _helps(ctx: Context, player: str, card: Card) -> bool:
    """Say whether the munchkins would stand better with this card played for them."""
    combat: Combat = ctx.state.combat
    state = replace(
        ctx.state, combat=replace(combat, played=(*combat.played, Played(card, player, "munchkins")))
    )
    before, after = (weigh(ctx.book, s, ctx.sentences) for s in (ctx.state, state))
    return after.munchkins.total - after.monsters.total > before.munchkins.total - before.monsters.total


# A risk for strength, and a fight that does not take place.


@does(Wager)
def _wager(ctx: Context, player: str, effect: Wager, source: Card | None, cause: str) -> None:
    ctx.then("wager", player=player, highest=effect.wager, source=source, roll=_aim(ctx).get("roll"))


@frame("wager")
def wager(ctx: Context, player: str, highest: int, source: Card, roll: int | None) -> None:
    """Name a bonus, then roll: below it the card goes when the fight is over."""
    options: list[Option] = [{"id": str(n), "text": f"+{n}"} for n in range(1, highest + 1)]
    number = int(ctx.choose(player, "wager", options, card=source))
    face = ctx.roll(DIE, lambda f: f < number) if roll is None else roll
    if roll is not None:
        ctx.rolled(roll)
    ctx.event("kept" if face >= number else "lost", player=player, card=source)
    combat: Combat = ctx.state.combat
    ctx.set(
        combat=replace(combat, strengths=(*combat.strengths, Strength(player, source.name, number, source)))
    )
    if face >= number:
        tell_effect(ctx, "effect.wager-kept", player, source, n=number)
        return
    take(ctx, player, source, "in_play")
    spent = Played(source, player, "munchkins")
    ctx.set(combat=replace(ctx.state.combat, played=(*combat.played, spent)))
    tell_effect(ctx, "effect.wager-lost", player, source, n=number)
    ctx.then("settle", player=player)


@does(LeaveFight)
def _leave_fight(ctx: Context, player: str, effect: LeaveFight, source: Card | None, cause: str) -> None:
    """Avoid the fight: everything in it is discarded, nobody wins or flees, and the turn is over."""
    combat: Combat = ctx.state.combat
    for monster in combat.monsters:
        discard(ctx, *monster.boosts, monster.card)
    discard(ctx, *(played.card for played in combat.played))
    ctx.set(combat=None)
    tell_effect(ctx, "effect.fight-avoided", player, source)
    ctx.then("next-turn")


# After the fight.


@frame("pass-on")
def pass_on(ctx: Context, player: str, card: Card) -> None:
    """Let a neighbour who stands lower take a card that was used up."""
    around = ctx.state.around(player)
    taker = around[1 % len(around)] if card.get("passes_to") == "left" else around[-1]
    if taker.level >= ctx.state.player(player).level:
        return
    wants = yes_or_no(ctx, taker.id, "pass-on", card=card)
    if not wants:
        return
    pile: Pile | None = ctx.state.piles.treasure_discard
    if pile is not None:
        cards = list(pile.cards)
        cards.remove(card)
        ctx.set(piles=replace(ctx.state.piles, treasure_discard=pile.holding(tuple(cards))))
    put(ctx, taker.id, card, "hand")
    tell_effect(ctx, "effect.passed-on", taker.id, card, card=card)
