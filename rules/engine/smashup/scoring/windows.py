"""The windows of a scoring: whose turn it is to use an extra ability, who can, and when a window closes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.objects import Option, Pick
from rules.engine.smashup.effects.carrying import Call
from rules.engine.smashup.language.abilities import PLACES, Able, Answering, Extra
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.conditions import holds
from rules.engine.smashup.table.procedures import frame
from rules.engine.smashup.table.state import Grant, Scoring, State, Used, replace, type_of
from rules.engine.smashup.table.telling import refuse, tell, who

# Which window follows which, and what happens in between.
AFTER = {
    "before": ("points", "during"),
    "during": ("lay-loot", "loot"),
    "loot": ("share-loot", "during-2"),
    "during-2": (None, "after"),
    "after": ("clear-base", None),
}


def window_name(scoring: Scoring) -> str:
    """Return the window's word on cards: both times „während“ are the same."""
    return "during" if scoring.window == "during-2" else scoring.window


def usable(ctx: Context, ability: Extra, player: str | None, base: int, origin: Origin | None = None) -> bool:
    """Say whether the ability's condition is met."""
    source = origin or Origin(player=player, base=base)
    return ability.if_ is None or holds(Call(ctx, replace(source, base=base), {"you": player}), ability.if_)


def fits_window(ability: Able, window: str) -> TypeGuard[Extra]:
    return isinstance(ability, Extra) and (ability.window or "any") in (window, "any")


def works_from(ability: Extra, place: str) -> bool:
    """Say whether the extra ability is used from there: where its text names no place, from all three."""
    return place in (PLACES if ability.from_ is None else ability.from_)


def at_the_base(state: State, ability: Extra, ref: str) -> bool:
    """Say whether the ability speaks of the base being scored: its own, or another one."""
    scoring = state.scoring
    here = scoring is not None and look(state).origin(ref).base == scoring.base
    return here is not (ability.scored == "other")


def by_itself(state: State, window: str) -> list[tuple[str, int]]:
    """Return the abilities that work in this window without anybody using them."""
    return [
        (ref, index)
        for ref, card in look(state).sources()
        for index, ability in enumerate(card.get("abilities", ()))
        if fits_window(ability, window)
        and ability.window == window
        and not ability.may
        and at_the_base(state, ability, ref)
    ]


def meets_extras(state: State) -> bool:
    """Say whether somebody can use an extra ability where one has worked by itself; what comes first is open."""
    scoring = state.scoring
    asked = scoring is not None and scoring.open and scoring.window == "before" and scoring.turn is not None
    return asked and bool(by_itself(state, "before"))


def in_play(ctx: Context, player: str) -> list[tuple[str, int]]:
    """Return the extra abilities on cards in play that the player could use now."""
    scoring = ctx.state.scoring
    return [
        (ref, index)
        for ref, card in look(ctx.state).sources()
        if look(ctx.state).origin(ref).player == player
        for index, ability in enumerate(card.get("abilities", ()))
        if fits_window(ability, window_name(scoring))
        and ability.may
        and works_from(ability, "play")
        and at_the_base(ctx.state, ability, ref)
        and not was_used(scoring, ref, index)
        and usable(ctx, ability, player, scoring.base, look(ctx.state).origin(ref))
    ]


def was_used(scoring: Scoring, ref: str, index: int) -> bool:
    return any(u.ref == ref and u.ability == index and u.window == scoring.window for u in scoring.used)


def can_act(ctx: Context, player: str) -> bool:
    """Say whether the player has anything to use in this window."""
    scoring = ctx.state.scoring
    if scoring.only not in (None, player):
        return False
    return (
        bool(in_play(ctx, player))
        or any(_playable(ctx, card, player) for card in ctx.state.player(player).hand)
        or bool(in_discard(ctx, player))
        or has_to_play(ctx, player)
    )


def has_to_play(ctx: Context, player: str) -> bool:
    """Say whether an ability has just allowed a further play for which the hand holds a card."""
    hand = ctx.state.player(player).hand
    return any(
        grant.player == player and grant.now and any(_could_serve(grant, card) for card in hand)
        for grant in ctx.state.turn.extra
    )


