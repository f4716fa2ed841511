"""What happens to cards in play: destroyed, discarded, sent back, moved, taken over, strengthened."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.smashup.effects.carrying import tell_protected
from rules.engine.smashup.effects.instead import Way, Ways, holder, ways_of
from rules.engine.smashup.effects.triggers import raise_event
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.state import Change, Entry, is_creature, pile_kind, replace
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import (
    DISCARDS,
    attach,
    change_entry,
    draw,
    find,
    lay,
    lend,
    take_out,
    to_deck,
    to_discard,
    to_hand,
)


def _kept_away(ctx: Context, ref: str, origin: Origin, how: str = "action") -> bool:
    """Say whether a card in play keeps the effect away, and tell which."""
    board = look(ctx.state)
    if board.is_protected(ref, origin, how):
        tell_protected(ctx, ref, origin, how)
        return True
    if origin.talent and board.is_protected(ref, replace(origin, type="action"), how):
        ctx.doubt("talent-as-action")
    return False


# Leaving the table


def leave(ctx: Context, ref: str, how: str, ways: Ways | None = None) -> None:
    """Take a card off the table to where it belongs; abilities may send it, or what lies on it, elsewhere.

    `ways` is where they send it, settled before several cards leave at once.
    """
    ways = ways_of(ctx, look(ctx.state), ref, how) if ways is None else ways
    mates = {w.origin.ref for w in ways.values() if w is not None and w.effect.with_self}
    gone = take_out(ctx, ref)
    for card in (replace(gone, attached=()), *gone.attached):
        way = ways.get(card.ref)
        _put(ctx, card, way or (ways[ref] if card.ref in mates else None), how)
    ctx.then("discarded", refs=[e.ref for e in (gone, *gone.attached)], how=how)


def _put(ctx: Context, entry: Entry, way: Way | None, how: str) -> None:
    special = pile_kind(entry.card) in DISCARDS
    if way is None:
        to_discard(ctx, entry.card, entry.owner)
        key = "to-common-discard" if special else "cleared" if how == "cleared" else "to-owner-discard"
        tell(ctx, key, card=entry.card, player=who(ctx, entry.owner), cards=[entry.card])
        if entry.owner and entry.controller and entry.owner != entry.controller:
            tell(ctx, "owner-not-controller", card=entry.card, player=who(ctx, entry.owner))
        return
    to = way.effect.to
    if to == "hand":
        _to_somebodys_hand(ctx, entry, holder(way, entry))
    else:
        to_deck(ctx, entry.card, entry.owner, to)
    key = "instead-itself" if to == "deck_top" and way.origin.ref == entry.ref else "instead-" + to
    back = ("instead-owner",) if entry.owner and (to != "hand" or holder(way, entry) == entry.owner) else ()
    tell(ctx, key, *back, card=entry.card, name=way.origin.name, also=[way.origin.cite])


def _to_somebodys_hand(ctx: Context, entry: Entry, holder: str | None) -> None:
    if holder is None or entry.card.kind == "monster":
        to_discard(ctx, entry.card, entry.owner)
    else:
        to_hand(ctx, entry.card, holder)


def destroy(
    ctx: Context,
    ref: str,
    by: str | None,
    origin: Origin,
    treasures: bool | str = True,
    ways: Ways | None = None,
) -> list[Card] | None:
    """Destroy a card; return the treasures that it brought, None where it could not be destroyed."""
    board = look(ctx.state)
    spot = board.spots[ref]
    if _kept_away(ctx, ref, origin, "destroy") or _kept_away(ctx, ref, origin):
        return None
    entry = spot.entry
    tell(ctx, "destroyed", card=entry.card, name=origin.name, cards=[entry.card], also=[origin.cite])
    if entry.attached:
        tell(ctx, "destroyed-attached", cards_on=[e.card for e in entry.attached], card=entry.card)
    leave(ctx, ref, "destroyed", ways)
    drawn = _reward(ctx, entry, by, origin, treasures) if entry.card.kind == "monster" else []
    if spot.base >= 0:
        raise_event(
            ctx,
            "destroyed",
            base=spot.base,
            player=by,
            card=entry.card,
            ref=ref,
            you=by,
            strength=board.strength(ref) if is_creature(entry.card) else 0,
        )
    return drawn


def _reward(ctx: Context, entry: Entry, by: str | None, origin: Origin, treasures: bool | str) -> list[Card]:
    """Give the treasures of a destroyed monster to whoever controls the effect, who may decline them."""
    number = entry.card.get("treasures", 1)
    if not number:
        return []
    if treasures == "discard":
        for card in draw(ctx, "treasures", number):
            to_discard(ctx, card, None)
        ctx.doubt("destroyed-treasures-discarded")
        tell(ctx, "treasures-discarded", number=number, name=origin.name, also=[origin.cite])
        return []
    if by is None:
        ctx.doubt("nobody-destroys")
        tell(ctx, "treasures-for-nobody", number=number, card=entry.card)
        return []
    if treasures is False:
        tell(ctx, "treasures-declined", player=who(ctx, by), card=entry.card)
        return []
    return give_treasures(ctx, by, number, "treasures-for-destroying", card=entry.card)


def give_treasures(ctx: Context, player: str, number: int, key: str, **values: object) -> list[Card]:
    """Draw treasures to somebody's hand."""
    drawn = draw(ctx, "treasures", number)
    for card in drawn:
        to_hand(ctx, card, player)
        ctx.drawn.append({"player": player, "card": card.written, "face_up": False})
    tell(ctx, key, cards=(), also=(), player=who(ctx, player), number=len(drawn), **values)
    return list(drawn)


