"""Cards that leave: thrown away, lost, taken; with what goes along and what is lost because of it."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef, bare
from rules.engine.kernel import Context
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.rows import Permission, TraitRow, permission, trait_row
from rules.engine.munchkin.table.telling import reason_cites, reason_slug, tell, when
from rules.engine.munchkin.table.traits import of_kind
from rules.engine.munchkin.table.zones import ZONES, discard, find_or_refuse, put, take
from rules.engine.objects import Because, Instead

# How a follower leaves, and which question says what becomes of the items on it.
STAYING = ("dies", "discard")


def is_follower(ctx: Context, card: Card) -> bool:
    return card.kind in ctx.book.value("gefolge.arten")


def has_own_pile(ctx: Context, card: Card) -> bool:
    """Say whether the card is of the kind with a discard pile of its own: who has it may not give it up."""
    return card.slug in ctx.book.value("ablage.eigener-stapel", ())


def is_protected(ctx: Context, card: Card) -> bool:
    """Say whether nothing can take this card: it is the only one of its kind on the table."""
    if not has_own_pile(ctx, card):
        return False
    return sum(has_own_pile(ctx, c) for p in ctx.state.players for c in p.in_play) == 1


def lose(
    ctx: Context,
    player: str,
    card: Card,
    zone: str,
    how: str = "effect",
    also: tuple[str, ...] = (),
    source: Card | None = None,
    cause: str = "effect",
) -> bool:
    """Move a card to its discard pile with everything that follows; False where nothing can take it.

    `source` is the card that takes it, `cause` the word for what lets it.
    """
    if zone == "in_play" and is_protected(ctx, card):
        ctx.step("lose.protected", cards=(card,), also=also, player=ctx.person(player), card=card)
        return False
    take(ctx, player, card, zone)
    card = _part_from_items(ctx, player, card, how)
    discard(ctx, card)
    # Why it goes comes before where it goes.
    key, values = ("lose.lost-to", {"source": source}) if source is not None else ("lose.lost", {})
    ctx.step(
        "lose.discarded" if how == "discard" else key,
        cause,
        *_what_lets_go(ctx, card, freely=how == "discard"),
        cards=(source, card) if source is not None else (card,),
        also=also,
        player=ctx.person(player),
        card=card,
        **values,
    )
    if zone in ("in_play", "backpack"):
        ctx.then("after-loss", player=player, card=bare(card))
    return True


def _what_lets_go(ctx: Context, card: Card, *, freely: bool) -> tuple[str, ...]:
    """Return what the loss of this very card rests on: its kind's questions, its pile, what lies on it."""
    row = trait_row(ctx.book, card.kind) or TraitRow()
    words = when(
        own_pile=has_own_pile(ctx, card),
        follower=freely and is_follower(ctx, card),
        freely=freely,
        boosted=any(c.kind == "item-boost" for c in card.attached),
    )
    return (*words, *(row.discard if freely else ()), *row.ends)


def _part_from_items(ctx: Context, player: str, card: Card, how: str) -> Card:
    """Say what becomes of the items on a follower; where they stay they are the owner's own again."""
    if not is_follower(ctx, card) or not card.attached:
        return card
    if how not in STAYING or not ctx.book.knows("verbuendete.gegenstaende-verlust"):
        _go_along(ctx, player, card)
        return card
    if how == "discard":
        ctx.doubt("follower.items-when-discarded")
        if ctx.book.reads("follower.items-when-discarded", "b"):
            _go_along(ctx, player, card)
            return card
    for item in card.attached:
        put(ctx, player, item, "in_play")
    ctx.step("lose.items-stay", player=ctx.person(player), card=card, items=list(card.attached))
    return bare(card)


def _go_along(ctx: Context, player: str, card: Card) -> None:
    ctx.step("lose.items-go-along", player=ctx.person(player), card=card, items=list(card.attached))


@frame("after-loss")
def after_loss(ctx: Context, player: str, card: Card) -> None:
    """Look what the lost card held up: a card that allows more of its kind, room, hands, grades."""
    row = trait_row(ctx.book, card.kind)
    if row and card.kind in ctx.book.value("merkmal.mit-sonderkarte", ()):
        _lose_permissions(ctx, player, card.kind)
    ctx.then("settle", player=player)


def _lose_permissions(ctx: Context, player: str, kind: str) -> None:
    """Take away the cards that allow more of a kind when their book says so."""
    owner = ctx.state.player(player)
    left = len(of_kind(ctx.book, owner.in_play, kind))
    for card in owner.in_play:
        row = permission(ctx.book, card.get("special"))
        if row is None or row.kind != kind or not row.lost:
            continue
        if _permission_is_lost(ctx, row, row.lost, left):
            ctx.then("lose-permission", player=player, card=card, target=row.lost)
        else:
            tell(ctx, "lose.permission-kept", player, card, row.lost)


