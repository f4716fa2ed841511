"""Running away: a roll for every monster that pursues, and what happens then."""

from __future__ import annotations

from rules.engine.branch import Frame
from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.abilities import levels_for_escape, outruns
from rules.engine.munchkin.cards.playing import warn_incomplete
from rules.engine.munchkin.fight.combat import choose_monster, fight, must_not_win, show_lost
from rules.engine.munchkin.fight.pursuing import pursued_by, spares
from rules.engine.munchkin.flight.roll_bonus import roll_bonus
from rules.engine.munchkin.people.levels import gain_levels
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.state import Combat, Escape, Player, State, replace
from rules.engine.munchkin.table.telling import asks, when
from rules.engine.objects import Instead, Values

DIE = 6


@action("run_away")
def run_away(
    ctx: Context,
    player: str,
    monster: int | None = None,
    roll: int | None = None,
    instead: Instead | None = None,
) -> None:
    """Run away from one monster; while the fight is still open this means giving in."""
    name = ctx.person(player)
    combat: Combat | None = ctx.state.combat
    if _died_here(ctx, player):
        if asks(ctx.book, "dead-rolls"):
            ctx.doubt("dead-rolls")
        ctx.step("escape.dead", player=name)
        return
    combat = fight(ctx, player)
    if player not in combat.people:
        ctx.refuse("not-in-fight", "flight", player=name)
    if combat.state == "open":
        _give_in(ctx, player)
    show_lost(ctx)
    index = _monster(ctx, player, monster)
    ctx.then("flee", player=player, index=index, roll=roll)


def _died_here(ctx: Context, player: str) -> bool:
    """Say whether this person has died in this fight, or in one that ended with it."""
    if ctx.state.combat is not None:
        return player in ctx.state.combat.dead
    return bool(ctx.state.player(player).new_cards_due)


def _give_in(ctx: Context, player: str) -> None:
    if player != ctx.state.combat.fighter:
        ctx.refuse(
            "not-your-fight",
            "flight",
            player=ctx.person(player),
            fighter=ctx.person(ctx.state.combat.fighter),
        )
    must_not_win(ctx, player, "weglaufen.trotz-sieg")
    ctx.set(combat=replace(ctx.state.combat, state="lost"))
    ctx.shown = None
    show_lost(ctx)
    ctx.step("escape.gives-in", player=ctx.person(player))


def _monster(ctx: Context, player: str, index: int | None) -> int:
    """Return the monster that is run away from; the person who flees chooses the order."""
    combat: Combat = ctx.state.combat
    if index is None:
        due = pursued_by(ctx.book, ctx.state, player) or combat.present
        return choose_monster(ctx, combat, player, "flee", due)
    if index not in combat.present:
        ctx.refuse("no-such-monster", "flight", player=ctx.person(player), index=index)
    if any(escape.player == player and escape.monster == index for escape in combat.escapes):
        ctx.refuse("already-fled", player=ctx.person(player), monster=combat.monsters[index].card)
    return index


@frame("flee")
def flee(ctx: Context, player: str, index: int, roll: int | None) -> None:
    """Roll against one monster, where it pursues and lets anybody escape at all."""
    card: Card = ctx.state.combat.monsters[index].card
    person = ctx.state.player(player)
    values: Values = {"player": ctx.person(player), "monster": card}
    if spares(ctx.book, card, person):
        ctx.step("escape.spared", cards=(card,), **values)
        ctx.doubt("pursue", decides=False)
        ctx.event("spared", player=player, monster=index)
        rid_of(ctx, player, index)
        ctx.then("check-flight")
        return
    if escaped_by := outruns(ctx, player):
        ctx.step("escape.outruns", cards=(escaped_by[0],), card=escaped_by[0], **values)
        ctx.event("escaped", player=player, monster=index)
        rid_of(ctx, player, index)
        ctx.then("check-flight")
        return
    if card.get("no_escape"):
        ctx.step("escape.impossible", cards=(card,), **values)
        escaped = False
    else:
        escaped = _rolls(ctx, person, card, roll, values)
    ctx.event("escaped" if escaped else "caught", player=player, monster=index)
    rid_of(ctx, player, index)
    if not escaped:
        caught = (*ctx.state.combat.caught, Escape(player, index))
        ctx.set(combat=replace(ctx.state.combat, caught=caught))
    _consequences(ctx, player, card, escaped)
    ctx.then("check-flight")


def _rolls(ctx: Context, person: Player, card: Card, roll: int | None, values: Values) -> bool:
    """Roll, tell where the number comes from, and say whether it was enough."""
    bonuses = roll_bonus(ctx, person, card)
    bonus, helpers = sum(value for _, value in bonuses), [helper for helper, _ in bonuses]
    base = ctx.book.value("weglaufen.mindestwurf")
    needed = base - bonus
    face = _rolled(ctx, roll, needed)
    escaped = face >= needed
    key = _told(escaped, needed, rolled=roll is not None)
    if bonuses:
        # What the book says, and what each card takes off it or adds.
        key += "-sum"
        values = {**values, "base": base, "parts": _parts(ctx, bonuses)}
    handed = _of_this_roll(ctx, helpers, escaped=escaped)
    # Where a monster spares some people, its text decides that this one is pursued.
    pursuer = (card,) if card.get("ignores") else ()
    ctx.step(key, *handed, cards=(*helpers, *pursuer), roll=face, needed=needed, bonus=bonus, **values)
    return escaped