def send_back(ctx: Context, ref: str, to: str, origin: Origin) -> bool:
    """Return a card from its base to where it came from; what lies on it is discarded."""
    if _kept_away(ctx, ref, origin):
        return False
    entry = take_out(ctx, ref)
    for attached in entry.attached:
        to_discard(ctx, attached.card, attached.owner)
    if entry.attached:
        tell(ctx, "returned-attached", cards_on=[e.card for e in entry.attached], card=entry.card)
    if pile_kind(entry.card) in DISCARDS:
        _special_back(ctx, entry)
    elif to == "hand":
        _owner_gets(ctx, entry)
    else:
        to_deck(ctx, entry.card, entry.owner, to)
        tell(ctx, "returned-" + to, card=entry.card, player=who(ctx, entry.owner))
    return True


def _owner_gets(ctx: Context, entry: Entry) -> None:
    to_hand(ctx, entry.card, entry.owner or "")
    key = "returned-hand" if entry.owner == entry.controller else "returned-owner-hand"
    tell(ctx, key, card=entry.card, player=who(ctx, entry.owner))


def _special_back(ctx: Context, entry: Entry) -> None:
    """Monsters and treasures have no owner: they go to their own discard pile."""
    to_discard(ctx, entry.card, None)
    if pile_kind(entry.card) == "treasure":
        ctx.doubt("treasure-back")
    tell(ctx, "returned-" + pile_kind(entry.card), card=entry.card)


# On the table


def move(ctx: Context, ref: str, base: int, origin: Origin) -> bool:
    """Bring a card with everything on it to another base; that is not playing."""
    board = look(ctx.state)
    spot = board.spots[ref]
    if _kept_away(ctx, ref, origin):
        return False
    there = ctx.state.bases[base].card
    if spot.base == base:
        tell(ctx, "moved-nowhere", card=spot.entry.card, base=there)
        return False
    kept = tuple(c for c in ctx.state.effects)
    entry = take_out(ctx, ref)
    ctx.set(effects=kept)
    lay(ctx, entry, base)
    tell(ctx, "moved", card=entry.card, base=there, cards=[entry.card], also=[origin.cite])
    return True


def take_control(ctx: Context, ref: str, player: str, origin: Origin, until: str = "leaves") -> bool:
    """Give a card to another player's say; cards on it keep theirs."""
    board = look(ctx.state)
    entry = board.spots[ref].entry
    if _kept_away(ctx, ref, origin):
        return False
    if until == "turn-end":
        back = Change("control", ref=ref, player=entry.controller, because=origin.name, cite=origin.cite)
        ctx.set(effects=(*ctx.state.effects, back))
    change_entry(ctx, ref, controller=player)
    key = "control-monster" if entry.card.kind == "monster" else "control-taken"
    tell(ctx, key, player=who(ctx, player), card=entry.card, cards=[entry.card], also=[origin.cite])
    if entry.attached:
        tell(ctx, "control-not-attached", card=entry.card, cards_on=[e.card for e in entry.attached])
    return True


def add_counters(ctx: Context, ref: str, by: int, origin: Origin) -> bool:
    """Put counters on a creature, or take some back to the supply."""
    entry = find(ctx, ref)
    if entry is None:
        return False
    if _kept_away(ctx, ref, origin):
        return False
    if not is_creature(entry.card):
        refuse(ctx, "counter-on-creature", card=entry.card)
    if entry.counters + by < 0:
        refuse(ctx, "not-enough-counters", card=entry.card, number=entry.counters)
    change_entry(ctx, ref, counters=entry.counters + by)
    tell(
        ctx,
        "counters-added" if by >= 0 else "counters-removed",
        card=entry.card,
        number=abs(by),
        now=entry.counters + by,
        also=[origin.cite],
    )
    return True


def change_strength(ctx: Context, ref: str, by: int, fixed: int | None, until: str, origin: Origin) -> bool:
    """Make a creature stronger or weaker for a while."""
    entry = find(ctx, ref)
    if entry is None:
        return False
    if _kept_away(ctx, ref, origin):
        return False
    change = Change("strength", ref=ref, by=by, set=fixed, until=until, because=origin.name, cite=origin.cite)
    ctx.set(effects=(*ctx.state.effects, change))
    now = look(ctx.state).strength(ref)
    key = "strength-set" if fixed is not None else "strength-changed"
    tell(ctx, key, "until-" + until, card=entry.card, by=by, now=now, name=origin.name, also=[origin.cite])
    if by < 0 and now == 0:
        tell(ctx, "strength-zero", card=entry.card)
    return True


def shift_card(ctx: Context, ref: str, to: str, origin: Origin, controller: str | None = None) -> bool:
    """Shift an action from one creature to another."""
    board = look(ctx.state)
    if _kept_away(ctx, to, origin):
        return False
    kept = tuple(ctx.state.effects)
    entry = take_out(ctx, ref)
    ctx.set(effects=kept)
    attach(ctx, replace(entry, controller=controller or entry.controller), to)
    tell(ctx, "shifted-card", card=entry.card, target=board.spots[to].entry.card, also=[origin.cite])
    return True


def strip_to_hand(ctx: Context, ref: str, holder: str, origin: Origin) -> None:
    """Take a treasure from the table to a hand: removing it is no action that could be kept away."""
    entry = take_out(ctx, ref)
    for attached in entry.attached:
        to_discard(ctx, attached.card, attached.owner)
    lend(ctx, entry.card, entry.owner or holder, holder)
    tell(ctx, "treasure-taken", player=who(ctx, holder), card=entry.card, also=[origin.cite])
