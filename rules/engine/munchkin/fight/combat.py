"""A fight begins and ends; who takes part, and what must hold before anybody acts in it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import lose
from rules.engine.munchkin.fight.weighing import as_lost, weigh
from rules.engine.munchkin.gear.wearing import place, unusable
from rules.engine.munchkin.language.parts import Condition
from rules.engine.munchkin.people.statuses import begin_fight_statuses, end_statuses
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.state import Combat, Monster, Player, State, replace
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.traits import meets
from rules.engine.munchkin.table.zones import discard, put, take
from rules.engine.objects import Option


def fighters(state: State) -> tuple[str, ...]:
    """Return the ids of those who fight at the moment."""
    return state.combat.people if state.combat else ()


def fight(ctx: Context, player: str, *handed: str) -> Combat:
    """Return the fight that goes on; refuses the action where nobody fights."""
    if ctx.state.combat is None:
        ctx.refuse("no-fight", *handed, player=ctx.person(player))
    return ctx.state.combat


def open_fight(ctx: Context, player: str, *handed: str) -> Combat:
    """Return a fight that is not decided yet; refuses the action otherwise."""
    combat = fight(ctx, player, *handed)
    if combat.state != "open":
        ctx.refuse("fight-decided", player=ctx.person(player))
    return combat


def own_fight(ctx: Context, player: str) -> Combat:
    """Return the fight that this player leads; refuses the action otherwise."""
    combat = fight(ctx, player)
    if combat.fighter != player:
        ctx.refuse("not-your-fight", player=ctx.person(player), fighter=ctx.person(combat.fighter))
    return combat


def must_not_win(ctx: Context, player: str, target: str) -> None:
    """Refuse what only somebody needs who cannot win: with what lies out, this side does."""
    standing = weigh(ctx.book, ctx.state, ctx.sentences)
    if standing.winner == "munchkins" and ctx.book.value(target) is False:
        ctx.refuse(
            "wins-already",
            target,
            player=ctx.person(player),
            munchkins=standing.munchkins.total,
            monsters=standing.monsters.total,
        )


@frame("meet-monster")
def meet_monster(ctx: Context, player: str, card: Card) -> None:
    """Begin the fight against a monster that was turned over or played from the hand."""
    name = ctx.person(player)
    if is_friendly(ctx, ctx.state.player(player), card):
        ctx.step("combat.friendly", cards=(card,), player=name, monster=card)
        discard(ctx, card)
        ctx.set(turn=replace(ctx.state.turn, phase="loot"))
        return
    trouble = when(trouble=ctx.state.turn.phase == "trouble")
    ctx.set(combat=Combat(player, monsters=(Monster(card),)))
    begin_fight_statuses(ctx, player)
    ctx.step("combat.begins", *trouble, cards=(card,), player=name, monster=card)
    ctx.then("monster-joined", player=player, index=0)


def is_friendly(ctx: Context, player: Player, card: Card) -> bool:
    """Say whether the monster leaves this person alone from the start."""
    friendly = card.get("friendly")
    if isinstance(friendly, Condition):
        return meets(ctx.book, player, friendly)
    return friendly is True


def show(ctx: Context) -> None:
    """Remember how the fight stands at this moment: the answer shows it after the fight has ended."""
    ctx.shown = weigh(ctx.book, ctx.state, ctx.sentences)


def show_lost(ctx: Context) -> None:
    """Remember a fight that was lost before this question began."""
    if ctx.shown is None and ctx.state.combat is not None and ctx.state.combat.state == "lost":
        ctx.shown = as_lost(weigh(ctx.book, ctx.state, ctx.sentences), ctx.book)


@frame("end-combat")
def end_combat(ctx: Context, won: bool) -> None:
    """Clear the fight away: everything played in it is discarded, promises are kept, the turn goes on."""
    combat: Combat = ctx.state.combat
    played = [played.card for played in combat.played]
    for monster in combat.monsters:
        discard(ctx, *monster.boosts, monster.card)
    discard(ctx, *played)
    ctx.set(combat=None)
    ctx.step(
        "combat.cleared",
        *when(won=won, played=played),
        monsters=[monster.card for monster in combat.monsters],
    )
    for player in combat.people:
        _lift_reminders(ctx, player)
        end_statuses(ctx, player, "this-combat")
        if unusable(ctx, ctx.state.player(player)):
            ctx.then("stow-unusable", player=player)
    _queue_aftermath(ctx, combat, won)
    for card in combat.offer.items if combat.offer else ():
        ctx.then("keep-promise", giver=combat.fighter, taker=combat.helper, card=card)
    loots = won and any(m.card.get("loot_after_win") for m in combat.monsters if m.gone in (None, "killed"))
    ctx.then("after-combat", dead=combat.dead, won=won, loots=loots)


def _queue_aftermath(ctx: Context, combat: Combat, won: bool) -> None:
    """Let cards do what they do when the fight is over: for those who got away, for a neighbour."""
    for card, caught in spared_by(combat) if not won else ():
        for person in ctx.state.players:
            if person.id not in caught:
                effects = list(card.get("spared"))
                ctx.then("effects", player=person.id, effects=effects, source=card, cause="monster")
    for entry in combat.played:
        if entry.card.get("passes_to"):
            ctx.then("pass-on", player=entry.player, card=entry.card)


def spared_by(combat: Combat) -> list[tuple[Card, list[str]]]:
    """Return the monsters that do something for those they did not catch, with whom each of them caught."""
    found = []
    for index, monster in enumerate(combat.monsters):
        caught = [escape.player for escape in combat.caught if escape.monster == index]
        if monster.card.get("spared") and caught:
            found.append((monster.card, caught))
    return found


def _lift_reminders(ctx: Context, player: str) -> None:
    """Discard what was kept for this fight; what came when it was decided waits for the next."""
    for entry in ctx.state.player(player).pending:
        if entry.until == "after-combat":
            take(ctx, player, entry.card, "pending")
            put(ctx, player, entry.card, "pending", "next-combat")
        if entry.until == "next-combat":
            take(ctx, player, entry.card, "pending")
            discard(ctx, entry.card)
            ctx.step("combat.reminder-over", cards=(entry.card,), player=ctx.person(player), card=entry.card)


def _ends_turn(ctx: Context) -> bool:
    """Say whether death in the own turn ends it; where the book is silent, a table may let charity follow."""
    if ctx.book.knows("tod.zug-endet"):
        return bool(ctx.book.value("tod.zug-endet", True))
    ctx.doubt("turn-of-the-dead")
    return not ctx.book.reads("turn-of-the-dead", "b")


@frame("after-combat")
def after_combat(ctx: Context, dead: Sequence[str], won: bool, loots: bool = False) -> None:
    """Go on with the turn: charity, or the next player's turn where the active one has died."""
    active = ctx.state.turn.player
    if active in dead and _ends_turn(ctx):
        ctx.step("combat.turn-over", player=ctx.person(active))
        ctx.then("next-turn")
        return
    turn = ctx.state.turn
    ctx.set(turn=replace(turn, phase="loot" if loots else "charity", fights=turn.fights + 1))
    if loots:
        ctx.step("combat.may-loot", player=ctx.person(active))
        return
    ctx.step(
        "combat.charity",
        *when(won=won, trouble=turn.phase == "trouble"),
        player=ctx.person(active),
    )


