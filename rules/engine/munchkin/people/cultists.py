"""Cultists: becoming one, being the last who is none, and the end when all are."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.munchkin.cards.leaving import has_own_pile
from rules.engine.munchkin.people.levels import gain_levels
from rules.engine.munchkin.people.limits import kind_limit
from rules.engine.munchkin.table.procedures import action, frame
from rules.engine.munchkin.table.state import Pile, Player, replace
from rules.engine.munchkin.table.telling import reason_cites, tell
from rules.engine.munchkin.table.traits import of_kind
from rules.engine.munchkin.table.zones import discard, put, take
from rules.engine.objects import Because, Instead


@action("become_cultist")
def become_cultist_action(
    ctx: Context, player: str, because: Because = None, instead: Instead | None = None
) -> None:
    """A card tells somebody to become a cultist."""
    ctx.then("become-cultist", player=player, also=reason_cites(ctx, because))


@frame("become-cultist")
def become_cultist(ctx: Context, player: str, also: Sequence[str] = ()) -> None:
    """Take a card from the cultists' own discard pile, if one lies there."""
    owner = ctx.state.player(player)
    name, why = ctx.person(player), tuple(also)
    if is_cultist(ctx, owner):
        ctx.step("cultist.already", also=why, player=name)
        return
    pile: Pile | None = ctx.state.piles.cultist_discard
    if (pile is not None and not pile.cards) or not ctx.book.value("ablage.eigener-stapel"):
        ctx.step("cultist.no-card", also=why, player=name)
        return
    replaced = _in_the_way(ctx, owner)
    before = outsiders(ctx)
    card = _take_card(ctx, pile)
    if replaced is not None:
        _replace(ctx, player, replaced)
    put(ctx, player, card, "in_play")
    tell(ctx, "cultist.becomes", player, card, also=why)
    ctx.then("count-cultists", before=before)
    ctx.then("settle", player=player)


def _replace(ctx: Context, player: str, card: Card) -> None:
    """Let the class give way that there is no room for."""
    take(ctx, player, card, "in_play")
    discard(ctx, card)
    ctx.doubt("cultist.other-class")
    tell(ctx, "cultist.replaces", player, card)


def is_cultist(ctx: Context, owner: Player) -> bool:
    return any(has_own_pile(ctx, card) for card in owner.in_play)


def outsiders(ctx: Context) -> int:
    """Count who is no cultist."""
    return sum(not is_cultist(ctx, p) for p in ctx.state.players)


def _in_the_way(ctx: Context, owner: Player) -> Card | None:
    """Return the class that gives way, where there is no room for a further one."""
    classes = of_kind(ctx.book, owner.in_play, "class")
    if len(classes) < kind_limit(ctx.book, owner, "class"):
        if classes:
            ctx.doubt("cultist.second-class")
        return None
    return ctx.choose_card(owner.id, "class-to-replace", classes)


def _take_card(ctx: Context, pile: Pile | None) -> Card:
    if pile is None:
        slug = ctx.book.value("ablage.eigener-stapel")[0]
        card = ctx.library.find(slug, ctx.book.sets)
        assert card is not None
        return card
    ctx.set(piles=replace(ctx.state.piles, cultist_discard=pile.holding(pile.cards[1:])))
    return pile.cards[0]


@frame("count-cultists")
def count_cultists(ctx: Context, before: int) -> None:
    """Look whether only one is left who is no cultist, or none; only what newly arises counts."""
    left = [p for p in ctx.state.players if not is_cultist(ctx, p)]
    if ctx.state.winners or not ctx.book.knows("kultisten.alle-ende"):
        return
    if not left:
        _all_cultists(ctx)
    elif len(left) == 1 < before:
        _last_one(ctx, left[0].id)


def _last_one(ctx: Context, player: str) -> None:
    if len(ctx.state.players) == 2:
        ctx.doubt("cultist.two-players")
        if ctx.book.reads("cultist.two-players", "b"):
            return
    ctx.step("cultist.last-outsider", player=ctx.person(player))
    gain_levels(
        ctx,
        player,
        ctx.book.value("kultisten.letzter-nichtkultist-stufe"),
        way="last-non-cultist",
    )


def _all_cultists(ctx: Context) -> None:
    """The game is over at once; whoever stands highest wins."""
    highest = max(p.level for p in ctx.state.players)
    winners = tuple(p.id for p in ctx.state.players if p.level == highest)
    if len(winners) > 1:
        ctx.doubt("cultist.tie")
    ctx.set(winners=winners)
    ctx.step("cultist.all", winners=[ctx.person(w) for w in winners], level=highest)
