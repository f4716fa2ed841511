"""The end of a turn: drawing two, the hand limit, what works at the end, victory, the next player."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.objects import Because
from rules.engine.smashup.table.board import look
from rules.engine.smashup.table.hands import choose_from, discard_from_hand, draw_cards, is_hand_card
from rules.engine.smashup.table.procedures import action, frame
from rules.engine.smashup.table.state import Turn
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import change_entry
from rules.engine.smashup.turn.falling import held_back
from rules.engine.smashup.turn.steps import run_at, set_step


@action("draw")
def draw_step(ctx: Context, player: str, cards: int | None = None, because: Because = None) -> None:
    """Step 4: draw two cards; with a reason, draw what the reason says."""
    if because is not None:
        draw_cards(ctx, player, 1 if cards is None else cards, "cards-drawn")
        return
    if cards not in (None, ctx.book.value("draw")):
        refuse(ctx, "draw-two-only", player=who(ctx, player), number=cards)
    _may_draw(ctx, player)
    set_step(ctx, "draw")
    draw_cards(ctx, player, ctx.book.value("draw"), "two-cards-drawn")
    ctx.then("hand-limit", player=player)
    ctx.then("to-step", step="end")


def _may_draw(ctx: Context, player: str) -> None:
    turn = ctx.state.turn
    if turn.player != player:
        refuse(ctx, "not-your-turn", player=who(ctx, player), active=who(ctx, turn.player))
    if turn.step == "end":
        refuse(ctx, "drawn-already", player=who(ctx, player))
    _nothing_due(ctx, player)


def _nothing_due(ctx: Context, player: str) -> None:
    """A base that has fallen must be scored first."""
    if ctx.state.scoring is not None:
        refuse(ctx, "scoring-goes-on", base=ctx.state.bases[ctx.state.scoring.base].card)
    due = look(ctx.state).due() if ctx.state.turn.step in ("start", "play", "check") else []
    if due:
        refuse(ctx, "base-due", player=who(ctx, player), bases=[ctx.state.bases[i].card for i in due])


@frame("to-step")
def to_step(ctx: Context, *, step: str) -> None:
    set_step(ctx, step)


@frame("hand-limit")
def hand_limit(ctx: Context, *, player: str) -> None:
    """More than ten cards: the player discards down to ten, and chooses which."""
    limit = ctx.book.value("hand-limit")
    hand = ctx.state.player(player).hand
    counted = [card for card in hand if is_hand_card(card)]
    if len(hand) > max(limit, len(counted)):
        ctx.doubt("treasures-as-hand-cards")
    if len(counted) <= limit:
        tell(ctx, "within-hand-limit", player=who(ctx, player), number=len(counted))
        return
    for card in _given_up(ctx, player, counted, len(counted) - limit):
        discard_from_hand(ctx, player, card)
    tell(ctx, "down-to-limit", player=who(ctx, player), number=len(counted) - limit)


def _given_up(ctx: Context, player: str, hand: list[Card], number: int) -> list[Card]:
    return choose_from(ctx, player, "hand-limit", hand, number)


@action("end_turn")
def end_turn(ctx: Context, player: str) -> None:
    """Walk the steps that are left, look for a winner, and hand the turn on."""
    turn = ctx.state.turn
    if turn.player != player:
        refuse(ctx, "not-your-turn", player=who(ctx, player), active=who(ctx, turn.player))
    if turn.step == "setup":
        refuse(ctx, "still-setup")
    _nothing_due(ctx, player)
    if turn.step == "start" and not turn.started:
        ctx.then("turn-starts")
    ctx.then("rest-of-turn", player=player, drawn=turn.step == "end")


@frame("rest-of-turn")
def rest_of_turn(ctx: Context, *, player: str, drawn: bool) -> None:
    """What is left of the turn after its beginning has worked."""
    if ctx.state.turn.step in ("start", "play"):
        tell(ctx, "step-3", "no-base-due", *held_back(ctx), player=who(ctx, player))
    if not drawn:
        set_step(ctx, "draw")
        draw_cards(ctx, player, ctx.book.value("draw"), "two-cards-drawn")
        ctx.then("hand-limit", player=player)
    ctx.then("turn-ends")


@frame("turn-ends")
def turn_ends(ctx: Context) -> None:
    """Step 5: what works at the end of the turn."""
    set_step(ctx, "end")
    tell(ctx, "step-5", player=who(ctx, ctx.state.turn.player))
    run_at(ctx, "turn-end")
    ctx.then("turn-over")


@frame("turn-over")
def turn_over(ctx: Context) -> None:
    """Let end what holds till the end of the turn, look for the winner, begin the next turn."""
    _expire(ctx)
    if _winner(ctx):
        return
    following = ctx.state.around(ctx.state.turn.player)[1 % len(ctx.state.players)]
    ctx.set(turn=Turn(following))
    tell(ctx, "next-turn", player=who(ctx, following))
    ctx.then("turn-starts")


def _expire(ctx: Context) -> None:
    """End what holds till the end of the turn; control goes back to whoever had it."""
    ending = [c for c in ctx.state.effects if c.until == "turn-end"]
    for change in reversed(ending):
        if change.kind == "control":
            change_entry(ctx, change.ref, controller=change.player)
    ctx.set(effects=tuple(c for c in ctx.state.effects if c not in ending))
    if ending:
        tell(
            ctx,
            "effects-end",
            names=[f"„{name}“" for name in sorted({c.because for c in ending if c.because})]
            or "Wirkungen dieses Zuges",
        )


def _winner(ctx: Context) -> bool:
    """Say whether somebody has won: at least the points for it, and more than anybody else."""
    goal = ctx.book.value("victory")
    points = {p.id: p.points for p in ctx.state.players}
    most = max(points.values())
    if most < goal:
        tell(ctx, "nobody-has-won", goal=goal)
        return False
    first = [p for p, number in points.items() if number == most]
    if len(first) > 1:
        _go_on(ctx, first, most)
        return False
    ctx.set(winners=tuple(first))
    reached = [p for p, number in points.items() if number >= goal]
    tell(ctx, "won", *(["won-by-most"] if len(reached) > 1 else []), player=who(ctx, first[0]), points=most)
    return True


def _go_on(ctx: Context, first: list[str], most: int) -> None:
    following = ctx.state.around(ctx.state.turn.player)[1 % len(ctx.state.players)]
    tell(ctx, "tie-at-the-top", players=[who(ctx, p) for p in first], points=most)
    if following not in first:
        ctx.doubt("who-plays-on")
