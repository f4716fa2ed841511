"""Effects that work on the table: destroying, moving, taking over, counters, strength, protection."""

from __future__ import annotations

from typing import cast

from rules.engine.cards import CardRef
from rules.engine.objects import Option
from rules.engine.smashup.effects.carrying import (
    Call,
    by_word,
    choose_base,
    choose_player,
    choose_ref,
    settle_base,
    start,
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
from rules.engine.smashup.language.abilities import Effect, Filter, Where
from rules.engine.smashup.table.procedures import effect
from rules.engine.smashup.table.state import Change, is_creature
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import change_entry, find


@effect("destroy")
def destroy_cards(call: Call, head: Effect) -> bool:
    """Destroy cards; remembers the last one's base, strength and treasures for what follows."""
    done = False
    by = call.you if call.origin.type != "base" else None
    refs = targets(call, head, lambda ref: not call.board.is_protected(ref, call.origin, "destroy"))
    ways = ways_together(call.ctx, refs, "destroyed") if len(refs) > 1 else {}
    for ref in ways or refs:
        spot = call.board.spots[ref]
        strength = call.board.strength(ref) if is_creature(spot.entry.card) else 0
        drawn = destroy(call.ctx, ref, by, call.origin, head.get("treasures", True), ways.get(ref))
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


@effect("return")
def return_cards(call: Call, head: Effect) -> bool:
    refs = targets(call, head)
    done = [send_back(call.ctx, ref, head.get("to", "hand"), call.origin) for ref in refs]
    return any(done)


@effect("move")
def move_cards(call: Call, head: Effect) -> bool:
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


def _destination(call: Call, head: Effect, ref: str) -> int | None:
    bases = _bases_for(call, head, ref)
    to = head.get("to", "other")
    if to == "here" or to in call.bind:
        return bases[0] if bases else None
    return choose_base(call, bases, "move-to")


def _bases_for(call: Call, head: Effect, ref: str) -> list[int]:
    """Return the bases to which the effect can move this creature."""
    to = head.get("to", "other")
    here = call.board.spots[ref].base
    if to == "here" or to in call.bind:
        base = call.origin.base if to == "here" else int(call.bind[to])
        return [base] if base != here else []
    bases = [index for index in range(len(call.ctx.state.bases)) if index != here]
    if "own_there" in head:
        bases = [b for b in bases if len(call.board.of_player(b, call.chooser)) >= head["own_there"]]
    return bases


@effect("take_control")
def take_over(call: Call, head: Effect) -> bool:
    refs = targets(call, head, lambda ref: call.board.spots[ref].entry.controller != call.chooser)
    done = [
        take_control(call.ctx, ref, call.chooser, call.origin, head.get("until", "leaves")) for ref in refs
    ]
    return any(done)


@effect("swap")
def swap_control(call: Call, head: Effect) -> bool:
    """Exchange this card's controller with that of another one."""
    refs = by_word(call, head["with"]) if "with" in head else targets(call, head)
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


@effect("counter")
def put_counters(call: Call, head: Effect) -> bool:
    refs = targets(call, head)
    done = [add_counters(call.ctx, ref, call.amount(head.get("by", 1)), call.origin) for ref in refs]
    return any(done)


@effect("change_strength")
def strengthen(call: Call, head: Effect) -> bool:
    refs = targets(call, head)
    by, until = call.amount(head.get("by", 0)), head.get("until", "turn-end")
    done = [change_strength(call.ctx, ref, by, head.get("set"), until, call.origin) for ref in refs]
    return any(done)


@effect("change_breakpoint")
def shift_breakpoint(call: Call, head: Effect) -> bool:
    if not settle_base(call):
        return False
    base = call.base
    change = Change(
        "breakpoint",
        base=base,
        by=call.amount(head.get("by", 0)),
        set=head.get("set"),
        until=head.get("until", "turn-end"),
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


@effect("change_total")
def strengthen_player(call: Call, head: Effect) -> bool:
    """Raise or lower a player's total strength at a base."""
    if not settle_base(call):
        return False
    for player in call.players(head["player"]):
        change = Change(
            "total",
            base=call.base,
            player=player,
            by=call.amount(head["by"]),
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


@effect("shift")
def shift_action(call: Call, head: Effect) -> bool:
    """Shift counters or an action from one creature to another."""
    if "from" in head or "counters" in head or "card" in head:
        return _shift_named(call, head)
    if head.get("remembered"):
        ref = call.bind.get("action")
    else:
        ref = next(iter(targets(call, head, lambda found: bool(_hosts_for(call, head, found)))), None)
    if ref is None or ref not in call.board.spots:
        return False
    return _shift_to(call, ref, _hosts_for(call, head, ref), head)


def _hosts_for(call: Call, head: Effect, ref: str) -> list[str]:
    """Return the creatures to which the effect can shift this action."""
    host = call.board.spots[ref].host
    to = cast("str | Filter", head.get("to", {"type": "creature"}))
    wanted: Filter = {"ref": to} if isinstance(to, str) else dict(to)
    return call.candidates({**wanted, "not": host.ref} if host else wanted)


def _shift_named(call: Call, head: Effect) -> bool:
    """Shift what is named from a creature that is named, as the action of that name does."""
    givers = by_word(call, head["from"]) if "from" in head else [call.origin.ref]
    to = cast("str | Filter", head.get("to", {"type": "creature"}))
    takers = (
        by_word(call, to)
        if isinstance(to, str)
        else call.candidates({**to, "not": givers[0]} if givers else to)
    )
    if not givers or not takers:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    taker = choose_ref(call, call.chooser, "target", takers)
    args = {key: head[key] for key in ("counters",) if key in head}
    card = {"card": CardRef(head["card"], None)} if "card" in head else {}
    call.ctx.then("action:shift", from_=givers[0], to=taker, player=call.chooser, **args, **card)
    return True


def _shift_to(call: Call, ref: str, hosts: list[str], head: Effect) -> bool:
    if not hosts:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    named = call.bind.get("on", [])
    call.bind["on"] = named[1:]
    to = named[0] if named and named[0] in hosts else choose_ref(call, call.chooser, "target", hosts)
    return shift_card(call.ctx, ref, to, call.origin, call.chooser if head.get("yours") else None)


@effect("ignore")
def mute(call: Call, head: Effect) -> bool:
    """Make abilities count as absent for a while: of one card, or of everything at a base."""
    if head.get("whole_base") and not settle_base(call):
        return False
    base = call.base if head.get("whole_base") else None
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


@effect("strip")
def strip(call: Call, head: Effect) -> bool:
    """Take a treasure in play to your hand; that is no action."""
    found = call.board.matching(head["filter"], call.origin, call.bind)
    if not found:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    named = call.bind.get("on", [])
    ref = named[0] if named and named[0] in found else choose_ref(call, call.chooser, "target", found)
    strip_to_hand(call.ctx, ref, call.chooser, call.origin)
    return True


# What later effects refer to


@effect("choose_base")
def pick_base(call: Call, head: Effect) -> bool:
    """Choose a base; „dort“ is that one from now on."""
    bases = [i for i in range(len(call.ctx.state.bases)) if _base_fits(call, i, head.get("where", {}))]
    base = choose_base(call, bases)
    if base is None:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    call.bind["there"] = base
    tell(call.ctx, "base-chosen", player=who(call.ctx, call.chooser), base=call.ctx.state.bases[base].card)
    return True


def _base_fits(call: Call, base: int, where: Where) -> bool:
    board, you = call.board, call.chooser
    if where.get("own") == "none" and board.of_player(base, you):
        return False
    return not where.get("other_stronger") or any(
        board.total(base, p) > board.total(base, you) for p in call.ctx.state.others(you)
    )


@effect("choose_player")
def pick_player(call: Call, head: Effect) -> bool:
    """Choose another player; later effects call that one `chosen`."""
    asked = [*call.ctx.state.others(call.you), *([call.chooser] if head.get("anybody") else [])]
    chosen = choose_player(call, [p for p in asked if _player_fits(call, p, head.get("where", {}))])
    if chosen is None:
        tell(call.ctx, "no-player", name=call.origin.name, also=[call.origin.cite])
        return False
    call.bind["chosen"] = chosen
    tell(call.ctx, "player-chosen", player=who(call.ctx, call.chooser), chosen=who(call.ctx, chosen))
    return True


def _player_fits(call: Call, player: str, where: Where) -> bool:
    board = call.board
    theirs, mine = (len(board.of_player(call.base, p)) for p in (player, call.chooser))
    if where.get("fewer_here") and not 0 < theirs < mine:
        return False
    return not where.get("present") or theirs > 0


@effect("choose_target")
def pick_target(call: Call, head: Effect) -> bool:
    """Choose a card in play; later effects call it by the name the data gives."""
    found = targets(call, head)
    if not found:
        return False
    spot = call.board.spots[found[0]]
    call.bind |= {head.get("as", "it"): found[0], "there": spot.base}
    if "host_as" in head and spot.host is not None:
        call.bind[head["host_as"]] = spot.host.ref
    return True


@effect("choose_one")
def pick_one(call: Call, head: Effect) -> bool:
    """Choose one of several things to do."""
    options: list[Option] = [
        {"id": str(i), "text": option["text"]} for i, option in enumerate(head["options"])
    ]
    picked = int(call.ctx.choose(call.chooser, "one-of", options, name=call.origin.name))
    tell(call.ctx, "one-chosen", player=who(call.ctx, call.chooser), chosen=head["options"][picked]["text"])
    start(call.ctx, head["options"][picked]["effects"], call.origin, call.bind)
    return True


@effect("choose_faction")
def pick_faction(call: Call, head: Effect) -> bool:
    """Choose a faction that lies at the base; monsters and treasures have none."""
    factions = sorted(
        {faction for e in call.board.creatures(call.base) if (faction := e.card.get("faction"))}
    )
    tell(call.ctx, "factions-to-choose", name=call.origin.name, also=[call.origin.cite])
    if not factions:
        return False
    options: list[Option] = [
        {"id": f, "text": call.ctx.library.sentences["smash-up"].lexicon.get(f, f)} for f in factions
    ]
    call.bind["chosen_faction"] = call.ctx.choose(call.chooser, "faction", options, name=call.origin.name)
    return True


@effect("shield")
def shield(call: Call, head: Effect) -> bool:
    """Keep the card that is being played away from what the filter names, to the end of the turn."""
    change = Change(
        "shield",
        ref=call.origin.ref,
        source=str(call.bind.get("it", "")),
        because=call.origin.name,
        cite=call.origin.cite,
        effects=({"action": "shield", "filter": head["filter"]},),
    )
    call.ctx.set(effects=(*call.ctx.state.effects, change))
    tell(call.ctx, "shielded", name=call.origin.name, also=[call.origin.cite])
    return True
