"""A fight is decided: won with levels and treasure, lost with the duty to run away."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.kernel import Context
from rules.engine.munchkin.cards.abilities import more_treasures
from rules.engine.munchkin.fight.combat import fight, open_fight, own_fight, show, show_lost
from rules.engine.munchkin.fight.pursuing import pursued_by
from rules.engine.munchkin.fight.weighing import Standing, as_won
from rules.engine.munchkin.language.abilities import LevelPerHelpedKill
from rules.engine.munchkin.people.levels import gain_levels, share_victory
from rules.engine.munchkin.people.statuses import end_statuses
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.state import Combat, Monster, replace
from rules.engine.munchkin.table.telling import asks, reason_cites, reason_words, when
from rules.engine.munchkin.table.traits import abilities
from rules.engine.objects import Because, Instead, Pick, Values


@action("finish_combat")
def finish_combat(
    ctx: Context, player: str, split: tuple[Pick, ...] = (), instead: Instead | None = None
) -> None:
    """Everybody had their say: compare both sides."""
    own_fight(ctx, player)
    if ctx.state.combat.loot:
        ctx.then("share-loot", split=split)
        return
    open_fight(ctx, player)
    show(ctx)
    standing: Standing = ctx.shown
    values: Values = {
        "player": ctx.person(player),
        "munchkins": standing.munchkins.total,
        "monsters": standing.monsters.total,
    }
    if standing.winner == "munchkins":
        key = "combat.won-tie" if standing.ties else "combat.won"
        ctx.step(
            key,
            *standing.targets,
            cards=standing.ties,
            also=standing.because,
            ties=standing.ties,
            **values,
        )
        ctx.then("win-combat", split=split, instead=instead)
        return
    ctx.set(combat=replace(ctx.state.combat, state="lost"))
    ctx.step("combat.lost", *standing.targets, also=standing.because, **values)
    _tell_loss(ctx, ctx.state.combat)
    ctx.then("check-flight")


def _tell_loss(ctx: Context, combat: Combat) -> None:
    """Say what a loss means for monsters that were removed before, and for the helper."""
    if any(monster.gone for monster in combat.monsters):
        _tell_nothing_gained(ctx, combat)
    if combat.helper and pursued_by(ctx.book, ctx.state, combat.helper):
        ctx.step("combat.both-flee", helper=ctx.person(combat.helper))


def _tell_nothing_gained(ctx: Context, combat: Combat) -> None:
    ctx.step("combat.removed-for-nothing", player=ctx.person(combat.fighter))


@action("remove_monster")
def remove_monster(
    ctx: Context,
    player: str,
    monster: int,
    how: str,
    because: Because = None,
    treasures: int | None = None,
    instead: Instead | None = None,
) -> None:
    """A card or ability takes one monster out of the fight; what it brings is settled with the rest."""
    combat = fight(ctx, player)
    if monster not in combat.present:
        ctx.refuse("no-such-monster", player=ctx.person(player), index=monster)
    show_lost(ctx)
    gone = combat.with_monster(monster, gone=how, treasures=treasures)
    ctx.set(combat=gone)
    ctx.step(
        "combat.removed-" + how,
        also=reason_cites(ctx, because),
        monster=combat.monsters[monster].card,
        because=reason_words(because),
    )
    ctx.then("monster-removed", how=how, instead=instead)


@frame("monster-removed")
def monster_removed(ctx: Context, how: str, instead: Instead | None) -> None:
    """Go on without the monster: fleeing, fighting the others, or with what the last one brings."""
    combat: Combat = ctx.state.combat
    if combat.state == "lost":
        _tell_nothing_gained(ctx, combat)
        ctx.then("check-flight")
    elif combat.present:
        left = [combat.monsters[index].card for index in combat.present]
        ctx.step("combat.fight-on", monsters=left)
    else:
        show(ctx)
        ctx.shown = as_won(ctx.shown, ctx.book)
        ctx.step("combat.last-removed", "combat.removed-" + how, player=ctx.person(combat.fighter))
        ctx.then("win-combat", split=(), instead=instead)


@frame("win-combat")
def win_combat(ctx: Context, split: tuple[Pick, ...], instead: Instead | None = None) -> None:
    """Levels first, then treasure, then the table is cleared."""
    combat: Combat = ctx.state.combat
    killed = [monster for monster in combat.monsters if monster.gone in (None, "killed")]
    rest_won = any(m.gone is None for m in combat.monsters)
    eliminated = any(m.gone == "eliminated" and m.treasures is None for m in combat.monsters)
    if rest_won and eliminated and asks(ctx.book, "eliminated-treasure"):
        ctx.doubt("eliminated-treasure")
    if killed:
        boosted = any(monster.boosts for monster in killed)
        ctx.then("levels-for-kills", kills=[_levels(ctx, monster) for monster in killed], boosted=boosted)
    else:
        ctx.step("combat.no-kill", player=ctx.person(combat.fighter))
    ctx.then(
        "draw-treasures",
        number=sum(_treasures(ctx, monster) for monster in combat.monsters)
        + more_treasures(ctx, combat.fighter, len(killed)),
        split=split,
        instead=instead,
    )


def _levels(ctx: Context, monster: Monster) -> int:
    return int(monster.card.get("levels", ctx.book.value("sieg.stufe")))


def _treasures(ctx: Context, monster: Monster) -> int:
    """Return how many treasures a monster brings: the printed number or what an effect says, with its boosts."""
    if monster.gone == "discarded":
        return 0
    counts = monster.gone in (None, "killed") or bool(ctx.book.value("schatz.ohne-toeten"))
    printed = int(monster.card.get("treasures", ctx.book.value("schatz.vorgabe"))) if counts else 0
    extra = sum(boost.get("treasures", 0) for boost in monster.boosts) if counts else 0
    least = max((boost.get("least_treasures", 0) for boost in monster.boosts), default=0) if counts else 0
    return max(least, (printed if monster.treasures is None else monster.treasures) + extra)


@frame("levels-for-kills")
def levels_for_kills(ctx: Context, kills: Sequence[int], boosted: bool) -> None:
    """The fighter rises for every kill; a helper does not, unless an ability says so."""
    combat: Combat = ctx.state.combat
    words = when(
        fighter=True,
        double=max(kills) > ctx.book.value("sieg.stufe"),
        several=len(kills) > 1,
        boosted=boosted,
        helped=combat.helper,
    )
    gain_levels(ctx, combat.fighter, sum(kills), *words, kill=True)
    if not combat.helper:
        end_statuses(ctx, combat.fighter, "killed-alone")
    if combat.helper:
        _levels_of_helper(ctx, combat.helper, len(kills))
    share_victory(ctx, combat.fighter, combat.helper)


def _levels_of_helper(ctx: Context, helper: str, kills: int) -> None:
    gifted = abilities(ctx.book, ctx.state.player(helper), LevelPerHelpedKill)
    if not gifted:
        ctx.step("help.no-level", helper=ctx.person(helper))
        return
    card, gift = gifted[0]
    before = ctx.state.winners
    ctx.step("help.level", cards=(card,), helper=ctx.person(helper), card=card)
    gain_levels(ctx, helper, gift.level_per_helped_kill * kills, "helper", kill=True)
    if ctx.state.winners != before and helper in ctx.state.winners:
        ctx.doubt("elf-wins")