def _permission_is_lost(ctx: Context, row: Permission, lost: str, left: int) -> bool:
    """Say whether the card goes: some books take it with the first of two, some with the last, some say nothing."""
    when = ctx.book.value(lost)
    doubt = ""
    if not ctx.book.knows(lost):
        doubt = "permission.silent"
        ctx.doubt(doubt, row.limit)
    elif when is None and left:
        doubt = row.doubt
        ctx.doubt(doubt, lost)
    return left == 0 or when == "one-of-two-lost" or ctx.book.reads(doubt, "b")


@frame("lose-permission")
def lose_permission(ctx: Context, player: str, card: Card, target: str) -> None:
    if card not in ctx.state.player(player).in_play:
        return
    take(ctx, player, card, "in_play")
    discard(ctx, card)
    ctx.step("lose.permission", target, cards=(card,), player=ctx.person(player), card=card)
    ctx.then("settle", player=player)


@action("discard")
def throw_away(ctx: Context, player: str, cards: tuple[CardRef, ...], instead: Instead | None = None) -> None:
    """Give up cards of one's own accord."""
    if not cards:
        ctx.refuse("nothing-named", player=ctx.person(player))
    for ref in cards:
        card, zone = find_or_refuse(ctx, player, ref, ZONES, "discard")
        may_give_up(ctx, player, card, zone)
        _without_cause(ctx, player, card, zone)
        lose(ctx, player, card, zone, "discard")


def _without_cause(ctx: Context, player: str, card: Card, zone: str) -> None:
    """Doubt what no book lets go freely; items are refused, as the official answer says."""
    if zone == "hand":
        ctx.doubt("discard.from-hand")
        return
    if card.kind in ctx.book.value("ablegen.nur-mit-anlass", ()):
        ctx.doubt("discard.items")
        if ctx.book.reads("discard.items", "a"):
            return
        ctx.refuse("needs-a-cause", cards=(card,), player=ctx.person(player), card=card)


def may_give_up(ctx: Context, player: str, card: Card, zone: str) -> None:
    """Refuse what nobody gives up of their own accord, neither freely nor as a price."""
    if zone == "in_play" and has_own_pile(ctx, card):
        ctx.refuse("must-keep", cards=(card,), player=ctx.person(player), card=card)
    if zone == "pending":
        ctx.refuse("must-lie", cards=(card,), player=ctx.person(player), card=card)


@action("lose_card")
def lose_card(
    ctx: Context,
    player: str,
    card: CardRef,
    how: str = "effect",
    because: Because = None,
    instead: Instead | None = None,
) -> None:
    """Let something take a card away."""
    found = find_or_refuse(ctx, player, card, ZONES, "discard")
    also = reason_cites(ctx, because)
    if has_own_pile(ctx, found[0]) and reason_slug(ctx, because) in ctx.book.value(
        "kultisten.ausnahmekarten", ()
    ):
        _end_all(ctx, also)
        return
    if found[1] == "pending":
        ctx.step(
            "lose.lifted",
            *when(disarmed=_is_disarmed(ctx, because)),
            also=also,
            cards=(found[0],),
            player=ctx.person(player),
            card=found[0],
        )
    elif found[1] == "hand":
        ctx.step("lose.hand", also=also, player=ctx.person(player))
    lose(ctx, player, found[0], found[1], how, also)


def _is_disarmed(ctx: Context, because: Because) -> bool:
    """Say whether somebody lifts it who disarms traps: among mixed boxes curses, too."""
    return reason_slug(ctx, because) in ctx.book.value("kombination.entschaerfer")


def _end_all(ctx: Context, also: tuple[str, ...]) -> None:
    """Take every card of the protected kind away at once."""
    for person in ctx.state.players:
        for card in person.in_play:
            if has_own_pile(ctx, card):
                take(ctx, person.id, card, "in_play")
                discard(ctx, card)
    ctx.step("lose.all-cultists", also=also)


def is_item(ctx: Context, card: Card) -> bool:
    """Say whether a card is an item: some books count a follower with a gold value."""
    if is_follower(ctx, card):
        by_kind = ctx.book.value("gefolge.gegenstand-regel").get(card.kind, "mietling.gegenstand")
        return bool(ctx.book.value(by_kind) == "if-gold-value" and card.get("gold"))
    return card.kind in ctx.book.value("gegenstand.arten")
