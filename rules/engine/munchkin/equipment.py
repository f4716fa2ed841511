"""Items: putting them out, using, carrying and swapping them; places of the body, hands, enhancers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.engine.cards import Card, CardRef, with_attached
from rules.engine.kernel import Context
from rules.engine.munchkin.limits import big_items, big_limit, big_targets, complex_limit
from rules.engine.munchkin.moves import CARRIED, find, put, swap, take
from rules.engine.munchkin.play import is_fresh
from rules.engine.munchkin.procedures import action, decides, frame
from rules.engine.munchkin.state import Player
from rules.engine.munchkin.table import in_fight, is_active, known, must_be_active
from rules.engine.munchkin.traits import abilities, card_traits, fits, of_kind

Reason = tuple[str, tuple[str, ...]]


def worn(owner: Player, *, without: Card | None = None) -> list[Card]:
    """Return what somebody uses, with what is attached to it."""
    return [c for card in owner.in_play if card != without for c in (card, *card.attached)]


def places(ctx: Context, card: Card) -> set[str]:
    """Return the questions that limit the places an item takes; a word on the card may make it a vehicle."""
    named = {card.get("slot")} | card_traits(ctx.book, card)
    return {target for word, target in ctx.book.value("ausruestung.plaetze").items() if word in named}


def hands_in_use(owner: Player) -> int:
    return sum(card.get("hands", 0) for card in worn(owner))


@decides("ausruestung.haende", "ausruestung.ausnahme")
def hands_of(ctx: Context, owner: Player) -> int:
    """Return the hands for items: what the rule gives and what cards in play add."""
    added = [value for _, value in abilities(owner, "extra_hands")]
    attached = (a["extra_hands"] for card in owner.in_play for c in card.attached for a in c.get("abilities", ())
                if "extra_hands" in a)
    return int(ctx.book.value("ausruestung.haende") + sum(added) + sum(attached))


@decides("ausruestung.kopf", "ausruestung.ruestung", "ausruestung.schuhwerk", "ausruestung.fahrzeug", "ausruestung.zweiter-gegenstand",
         "gegenstaende.einschraenkung", "ausruestung.schummeln")
def why_not_used(ctx: Context, owner: Player, card: Card) -> Reason | None:
    """Say why an item cannot be used beside what is used already; None where it can."""
    if _cheats(ctx, card):
        return None
    if card.get("usable_by") and not fits(ctx.book, owner, card.get("usable_by")):
        return "not-for-you", known(ctx.book, "gegenstaende.einschraenkung")
    for target in sorted(places(ctx, card)):
        limit = ctx.book.value(target)
        if limit is not None and sum(target in places(ctx, c) for c in worn(owner)) >= limit:
            return "place-taken", known(ctx.book, target, "ausruestung.zweiter-gegenstand", *_counted_as(ctx, card, target))
    if card.get("hands") and hands_in_use(owner) + card.get("hands") > hands_of(ctx, owner):
        return "no-hand-free", known(ctx.book, "ausruestung.haende", "ausruestung.zweiter-gegenstand")
    limit = complex_limit(ctx)
    if card.get("complex") and limit is not None and sum(bool(c.get("complex")) for c in worn(owner)) >= limit:
        return "complex-taken", known(ctx.book, "kombination.komplexe-anzahl", "kombination.gross-komplex-regeln",
                                      "kombination.gross-komplex")
    return None


def _counted_as(ctx: Context, card: Card, target: str) -> tuple[str, ...]:
    """Return the rules that give a card a place which it does not name itself."""
    if not ctx.book.combined or ctx.book.value("ausruestung.plaetze").get(card.get("slot")) == target:
        return ()
    return tuple(ctx.book.value("ausruestung.plaetze-durch-worte").get(target, ()))


def _cheats(ctx: Context, card: Card) -> bool:
    """Say whether a card lies on the item that lifts the limits."""
    return any(c.get("special") in ctx.book.value("ausruestung.schummelkarten", ()) for c in card.attached)


def why_not_carried(ctx: Context, owner: Player, card: Card) -> Reason | None:
    """Say why somebody may not even carry an item: Big ones are limited."""
    limit = big_limit(ctx, owner)
    if not card.get("big") or limit is None or len(big_items(owner)) < limit:
        return None
    return "too-many-big", known(ctx.book, *big_targets(ctx))


def place(ctx: Context, player: str, card: Card) -> str:
    """Put an item before somebody: in use where that is allowed, else turned sideways."""
    zone = "backpack" if why_not_used(ctx, ctx.state.player(player), card) else "in_play"
    put(ctx, player, card, zone)
    return zone


@frame("play:item")
@decides("gegenstaende.ausspielzeitpunkt", "gegenstaende.als-helfer", "gegenstaende.getragen", "gegenstaende.sofort-nutzen",
         "gegenstaende.hand-wirkungslos", "kampf.ausruestung-im-kampf", "gegenstaende.aufbau", "schatz.sofort-auslegen")
def play_item(ctx: Context, player: str, card: Card, on: Any, monster: Any, with_: Any, into: str | None, zone: str = "hand") -> None:
    """Put an item out: in use where that is allowed, or carried."""
    may_play_item(ctx, player, card)
    owner = ctx.state.player(player)
    if isinstance(on, dict) and on.get("item") is not None:
        _attach(ctx, player, card, on["item"], zone)
        return
    reason = why_not_carried(ctx, owner, card)
    if reason:
        ctx.refuse(reason[0], *reason[1], cards=(card,), player=ctx.person(player), card=card)
    host = _only_host(ctx, player, card)
    if host is not None and into != "backpack":
        _attach_to(ctx, player, card, host, zone)
        return
    reason = why_not_used(ctx, owner, card)
    if reason and into == "use":
        ctx.refuse(reason[0], *reason[1], cards=(card,), player=ctx.person(player), card=card)
    take(ctx, player, card, zone)
    put(ctx, player, card, "backpack" if reason or into == "backpack" else "in_play")
    _told_item(ctx, player, card, reason, into)


def _told_item(ctx: Context, player: str, card: Card, reason: Reason | None, into: str | None) -> None:
    """Tell where the item lies and why."""
    targets = ["gegenstaende.ausspielzeitpunkt", "gegenstaende.getragen"]
    if is_active(ctx, player):
        targets.append("zug.beginn-karten-spielen")
    if card.get("big") or ctx.book.cites("grosse-gegenstaende.klein"):
        targets += [*big_targets(ctx), "grosse-gegenstaende.ausnahmen"] if card.get("big") else ["grosse-gegenstaende.klein"]
    if is_fresh(ctx, player, card):
        targets.append("schatz.sofort-auslegen")
    if reason or into == "backpack":
        why = reason[1] if reason else ()
        targets += ["gegenstaende.einschraenkung-tragen", "ausruestung.quer-drehen", "ausruestung.rucksack", "gegenstaende.anzahl", *why]
        ctx.step("item.carried", *known(ctx.book, *targets), cards=(card,), player=ctx.person(player), card=card)
        return
    targets += ["gegenstaende.sofort-nutzen", "gegenstaende.hand-wirkungslos", "gegenstaende.aufbau", "gegenstaende.anzahl"]
    ctx.step("item.used", *known(ctx.book, *targets), cards=(card,), player=ctx.person(player), card=card)


def may_play_item(ctx: Context, player: str, card: Card) -> None:
    """Refuse an item at the wrong moment: in a fight, or in another's turn unless just received."""
    if ctx.state.turn.phase == "setup":
        ctx.step("setup.item", *known(ctx.book, "anfangskarten.gegenstaende", "anfangskarten.was-auslegen"), cards=(card,),
                 player=ctx.person(player), card=card)
        return
    if not is_active(ctx, player) and not is_fresh(ctx, player, card):
        ctx.refuse("item-not-your-turn", *known(ctx.book, "gegenstaende.ausspielzeitpunkt", "gegenstaende.als-helfer"), cards=(card,),
                   player=ctx.person(player), card=card)
    if in_fight(ctx.state, player):
        _in_own_fight(ctx, player, card)


