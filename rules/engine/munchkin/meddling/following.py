"""Monsters that follow another one into a fight because both have a trait."""

from __future__ import annotations

from typing import NoReturn

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.fight.combat import fight
from rules.engine.munchkin.table.rows import Follow
from rules.engine.munchkin.table.state import Combat
from rules.engine.munchkin.table.traits import card_traits, monster_traits


def follow_rules(ctx: Context) -> list[Follow]:
    """Return the traits that let a monster follow another one at this table."""
    return [rule for rule in _rules(ctx) if ctx.book.permits(rule.targets[0])]


def _rules(ctx: Context) -> tuple[Follow, ...]:
    return ctx.book.read("kampf.folgen", tuple[Follow, ...]) or ()


def somebody(ctx: Context, combat: Combat, trait: str) -> bool:
    return any(trait in monster_traits(ctx.book, combat.monsters[index]) for index in combat.present)


def following(ctx: Context, combat: Combat, card: Card) -> Follow | None:
    """Return the rule by which this monster follows one that is in the fight."""
    own = card_traits(ctx.book, card)
    found = next(
        (rule for rule in follow_rules(ctx) if rule.trait in own and somebody(ctx, combat, rule.trait)),
        None,
    )
    caller = ctx.book.value("goth.definition")
    hands = (other for p in ctx.state.players for other in p.hand if other != card)
    if found and caller in own and any(caller in card_traits(ctx.book, other) for other in hands):
        ctx.doubt("goth.followed", *found.targets)
    return found


def refuse_to_follow(ctx: Context, player: str, card: Card) -> NoReturn:
    """Refuse a monster that nobody and nothing brings into the fight."""
    fight(ctx, player)
    targets = [t for rule in _rules(ctx) if ctx.book.knows(rule.targets[0]) for t in rule.targets]
    ctx.refuse(
        "does-not-follow",
        *targets,
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
