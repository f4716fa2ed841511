"""Effects that let somebody play further cards: allowances, plays at once, plays from other places."""

from __future__ import annotations

from rules.engine.cards import Card, named_options
from rules.engine.objects import Option
from rules.engine.smashup.effects.carrying import Call, choose_base, choose_ref, settle_base
from rules.engine.smashup.effects.on_cards import fits, is_of
from rules.engine.smashup.language.abilities import Lasting
from rules.engine.smashup.language.effects import (
    ForbidExtras,
    Later,
    Play,
    PlayCreatures,
    PlayFromHand,
    PlayTreasure,
    Recall,
)
from rules.engine.smashup.language.parts import InPlay
from rules.engine.smashup.play.permission import Wish, forbidding, is_kept_out
from rules.engine.smashup.play.playing import put_in_play, stays
from rules.engine.smashup.table.chance import one_at_random
from rules.engine.smashup.table.hands import choose_from
from rules.engine.smashup.table.procedures import effect
from rules.engine.smashup.table.state import Change, Grant, Pile, is_creature, replace
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import set_pile, take_from_hand, without


@effect(Play)
def allow_play(call: Call, head: Play) -> bool:
    """Allow further plays; outside step 2 or from an extra ability they come at once or never."""
    state, player = call.ctx.state, call.chooser
    number = call.amount(head.number, 1)
    now = state.scoring is not None or state.turn.step not in ("start", "play") or state.turn.player != player
    names = tuple(call.bind.get("drawn", ())) if head.names == "drawn" else ()
    if head.names == "drawn" and not names:
        return False
    grant = Grant(
        player,
        head.type or "creature",
        _base(call, head),
        head.where or "",
        head.max_strength,
        call.origin.ref if head.onto == "self" else "",
        names,
        now,
        bool(head.mute),
        call.origin.name,
    )
    call.ctx.set(turn=replace(state.turn, extra=(*state.turn.extra, *[grant] * number)))
    if number:
        tell(
            call.ctx,
            ("allowance-now" if now else "allowance") + ("-several" if number > 1 else ""),
            player=who(call.ctx, player),
            number=number,
            what=grant.type,
            name=call.origin.name,
            also=[call.origin.cite],
        )
    return number > 0


def _base(call: Call, head: Play) -> int | None:
    word = head.base
    if word == "event":
        return int(call.bind["event_base"])
    return call.base if word in ("here", "there") and call.base >= 0 else None


@effect(PlayCreatures)
def play_hand(call: Call, head: PlayCreatures) -> bool:
    """Play all creatures of the hand at the chosen base; their abilities stay silent."""
    if not settle_base(call):
        return False
    player = call.chooser
    tell(call.ctx, "hand-shown", player=who(call.ctx, player))
    creatures = [c for c in call.ctx.state.player(player).hand if is_creature(c)]
    creatures = [c for c in creatures if not is_kept_out(call.ctx, player, c, call.base)]
    for card in _in_order(call, creatures):
        _play_now(call, card, take_from_hand(call.ctx, player, card), base=call.base, mute=True)
    return bool(creatures)


def _in_order(call: Call, cards: list[Card]) -> list[Card]:
    """Let the player order what is played at once, where anything waits for cards to be played."""
    waits = any(
        isinstance(a, Lasting) and a.event for _, c in call.board.sources() for a in c.get("abilities", ())
    )
    left, ordered = list(cards), []
    while waits and len(set(left)) > 1:
        offered = dict(named_options(left))
        options: list[Option] = [
            {"id": i, "text": f"„{c.name}“" if c.name else "Eine unbekannte Karte", "card": c.written}
            for i, c in offered.items()
        ]
        picked = offered[call.ctx.choose(call.chooser, "next-played", options, name=call.origin.name)]
        ordered.append(picked)
        left.remove(picked)
    return ordered + left


def _play_now(
    call: Call, card: Card, owner: str, *, base: int | None = None, on: str | None = None, mute: bool = False
) -> None:
    wish = Wish(call.chooser, card, base, on, True)
    put_in_play(call.ctx, wish, owner, call.ctx.state.free_ref(), mute=mute)


@effect(PlayFromHand)
def play_from_hand(call: Call, head: PlayFromHand) -> bool:
    """Play a card from the hand at once, at this base."""
    player = call.chooser
    hand = call.ctx.state.player(player).hand if settle_base(call) else ()
    fitting = [c for c in hand if fits(c, head)]
    found = [c for c in fitting if forbidding(call.ctx, player, c, call.base) is None]
    if not found:
        if not any(is_kept_out(call.ctx, player, card, call.base) for card in fitting[:1]):
            tell(call.ctx, "nothing-to-play", player=who(call.ctx, player), name=call.origin.name)
        return False
    card = choose_from(call.ctx, player, "play", found, 1, name=call.origin.name)[0]
    _play_now(call, card, take_from_hand(call.ctx, player, card), base=call.base, mute=bool(head.mute))
    return True


