"""Playing cards: the two free ones, further ones, creatures at bases, actions at once or to stay."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.objects import Option
from rules.engine.smashup.effects.triggers import raise_event, run_ability
from rules.engine.smashup.language.abilities import Able, Extra, OnPlay
from rules.engine.smashup.play.permission import Wish, permit, refusal_of
from rules.engine.smashup.scoring.windows import fits_window
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.procedures import action, frame
from rules.engine.smashup.table.state import Change, Entry, Visit, is_action, is_creature, replace
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import attach, lay, take_from_hand, take_out, to_discard


@action("play")
def play(
    ctx: Context,
    player: str,
    card: CardRef,
    base: int | None = None,
    on: str | None = None,
    extra: bool = False,
    ref: str | None = None,
) -> None:
    """Play a card from the hand: a free one in step 2, or one that an ability allows."""
    found = card_in_hand(ctx, player, card)
    wish = Wish(player, found, None, on, extra)
    wish = replace(wish, base=_where(ctx, wish, base))
    _check_target(ctx, wish)
    permission = permit(ctx, wish)
    owner = take_from_hand(ctx, player, held_as(ctx, player, found))
    put_in_play(ctx, wish, owner, ref or ctx.state.free_ref(), mute=permission.mute, window=permission.window)
    if ctx.state.scoring is not None:
        ctx.then("next-extra", player=player)


def card_in_hand(ctx: Context, player: str, card: CardRef) -> Card:
    """Return the card that is meant; an unknown card of the hand can be any."""
    hand = ctx.state.player(player).hand
    found = card.among(hand)
    meant = found or card.card
    if meant is not None and meant.kind == "monster":
        refuse(ctx, "monster-from-hand", card=meant, player=who(ctx, player))
    if found is not None:
        return found
    if meant is None or not any(c.is_back and _could_be(c, meant) for c in hand):
        refuse(ctx, "not-in-hand", card=card, player=who(ctx, player))
    return meant


def held_as(ctx: Context, player: str, card: Card) -> Card:
    """Return the card as it stands in the hand: itself, or the unknown card that it turns out to be."""
    hand = ctx.state.player(player).hand
    return card if card in hand else next(c for c in hand if c.is_back and _could_be(c, card))


def _could_be(back: Card, card: Card) -> bool:
    return back.deck == ("treasure" if card.kind == "treasure" else "faction")


def _where(ctx: Context, wish: Wish, base: int | None) -> int | None:
    """Return the base a card is played at; asks where it lies open."""
    if base is not None and base >= len(ctx.state.bases):
        refuse(ctx, "no-such-base", number=base, bases=len(ctx.state.bases))
    if base is None and wish.on is None and _needs_base(wish.card):
        return _ask_base(ctx, wish)
    spot = look(ctx.state).spots.get(wish.on or "")
    return spot.base if base is None and spot else base


def _needs_base(card: Card) -> bool:
    return is_creature(card) or card.get("play_on") == "base"


def _ask_base(ctx: Context, wish: Wish) -> int | None:
    """Ask for one of the bases where the play is allowed; without any, say why."""
    if not ctx.state.bases:
        refuse(ctx, "no-base-in-play", card=wish.card)
    reasons = [refusal_of(ctx, replace(wish, base=index)) for index in range(len(ctx.state.bases))]
    options: list[Option] = [
        {"id": str(i), "text": f"„{b.card.name}“", "base": i}
        for i, b in enumerate(ctx.state.bases)
        if not reasons[i]
    ]
    if not options:
        raise next(reason for reason in reasons if reason)
    return int(ctx.choose(wish.player, "base", options, name=wish.card.name))


def _check_target(ctx: Context, wish: Wish) -> None:
    """Refuse what cannot lie there: creatures lie at bases, lasting actions on what they name."""
    card, spot = wish.card, look(ctx.state).spots.get(wish.on or "")
    if card.kind == "base" or not (is_creature(card) or is_action(card)):
        refuse(ctx, "not-playable", card=card)
    if wish.on is not None and spot is None:
        refuse(ctx, "no-such-card", ref=wish.on)
    if is_creature(card) and wish.on is not None:
        refuse(ctx, "creature-on-creature", card=card)
    wanted = card.get("play_on")
    if not stays(card):
        return
    if wanted == "base":
        if wish.on is not None:
            refuse(ctx, "needs-base", card=card)
        return
    if spot is not None and wish.base not in (None, spot.base):
        refuse(ctx, "two-places", card=card, target=spot.entry.card)
    if wanted and spot is None:
        refuse(ctx, "needs-creature", card=card)
    if spot is not None and not is_creature(spot.entry.card):
        refuse(ctx, "needs-creature", card=card)
    if wanted == "own-creature" and spot is not None and spot.entry.controller != wish.player:
        refuse(ctx, "needs-own-creature", card=card, target=spot.entry.card)
    if not wanted and spot is None and wish.base is None:
        refuse(ctx, "needs-place", card=card)


def stays(card: Card) -> bool:
    """Say whether an action remains in play."""
    return is_action(card) and bool(card.get("lasting") or card.get("play_on"))


def put_in_play(
    ctx: Context, wish: Wish, owner: str, ref: str, *, mute: bool = False, window: str = ""
) -> None:
    """Lay the card down and let it work; owner of monsters and treasures is nobody."""
    card = wish.card
    if any(ref == known for known in look(ctx.state).spots):
        refuse(ctx, "ref-taken", ref=ref)
    whose = None if card.kind == "treasure" else owner
    entry = Entry(ref, card, whose, wish.player)
    ctx.then("happened", on="announced", base=-1, player=wish.player, ref=ref)
    if is_creature(card):
        _creature(ctx, wish, entry, mute)
    elif stays(card):
        _lasting(ctx, wish, entry, window)
    else:
        _at_once(ctx, wish, entry, window)


def _creature(ctx: Context, wish: Wish, entry: Entry, mute: bool) -> None:
    base = wish.base if wish.base is not None else 0
    lay(ctx, entry, base)
    tell(
        ctx,
        "creature-played",
        *(["treasure-played"] if entry.card.kind == "treasure" else []),
        player=who(ctx, wish.player),
        card=entry.card,
        base=ctx.state.bases[base].card,
        cards=[entry.card],
    )
    if mute:
        silence = Change("ignore", ref=entry.ref, because=entry.card.name)
        ctx.set(effects=(*ctx.state.effects, silence))
        tell(ctx, "ability-ignored", name=entry.card.name)
    ctx.then("own-abilities", ref=entry.ref, window="", on=[], at=None)
    ctx.then(
        "happened",
        on="played",
        base=base,
        player=wish.player,
        ref=entry.ref,
        number=_visit(ctx, wish.player, base),
    )
    if entry.card.kind == "treasure":
        ctx.then("happened", on="treasure-played", base=base, player=wish.player, ref=entry.ref)
    ctx.then("resolved")


def _visit(ctx: Context, player: str, base: int) -> int:
    """Count how many creatures the player has played here this turn."""
    turn = ctx.state.turn
    before = next((v.number for v in turn.visits if v.player == player and v.base == base), 0)
    rest = tuple(v for v in turn.visits if not (v.player == player and v.base == base))
    ctx.set(turn=replace(turn, visits=(*rest, Visit(player, base, before + 1))))
    return before + 1


def _lasting(ctx: Context, wish: Wish, entry: Entry, window: str) -> None:
    """An action that stays: on a base, or on a creature."""
    board = look(ctx.state)
    if wish.on is not None:
        host = board.spots[wish.on]
        attach(ctx, entry, wish.on)
        base = host.base
        tell(
            ctx,
            "action-attached",
            player=who(ctx, wish.player),
            card=entry.card,
            target=host.entry.card,
            cards=[entry.card],
        )
        if board.is_protected(wish.on, Origin(entry.ref, wish.player, base, "action", entry.card.name)):
            ctx.doubt("protected-from-lying-action")
            tell(ctx, "attached-without-effect", card=entry.card, target=host.entry.card)
    else:
        base = wish.base if wish.base is not None else 0
        lay(ctx, entry, base)
        tell(
            ctx,
            "action-on-base",
            player=who(ctx, wish.player),
            card=entry.card,
            base=ctx.state.bases[base].card,
            cards=[entry.card],
        )
    ctx.then("own-abilities", ref=entry.ref, window=window, on=[], at=None)
    ctx.then(
        "happened",
        on="treasure-played" if entry.card.kind == "treasure" else "action-played",
        base=base,
        player=wish.player,
        ref=entry.ref,
    )
    ctx.then("resolved")


def _at_once(ctx: Context, wish: Wish, entry: Entry, window: str) -> None:
    """An action that works and is discarded afterwards."""
    ctx.set(resolving=(*ctx.state.resolving, entry))
    waits = entry.card.get("abilities", ()) and not any(
        _is_meant(a, window, entry.card) for a in entry.card.get("abilities", ())
    )
    key = "extra-only-played" if waits else "action-played"
    tell(ctx, key, player=who(ctx, wish.player), card=entry.card, cards=[entry.card])
    ctx.then("own-abilities", ref=entry.ref, window=window, on=[wish.on] if wish.on else [], at=wish.base)
    ctx.then("action-done", ref=entry.ref)
    ctx.then("resolved")


@frame("own-abilities")
def own_abilities(ctx: Context, *, ref: str, window: str, on: Sequence[str], at: int | None) -> None:
    """Carry out what the played card itself says, unless it is ignored."""
    board = look(ctx.state)
    if ref not in board.spots:
        return
    entry = board.spots[ref].entry
    if board.is_mute(ref):
        tell(ctx, "ability-ignored", name=entry.card.name)
        return
    origin = board.origin(ref)
    if window and ctx.state.scoring is not None:
        origin = replace(origin, base=ctx.state.scoring.base if origin.base < 0 else origin.base)
    abilities = [a for a in entry.card.get("abilities", ()) if _is_meant(a, window, entry.card)]
    if is_creature(entry.card) and any(isinstance(a, Extra) for a in entry.card.get("abilities", ())):
        tell(ctx, "extra-waits", card=entry.card)
    bind = {"on": list(on), **({"at": at} if at is not None else {})}
    if abilities and is_creature(entry.card):
        tell(ctx, "text-works", card=entry.card, also=[entry.card.cite or ""])
    for ability in abilities:
        run_ability(ctx, origin, ability, bind)
    if not abilities and not window and not stays(entry.card) and entry.card.get("coverage") == "text":
        ctx.warn("text-only", name=entry.card.name)


def _is_meant(ability: Able, window: str, card: Card) -> bool:
    if window and not is_creature(card) and not stays(card):
        return fits_window(ability, window)
    return isinstance(ability, OnPlay)


@frame("action-done")
def action_done(ctx: Context, *, ref: str) -> None:
    """Discard an action that has done its work, unless it went elsewhere itself."""
    entry = next((e for e in ctx.state.resolving if e.ref == ref), None)
    if entry is not None:
        take_out(ctx, ref)
        to_discard(ctx, entry.card, entry.owner)
        tell(ctx, "treasure-done" if entry.card.kind == "treasure" else "action-done", card=entry.card)


@frame("resolved")
def resolved(ctx: Context) -> None:
    """End what was said only about the card just played."""
    ctx.set(effects=tuple(c for c in ctx.state.effects if c.until != "resolved"))


@frame("happened")
def happened(ctx: Context, *, on: str, base: int, player: str | None, ref: str = "", number: int = 0) -> None:
    """Let everything answer that waits for this."""
    spot = look(ctx.state).spots.get(ref)
    if spot is not None:
        raise_event(
            ctx,
            on,
            base=base,
            player=player,
            card=spot.entry.card,
            ref=ref,
            number=number,
            you=player,
        )


@frame("discarded")
def was_discarded(ctx: Context, *, refs: Sequence[str], how: str) -> None:
    """Nothing of this box waits for a card that comes to a discard pile; the place where it would answer."""