def _parts(ctx: Context, bonuses: list[tuple[Card, int]]) -> list[str]:
    """Return what each card does to the number that has to be rolled: a bonus lowers it."""
    return [ctx.sentences.say("part.roll", {"n": -value, "card": card}) for card, value in bonuses]


def _told(escaped: bool, needed: int, *, rolled: bool) -> str:
    if escaped and needed <= 1 and not rolled:
        return "escape.made-surely"
    return ("escape.made" if escaped else "escape.failed") + ("" if rolled else "-chance")


def _of_this_roll(ctx: Context, helpers: list[Card], *, escaped: bool) -> tuple[str, ...]:
    """Return what is special about this roll: who flees from how many, and what the cards that help rest on."""
    special = ctx.book.value("wurf.besonders", {})
    combat: Combat = ctx.state.combat
    words = when(
        several=len(combat.present) > 1, modified=helpers, escaped=escaped, helped=combat.helper is not None
    )
    return (*words, *(target for card in helpers for target in special.get(card.slug, ())))


def _rolled(ctx: Context, roll: int | None, needed: int) -> int:
    if roll is None:
        return ctx.roll(DIE, lambda face: face >= needed)
    ctx.rolled(roll)
    return roll


def rid_of(ctx: Context, player: str, *indexes: int) -> None:
    """Note that this person need no longer flee from these monsters."""
    escapes = tuple(Escape(player, index) for index in indexes)
    ctx.set(combat=replace(ctx.state.combat, escapes=(*ctx.state.combat.escapes, *escapes)))


def hurt_anyway(ctx: Context, player: str, card: Card) -> None:
    """Let a monster hurt somebody who got away from it, where its text says so."""
    if card.get("on_escape"):
        ctx.step("escape.hurts", cards=(card,), player=ctx.person(player), monster=card)
        ctx.then("effects", player=player, effects=card.get("on_escape"), source=card, cause="on-escape")


def _consequences(ctx: Context, player: str, card: Card, escaped: bool) -> None:
    """Bad stuff after a failed escape; some monsters hurt even those who get away."""
    if escaped:
        for source, number in levels_for_escape(ctx, player, card):
            gain_levels(ctx, player, number, source=source)
        hurt_anyway(ctx, player, card)
        return
    if len(ctx.state.combat.present) > 1:
        ctx.step("escape.at-once", player=ctx.person(player), monster=card)
    _bad_stuff(ctx, player, card)


def _bad_stuff(ctx: Context, player: str, card: Card) -> None:
    """Let the bad stuff happen; a card may have none, or none that is attested."""
    if card.get("bad_stuff"):
        ctx.then("effects", player=player, effects=card.get("bad_stuff"), source=card, cause="bad-stuff")
        return
    if card.get("bad_stuff") is not None:
        ctx.step("escape.harmless", cards=(card,), player=ctx.person(player), monster=card)
        return
    ctx.step("escape.nothing-known", cards=(card,), player=ctx.person(player), monster=card)
    warn_incomplete(ctx, card)


@frame("check-flight")
def check_flight(ctx: Context) -> None:
    """The fight ends when nobody still has to run away."""
    combat: Combat | None = ctx.state.combat
    if combat is None:
        return
    if combat.state != "lost":
        _died_in_open_fight(ctx, combat)
        return
    for person in combat.people:
        _tell_spared(ctx, combat, person)
    if not any(pursued_by(ctx.book, ctx.state, person) for person in combat.people):
        ctx.then("end-combat", won=False)


def closing(state: State) -> tuple[Frame, ...]:
    """While somebody flees, whatever is played may end the pursuit: a level, a class or a monster less."""
    fleeing = state.combat is not None and state.combat.state == "lost"
    return (Frame("flight-over", {}),) if fleeing else ()


@frame("flight-over")
def flight_over(ctx: Context) -> None:
    """Look again whether anybody is still pursued."""
    combat: Combat | None = ctx.state.combat
    if combat is None or any(pursued_by(ctx.book, ctx.state, person) for person in combat.people):
        return
    show_lost(ctx)
    ctx.then("check-flight")


def _died_in_open_fight(ctx: Context, combat: Combat) -> None:
    """Death ends the fight of whoever led it; a dead helper only drops out of it."""
    if combat.fighter in combat.dead:
        ctx.step("combat.fighter-dead", player=ctx.person(combat.fighter))
        ctx.then("end-combat", won=False)
    elif combat.helper in combat.dead:
        ctx.step("combat.helper-dead", helper=ctx.person(combat.helper), player=ctx.person(combat.fighter))
        ctx.set(combat=replace(combat, helper=None, offer=None))


def _tell_spared(ctx: Context, combat: Combat, person: str) -> None:
    """Say who is not pursued at all, once the fight is lost."""
    if combat.escapes or person in combat.dead:
        return
    for index in combat.present:
        card = combat.monsters[index].card
        if spares(ctx.book, card, ctx.state.player(person)):
            ctx.doubt("pursue", decides=False)
            ctx.step("escape.spared", cards=(card,), player=ctx.person(person), monster=card)