def _could_serve(grant: Grant, card: Card) -> bool:
    kinds = ("card", card.kind, type_of(card))
    return card.is_back or (grant.type in kinds and (not grant.names or card.slug in grant.names))


def _playable(ctx: Context, card: Card, player: str) -> bool:
    scoring = ctx.state.scoring
    return any(
        fits_window(a, window_name(scoring))
        and a.window
        and works_from(a, "hand")
        and usable(ctx, a, player, scoring.base)
        for a in card.get("abilities", ())
    )


def in_discard(ctx: Context, player: str) -> list[tuple[Card, int]]:
    """Return the extra abilities that a text says can be used from the own discard pile, and now."""
    scoring = ctx.state.scoring
    return [
        (card, index)
        for card in dict.fromkeys(ctx.state.player(player).discard)
        for index, ability in enumerate(card.get("abilities", ()))
        if fits_window(ability, window_name(scoring))
        and "discard" in (ability.from_ or ())
        and not was_used(scoring, "discard:" + card.slug, index)
        and usable(ctx, ability, player, scoring.base)
    ]


def check_turn(ctx: Context, player: str) -> None:
    """Refuse who is not next: round the table, one extra ability each."""
    turn = ctx.state.scoring.turn
    if turn not in (None, player):
        refuse(ctx, "not-your-extra", player=who(ctx, player), mate=who(ctx, turn))


def spend(ctx: Context, player: str, key: str, ability: int = -1) -> None:
    """Note a used extra ability; everybody who had passed is asked again."""
    scoring = ctx.state.scoring
    if scoring.window == "before" and by_itself(ctx.state, "before"):
        ctx.doubt("extra-or-by-itself-first")
    if player in scoring.passed or scoring.passed:
        tell(ctx, "passed-not-final")
    used = (*scoring.used, Used(key, ability, scoring.window))
    lapsed = tuple(other for other in scoring.lapsed if other != player)
    ctx.set(scoring=replace(scoring, used=used, passed=(), turn=player, lapsed=lapsed))


@frame("next-extra")
def next_extra(ctx: Context, *, player: str) -> None:
    """Hand the turn for extra abilities on; an allowance has to be used at once first.

    Where nobody can do anything any more, the window closes by itself; only „vor“ waits to be closed.
    """
    if ctx.state.scoring is None or has_to_play(ctx, player):
        return
    if hand_on(ctx, player) is not None:
        ctx.then("await-extra")
    elif ctx.state.scoring.open and ctx.state.scoring.window != "before":
        tell(ctx, "nobody-can-act")
        ctx.set(turn=replace(ctx.state.turn, closed=ctx.state.scoring.base))
        ctx.then("close-window", window=ctx.state.scoring.window)


def hand_on(ctx: Context, player: str) -> str | None:
    """Give the turn to the next one who can act and has not passed; say who that is."""
    order = (*ctx.state.around(player)[1:], player)
    following = next((p for p in order if p not in ctx.state.scoring.passed and can_act(ctx, p)), None)
    ctx.set(scoring=replace(ctx.state.scoring, turn=following))
    return following


@frame("open-window")
def open_window(ctx: Context, *, window: str, picks: Sequence[CardRef | Pick] = ()) -> None:
    """Open a window; without plays, or where nobody can act, it closes at once. „Vor“ waits to be closed."""
    scoring = replace(ctx.state.scoring, window=window, passed=(), turn=None, lapsed=())
    ctx.set(scoring=scoring)
    first = (
        next((p for p in ctx.state.around(ctx.state.turn.player) if can_act(ctx, p)), None)
        if scoring.open
        else None
    )
    ctx.set(scoring=replace(scoring, turn=first))
    if first is not None:
        away = () if in_play(ctx, first) else ("extra-from-anywhere",)
        tell(ctx, "window-open", "window-" + window, *away, player=who(ctx, first), window=window)
        ctx.then("await-extra")
    elif not (scoring.open and window == "before"):
        ctx.then("close-window", window=window, picks=picks)