@effect(PlayTreasure)
def play_treasure(call: Call, head: PlayTreasure) -> bool:
    """Play a treasure onto a creature at once: from the treasure discard pile, or one just found."""
    from_hand = head.from_ == "drawn"
    player = call.ctx.state.player(call.chooser)
    drawn = call.bind.get("drawn", ())
    pile = (
        [c for c in player.hand if c.slug in drawn]
        if from_hand
        else list(call.ctx.state.piles.treasure_discard.cards)
    )
    found = [c for c in pile if is_of(c, "action", ("creature", "own-creature"))]
    onto = head.onto
    hosts = [call.origin.ref] if isinstance(onto, str) else call.candidates(onto)
    if not found or not hosts:
        tell(call.ctx, "nothing-to-play", player=who(call.ctx, player.id), name=call.origin.name)
        return False
    card = choose_from(call.ctx, player.id, "play", found, 1, name=call.origin.name)[0]
    host = choose_ref(call, player.id, "target", hosts)
    if from_hand:
        take_from_hand(call.ctx, player.id, card)
    else:
        set_pile(
            call.ctx, "treasure_discard", Pile(without(call.ctx.state.piles.treasure_discard.cards, card))
        )
    _play_now(call, card, "", base=call.board.spots[host].base, on=host)
    return True


@effect(Recall)
def recall(call: Call, head: Recall) -> bool:
    """Pick an action at random from every other player's discard pile; one of them may be played."""
    offered: dict[str, Card] = {}
    for player in call.ctx.state.others(call.you):
        actions = tuple(c for c in call.ctx.state.player(player).discard if is_of(c, "action"))
        if actions:
            offered[player] = one_at_random(call.ctx, actions)
    tell(
        call.ctx,
        "recalled",
        player=who(call.ctx, call.chooser),
        found=list(offered.values()) or "keine Aktion",
    )
    options: list[Option] = [
        {"id": p, "text": f"„{c.name}“ ({call.ctx.person(p).title})", "card": c.written}
        for p, c in offered.items()
    ]
    picked = call.ctx.choose(
        call.chooser, "recall", [*options, {"id": "keine", "text": "Keine"}], name=call.origin.name
    )
    if picked not in offered:
        return False
    return _play_recalled(call, picked, offered[picked])


def _play_recalled(call: Call, owner: str, card: Card) -> bool:
    """Play another player's action; afterwards it belongs on that player's discard pile again."""
    base, on = _place_for(call, card)
    if stays(card) and base is None and on is None:
        tell(call.ctx, "no-target", name=card.name)
        return False
    held = call.ctx.state.player(owner).discard
    call.ctx.set(players=call.ctx.state.change(owner, discard=without(held, card)).players)
    _play_now(call, card, owner, base=base, on=on)
    return True


def _place_for(call: Call, card: Card) -> tuple[int | None, str | None]:
    """Ask where an action shall lie that remains in play."""
    if not stays(card):
        return None, None
    if card.get("play_on") == "base":
        return choose_base(call, list(range(len(call.ctx.state.bases)))), None
    own: InPlay = {"controller": "you"} if card.get("play_on") == "own-creature" else {}
    hosts = call.candidates({"type": "creature", **own})
    return None, choose_ref(call, call.chooser, "target", hosts) if hosts else None


@effect(Later)
def promise(call: Call, head: Later) -> bool:
    """Note what shall happen when the points of this base are given."""
    change = Change(
        "later",
        ref=call.bind.get("chosen", ""),
        base=call.base,
        player=call.you,
        because=call.origin.name,
        cite=call.origin.cite,
        until="scored",
        effects=tuple(head.effects),
    )
    call.ctx.set(effects=(*call.ctx.state.effects, change))
    tell(call.ctx, "promised", name=call.origin.name, also=[call.origin.cite])
    return True


@effect(ForbidExtras)
def forbid_extras(call: Call, head: ForbidExtras) -> bool:
    """Keep all other players from extra abilities for the rest of this scoring."""
    scoring = call.ctx.state.scoring
    if scoring is None:
        return False
    call.ctx.set(scoring=replace(scoring, only=call.chooser))
    tell(
        call.ctx,
        "extras-stopped",
        player=who(call.ctx, call.chooser),
        name=call.origin.name,
        also=[call.origin.cite],
    )
    return True
