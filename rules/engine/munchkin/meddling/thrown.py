"""Cards played into a fight: one-shots, monster boosts, wandering monsters, monsters that follow by themselves."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.fight.combat import choose_monster, open_fight
from rules.engine.munchkin.fight.playing import (
    can_work_now,
    changed_card,
    check_alone,
    put_on_person,
    was_done,
)
from rules.engine.munchkin.meddling.following import follow_rules, following, refuse_to_follow, somebody
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.state import Combat, Monster, Played, replace
from rules.engine.munchkin.table.telling import deny, when
from rules.engine.munchkin.table.traits import may_use, monster_traits
from rules.engine.munchkin.table.zones import discard, find_or_refuse, take
from rules.engine.objects import Option, Target


@frame("play:one-shot")
def play_one_shot(
    ctx: Context,
    player: str,
    card: Card,
    on: Target,
    monster: int | CardRef | None,
    with_: tuple[CardRef, ...],
    into: str | None,
    zone: str = "hand",
) -> None:
    """Play a one-shot for either side of a fight; outside a fight it is laid out like an item."""
    if can_work_now(ctx, card, on):
        ctx.then("play:effects", player=player, card=card, on=on, monster=monster, zone=zone)
        return
    if ctx.state.combat is None and on is None:
        ctx.then(
            "play:item", player=player, card=card, on=on, monster=monster, with_=with_, into=into, zone=zone
        )
        return
    if not (card.get("run_away") and ctx.state.combat is not None):
        open_fight(ctx, player, "one-shot")
    _check_usable(ctx, player, card)
    ctx.then("one-shot", player=player, card=card, on=on, zone=zone)


@frame("one-shot")
def one_shot(ctx: Context, player: str, card: Card, on: Target, zone: str) -> None:
    """Lay a one-shot beside the fight, for one side."""
    combat: Combat = ctx.state.combat
    side = _side(ctx, combat, player, card, on)
    check_alone(ctx, player, card, side)
    changed = changed_card(ctx, player, card)
    mode = was_done(ctx, player, card)
    take(ctx, player, card, zone)
    played = Played(card, player, side, changed, mode)
    ctx.set(combat=replace(combat, played=(*combat.played, played)))
    ctx.step(
        "play.one-shot-" + side,
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
    ctx.then("react", player=player, card=card)


def _check_usable(ctx: Context, player: str, card: Card) -> None:
    if not may_use(ctx.book, ctx.state.player(player), card):
        ctx.refuse("not-usable", cards=(card,), player=ctx.person(player), card=card)


def _side(ctx: Context, combat: Combat, player: str, card: Card, on: Target) -> str:
    """Return the side that a card is played on; asks where that was not said."""
    if on in ("munchkins", "monsters"):
        return str(on)
    if isinstance(on, dict):
        _present(ctx, combat, player, on.get("monster"))
        return "monsters"
    if on in combat.people:
        return "munchkins"
    if on is not None:
        ctx.refuse("not-in-fight", "one-shot", player=ctx.person(on))
    sides: list[Option] = [
        {"id": side, "text": ctx.sentences.lexicon["side:" + side]} for side in ("munchkins", "monsters")
    ]
    return ctx.choose(player, "side", sides, card=card)


def _present(ctx: Context, combat: Combat, player: str, index: int | None) -> int:
    """Return the index of a monster that is still in the fight; refuses any other."""
    if index not in combat.present:
        ctx.refuse("no-such-monster", player=ctx.person(player), index=index)
    return int(index)


@frame("play:monster-boost")
def play_boost(
    ctx: Context,
    player: str,
    card: Card,
    on: Target,
    monster: int | CardRef | None,
    with_: tuple[CardRef, ...],
    into: str | None,
    zone: str = "hand",
) -> None:
    """Play a boost on one monster; among several, whoever plays it says which."""
    if isinstance(on, str) and on not in ("monsters", "munchkins") and card.get("attach_to"):
        put_on_person(ctx, player, card, on)
        return
    combat = open_fight(ctx, player, "boost")
    if on not in (None, "monsters") and not (isinstance(on, dict) and "monster" in on):
        deny(ctx, "needs-a-monster", player, card)
    index = _boosted(ctx, combat, player, card, on)
    take(ctx, player, card, "hand")
    target = combat.monsters[index]
    ctx.set(combat=combat.with_monster(index, boosts=(*target.boosts, card)))
    ctx.step(
        "play.boost",
        *when(once=_counts_once(ctx, card), makes=card.get("makes")),
        cards=(card,),
        player=ctx.person(player),
        card=card,
        monster=target.card,
        n=card.get("strength", 0),
    )


def _counts_once(ctx: Context, card: Card) -> bool:
    """Say whether the deciding book counts this kind among the one-shots."""
    return card.kind in ctx.book.value("kampfaktionen.einmal-begriff", ())


def _boosted(ctx: Context, combat: Combat, player: str, card: Card, on: Target) -> int:
    if isinstance(on, dict) and "monster" in on:
        return _present(ctx, combat, player, on["monster"])
    return choose_monster(ctx, combat, player, "boosted-monster", combat.present, card=card)


@frame("play:wandering-monster")
def play_wandering(
    ctx: Context,
    player: str,
    card: Card,
    on: Target,
    monster: int | CardRef | None,
    with_: tuple[CardRef, ...],
    into: str | None,
    zone: str = "hand",
) -> None:
    """Send a monster from the hand into any fight, one's own included."""
    combat = open_fight(ctx, player, "wandering")
    hand = ctx.state.player(player).hand
    named = monster if isinstance(monster, CardRef) else _monster_among(with_, hand)
    sent = _sent(ctx, player, card, named)
    take(ctx, player, card, "hand")
    take(ctx, player, sent, "hand")
    discard(ctx, card)
    ctx.set(combat=replace(combat, monsters=(*combat.monsters, Monster(sent))))
    ctx.step(
        "play.wandering",
        *when(own=player == combat.fighter),
        cards=(card, sent),
        player=ctx.person(player),
        card=card,
        monster=sent,
    )
    ctx.then("monster-joined", player=player, index=len(combat.monsters))
    _boost_along(ctx, player, [ref for ref in with_ if ref is not named], len(combat.monsters))


