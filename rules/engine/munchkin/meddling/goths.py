"""Goths call each other: the chance goes round the table once."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.meddling.following import refuse_to_follow
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.state import Combat, Monster, replace
from rules.engine.munchkin.table.telling import when
from rules.engine.munchkin.table.traits import card_traits, monster_traits
from rules.engine.munchkin.table.zones import take
from rules.engine.objects import Option

CALL = "goth-call"


def goth(ctx: Context) -> str | None:
    """Return the trait of monsters that call each other, where a book on the table knows them."""
    return ctx.book.value("goth.definition")


def _goths_in_hand(ctx: Context, player: str) -> tuple[Card, ...]:
    trait = goth(ctx)
    return tuple(
        card
        for card in ctx.state.player(player).hand
        if card.kind == "monster" and trait in card_traits(ctx.book, card)
    )


@frame(CALL)
def goth_call(ctx: Context, player: str, index: int) -> None:
    """A Goth may call another one: whoever brought it is asked first, then round to the left."""
    combat: Combat = ctx.state.combat
    if not goth(ctx) or goth(ctx) not in monster_traits(ctx.book, combat.monsters[index]):
        return
    for person in ctx.state.around(player):
        ctx.then("goth-chance", player=person.id, caller=player, index=index)
    ctx.then("goth-over", index=index)


@frame("goth-chance")
def goth_chance(ctx: Context, player: str, caller: str, index: int) -> None:
    """Ask one person; who has none to play is skipped."""
    combat: Combat = ctx.state.combat
    own = _goths_in_hand(ctx, player)
    if index in combat.called or not own:
        return
    options: list[Option] = [{"id": c.slug, "text": c.name, "card": c.written} for c in dict.fromkeys(own)]
    kind = "goth-again" if index else "goth"
    picked = ctx.choose(
        player,
        kind,
        [*options, {"id": "pass", "text": ctx.sentences.lexicon["option:pass"]}],
        monster=combat.monsters[index].card,
    )
    if picked == "pass":
        ctx.step("goth.passed", player=ctx.person(player))
        return
    _join(ctx, player, next(card for card in own if card.slug == picked), index)


def _join(ctx: Context, player: str, card: Card, index: int) -> None:
    combat: Combat = ctx.state.combat
    take(ctx, player, card, "hand")
    called = (*combat.called, index, len(combat.monsters))
    ctx.set(combat=replace(combat, monsters=(*combat.monsters, Monster(card)), called=called))
    ctx.step(
        "goth.joins",
        *when(brought=index > 0),
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )


@frame("goth-over")
def goth_over(ctx: Context, index: int) -> None:
    """Everybody was asked once: this Goth calls nobody any more."""
    combat: Combat = ctx.state.combat
    if index not in combat.called:
        ctx.set(combat=replace(combat, called=(*combat.called, index)))


@frame("answer-goth-call")
def answer_goth_call(ctx: Context, player: str, card: Card) -> None:
    """Play a Goth into a fight where a Goth has not called yet; nobody with a better claim is passed over."""
    combat: Combat = ctx.state.combat
    trait = goth(ctx)
    if trait is None or trait not in card_traits(ctx.book, card):
        refuse_to_follow(ctx, player, card)
    callers = [i for i in combat.present if trait in monster_traits(ctx.book, combat.monsters[i])]
    free = [i for i in callers if i not in combat.called]
    if not free:
        ctx.refuse(
            "goth-no-chain" if callers else "does-not-follow",
            "goth",
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
    for person in ctx.state.around(combat.fighter):
        if person.id == player:
            break
        if _goths_in_hand(ctx, person.id):
            ctx.refuse("goth-not-yet", cards=(card,), player=ctx.person(player), first=ctx.person(person.id))
    _join(ctx, player, card, free[0])