@frame("await-extra")
def await_extra(ctx: Context) -> None:
    """Ask who is next for an extra ability; any other action is an answer, too, and speaks for itself."""
    scoring = ctx.state.scoring
    if scoring is None or scoring.turn is None or not scoring.open:
        return
    options: list[Option] = [*_offers(ctx, scoring.turn), {"id": "pass", "text": "Passen"}]
    if len(options) == 1:
        return
    picked = ctx.choose(scoring.turn, "extra", options, window=scoring.window)
    # A window counts no number: decisions are numbered as if only abilities asked.
    ctx.set(asked=max(0, ctx.state.asked - 1))
    what, _, rest = picked.partition(":")
    if what == "pass":
        ctx.then("action:pass", player=scoring.turn)
    elif what == "use":
        ref, _, ability = rest.rpartition(":")
        ctx.then("action:use", player=scoring.turn, ref=ref, ability=int(ability))
    elif what == "discard":
        slug, _, ability = rest.rpartition(":")
        card = next(c for c in ctx.state.player(scoring.turn).discard if c.slug == slug)
        ctx.then("action:use", player=scoring.turn, card=CardRef(card.written, card), ability=int(ability))
    elif what == "play":
        card = next(c for c in ctx.state.player(scoring.turn).hand if c.slug == rest)
        ctx.then("action:play", player=scoring.turn, card=CardRef(card.written, card), extra=True)


def _offers(ctx: Context, player: str) -> list[Option]:
    """Return what the player could use or play now."""
    spots = look(ctx.state).spots
    uses: list[Option] = [
        {
            "id": f"use:{ref}:{index}",
            "text": f"„{spots[ref].entry.card.name}“ nutzen",
            "card": spots[ref].entry.card.written,
        }
        for ref, index in in_play(ctx, player)
    ]
    uses += [
        {"id": f"discard:{c.slug}:{index}", "text": f"„{c.name}“ im Ablagestapel nutzen", "card": c.written}
        for c, index in in_discard(ctx, player)
    ]
    hand = dict.fromkeys(card for card in ctx.state.player(player).hand if _playable(ctx, card, player))
    return uses + [{"id": f"play:{c.slug}", "text": f"„{c.name}“ spielen", "card": c.written} for c in hand]


@frame("close-window")
def close_window(ctx: Context, *, window: str, picks: Sequence[CardRef | Pick] = ()) -> None:
    """Go on to what follows the window."""
    if window != "loot":
        tell(ctx, "window-closed", "window-" + window, window=window)
    between, following = AFTER[window]
    if between in ("share-loot", "clear-base"):
        ctx.then(between, picks=picks) if between == "share-loot" else ctx.then(between)
    elif between:
        ctx.then(between)
    if following:
        ctx.then("automatic", window=following, given=[])
        ctx.then("open-window", window=following, picks=picks)


@frame("automatic")
def automatic(ctx: Context, *, window: str, given: Sequence[str]) -> None:
    """Let everything work that works by itself in this window."""
    scoring = ctx.state.scoring
    ctx.set(scoring=replace(scoring, window=window))
    name = window_name(ctx.state.scoring)
    waiting: list[Answering] = [
        {"source": ref, "ability": index}
        for ref, index in by_itself(ctx.state, name)
        if not (window == "during-2" and was_done(scoring, ref, index))
    ]
    if waiting:
        done = (
            tuple(Used(row["source"], row["ability"], "during") for row in waiting)
            if name == "during"
            else ()
        )
        ctx.set(scoring=replace(ctx.state.scoring, used=(*scoring.used, *done)))
        tell(ctx, "automatic", "window-" + window, window=window)
        ctx.then(
            "answers",
            waiting=waiting,
            event={"on": "window-" + name, "base": scoring.base, "player": None, "given": list(given)},
        )


def was_done(scoring: Scoring, ref: str, index: int) -> bool:
    return any(u.ref == ref and u.ability == index for u in scoring.used)
