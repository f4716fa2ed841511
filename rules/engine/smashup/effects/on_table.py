"""Effects that work on the table: destroying, moving, taking over, counters, strength, protection."""

from __future__ import annotations

from rules.engine.cards import CardRef
from rules.engine.smashup.effects.carrying import (
    Call,
    by_word,
    choose_base,
    choose_ref,
    settle_base,
    targets,
)
from rules.engine.smashup.effects.instead import ways_together
from rules.engine.smashup.effects.moves import (
    add_counters,
    change_strength,
    destroy,
    move,
    send_back,
    shift_card,
    strip_to_hand,
    take_control,
)
from rules.engine.smashup.language.effects import (
    ChangeBreakpoint,
    ChangeStrength,
    ChangeTotal,
    Counter,
    Destroy,
    Ignore,
    Move,
    Return,
    Shield,
    Shift,
    Strip,
    Swap,
    TakeControl,
)
from rules.engine.smashup.language.parts import InPlay
from rules.engine.smashup.table.procedures import effect
from rules.engine.smashup.table.state import Change, is_creature
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import change_entry, find


@effect(Destroy)
def destroy_cards(call: Call, head: Destroy) -> bool:
    """Destroy cards; remembers the last one's base, strength and treasures for what follows."""
    done = False
    by = call.you if call.origin.type != "base" else None
    refs = targets(call, head, lambda ref: not call.board.is_protected(ref, call.origin, "destroy"))
    treasures = True if head.treasures is None else head.treasures
    ways = ways_together(call.ctx, refs, "destroyed") if len(refs) > 1 else {}
    for ref in ways or refs:
        spot = call.board.spots[ref]
        strength = call.board.strength(ref) if is_creature(spot.entry.card) else 0
        drawn = destroy(call.ctx, ref, by, call.origin, treasures, ways.get(ref))
        if drawn is None:
            continue
        done = True
        found = [*call.bind.get("drawn", []), *(card.slug for card in drawn)]
        call.bind |= {
            "there": spot.base,
            "strength": strength,
            "drawn": found,
            "drawn_number": len(found),
            "was_treasure": spot.entry.card.kind == "treasure",
        }
    return done


@effect(Return)
def return_cards(call: Call, head: Return) -> bool:
    refs = targets(call, head)
    done = [send_back(call.ctx, ref, head.to or "hand", call.origin) for ref in refs]
    return any(done)


@effect(Move)
def move_cards(call: Call, head: Move) -> bool:
    """Move creatures to another base; all of one effect go to the same one."""
    refs = targets(call, head, lambda ref: bool(_bases_for(call, head, ref)))
    if not refs:
        return False
    base = _destination(call, head, refs[0])
    if base is None:
        tell(call.ctx, "no-other-base", name=call.origin.name)
        return False
    call.bind["to_base"] = base
    done = [move(call.ctx, ref, base, call.origin) for ref in refs]
    return any(done)


def _destination(call: Call, head: Move, ref: str) -> int | None:
    bases = _bases_for(call, head, ref)
    to = head.to or "other"
    if to == "here" or to in call.bind:
        return bases[0] if bases else None
    return choose_base(call, bases, "move-to")


def _bases_for(call: Call, head: Move, ref: str) -> list[int]:
    """Return the bases to which the effect can move this creature."""
    to = head.to or "other"
    here = call.board.spots[ref].base
    if to == "here" or to in call.bind:
        base = call.origin.base if to == "here" else int(call.bind[to])
        return [base] if base != here else []
    bases = [index for index in range(len(call.ctx.state.bases)) if index != here]
    if head.own_there is not None:
        bases = [b for b in bases if len(call.board.of_player(b, call.chooser)) >= head.own_there]
    return bases


@effect(TakeControl)
def take_over(call: Call, head: TakeControl) -> bool:
    refs = targets(call, head, lambda ref: call.board.spots[ref].entry.controller != call.chooser)
    done = [take_control(call.ctx, ref, call.chooser, call.origin, head.until or "leaves") for ref in refs]
    return any(done)


@effect(Swap)
def swap_control(call: Call, head: Swap) -> bool:
    """Exchange this card's controller with that of another one."""
    refs = by_word(call, head.with_) if head.with_ is not None else targets(call, head)
    if not refs:
        return False
    exchange(call, call.origin.ref, refs[0])
    return True


def exchange(call: Call, one: str, other: str) -> None:
    first, second = find(call.ctx, one), find(call.ctx, other)
    if first is None or second is None:
        return
    change_entry(call.ctx, one, controller=second.controller)
    change_entry(call.ctx, other, controller=first.controller)
    tell(
        call.ctx,
        "swapped",
        card=first.card,
        other=second.card,
        player=who(call.ctx, second.controller),
        mate=who(call.ctx, first.controller),
        cards=[first.card, second.card],
        also=[call.origin.cite],
    )


@effect(Counter)
def put_counters(call: Call, head: Counter) -> bool:
    refs = targets(call, head)
    done = [add_counters(call.ctx, ref, call.amount(head.by, 1), call.origin) for ref in refs]
    return any(done)


@effect(ChangeStrength)
def strengthen(call: Call, head: ChangeStrength) -> bool:
    refs = targets(call, head)
    by, until = call.amount(head.by), head.until or "turn-end"
    done = [change_strength(call.ctx, ref, by, head.set, until, call.origin) for ref in refs]
    return any(done)


