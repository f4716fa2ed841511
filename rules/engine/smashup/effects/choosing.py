"""Effects that settle what later ones refer to: a base, a person, a card, a faction, one of several things."""

from __future__ import annotations

from rules.engine.objects import Option
from rules.engine.smashup.effects.carrying import Call, choose_base, choose_player, start, targets
from rules.engine.smashup.language.effects import (
    ChooseBase,
    ChooseFaction,
    ChooseOne,
    ChoosePlayer,
    ChooseTarget,
)
from rules.engine.smashup.language.parts import OfBase, OfPlayer
from rules.engine.smashup.table.procedures import effect
from rules.engine.smashup.table.telling import tell, who


@effect(ChooseBase)
def pick_base(call: Call, head: ChooseBase) -> bool:
    """Choose a base; „dort“ is that one from now on."""
    bases = [i for i in range(len(call.ctx.state.bases)) if _base_fits(call, i, head.where or {})]
    base = choose_base(call, bases)
    if base is None:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    call.bind["there"] = base
    tell(call.ctx, "base-chosen", player=who(call.ctx, call.chooser), base=call.ctx.state.bases[base].card)
    return True


def _base_fits(call: Call, base: int, where: OfBase) -> bool:
    board, you = call.board, call.chooser
    if where.get("own") == "none" and board.of_player(base, you):
        return False
    return not where.get("other_stronger") or any(
        board.total(base, p) > board.total(base, you) for p in call.ctx.state.others(you)
    )


@effect(ChoosePlayer)
def pick_player(call: Call, head: ChoosePlayer) -> bool:
    """Choose another player; later effects call that one `chosen`."""
    asked = [*call.ctx.state.others(call.you), *([call.chooser] if head.anybody else [])]
    chosen = choose_player(call, [p for p in asked if _player_fits(call, p, head.where or {})])
    if chosen is None:
        tell(call.ctx, "no-player", name=call.origin.name, also=[call.origin.cite])
        return False
    call.bind["chosen"] = chosen
    tell(call.ctx, "player-chosen", player=who(call.ctx, call.chooser), chosen=who(call.ctx, chosen))
    return True


def _player_fits(call: Call, player: str, where: OfPlayer) -> bool:
    board = call.board
    theirs, mine = (len(board.of_player(call.base, p)) for p in (player, call.chooser))
    if where.get("fewer_here") and not 0 < theirs < mine:
        return False
    return not where.get("present") or theirs > 0


@effect(ChooseTarget)
def pick_target(call: Call, head: ChooseTarget) -> bool:
    """Choose a card in play; later effects call it by the name the data gives."""
    found = targets(call, head)
    if not found:
        return False
    spot = call.board.spots[found[0]]
    call.bind |= {head.as_ or "it": found[0], "there": spot.base}
    if head.host_as is not None and spot.host is not None:
        call.bind[head.host_as] = spot.host.ref
    return True


@effect(ChooseOne)
def pick_one(call: Call, head: ChooseOne) -> bool:
    """Choose one of several things to do."""
    options: list[Option] = [{"id": str(i), "text": option.text} for i, option in enumerate(head.options)]
    picked = int(call.ctx.choose(call.chooser, "one-of", options, name=call.origin.name))
    tell(call.ctx, "one-chosen", player=who(call.ctx, call.chooser), chosen=head.options[picked].text)
    start(call.ctx, head.options[picked].effects, call.origin, call.bind)
    return True


@effect(ChooseFaction)
def pick_faction(call: Call, head: ChooseFaction) -> bool:
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
