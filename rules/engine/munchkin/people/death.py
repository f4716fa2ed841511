"""Death: what stays, what lies beside the dead figure, and who takes it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.engine.cards import Card, CardRef, named_options
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import is_follower, is_item
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.rows import permission
from rules.engine.munchkin.table.seats import in_fight
from rules.engine.munchkin.table.state import Body, Player, replace
from rules.engine.munchkin.table.telling import reason_cites, reason_words, said, when
from rules.engine.munchkin.table.zones import discard, receive
from rules.engine.objects import Because, Instead, Option, Pick

NOBODY = "none"


@action("die")
def die_action(ctx: Context, player: str, because: Because = None, instead: Instead | None = None) -> None:
    """Let something kill a figure."""
    ctx.then("die", player=player, because=because)


@frame("die")
def die(ctx: Context, player: str, because: Because = None) -> None:
    """Keep what the book names, lay the rest beside the dead figure, and end the turn if it was its own."""
    owner = ctx.state.player(player)
    kept, lost = _divided(ctx, owner)
    loot, gone = _pool(ctx, lost + list(owner.backpack) + list(owner.hand), owner)
    stay = bool(ctx.book.value("tod.flueche"))
    pending = owner.pending if stay else ()
    ctx.state = ctx.state.change(
        player, in_play=tuple(kept), backpack=(), hand=(), pending=pending, new_cards_due=True, statuses=()
    )
    discard(ctx, *gone, *(() if stay else (entry.card for entry in owner.pending)))
    if loot:
        ctx.set(bodies=(*ctx.state.bodies, Body(player, tuple(loot))))
    also = reason_cites(ctx, because)
    ctx.step(
        "death.dies", also=also, player=ctx.person(player), because=reason_words(because) or "reason:card"
    )
    ctx.step(
        "death.keeps",
        *when(cursed=owner.pending),
        cards=kept,
        player=ctx.person(player),
        cards_kept=kept or "cards:none",
        level=owner.level,
    )
    if owner.pending and not stay:
        ctx.doubt("death.curses")
    _leave_table(ctx, player)


def _leave_table(ctx: Context, player: str) -> None:
    """Mark the dead in the fight; outside of one, death in the own turn ends it."""
    if in_fight(ctx.state, player):
        ctx.set(combat=replace(ctx.state.combat, dead=(*ctx.state.combat.dead, player)))
        ctx.then("check-flight")
    elif ctx.state.turn.player == player and ctx.state.combat is None:
        ctx.step("death.ends-turn", player=ctx.person(player))
        ctx.then("next-turn")


def _divided(ctx: Context, owner: Player) -> tuple[list[Card], list[Card]]:
    """Return what stays in play and what is lost; cards that allow more of a kind are not mentioned anywhere."""
    kinds = _kept_kinds(ctx)
    special = [card for card in owner.in_play if _is_permission(ctx, card)]
    if special:
        ctx.doubt("death.permissions")
    stay = () if ctx.book.reads("death.permissions", "b") else special
    kept = [card for card in owner.in_play if card.kind in kinds or card in stay]
    return kept, [card for card in owner.in_play if card not in kept]


def _kept_kinds(ctx: Context) -> set[str]:
    """Every book names only the traits of its own box, so on a mixed table they add up."""
    kinds = {kind for kinds in said(ctx.book, "tod.was-bleibt") for kind in kinds}
    return kinds | {"style"} if "training" in kinds and ctx.book.combined else kinds


def _is_permission(ctx: Context, card: Card) -> bool:
    return permission(ctx.book, card.get("special")) is not None


def _pool(ctx: Context, cards: Iterable[Card], owner: Player) -> tuple[list[Card], list[Card]]:
    """Return what the others may take, and what is simply discarded."""
    if ctx.book.value("leiche-pluendern.beute") != "hand-and-items":
        return list(cards), []
    loot: list[Card] = []
    gone: list[Card] = []
    for card in cards:
        (loot if card in owner.hand or is_item(ctx, card) or card.kind == "one-shot" else gone).append(card)
    if any(is_follower(ctx, card) for card in gone):
        ctx.doubt("death.followers")
        if ctx.book.reads("death.followers", "b"):
            loot += [card for card in gone if is_follower(ctx, card)]
            gone = [card for card in gone if card not in loot]
    return loot, gone


@action("loot_body")
def loot_body(
    ctx: Context,
    of: str,
    player: str | None = None,
    picks: tuple[Pick, ...] = (),
    rolls: dict[str, int] | None = None,
    instead: Instead | None = None,
) -> None:
    """Let the others choose one card each, from the highest level down."""
    body = _body(ctx, of)
    order = _order(ctx, body, [pick["player"] for pick in picks], rolls or {})
    ctx.step(
        "body.order",
        *when(tied=_are_tied(ctx, order)),
        player=ctx.person(of),
        people=[ctx.person(p) for p in order],
    )
    if not picks:
        for person in order:
            ctx.then("pick-from-body", player=person, of=of)
    for pick in picks:
        ctx.then(
            "take-from-body", player=pick["player"], of=of, card=pick["card"], into=pick.get("into", "hand")
        )
    ctx.then("clear-body", of=of)


def _body(ctx: Context, of: str) -> Body:
    body = next((b for b in ctx.state.bodies if b.player == of), None)
    if body is None:
        ctx.refuse("no-body", player=ctx.person(of))
    return body


def looters(ctx: Context, body: Body) -> list[Player]:
    """Return who may still choose, highest level first."""
    able = [
        p
        for p in ctx.state.around(body.player)
        if p.id != body.player and not p.new_cards_due and p.id not in body.looted
    ]
    return sorted(able, key=lambda p: -p.level)


def _order(ctx: Context, body: Body, named: list[str], rolls: dict[str, int]) -> list[str]:
    """Return who chooses in turn; what the question names must fit the levels and the rolls."""
    able = looters(ctx, body)
    if not named:
        return _rolled(ctx, able, rolls)
    levels = {p.id: p.level for p in able}
    for person in named:
        if person not in levels or named.count(person) > 1:
            ctx.refuse("may-not-loot", player=ctx.person(person))
    keys = [(-levels[p], -rolls.get(p, 0)) for p in named]
    if keys != sorted(keys):
        ctx.refuse(
            "wrong-order",
            *when(tied=_are_tied(ctx, named)),
            people=[ctx.person(p.id) for p in able],
        )
    if body.looted and levels[named[0]] > min(ctx.state.player(p).level for p in body.looted):
        ctx.refuse(
            "wrong-order",
            people=[ctx.person(p.id) for p in able],
        )
    return named


def _are_tied(ctx: Context, people: list[str]) -> bool:
    levels = [ctx.state.player(p).level for p in people]
    return len(set(levels)) < len(levels)


def _rolled(ctx: Context, able: list[Player], rolls: dict[str, int]) -> list[str]:
    """Order people by level; those of one level by their rolls, or by chance."""
    if rolls:
        return [p.id for p in sorted(able, key=lambda p: (-p.level, -rolls.get(p.id, 0)))]
    order: list[str] = []
    for level in sorted({p.level for p in able}, reverse=True):
        order += _shuffled(ctx, [p.id for p in able if p.level == level])
    return order


def _shuffled(ctx: Context, people: list[str]) -> list[str]:
    """Let the die decide among equals: every order is equally likely."""
    left, order = list(people), []
    while left:
        index = ctx.fork([(Fraction(1, len(left)), i) for i in range(len(left))])
        order.append(left.pop(index))
    if len(people) > 1:
        ctx.event("order", players=tuple(order))
    return order


@frame("pick-from-body")
def pick_from_body(ctx: Context, player: str, of: str) -> None:
    """Let one person choose a card of the body, or none."""
    body = next((b for b in ctx.state.bodies if b.player == of), None)
    if body is None or not body.cards:
        ctx.step("body.empty", player=ctx.person(player))
        return
    offered = dict(named_options(body.cards))
    options: list[Option] = [card_option(ctx, ident, card) for ident, card in offered.items()]
    options.append({"id": NOBODY, "text": ctx.sentences.lexicon["option:none"]})
    picked = ctx.choose(player, "loot", options, owner=ctx.person(of))
    if picked != NOBODY:
        ref = CardRef(offered[picked].written, offered[picked])
        ctx.then("take-from-body", player=player, of=of, card=ref, into="hand")


def card_option(ctx: Context, ident: str, card: Card) -> Option:
    return {"id": ident, "text": ctx.sentences.say("option.card", {"card": card}), "card": card.written}


def _may_be_follower(ctx: Context, ref: CardRef) -> bool:
    """Say whether a card that is not among the loot is one of those that may belong to it."""
    piles = (ctx.state.piles.door_discard, ctx.state.piles.treasure_discard)
    gone = (card for pile in piles if pile is not None for card in pile.cards)
    return any(ref.means(card) and is_follower(ctx, card) for card in gone)


@frame("take-from-body")
def take_from_body(ctx: Context, player: str, of: str, card: CardRef, into: str) -> None:
    """Give one card of the body to whoever chose it."""
    body = next((b for b in ctx.state.bodies if b.player == of), None)
    found = card.among(body.cards) if body is not None else None
    if body is None or found is None:
        if ctx.book.value("leiche-pluendern.beute") == "hand-and-items" and _may_be_follower(ctx, card):
            ctx.doubt("death.followers")
        ctx.refuse("not-in-body", card=card, player=ctx.person(of))
    rest = list(body.cards)
    rest.remove(found)
    _replace_body(ctx, body, Body(of, tuple(rest), (*body.looted, player)))
    receive(ctx, player, found, how="given")
    ctx.step("body.taken", cards=(found,), player=ctx.person(player), card=found)
    if into != "hand":
        ctx.then("action:play", player=player, card=CardRef(found.written, found), into=into)


def _replace_body(ctx: Context, old: Body, new: Body | None) -> None:
    bodies = [new if body is old or body == old else body for body in ctx.state.bodies]
    ctx.set(bodies=tuple(body for body in bodies if body is not None))


@frame("clear-body")
def clear_body(ctx: Context, of: str) -> None:
    """After one round the rest is discarded; with too few cards the last ones get nothing."""
    body = next(b for b in ctx.state.bodies if b.player == of)
    lowest = min((ctx.state.player(p).level for p in body.looted), default=None)
    waiting = [p.id for p in looters(ctx, body) if lowest is None or p.level <= lowest]
    if waiting and body.cards:
        return
    _replace_body(ctx, body, None)
    discard(ctx, *body.cards)
    if waiting:
        ctx.step("body.too-few", people=[ctx.person(p) for p in waiting])
    ctx.step("body.cleared", player=ctx.person(of))