def _monster_among(refs: tuple[CardRef, ...], hand: tuple[Card, ...]) -> CardRef | None:
    """Return the monster among the cards played along; a single card that is none is told so later."""
    found = (ref for ref in refs if getattr(ref.among(hand), "kind", "monster") == "monster")
    return next(found, None)


def _boost_along(ctx: Context, player: str, refs: list[CardRef], index: int) -> None:
    """Play what comes along with a monster on that monster: boosts only."""
    left = list(ctx.state.player(player).hand)
    for ref in refs:
        card = ref.among(tuple(left))
        if card is None:
            ctx.refuse(
                "card-not-there",
                "hand",
                player=ctx.person(player),
                card=ref,
                zone="zone:hand",
            )
        left.remove(card)
        if card.kind != "monster-boost":
            deny(ctx, "not-playable", player, card)
        on = {"monster": index}
        ctx.then("play:monster-boost", player=player, card=card, on=on, monster=None, with_=(), into=None)


def _sent(ctx: Context, player: str, card: Card, ref: CardRef | None) -> Card:
    """Return the monster that is played along with the card."""
    hand = ctx.state.player(player).hand
    if ref is None:
        monsters = [c for c in hand if c.kind == "monster"]
        if not monsters:
            ctx.refuse("no-monster-in-hand", cards=(card,), player=ctx.person(player), card=card)
        return ctx.choose_card(player, "wandering", monsters, card=card)
    found, _ = find_or_refuse(ctx, player, ref, ("hand",), "wandering", lacks="zone:hand")
    if found.kind != "monster":
        ctx.refuse(
            "not-a-monster",
            "wandering",
            cards=(found,),
            player=ctx.person(player),
            card=found,
        )
    return found


@frame("play:monster")
def play_monster(
    ctx: Context,
    player: str,
    card: Card,
    on: Target,
    monster: int | CardRef | None,
    with_: tuple[CardRef, ...],
    into: str | None,
    zone: str = "hand",
) -> None:
    """Play a monster from the hand by itself: only one that follows another of its kind may do that."""
    if with_:
        _play_both(ctx, player, card, with_)
        return
    if ctx.state.combat is None:
        ctx.refuse("monster-waits", cards=(card,), player=ctx.person(player), card=card)
    combat = open_fight(ctx, player)
    rule = following(ctx, combat, card)
    if rule is None:
        ctx.then("answer-goth-call", player=player, card=card)
        return
    take(ctx, player, card, "hand")
    ctx.set(combat=replace(combat, monsters=(*combat.monsters, Monster(card))))
    ctx.step(
        "play.follows",
        *rule.targets,
        cards=(card,),
        player=ctx.person(player),
        card=card,
        trait=rule.trait,
    )
    ctx.then("monster-joined", player=player, index=len(combat.monsters))


def _play_both(ctx: Context, player: str, card: Card, with_: tuple[CardRef, ...]) -> None:
    """A monster played together with a card that brings it: the wandering monster, or a boost that makes it follow."""
    partner, _ = find_or_refuse(ctx, player, with_[0], ("hand",), "hand", lacks="zone:hand")
    if partner.kind == "wandering-monster":
        sent = CardRef(card.written, card)
        ctx.then(
            "play:wandering-monster",
            player=player,
            card=partner,
            on=None,
            monster=sent,
            with_=with_[1:],
            into=None,
        )
        return
    _follow_made(ctx, player, card, partner)
    _boost_along(ctx, player, list(with_[1:]), len(ctx.state.combat.monsters) - 1)


def _follow_made(ctx: Context, player: str, card: Card, boost: Card) -> None:
    """Let a monster follow by the trait that a boost played with it gives it."""
    combat = open_fight(ctx, player)
    made = Monster(card, (boost,))
    own = monster_traits(ctx.book, made) if boost.kind == "monster-boost" else frozenset()
    rule = next((r for r in follow_rules(ctx) if r.trait in own and somebody(ctx, combat, r.trait)), None)
    if rule is None:
        refuse_to_follow(ctx, player, card)
    take(ctx, player, card, "hand")
    take(ctx, player, boost, "hand")
    ctx.set(combat=replace(combat, monsters=(*combat.monsters, made)))
    ctx.step(
        "play.follows-made",
        *rule.targets,
        cards=(card, boost),
        player=ctx.person(player),
        card=card,
        boost=boost,
        trait=rule.trait,
    )
    ctx.then("monster-joined", player=player, index=len(combat.monsters))
