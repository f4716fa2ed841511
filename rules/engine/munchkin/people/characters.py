"""What somebody is: classes, races, loyalties, trainings, styles, powers, and the cards that allow more of them."""

from __future__ import annotations

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import has_own_pile
from rules.engine.munchkin.cards.playing import how_received, is_fresh, works_by_effects
from rules.engine.munchkin.people.limits import grade_sum, kind_limit, kind_targets, permissions
from rules.engine.munchkin.table.procedures import frame
from rules.engine.munchkin.table.rows import Permission, TraitRow, permission, trait_row
from rules.engine.munchkin.table.seats import is_active, person_named
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.telling import deny, first_known, tell, value_of, when
from rules.engine.munchkin.table.traits import in_force, is_cheating, of_kind
from rules.engine.munchkin.table.zones import find, put, take
from rules.engine.objects import Target
from rules.engine.words import slug


def play_trait(
    ctx: Context, player: str, card: Card, on: Target, zone: str = "hand", together: str = "", **rest: object
) -> None:
    """Put out a class, race, loyalty, training or style: at the right moment, and not more than one may have.

    `together` is the question of the special card that it is laid beside.
    """
    row = trait_row(ctx.book, card.kind) or TraitRow()
    _only_oneself(ctx, player, card, on)
    owner = ctx.state.player(player)
    moment = (together,) if together else _moment(ctx, owner, card, row)
    _not_twice(ctx, owner, card, row)
    _not_too_many(ctx, owner, card)
    take(ctx, player, card, zone)
    put(ctx, player, card, "in_play")
    beside = row.beside if len(ctx.state.player(player).in_play) > 1 and ctx.book.combined else ()
    more = (
        kind_targets(ctx.book, owner, card.kind)
        if len(of_kind(ctx.book, owner.in_play, card.kind)) > 0
        else ()
    )
    ctx.step(
        "trait.played",
        *moment[:1],
        *more,
        *beside,
        *_listed(ctx, card, row),
        *moment[1:],
        *row.starts,
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
    if has_own_pile(ctx, card):
        ctx.then("count-cultists", before=_outsiders(ctx) + 1)


def _listed(ctx: Context, card: Card, row: TraitRow) -> tuple[str, ...]:
    """Return the question whose list names this card as one of its box."""
    return tuple(target for target in row.list if card.slug in map(slug, ctx.book.value(target) or ()))


def _outsiders(ctx: Context) -> int:
    return sum(not any(has_own_pile(ctx, c) for c in p.in_play) for p in ctx.state.players)


def _only_oneself(ctx: Context, player: str, card: Card, on: Target) -> None:
    if person_named(ctx, on, player) != player:
        ctx.refuse("only-oneself", cards=(card,), player=ctx.person(player), card=card)


def _moment(ctx: Context, owner: Player, card: Card, row: TraitRow) -> tuple[str, ...]:
    """Refuse the wrong moment; return the questions that allow this one."""
    window = first_known(ctx.book, row.window)
    if ctx.state.turn.phase == "setup":
        return (*row.setup, "moment.setup")
    any_time = _any_time_target(ctx, owner, card.kind)
    how = how_received(ctx, owner.id, card)
    if not (is_active(ctx, owner.id) or how or any_time):
        if any(not row.only_counts for row in permissions(ctx.book, owner, card.kind)):
            ctx.doubt(
                "trait.second-at-any-time",
                window,
                *kind_targets(ctx.book, owner, card.kind),
            )
            if ctx.book.reads("trait.second-at-any-time", "b"):
                return (window,)
        deny(ctx, "trait-wrong-moment", owner.id, card, window, "trait")
    if is_active(ctx, owner.id):
        return (window, "moment.own-turn", *(("moment.reborn",) if how == "start" else ()))
    if how == "given" and not any_time and "when-drawn" in ctx.book.value(window, ()):
        ctx.doubt("trait.given-not-drawn", window)
    return (any_time, window) if any_time and not how else (window,)


def _any_time_target(ctx: Context, owner: Player, kind: str) -> str | None:
    """Return the question that lets a second card of a kind come at any time while a special card lies out."""
    named = [row.second_any_time for row in permissions(ctx.book, owner, kind) if row.second_any_time]
    return next((target for target in named if ctx.book.cites(target)), None)


def _not_twice(ctx: Context, owner: Player, card: Card, row: TraitRow) -> None:
    """Two of the same are barred, or not said to be."""
    if not any(c.slug == card.slug for c in of_kind(ctx.book, owner.in_play, card.kind)):
        return
    target = first_known(ctx.book, row.twice)
    if ctx.book.value(target) is False:
        ctx.refuse("same-twice", target, cards=(card,), player=ctx.person(owner.id), card=card)
    if len(of_kind(ctx.book, owner.in_play, card.kind)) < kind_limit(ctx.book, owner, card.kind):
        ctx.doubt("trait.same-twice", target)


def _not_too_many(ctx: Context, owner: Player, card: Card) -> None:
    if len(of_kind(ctx.book, owner.in_play, card.kind)) >= kind_limit(ctx.book, owner, card.kind):
        ctx.refuse(
            "too-many-of-kind",
            *kind_targets(ctx.book, owner, card.kind),
            cards=(card,),
            player=ctx.person(owner.id),
            card=card,
            n=kind_limit(ctx.book, owner, card.kind),
            kind="kind:" + card.kind,
        )


for _kind in ("class", "race", "loyalty", "training", "style"):
    frame("play:" + _kind)(play_trait)


@frame("play:power")
def play_power(ctx: Context, player: str, card: Card, on: Target, zone: str = "hand", **rest: object) -> None:
    """Put out a power: whenever it can be used, as long as the grades do not exceed the level."""
    _only_oneself(ctx, player, card, on)
    owner = ctx.state.player(player)
    powers = (*owner.in_play, card)
    grades, most = grade_sum(ctx.book, powers), grade_sum(ctx.book, powers, most=True)
    if grades > owner.level:
        deny(
            ctx,
            "too-many-grades" if grades == most else "too-many-grades-at-least",
            player,
            card,
            *when(setup=ctx.state.turn.phase == "setup"),
            n=grades,
            level=owner.level,
        )
    if most > owner.level:
        ctx.doubt("power.grade-unknown", "played")
    if any(c.slug == card.slug for c in owner.in_play if c.kind == "power"):
        ctx.doubt("power.same-twice")
    if not is_active(ctx, player):
        ctx.doubt("power.in-foreign-turns")
    take(ctx, player, card, zone)
    put(ctx, player, card, "in_play")
    tell(ctx, "trait.played", player, card, "power")


@frame("play:special")
def play_special(
    ctx: Context,
    player: str,
    card: Card,
    on: Target,
    with_: tuple[CardRef, ...],
    zone: str = "hand",
    **rest: object,
) -> None:
    """Put out a card that allows more of a kind; its book says what must lie there already."""
    row = permission(ctx.book, card.get("special"))
    if row is None and works_by_effects(card):
        ctx.then("play:effects", player=player, card=card, on=on, monster=rest.get("monster"), zone=zone)
        return
    if row is None:
        _play_on_item(ctx, player, card, on, zone)
        return
    _only_oneself(ctx, player, card, on)
    owner = ctx.state.player(player)
    together = _together(ctx, owner, with_, row)
    targets = _special_moment(ctx, owner, card, row)
    _needs(ctx, owner, card, row, len(together))
    _excludes(ctx, owner, card, row)
    take(ctx, player, card, zone)
    put(ctx, player, card, "in_play")
    ctx.step(
        "special.played",
        *targets,
        *row.told,
        row.limit,
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
    for second in together:
        if not is_active(ctx, player):
            ctx.doubt("trait.laid-beside", row.limit, *row.any_time)
        ctx.then("play:" + second.kind, player=player, card=second, on=None, together=row.limit)


def _together(ctx: Context, owner: Player, with_: tuple[CardRef, ...], row: Permission) -> list[Card]:
    """Return the cards of the hand that are put out together with the special one."""
    found = []
    for ref in with_:
        card = find(owner, ref, ("hand",))
        if card is None or card[0].kind != row.kind:
            ctx.refuse(
                "card-not-there",
                row.limit,
                player=ctx.person(owner.id),
                card=ref,
                zone="zone:hand",
            )
        found.append(card[0])
    return found


def _special_moment(ctx: Context, owner: Player, card: Card, row: Permission) -> tuple[str, ...]:
    """Most special cards may come at any time; the others like the cards they allow."""
    if ctx.state.turn.phase == "setup":
        return ("moment.special-setup", *row.moment)
    if value_of(ctx.book, row.any_time) is not None or any(ctx.book.cites(t) for t in row.moment):
        return (*row.any_time, *row.moment)
    window = (trait_row(ctx.book, row.kind) or TraitRow()).window
    if not is_active(ctx, owner.id) and not is_fresh(ctx, owner.id, card):
        name = ctx.person(owner.id)
        ctx.refuse("trait-wrong-moment", *window, cards=(card,), player=name, card=card)
    return window


def _needs(ctx: Context, owner: Player, card: Card, row: Permission, together: int) -> None:
    """Refuse a special card without the cards that must lie out, or be laid beside them."""
    lying = len(of_kind(ctx.book, owner.in_play, row.kind))
    needed = value_of(ctx.book, row.needs, 0)
    in_hand = len(of_kind(ctx.book, owner.hand, row.kind))
    if lying < min(needed, 1) or lying + max(together, in_hand) < needed:
        ctx.refuse(
            "special-needs",
            *row.needs,
            *row.any_time,
            text="special-needs" if needed < 2 else "special-needs-beside",
            cards=(card,),
            player=ctx.person(owner.id),
            card=card,
            n=needed,
            kind="kind:" + row.kind,
        )


def _excludes(ctx: Context, owner: Player, card: Card, row: Permission) -> None:
    """Some special cards bar each other."""
    barred = row.excludes
    other = next((c for c in in_force(ctx.book, owner) if c.get("special") in barred), None)
    if other is not None:
        ctx.refuse(
            "special-excluded",
            row.excluded_by,
            cards=(card, other),
            player=ctx.person(owner.id),
            card=card,
            other=other,
        )


def _play_on_item(ctx: Context, player: str, card: Card, on: Target, zone: str) -> None:
    """Put a card that lifts the limits of one item on that item; other special cards have no procedure."""
    if is_cheating(ctx.book, card):
        ctx.then("play:item-boost", player=player, card=card, on=on, monster=None, with_=(), into=None)
        return
    take(ctx, player, card, zone)
    put(ctx, player, card, "in_play")
    if card.get("coverage") != "full":
        ctx.warn("card-without-procedure", card=card)
    ctx.step(
        "special.played",
        cards=(card,),
        player=ctx.person(player),
        card=card,
    )
