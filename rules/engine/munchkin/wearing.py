"""What somebody can use and carry at once: places of the body, hands, Big and Complex items, and when."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.limits import big_items, big_limit, big_targets, complex_limit
from rules.engine.munchkin.moves import put
from rules.engine.munchkin.play import is_fresh
from rules.engine.munchkin.procedures import decides
from rules.engine.munchkin.state import Player
from rules.engine.munchkin.table import in_fight, is_active, known
from rules.engine.munchkin.traits import abilities, may_use, places_of

Reason = tuple[str, tuple[str, ...]]


def worn(owner: Player, *, without: Card | None = None) -> list[Card]:
    """Return what somebody uses, with what is attached to it."""
    return [c for card in owner.in_play if card != without for c in (card, *card.attached)]


def unusable(ctx: Context, owner: Player) -> tuple[Card, ...]:
    """Return the items in use whose own text bars their owner from using them, such as after the loss of a class."""
    items = ctx.book.value("gegenstand.arten")
    return tuple(
        card
        for card in owner.in_play
        if card.kind in items and not may_use(ctx.book, owner, card) and not cheats(ctx, card)
    )


def places(ctx: Context, card: Card) -> set[str]:
    """Return the questions that limit the places an item takes; a word on the card may make it a vehicle."""
    return places_of(ctx.book, card)


def hands_in_use(owner: Player) -> int:
    return sum(hands_needed(owner, card) for card in worn(owner))


def hands_needed(owner: Player, card: Card) -> int:
    """Return the hands that an item takes: cards fastened to it or an ability may spare some."""
    hands: int = card.get("hands", 0)
    if not hands:
        return 0
    capped = min((n for _, n in abilities(owner, "two_handed")), default=hands) if hands > 1 else hands
    return max(0, min(hands, capped) - sum(c.get("frees_hands", 0) for c in card.attached))


@decides("ausruestung.haende", "ausruestung.ausnahme")
def hands_of(ctx: Context, owner: Player) -> int:
    """Return the hands for items: what the rule gives and what cards in play add."""
    added = [value for _, value in abilities(owner, "extra_hands")]
    attached = (
        a["extra_hands"]
        for card in owner.in_play
        for c in card.attached
        for a in c.get("abilities", ())
        if "extra_hands" in a
    )
    return int(ctx.book.value("ausruestung.haende") + sum(added) + sum(attached))


@decides(
    "ausruestung.kopf",
    "ausruestung.ruestung",
    "ausruestung.schuhwerk",
    "ausruestung.fahrzeug",
    "ausruestung.zweiter-gegenstand",
    "gegenstaende.einschraenkung",
    "ausruestung.schummeln",
)
def why_not_used(ctx: Context, owner: Player, card: Card) -> Reason | None:
    """Say why an item cannot be used beside what is used already; None where it can."""
    if cheats(ctx, card):
        return None
    if not may_use(ctx.book, owner, card):
        return "not-for-you", known(ctx.book, "gegenstaende.einschraenkung")
    for target in sorted(places(ctx, card)) if not card.get("beside") else ():
        limit = ctx.book.value(target)
        others = [c for c in worn(owner) if not c.get("beside") and target in places(ctx, c)]
        if limit is not None and len(others) >= limit:
            return "place-taken", known(
                ctx.book, target, "ausruestung.zweiter-gegenstand", *_counted_as(ctx, card, target)
            )
    if card.get("hands") and hands_in_use(owner) + hands_needed(owner, card) > hands_of(ctx, owner):
        return "no-hand-free", known(ctx.book, "ausruestung.haende", "ausruestung.zweiter-gegenstand")
    limit = complex_limit(ctx.book)
    if (
        card.get("complex")
        and limit is not None
        and sum(bool(c.get("complex")) for c in worn(owner)) >= limit
    ):
        return "complex-taken", known(
            ctx.book,
            "kombination.komplexe-anzahl",
            "kombination.gross-komplex-regeln",
            "kombination.gross-komplex",
        )
    return None


def _counted_as(ctx: Context, card: Card, target: str) -> tuple[str, ...]:
    """Return the rules that give a card a place which it does not name itself."""
    if not ctx.book.combined or ctx.book.value("ausruestung.plaetze").get(card.get("slot")) == target:
        return ()
    return tuple(ctx.book.value("ausruestung.plaetze-durch-worte").get(target, ()))


def cheats(ctx: Context, card: Card) -> bool:
    """Say whether a card lies on the item that lifts the limits."""
    return any(is_cheating(ctx, c) for c in card.attached)


def is_cheating(ctx: Context, card: Card) -> bool:
    """Say whether this is a card that lets somebody cheat with an item."""
    return bool({card.get("special"), card.slug} & set(ctx.book.value("ausruestung.schummelkarten")))


def why_not_carried(ctx: Context, owner: Player, card: Card) -> Reason | None:
    """Say why somebody may not even carry an item: Big ones are limited."""
    limit = big_limit(ctx.book, owner)
    if not card.get("big") or limit is None or len(big_items(owner)) < limit:
        return None
    return "too-many-big", known(ctx.book, *big_targets(ctx.book))


def place(ctx: Context, player: str, card: Card) -> str:
    """Put an item before somebody: in use where that is allowed, else turned sideways."""
    zone = "backpack" if why_not_used(ctx, ctx.state.player(player), card) else "in_play"
    put(ctx, player, card, zone)
    return zone


def may_play_item(ctx: Context, player: str, card: Card) -> None:
    """Refuse an item at the wrong moment: in a fight, or in another's turn unless just received."""
    if ctx.state.turn.phase == "setup":
        ctx.step(
            "setup.item",
            *known(ctx.book, "anfangskarten.gegenstaende", "anfangskarten.was-auslegen"),
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
        return
    if not is_active(ctx, player) and not is_fresh(ctx, player, card):
        ctx.refuse(
            "item-not-your-turn",
            *known(ctx.book, "gegenstaende.ausspielzeitpunkt", "gegenstaende.als-helfer"),
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
    if in_fight(ctx.state, player):
        _in_own_fight(ctx, player, card)


def _in_own_fight(ctx: Context, player: str, card: Card) -> None:
    """Most books bar new items in a fight; one does not say so."""
    if ctx.book.value("kampf.ausruestung-im-kampf") is False:
        ctx.refuse(
            "item-in-a-fight",
            "kampf.ausruestung-im-kampf",
            "gegenstaende.ausspielzeitpunkt",
            cards=(card,),
            player=ctx.person(player),
            card=card,
        )
    ctx.doubt(
        "item.in-own-fight",
        *known(ctx.book, "gegenstaende.ausspielzeitpunkt", "ausruestung.wechsel-im-kampf"),
    )
