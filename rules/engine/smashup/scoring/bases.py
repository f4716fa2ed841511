"""Scoring a base: which are due, the nine steps, places and points, clearing, the new base."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.engine.cards import CardRef
from rules.engine.kernel import Context
from rules.engine.objects import Pick
from rules.engine.smashup.effects.instead import ways_together
from rules.engine.smashup.effects.moves import destroy, leave
from rules.engine.smashup.language.abilities import Gone
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.procedures import action, frame
from rules.engine.smashup.table.state import Base, Entry, Scoring, replace
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import draw, present, to_discard
from rules.engine.smashup.turn.falling import held_back, sum_reasons
from rules.engine.smashup.turn.steps import set_step


@action("check_bases")
def check_bases(ctx: Context, player: str) -> None:
    """Step 3: see which bases have fallen; without any, the next step begins."""
    _active(ctx, player)
    if ctx.state.turn.step in ("draw", "end", "setup"):
        refuse(ctx, "check-is-over", player=who(ctx, player), step=ctx.state.turn.step)
    _enter_check(ctx)
    due = look(ctx.state).due()
    doubts_about_sums(ctx, range(len(ctx.state.bases)))
    if due:
        reasons = dict.fromkeys(key for index in due for key in sum_reasons(ctx, index))
        bases = [ctx.state.bases[index].card for index in due]
        tell(ctx, "bases-due", *reasons, player=who(ctx, player), bases=bases)
        if len(due) > 1:
            tell(ctx, "several-due", player=who(ctx, player))
        return
    tell(ctx, "no-base-due", *held_back(ctx), player=who(ctx, player))
    set_step(ctx, "draw")


def _active(ctx: Context, player: str) -> None:
    if ctx.state.turn.player != player:
        refuse(ctx, "active-player-decides", player=who(ctx, player), active=who(ctx, ctx.state.turn.player))


def _enter_check(ctx: Context) -> None:
    if ctx.state.turn.step in ("start", "play"):
        set_step(ctx, "check")
        tell(ctx, "step-3", player=who(ctx, ctx.state.turn.player))


@action("begin_score")
def begin_score(ctx: Context, player: str, base: int) -> None:
    """Choose the base and open the window „vor“."""
    _begin(ctx, player, base, is_open=True)
    ctx.then("automatic", window="before", given=[])
    ctx.then("open-window", window="before")


@action("score")
def score(
    ctx: Context,
    player: str,
    base: int,
    destroyed_before: Sequence[str | Gone] = (),
    picks: Sequence[CardRef | Pick] = (),
) -> None:
    """Score a base through all nine steps; what was begun is brought to its end."""
    scoring = ctx.state.scoring
    given: list[Gone] = [
        row if isinstance(row, dict) else {"ref": row, "by": None} for row in destroyed_before
    ]
    for row in given:
        if row["ref"] not in look(ctx.state).spots:
            refuse(ctx, "no-such-card", ref=row["ref"])
    if scoring is not None and scoring.base == base:
        _active(ctx, player)
        ctx.set(scoring=replace(scoring, open=False))
        ctx.then("destroy-given", given=given)
        ctx.then("close-window", window=scoring.window, picks=picks)
        return
    if ctx.state.turn.closed == base and not look(ctx.state).is_due(base):
        _active(ctx, player)
        tell(ctx, "scored-to-its-end", player=who(ctx, player))
        return
    _begin(ctx, player, base, is_open=False)
    ctx.then("automatic", window="before", given=[row["ref"] for row in given])
    ctx.then("destroy-given", given=given)
    ctx.then("close-window", window="before", picks=picks)


def _begin(ctx: Context, player: str, base: int, *, is_open: bool) -> None:
    _active(ctx, player)
    if ctx.state.scoring is not None:
        refuse(ctx, "scoring-goes-on", base=ctx.state.bases[ctx.state.scoring.base].card)
    if base >= len(ctx.state.bases):
        refuse(ctx, "no-such-base", number=base, bases=len(ctx.state.bases))
    board = look(ctx.state)
    doubts_about_sums(ctx, [base])
    total, wall = board.sums(base)
    card = ctx.state.bases[base].card
    if wall is None:
        refuse(ctx, "breakpoint-unknown", base=card)
    reasons = sum_reasons(ctx, base)
    if total < wall:
        refuse(ctx, "base-not-due", *reasons, base=card, total=total, wall=wall)
    if ctx.state.turn.step not in ("start", "play", "check"):
        refuse(ctx, "check-is-over", player=who(ctx, player), step=ctx.state.turn.step)
    _enter_check(ctx)
    tell(
        ctx,
        "base-due",
        *reasons,
        *(["exactly-reached"] if total == wall else []),
        base=card,
        total=total,
        wall=wall,
        cards=[card],
    )
    if len(board.due()) > 1:
        tell(ctx, "base-chosen-to-score", player=who(ctx, player), base=card)
    ctx.set(scoring=Scoring(base, open=is_open, present=tuple(present(ctx.state, base))))
    tell(ctx, "scoring-begins", base=card)


def doubts_about_sums(ctx: Context, bases: Iterable[int]) -> None:
    """Say where the books leave open what counts, and it makes a difference."""
    board = look(ctx.state)
    for base in bases:
        total, wall = board.sums(base)
        if wall is not None and wall < 0:
            ctx.doubt("breakpoint-below-zero", decides=False)
        other = board.breakpoint_with_sets_first(base)
        if wall is not None and other is not None and (total >= wall) is not (total >= other):
            ctx.doubt("set-and-changed-breakpoint")
        for entry in board.creatures(base):
            _doubt_about(ctx, base, entry)


def _doubt_about(ctx: Context, base: int, entry: Entry) -> None:
    """A doubt counts only where the other reading would change whether the base is due."""
    board = look(ctx.state)
    total, wall = board.sums(base)
    fixed = any(part.key == "fixed" for part in board.strength_parts(entry.ref))
    free, printed = entry.controller is None, entry.card.get("strength", 0)
    if wall is None:
        return
    if (
        fixed
        and entry.counters
        and (total >= wall)
        is not (total + (0 if free else entry.counters) >= wall + (entry.counters if free else 0))
    ):
        ctx.doubt("counters-on-useless")
    if fixed and free and (total >= wall) is not (total >= wall + printed):
        ctx.doubt("useless-monster")
    now = board.strength(entry.ref)
    if free and not fixed and now != printed and (total >= wall) is not (total >= wall - now + printed):
        ctx.doubt("stronger-monster-in-breakpoint")


@frame("destroy-given")
def destroy_given(ctx: Context, *, given: Sequence[Gone]) -> None:
    """Destroy what the question says was destroyed before the scoring, as far as it still lies there."""
    for row in given:
        spot = look(ctx.state).spots.get(row["ref"])
        if spot is None:
            continue
        if spot.entry.card.kind == "monster" and spot.entry.card.get("treasures", 1):
            ctx.doubt("loot-counted-when")
        destroy(ctx, row["ref"], row.get("by"), Origin(player=row.get("by")))


# Clearing


@frame("clear-base")
def clear_base(ctx: Context) -> None:
    """Step 7: everything at the base goes to the piles where it belongs; that is no destroying."""
    base = ctx.state.bases[ctx.state.scoring.base]
    left = (*base.cards, *base.actions)
    tell(ctx, "step-7", base=base.card)
    for ref, ways in ways_together(ctx, [entry.ref for entry in left], "cleared").items():
        leave(ctx, ref, "cleared", ways)
    if any(e.card.kind == "monster" for e in left):
        tell(ctx, "monsters-cleared")
    ctx.then("new-base")


@frame("new-base")
def new_base(ctx: Context) -> None:
    """Steps 8 and 9: the base is discarded, then a new one turned over, with its monsters."""
    index = ctx.state.scoring.base
    old = ctx.state.bases[index]
    to_discard(ctx, old.card, None)
    tell(ctx, "step-8", base=old.card)
    drawn = draw(ctx, "bases", 1)
    bases = list(ctx.state.bases)
    bases[index : index + 1] = [Base(card) for card in drawn]
    _forget_base(ctx, index)
    ctx.set(bases=tuple(bases), scoring=None)
    for card in drawn:
        tell(ctx, "step-9", base=card)
        ctx.then("base-monsters", index=index)
    ctx.then("look-again")


def _forget_base(ctx: Context, index: int) -> None:
    """What was said for a while about the old base does not hold for the new one."""
    turn = ctx.state.turn
    ctx.set(
        effects=tuple(c for c in ctx.state.effects if c.base != index),
        turn=replace(
            turn,
            visits=tuple(v for v in turn.visits if v.base != index),
            extra=tuple(g for g in turn.extra if g.base != index and not g.now),
        ),
    )


@frame("look-again")
def look_again(ctx: Context) -> None:
    """After a scoring the bases are looked at again."""
    due = look(ctx.state).due()
    if due:
        tell(
            ctx,
            "still-due",
            bases=[ctx.state.bases[i].card for i in due],
            player=who(ctx, ctx.state.turn.player),
        )
    else:
        tell(ctx, "none-left", player=who(ctx, ctx.state.turn.player))