@effect(ChangeBreakpoint)
def shift_breakpoint(call: Call, head: ChangeBreakpoint) -> bool:
    if not settle_base(call):
        return False
    base = call.base
    change = Change(
        "breakpoint",
        base=base,
        by=call.amount(head.by),
        set=head.set,
        until=head.until or "turn-end",
        because=call.origin.name,
        cite=call.origin.cite,
    )
    call.ctx.set(effects=(*call.ctx.state.effects, change))
    tell(
        call.ctx,
        "breakpoint-changed",
        base=call.ctx.state.bases[base].card,
        now=call.board.sums(base)[1],
        also=[call.origin.cite],
    )
    return True


@effect(ChangeTotal)
def strengthen_player(call: Call, head: ChangeTotal) -> bool:
    """Raise or lower a player's total strength at a base."""
    if not settle_base(call):
        return False
    for player in call.players(head.player):
        change = Change(
            "total",
            base=call.base,
            player=player,
            by=call.amount(head.by),
            because=call.origin.name,
            cite=call.origin.cite,
        )
        call.ctx.set(effects=(*call.ctx.state.effects, change))
        tell(
            call.ctx,
            "total-changed",
            player=who(call.ctx, player),
            by=change.by,
            name=call.origin.name,
            also=[call.origin.cite],
        )
    return True


@effect(Shift)
def shift_action(call: Call, head: Shift) -> bool:
    """Shift counters or an action from one creature to another."""
    if head.from_ is not None or head.counters is not None or head.card is not None:
        return _shift_named(call, head)
    if head.remembered:
        ref = call.bind.get("action")
    else:
        ref = next(iter(targets(call, head, lambda found: bool(_hosts_for(call, head, found)))), None)
    if ref is None or ref not in call.board.spots:
        return False
    return _shift_to(call, ref, _hosts_for(call, head, ref), head)


def _taker(head: Shift) -> str | InPlay:
    return {"type": "creature"} if head.to is None else head.to


def _hosts_for(call: Call, head: Shift, ref: str) -> list[str]:
    """Return the creatures to which the effect can shift this action."""
    host = call.board.spots[ref].host
    to = _taker(head)
    wanted: InPlay = {"ref": to} if isinstance(to, str) else to
    return call.candidates({**wanted, "not": host.ref} if host else wanted)


def _shift_named(call: Call, head: Shift) -> bool:
    """Shift what is named from a creature that is named, as the action of that name does."""
    givers = by_word(call, head.from_) if head.from_ is not None else [call.origin.ref]
    to = _taker(head)
    takers = (
        by_word(call, to)
        if isinstance(to, str)
        else call.candidates({**to, "not": givers[0]} if givers else to)
    )
    if not givers or not takers:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    taker = choose_ref(call, call.chooser, "target", takers)
    args = {} if head.counters is None else {"counters": head.counters}
    card = {} if head.card is None else {"card": CardRef(head.card, None)}
    call.ctx.then("action:shift", from_=givers[0], to=taker, player=call.chooser, **args, **card)
    return True


def _shift_to(call: Call, ref: str, hosts: list[str], head: Shift) -> bool:
    if not hosts:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    named = call.bind.get("on", [])
    call.bind["on"] = named[1:]
    to = named[0] if named and named[0] in hosts else choose_ref(call, call.chooser, "target", hosts)
    return shift_card(call.ctx, ref, to, call.origin, call.chooser if head.yours else None)


@effect(Ignore)
def mute(call: Call, head: Ignore) -> bool:
    """Make abilities count as absent for a while: of one card, or of everything at a base."""
    if head.whole_base and not settle_base(call):
        return False
    base = call.base if head.whole_base else None
    for ref in [""] if base is not None else targets(call, head):
        change = Change("ignore", ref=ref, base=base, because=call.origin.name, cite=call.origin.cite)
        call.ctx.set(effects=(*call.ctx.state.effects, change))
    if base is not None:
        tell(
            call.ctx,
            "base-cards-ignored",
            base=call.ctx.state.bases[base].card,
            name=call.origin.name,
            also=[call.origin.cite],
        )
    else:
        tell(call.ctx, "ability-ignored", name=call.origin.name, also=[call.origin.cite])
    return True


@effect(Strip)
def strip(call: Call, head: Strip) -> bool:
    """Take a treasure in play to your hand; that is no action."""
    found = call.board.matching(head.filter, call.origin, call.bind)
    if not found:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    named = call.bind.get("on", [])
    ref = named[0] if named and named[0] in found else choose_ref(call, call.chooser, "target", found)
    strip_to_hand(call.ctx, ref, call.chooser, call.origin)
    return True


@effect(Shield)
def shield(call: Call, head: Shield) -> bool:
    """Keep the card that is being played away from what the filter names, to the end of the turn."""
    change = Change(
        "shield",
        ref=call.origin.ref,
        source=str(call.bind.get("it", "")),
        because=call.origin.name,
        cite=call.origin.cite,
        effects=(Shield(filter=head.filter),),
    )
    call.ctx.set(effects=(*call.ctx.state.effects, change))
    tell(call.ctx, "shielded", name=call.origin.name, also=[call.origin.cite])
    return True
