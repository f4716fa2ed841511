"""What some card does to the table, as the question says it: each is the effect of a named or unnamed card."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.objects import Because
from rules.engine.smashup.effects.moves import (
    add_counters,
    change_strength,
    destroy,
    move,
    send_back,
    shift_card,
    take_control,
)
from rules.engine.smashup.effects.on_cards import change_points
from rules.engine.smashup.language.abilities import said
from rules.engine.smashup.language.effects import Destroy, TakeControl
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.chance import one_at_random
from rules.engine.smashup.table.hands import discard_from_hand, is_hand_card
from rules.engine.smashup.table.procedures import action
from rules.engine.smashup.table.state import Change, Entry, is_action, is_creature, type_of
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import change_entry, without
from rules.engine.words import slug


def source(ctx: Context, player: str | None, because: Because) -> Origin:
    """Return the card that is said to do it, as far as it is known."""
    card = getattr(because, "card", None)
    if card is None and isinstance(because, str):
        card = ctx.library.find(because, ctx.book.sets) or _on_the_table(ctx, because)
    if card is None:
        cite = because if isinstance(because, str) and because in ctx.library.cited else ""
        return Origin(player=player, name=because if isinstance(because, str) else "", cite=cite)
    return Origin(player=player, type=type_of(card), name=card.name, slug=card.slug, cite=card.cite or "")


def _on_the_table(ctx: Context, name: str) -> Card | None:
    """Return the card of that name that the question describes itself, wherever it lies open."""
    state = ctx.state
    cards = [entry.card for _, entry, _ in state.entries()]
    cards += [card for player in state.players for card in (*player.discard, *player.hand)]
    return next((card for card in cards if card.name and slug(name) == card.slug), None)


def entry_of(ctx: Context, ref: str) -> Entry:
    spot = look(ctx.state).spots.get(ref)
    if spot is None:
        refuse(ctx, "no-such-card", ref=ref)
    return spot.entry


def check_base(ctx: Context, base: int) -> None:
    if base >= len(ctx.state.bases):
        refuse(ctx, "no-such-base", number=base, bases=len(ctx.state.bases))


@action("destroy")
def destroy_card(
    ctx: Context, ref: str, player: str | None = None, because: Because = None, treasures: bool = True
) -> None:
    """Destroy a card in play; a monster brings its treasures to whoever controls the effect."""
    entry_of(ctx, ref)
    origin = source(ctx, player, because)
    destroy(ctx, ref, player, origin, _reward(ctx, because, treasures))


def _reward(ctx: Context, because: Because, treasures: bool) -> bool | str:
    """A card can say itself what becomes of the treasures of a monster that it destroys."""
    card = getattr(because, "card", None) or (
        ctx.library.find(because, ctx.book.sets) if isinstance(because, str) else None
    )
    told = [one.treasures for one in said(card, Destroy) if one.treasures is not None]
    return told[0] if told else treasures


@action("return")
def return_card(
    ctx: Context, ref: str, to: str = "hand", player: str | None = None, because: Because = None
) -> None:
    """Send a card in play back to where it came from."""
    entry_of(ctx, ref)
    send_back(ctx, ref, to, source(ctx, player, because))


@action("move")
def move_card(ctx: Context, ref: str, base: int, player: str | None = None, because: Because = None) -> None:
    """Bring a card to another base."""
    spot = look(ctx.state).spots.get(ref)
    entry = entry_of(ctx, ref)
    check_base(ctx, base)
    if spot is not None and spot.host is not None:
        refuse(ctx, "attached-not-moved", card=entry.card)
    move(ctx, ref, base, source(ctx, player, because))


@action("take_control")
def take_over(ctx: Context, ref: str, player: str, because: Because = None) -> None:
    """Give a card to the player's say."""
    entry = entry_of(ctx, ref)
    origin = source(ctx, player, because)
    if entry.controller == player:
        tell(ctx, "control-had", player=who(ctx, player), card=entry.card)
        return
    take_control(ctx, ref, player, origin, _until(ctx, origin))


def _until(ctx: Context, origin: Origin) -> str:
    """Return how long the named card gives control; without one till the card leaves play."""
    card = ctx.library.find(origin.slug, ctx.book.sets) if origin.slug else None
    return next((one.until or "leaves" for one in said(card, TakeControl)), "leaves")


@action("swap")
def swap(ctx: Context, ref: str, with_: str, player: str | None = None, because: Because = None) -> None:
    """Exchange the control of two creatures."""
    first, second = entry_of(ctx, ref), entry_of(ctx, with_)
    for entry in (first, second):
        if entry.controller is None:
            refuse(ctx, "swap-uncontrolled", card=entry.card)
    change_entry(ctx, ref, controller=second.controller)
    change_entry(ctx, with_, controller=first.controller)
    origin = source(ctx, player, because)
    tell(
        ctx,
        "swapped",
        card=first.card,
        other=second.card,
        player=who(ctx, second.controller),
        mate=who(ctx, first.controller),
        cards=[first.card, second.card],
        also=[origin.cite],
    )