def _in_own_fight(ctx: Context, player: str, card: Card) -> None:
    """Most books bar new items in a fight; one does not say so."""
    if ctx.book.value("kampf.ausruestung-im-kampf") is False:
        ctx.refuse("item-in-a-fight", "kampf.ausruestung-im-kampf", "gegenstaende.ausspielzeitpunkt", cards=(card,),
                   player=ctx.person(player), card=card)
    ctx.doubt("item.in-own-fight", *known(ctx.book, "gegenstaende.ausspielzeitpunkt", "ausruestung.wechsel-im-kampf"))


def _only_host(ctx: Context, player: str, card: Card) -> Card | None:
    """Return the card that an item made for followers is put on; several are a choice."""
    wanted = card.get("attach_to")
    if not wanted:
        return None
    hosts = _hosts(ctx, player, wanted)
    return ctx.choose_card(player, "host", hosts, card=card) if hosts else None


def _hosts(ctx: Context, player: str, wanted: Any) -> list[Card]:
    kinds: Iterable[str] = (wanted,) if isinstance(wanted, str) else wanted
    in_play = ctx.state.player(player).in_play
    return [card for kind in kinds for card in of_kind(ctx.book, in_play, kind)]


def _attach(ctx: Context, player: str, card: Card, ref: CardRef, zone: str) -> None:
    """Put an item on the very card that is named, if its own text allows it."""
    found = find(ctx.state.player(player), ref, ("in_play",))
    targets = known(ctx.book, "verbuendete.gegenstaende", "kombination.anhaenger-ausruestung")
    if found is None:
        ctx.refuse("card-not-there", *targets, player=ctx.person(player), card=ref, zone="zone:in_play")
    if found[0] not in _hosts(ctx, player, card.get("attach_to") or ()):
        ctx.refuse("does-not-fit-on", *targets, cards=(card, found[0]), card=card, host=found[0])
    _attach_to(ctx, player, card, found[0], zone)


