"""The loot: how many treasures lie out, who chooses when, and what nobody takes."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.objects import Pick
from rules.engine.smashup.language.effects import Loot
from rules.engine.smashup.table.board import look
from rules.engine.smashup.table.hands import choose_from
from rules.engine.smashup.table.procedures import frame
from rules.engine.smashup.table.state import replace
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import draw, present, to_discard, to_hand, without


@frame("lay-loot")
def lay_loot(ctx: Context) -> None:
    """Step 5: lay out as many treasures as the monsters at the base show together."""
    base = ctx.state.scoring.base
    board = look(ctx.state)
    monsters = [e for e in board.creatures(base) if e.card.kind == "monster"]
    number = sum(e.card.get("treasures", 1) for e in monsters)
    more = [s for s in board.having(Loot) if s.origin.base == base]
    if not monsters and not more:
        tell(ctx, "no-monsters-no-loot", base=ctx.state.bases[base].card)
        return
    if not monsters:
        ctx.doubt("more-loot-without-monsters")
    for static in more:
        by = board.amount(static.effect.by, static.origin, {})
        number += by
        tell(ctx, "more-loot", number=by, name=static.origin.name, also=[static.origin.cite])
    if number and not order(ctx):
        ctx.doubt("loot-without-takers")
        tell(ctx, "loot-for-nobody", number=number)
        return
    _lay(ctx, number, any(e.controller for e in monsters))


def _lay(ctx: Context, number: int, controlled: bool) -> None:
    drawn = draw(ctx, "treasures", number)
    if len(drawn) < number:
        ctx.doubt("too-few-treasures")
    ctx.set(scoring=replace(ctx.state.scoring, loot=drawn))
    if drawn:
        tell(
            ctx,
            "loot-laid",
            *(["loot-controlled"] if controlled else []),
            number=len(drawn),
            loot=list(drawn),
        )


def order(ctx: Context) -> list[str]:
    """Return who chooses, the strongest first; equal strength from the active player round the table."""
    base, board = ctx.state.scoring.base, look(ctx.state)
    return sorted(present(ctx.state, base), key=lambda p: -board.total(base, p))


@frame("share-loot")
def share_loot(ctx: Context, *, picks: Sequence[CardRef | Pick] = ()) -> None:
    """Fix the order of choosing and begin."""
    if not ctx.state.scoring.loot:
        _nothing_left(ctx, picks)
        return
    people = order(ctx)
    if not people:
        _left_over(ctx)
        return
    board, base = look(ctx.state), ctx.state.scoring.base
    if [p.player for p in ctx.state.scoring.places] != people:
        loot = ctx.state.scoring.loot
        ctx.doubt("loot-order-when", decides=len(set(loot)) > 1 or len(loot) % len(people) > 0)
    sums = [board.total(base, p) for p in people]
    fourth = any(p.place > ctx.book.value("places") for p in ctx.state.scoring.places)
    more = [*(["loot-tie"] if len(set(sums)) < len(sums) else []), *(["loot-fourth"] if fourth else [])]
    tell(ctx, "loot-order", *more, players=[who(ctx, p) for p in people])
    if len(people) < len(ctx.state.players):
        absent = [who(ctx, p.id) for p in ctx.state.players if p.id not in people]
        tell(ctx, "loot-needs-creature", players=absent)
    ctx.then("take-loot", people=people, number=0, picks=list(picks))


def _left_over(ctx: Context) -> None:
    """Discard what lies out although nobody is left to take it."""
    ctx.doubt("loot-without-takers")
    loot = ctx.state.scoring.loot
    ctx.set(scoring=replace(ctx.state.scoring, loot=()))
    for card in loot:
        to_discard(ctx, card, None)
    tell(ctx, "loot-for-nobody", number=len(loot))


@frame("take-loot")
def take_one(ctx: Context, *, people: Sequence[str], number: int, picks: Sequence[CardRef | Pick]) -> None:
    """Let the next player take one treasure, until all are gone."""
    loot = ctx.state.scoring.loot
    if not loot:
        _nothing_left(ctx, picks)
        return
    player = people[number % len(people)]
    card = _named(ctx, player, picks[0]) if picks else None
    if card is None:
        chosen = [loot[0]] if len(people) == 1 else choose_from(ctx, player, "loot", list(loot), 1)
        card = chosen[0]
    ctx.set(scoring=replace(ctx.state.scoring, loot=without(loot, card)))
    to_hand(ctx, card, player)
    ctx.drawn.append({"player": player, "card": card.written, "face_up": True})
    tell(
        ctx,
        "loot-taken",
        *(["loot-next-round"] if number >= len(people) else []),
        player=who(ctx, player),
        card=card,
    )
    ctx.then("take-loot", people=people, number=number + 1, picks=list(picks[1:]))


def _nothing_left(ctx: Context, picks: Sequence[CardRef | Pick]) -> None:
    """Refuse a pick for which no treasure lies out."""
    if picks:
        pick = picks[0]
        card = pick["card"] if isinstance(pick, dict) else pick
        refuse(ctx, "not-in-loot", text="loot-gone", card=card)


def _named(ctx: Context, player: str, pick: CardRef | Pick) -> Card:
    """Return the card that the question names for this pick; refuse one that is not there, or not this player's."""
    ref = pick["card"] if isinstance(pick, dict) else pick
    if isinstance(pick, dict) and pick.get("player", player) != player:
        refuse(ctx, "loot-not-your-turn", player=who(ctx, pick["player"]), mate=who(ctx, player))
    assert isinstance(ref, CardRef)
    found = ref.among(ctx.state.scoring.loot)
    if found is None:
        refuse(ctx, "not-in-loot", card=ref, loot=list(ctx.state.scoring.loot))
    return found