@frame("keep-promise")
def keep_promise(ctx: Context, giver: str, taker: str, card: Card) -> None:
    """Hand over an item that was promised for help."""
    ctx.doubt("promised-items")
    owner = ctx.state.player(giver)
    name = next((zone for zone in ("in_play", "backpack") if card in getattr(owner, zone)), None)
    if name is None:
        ctx.step("combat.promise-gone", cards=(card,), giver=ctx.person(giver), card=card)
        return
    take(ctx, giver, card, name)
    place(ctx, taker, card)
    ctx.step(
        "combat.promise-kept", cards=(card,), giver=ctx.person(giver), taker=ctx.person(taker), card=card
    )
    ctx.then("settle", player=taker)


@frame("monster-joined")
def monster_joined(ctx: Context, player: str, index: int) -> None:
    """A monster has come into the fight by a way that lets it call others of its kind."""
    if ctx.state.combat.monsters[index].card.get("on_meet"):
        ctx.then("meet-effects", index=index)
    ctx.then("goth-call", player=player, index=index)


@frame("leave")
def leave(ctx: Context, player: str, card: Card, zone: str, how: str) -> None:
    """A card leaves, with everything that follows."""
    lose(ctx, player, card, zone, how)


def choose_monster(
    ctx: Context, combat: Combat, player: str, kind: str, indexes: tuple[int, ...], **values: object
) -> int:
    """Let a player name one of the monsters; monsters that are alike are one option."""
    different = {combat.monsters[index]: index for index in reversed(indexes)}
    options: list[Option] = [
        {"id": str(index), "text": combat.monsters[index].card.name, "monster": index}
        for index in sorted(different.values())
    ]
    return int(ctx.choose(player, kind, options, **values))