@decides("verbuendete.gegenstaende")
def _attach_to(ctx: Context, player: str, card: Card, host: Card, zone: str) -> None:
    take(ctx, player, card, zone)
    swap(ctx, player, host, with_attached(host, (*host.attached, card)), "in_play")
    ctx.step("item.attached", *known(ctx.book, "verbuendete.gegenstaende", "kombination.anhaenger-ausruestung"), cards=(card, host),
             player=ctx.person(player), card=card, host=host)


@frame("play:item-boost")
@decides("gegenstandsverstaerker.ausspielen", "gegenstandsverstaerker.allein", "gegenstandsverstaerker.wirkung",
         "gegenstandsverstaerker.umsetzen")
def play_item_boost(ctx: Context, player: str, card: Card, on: Any, monster: Any, with_: Any, into: str | None,
                    zone: str = "hand") -> None:
    """Fasten an enhancer to an own item that lies out."""
    may_play_item(ctx, player, card)
    owner = ctx.state.player(player)
    items = [c for name in CARRIED for c in of_kind(ctx.book, getattr(owner, name), "item")]
    ref = on.get("item") if isinstance(on, dict) else None
    if ref is not None:
        host = ref.among(tuple(items))
    else:
        host = ctx.choose_card(player, "host", items, card=card) if items else None
    if host is None:
        ctx.refuse("boost-alone", *known(ctx.book, "gegenstandsverstaerker.allein", "gegenstandsverstaerker.ausspielen"),
                   cards=(card,), player=ctx.person(player), card=card)
    take(ctx, player, card, zone)
    swap(ctx, player, host, with_attached(host, (*host.attached, card)), "in_play" if host in owner.in_play else "backpack")
    ctx.step("item.boosted", *known(ctx.book, "gegenstandsverstaerker.ausspielen", "gegenstandsverstaerker.wirkung"),
             cards=(card, host), player=ctx.person(player), card=card, host=host)