@action("counter")
def counter(ctx: Context, ref: str, by: int = 1, player: str | None = None, because: Because = None) -> None:
    """Put counters on a creature, or take some off."""
    entry_of(ctx, ref)
    add_counters(ctx, ref, by, source(ctx, player, because))


@action("shift")
def shift(
    ctx: Context,
    from_: str,
    to: str,
    counters: int = 0,
    card: CardRef | None = None,
    player: str | None = None,
    because: Because = None,
) -> None:
    """Shift counters or an action from one creature to another."""
    one, other = entry_of(ctx, from_), entry_of(ctx, to)
    for entry in (one, other):
        if not is_creature(entry.card):
            refuse(ctx, "shift-between-creatures", card=entry.card)
    origin = source(ctx, player, because)
    if card is not None:
        found = next((e for e in one.attached if card.means(e.card)), None)
        if found is None or not is_action(found.card):
            refuse(ctx, "not-attached", card=card, target=one.card)
        shift_card(ctx, found.ref, to, origin)
        return
    if counters > one.counters:
        refuse(ctx, "not-enough-counters", card=one.card, number=one.counters)
    change_entry(ctx, from_, counters=one.counters - counters)
    change_entry(ctx, to, counters=other.counters + counters)
    tell(ctx, "counters-shifted", number=counters, card=one.card, target=other.card)


@action("change_strength")
def strengthen(
    ctx: Context,
    ref: str,
    by: int = 0,
    set_: int | None = None,
    until: str = "turn-end",
    player: str | None = None,
    because: Because = None,
) -> None:
    """Make a creature stronger or weaker."""
    entry = entry_of(ctx, ref)
    if not is_creature(entry.card):
        refuse(ctx, "counter-on-creature", card=entry.card)
    change_strength(ctx, ref, by, set_, until, source(ctx, player, because))


@action("change_breakpoint")
def shift_breakpoint(
    ctx: Context,
    base: int,
    by: int = 0,
    set_: int | None = None,
    until: str = "turn-end",
    player: str | None = None,
    because: Because = None,
) -> None:
    """Change a base's breakpoint; the change applies to the printed value."""
    check_base(ctx, base)
    origin = source(ctx, player, because)
    change = Change(
        "breakpoint", base=base, by=by, set=set_, until=until, because=origin.name, cite=origin.cite
    )
    ctx.set(effects=(*ctx.state.effects, change))
    now, other = look(ctx.state).sums(base)[1], look(ctx.state).breakpoint_with_sets_first(base)
    if now is not None and now < 0:
        ctx.doubt("breakpoint-below-zero")
    if now != other:
        ctx.doubt("set-and-changed-breakpoint")
    tell(
        ctx,
        "breakpoint-changed",
        base=ctx.state.bases[base].card,
        now=now,
        also=[origin.cite],
    )


@action("change_points")
def points(ctx: Context, player: str, by: int, because: Because = None) -> None:
    """Give or take victory points; that touches no card."""
    origin = source(ctx, player, because)
    change_points(ctx, player, by, origin.name, origin.cite)
    if by < 0:
        tell(ctx, "points-touch-no-card", player=who(ctx, player))


@action("discard")
def discard(
    ctx: Context, player: str, cards: tuple[CardRef, ...] = (), random: int = 0, because: Because = None
) -> None:
    """Discard hand cards: chosen ones, or some that the left neighbour draws blindly."""
    if random:
        _at_random(ctx, player, random)
    for ref in cards:
        found = ref.among(ctx.state.player(player).hand)
        if found is None:
            refuse(ctx, "not-in-hand", card=ref, player=who(ctx, player))
        _discard_one(ctx, player, found)


def _discard_one(ctx: Context, player: str, card: Card) -> None:
    discard_from_hand(ctx, player, card)
    tell(ctx, "discarded", player=who(ctx, player), discarded=[card], cards=[card])


def _at_random(ctx: Context, player: str, number: int) -> None:
    hand = ctx.state.player(player).hand
    hidden = tuple(card for card in hand if is_hand_card(card))
    if len(hidden) < len(hand):
        ctx.doubt("treasure-drawn-blindly")
    neighbour = ctx.state.around(player)[1 % len(ctx.state.players)]
    tell(
        ctx,
        "random-discard",
        player=who(ctx, player),
        mate=who(ctx, neighbour),
        number=min(number, len(hidden)),
    )
    for _ in range(min(number, len(hidden))):
        card = one_at_random(ctx, hidden)
        hidden = without(hidden, card)
        _discard_one(ctx, player, card)
