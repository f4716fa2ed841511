"""The turn: listening, the door, looking for trouble, looting, charity, and whose turn is next."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.abilities import keeps_first_door
from rules.engine.munchkin.cards.curses import CURSES
from rules.engine.munchkin.cards.drawing import draw_or_named
from rules.engine.munchkin.language.abilities import SecondTrouble
from rules.engine.munchkin.language.parts import Condition
from rules.engine.munchkin.people.statuses import end_statuses
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.rows import KilledAtOnce
from rules.engine.munchkin.table.seats import (
    must_be_active,
    must_be_over,
    must_be_phase,
    to_phase,
    to_turn_of,
)
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.traits import abilities, in_force, meets
from rules.engine.munchkin.table.zones import discard, find, receive, take
from rules.engine.objects import Instead

BEFORE_DOOR = ("start", "listen", "door")


@action("listen")
def listen(ctx: Context, player: str, card: CardRef | None = None, instead: Instead | None = None) -> None:
    """Draw a door card face down before the door is opened."""
    if not ctx.book.has("listen-at-door") or not ctx.book.knows("variante.phase0"):
        ctx.refuse("variant-not-played", "listen")
    must_be_active(ctx, player, "listen")
    must_be_over(ctx)
    must_be_phase(ctx, ("start", "listen"), "listen")
    drawn = draw_or_named(ctx, "door", player, card, instead=instead)
    to_phase(ctx, "door")
    if drawn is None:
        return
    receive(ctx, player, drawn)
    if drawn.kind in CURSES:
        ctx.doubt("listen.curse")
    ctx.step("listen.drawn", player=ctx.person(player))


@action("kick_door")
def kick_door(ctx: Context, player: str, card: CardRef | None = None, instead: Instead | None = None) -> None:
    """Turn over a door card: a monster is fought, a curse hits, anything else goes to the hand."""
    must_be_active(ctx, player, "door")
    must_be_over(ctx)
    must_be_phase(ctx, BEFORE_DOOR, "door")
    if keeps_first_door(ctx, player, instead):
        instead = None
    drawn = draw_or_named(ctx, "door", player, card, face_up=True, instead=instead)
    to_phase(ctx, "trouble")
    if drawn is None:
        ctx.step("door.nothing", player=ctx.person(player))
        return
    ctx.step("door.opened", cards=(drawn,), player=ctx.person(player), card=drawn)
    if drawn.get("on_reveal"):
        discard(ctx, drawn)
        effects = list(drawn.get("on_reveal"))
        ctx.then("effects", player=player, effects=effects, source=drawn, cause="effect")
    elif drawn.kind == "monster":
        _meet(ctx, player, drawn, "door")
    elif drawn.kind in CURSES:
        _curse_at_the_door(ctx, player, drawn)
    else:
        _other_card(ctx, player, drawn)


def _meet(ctx: Context, player: str, card: Card, phase: str) -> None:
    """Fight a monster, unless it is friendly to this person."""
    if not _is_friendly(ctx, player, card):
        to_phase(ctx, phase)
        ctx.step(
            "door.monster",
            *when(trouble=phase == "trouble"),
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
        ctx.then("meet-monster", player=player, card=card)
        ctx.then("kill-at-once")
        return
    discard(ctx, card)
    may_loot = ctx.book.value("phase3-pluendern.freundliches-monster")
    to_phase(ctx, "loot" if may_loot else "charity")
    if may_loot:
        ctx.doubt("friendly.trouble", decides=False)
    ctx.step("door.friendly", *when(looting=may_loot), cards=(card,), player=ctx.person(player), card=card)


@frame("kill-at-once")
def kill_at_once(ctx: Context) -> None:
    """Kill the monster that an item in use kills by itself, where boxes are mixed."""
    combat = ctx.state.combat
    if combat is None:
        return
    items = {card.slug for card in in_force(ctx.book, ctx.state.player(combat.fighter))}
    for rule in ctx.book.read("kombination.automatisch-getoetet", tuple[KilledAtOnce, ...]) or ():
        index = next((i for i in combat.present if combat.monsters[i].card.slug == rule.monster), None)
        if index is not None and rule.item in items:
            ctx.doubt("monster.killed-at-once", *rule.targets)
            ctx.step(
                "door.killed-at-once",
                *rule.targets,
                player=ctx.person(combat.fighter),
                card=combat.monsters[index].card,
            )
            ctx.then("action:remove_monster", player=combat.fighter, monster=index, how="killed")


def _is_friendly(ctx: Context, player: str, card: Card) -> bool:
    friendly = card.get("friendly", False)
    if isinstance(friendly, Condition):
        return meets(ctx.book, ctx.state.player(player), friendly)
    return bool(friendly)


def _curse_at_the_door(ctx: Context, player: str, card: Card) -> None:
    ctx.step("door.curse", cards=(card,), player=ctx.person(player), card=card)
    ctx.then("afflict", player=player, card=card)


def _other_card(ctx: Context, player: str, card: Card) -> None:
    receive(ctx, player, card)
    if card.is_back:
        ctx.warn("unknown-door")
    ctx.step(
        "door.unknown" if card.is_back else "door.other", cards=(card,), player=ctx.person(player), card=card
    )


@action("look_for_trouble")
def look_for_trouble(
    ctx: Context, player: str, card: CardRef | None = None, instead: Instead | None = None
) -> None:
    """Play a monster from the hand against oneself, or leave it."""
    must_be_active(ctx, player, "trouble")
    must_be_over(ctx)
    if not _second_trouble(ctx, player):
        must_be_phase(ctx, ("trouble",), "trouble")
    if card is None:
        to_phase(ctx, "loot")
        ctx.step(
            "trouble.none",
            "left-out",
            player=ctx.person(player),
        )
        return
    found = find(ctx.state.player(player), card, ("hand",))
    if found is None:
        ctx.refuse("card-not-there", "trouble", player=ctx.person(player), card=card, zone="zone:hand")
    if found[0].kind != "monster":
        ctx.refuse("not-a-monster", "trouble", cards=(found[0],), player=ctx.person(player), card=found[0])
    take(ctx, player, found[0], "hand")
    ctx.step("trouble.monster", cards=(found[0],), player=ctx.person(player), card=found[0])
    _meet(ctx, player, found[0], "trouble")


def _second_trouble(ctx: Context, player: str) -> bool:
    """Say whether a card lets this person look for trouble once more after the first fight of the turn."""
    found = abilities(ctx.book, ctx.state.player(player), SecondTrouble)
    if not found or ctx.state.turn.phase != "charity" or ctx.state.turn.fights != 1:
        return False
    ctx.step("trouble.again", cards=(found[0][0],), player=ctx.person(player), card=found[0][0])
    return True


@action("loot_room")
def loot_room(ctx: Context, player: str, card: CardRef | None = None, instead: Instead | None = None) -> None:
    """Draw a card face down when no monster was met in this turn."""
    must_be_active(ctx, player, "loot")
    must_be_over(ctx)
    must_be_phase(ctx, ("trouble", "loot"), "loot", text="no-loot-now")
    if ctx.state.turn.phase == "trouble":
        ctx.step("trouble.none", player=ctx.person(player))
    fast = ctx.book.has("listen-at-door") and ctx.book.knows("variante.pluendern-schatz")
    deck = (
        ctx.book.value("variante.pluendern-schatz")
        if fast
        else ctx.book.value("phase3-pluendern.karte")["deck"]
    )
    drawn = draw_or_named(ctx, deck, player, card, instead=instead)
    to_phase(ctx, "charity")
    if drawn is None:
        return
    receive(ctx, player, drawn)
    words = when(fast=fast, monster=drawn.kind == "monster", curse=drawn.kind in CURSES)
    ctx.step("loot.drawn", *words, player=ctx.person(player), card=drawn)


@frame("next-turn")
def next_turn(ctx: Context) -> None:
    """Let the person to the left begin; what nobody took of a figure goes once the new one had its turn."""
    leaving = ctx.state.active
    following = ctx.state.around(leaving.id)[1 % len(ctx.state.players)].id
    for body in ctx.state.bodies:
        if body.player == leaving.id and not leaving.new_cards_due:
            ctx.set(bodies=tuple(b for b in ctx.state.bodies if b != body))
            discard(ctx, *body.cards)
            ctx.step("body.cleared", player=ctx.person(leaving.id))
    to_turn_of(ctx, following)
    end_statuses(ctx, following, "own-turn")
    ctx.step("turn.next", player=ctx.person(following))