@action("equip")
@decides("ausruestung.rucksack-wann", "ausruestung.wechsel-im-kampf", "ausruestung.wechsel-beim-weglaufen", "ausruestung.rucksack",
         "ausruestung.quer-drehen", "zug.beginn-umruesten")
def equip(ctx: Context, player: str, card: CardRef, instead: Any = None) -> None:
    """Take an item from the backpack into use."""
    found = _may_swap(ctx, player, card, "backpack", "in_play")
    reason = why_not_used(ctx, ctx.state.player(player), found)
    if reason:
        ctx.refuse(reason[0], *reason[1], cards=(found,), player=ctx.person(player), card=found)
    take(ctx, player, found, "backpack")
    put(ctx, player, found, "in_play")
    exceptions = _extra_hands(ctx.state.player(player)) if found.get("hands") else ()
    cheating = ("ausruestung.schummeln",) if _cheats(ctx, found) else ()
    ctx.step("item.equipped", *known(ctx.book, "zug.beginn-umruesten", "ausruestung.rucksack-wann", *_hand_target(found), *exceptions,
                                     *cheating), cards=(found,), player=ctx.person(player), card=found)


def _extra_hands(owner: Player) -> tuple[str, ...]:
    """Return the questions behind hands that cards in play add."""
    return ("ausruestung.ausnahme", "verbuendete.haende") if abilities(owner, "extra_hands") else ()


def _hand_target(card: Card) -> tuple[str, ...]:
    return ("ausruestung.haende",) if card.get("hands") else ()


@action("unequip")
def unequip(ctx: Context, player: str, card: CardRef, instead: Any = None) -> None:
    """Turn an item sideways: it is carried, not used."""
    found = _may_swap(ctx, player, card, "in_play", "backpack")
    if found.kind not in ctx.book.value("gegenstand.arten"):
        ctx.refuse("not-an-item", *known(ctx.book, "ausruestung.quer-drehen"), cards=(found,), player=ctx.person(player), card=found)
    take(ctx, player, found, "in_play")
    put(ctx, player, found, "backpack")
    ctx.step("item.unequipped", *known(ctx.book, "zug.beginn-umruesten", "ausruestung.quer-drehen", "ausruestung.rucksack"),
             cards=(found,), player=ctx.person(player), card=found)


def _may_swap(ctx: Context, player: str, ref: CardRef, start: str, end: str) -> Card:
    """Refuse to swap in a fight, on the run, or in another's turn; return the card that is meant."""
    owner = ctx.state.player(player)
    found = find(owner, ref, (start,))
    if in_fight(ctx.state, player):
        fleeing = ctx.state.combat is not None and ctx.state.combat.state == "lost"
        swap_target = "ausruestung.wechsel-beim-weglaufen" if fleeing else "ausruestung.wechsel-im-kampf"
        ctx.refuse("no-swap-in-a-fight", *known(ctx.book, swap_target, "ausruestung.rucksack-wann"), player=ctx.person(player), card=ref)
    if ctx.book.value("ausruestung.rucksack-wann"):
        must_be_active(ctx, player, "ausruestung.rucksack-wann")
    if found is None:
        lies = find(owner, ref, (end,)) is not None
        ctx.refuse("card-not-there", *known(ctx.book, "ausruestung.rucksack", "ausruestung.quer-drehen"), player=ctx.person(player),
                   card=ref, zone=f"zone:{start}", text="lies-there-already" if lies else "")
    return found[0]


@frame("settle-item")
def settle_item(ctx: Context, player: str, card: Card) -> None:
    """Take an item that was just handed over into use, where that is allowed."""
    owner = ctx.state.player(player)
    if card not in owner.backpack or why_not_used(ctx, owner, card):
        return
    take(ctx, player, card, "backpack")
    put(ctx, player, card, "in_play")
    ctx.step("item.equipped", *known(ctx.book, "handeln.auslegen"), cards=(card,), player=ctx.person(player), card=card)
