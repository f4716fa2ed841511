"""Items put on followers, enhancers fastened to items."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.cards import Card, CardRef, with_attached
from rules.engine.kernel import Context
from rules.engine.munchkin.gear.wearing import may_play_item
from rules.engine.munchkin.language.parts import Filter
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.telling import deny, tell
from rules.engine.munchkin.table.traits import matches, of_kind
from rules.engine.munchkin.table.zones import CARRIED, find, swap, take
from rules.engine.objects import Target, Traits


def only_host(ctx: Context, player: str, card: Card) -> Card | None:
    """Return the card that an item made for followers is put on; several are a choice."""
    wanted = card.get("attach_to")
    if not wanted:
        return None
    hosts = _hosts(ctx, player, wanted)
    return ctx.choose_card(player, "host", hosts, card=card) if hosts else None


def _hosts(ctx: Context, player: str, wanted: Traits) -> list[Card]:
    kinds: Iterable[str] = (wanted,) if isinstance(wanted, str) else wanted
    in_play = ctx.state.player(player).in_play
    return [card for kind in kinds for card in of_kind(ctx.book, in_play, kind)]


def attach(ctx: Context, player: str, card: Card, ref: CardRef, zone: str) -> None:
    """Put an item on the very card that is named, if its own text allows it."""
    found = find(ctx.state.player(player), ref, ("in_play",))
    if found is None:
        ctx.refuse("card-not-there", "attach", player=ctx.person(player), card=ref, zone="zone:in_play")
    if found[0] not in _hosts(ctx, player, card.get("attach_to") or ()):
        ctx.refuse("does-not-fit-on", cards=(card, found[0]), card=card, host=found[0])
    attach_to(ctx, player, card, found[0], zone)


def attach_to(ctx: Context, player: str, card: Card, host: Card, zone: str) -> None:
    take(ctx, player, card, zone)
    swap(ctx, player, host, with_attached(host, (*host.attached, card)), "in_play")
    ctx.step("item.attached", cards=(card, host), player=ctx.person(player), card=card, host=host)


@frame("play:item-boost")
def play_item_boost(
    ctx: Context, player: str, card: Card, on: Target, zone: str = "hand", **rest: object
) -> None:
    """Fasten an enhancer to an own item that lies out."""
    may_play_item(ctx, player, card)
    owner = ctx.state.player(player)
    lying = [c for name in CARRIED for c in of_kind(ctx.book, getattr(owner, name), "item")]
    items = [c for c in lying if matches(ctx.book, c, card.get("host") or Filter())]
    ref = on.get("item") if isinstance(on, dict) else None
    if ref is not None:
        host = ref.among(tuple(items))
    else:
        host = ctx.choose_card(player, "host", items, card=card) if items else None
    if host is None:
        deny(ctx, "boost-alone", player, card)
    take(ctx, player, card, zone)
    where = "in_play" if host in owner.in_play else "backpack"
    swap(ctx, player, host, with_attached(host, (*host.attached, card)), where)
    tell(ctx, "item.boosted", player, card, host=host)
