"""Monsters: where they come from, who plays them, and what happens as they come."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.objects import Because, Option
from rules.engine.smashup.effects.carrying import Call, choose_base, settle_base
from rules.engine.smashup.effects.triggers import raise_event
from rules.engine.smashup.language.abilities import Lasting, said
from rules.engine.smashup.language.effects import ForbidPlay, PlayMonster, UnderMonsters
from rules.engine.smashup.play.permission import forbidding
from rules.engine.smashup.table.board import Static
from rules.engine.smashup.table.procedures import action, effect, frame
from rules.engine.smashup.table.state import Entry
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import draw, lay, take_out, to_deck

# A monster of which nothing is known but that it is one.
A_MONSTER = Card("monster", "monster", {"name": "Das Monster", "kind": "monster"})


@action("play_monster")
def play_monster(
    ctx: Context, player: str | None = None, base: int = 0, because: Because = None, by: str = "player"
) -> None:
    """Play the top card of the monster deck; only a card's text makes anybody do so."""
    if because is None:
        refuse(ctx, "monster-without-reason")
    if base >= len(ctx.state.bases):
        refuse(ctx, "no-such-base", number=base, bases=len(ctx.state.bases))
    static = _forbidding(ctx, by, player, base)
    if static is not None:
        refuse(ctx, "forbidden-monster", player=who(ctx, player), name=static.origin.name)
    silent = by == "base" and _is_silent(ctx, because)
    enter(ctx, base, "silent" if silent else by, player if by == "player" else None)


def _is_silent(ctx: Context, because: Because) -> bool:
    """Say whether the card that brings the monster says that nothing is set off by it."""
    card = getattr(because, "card", None) or (
        ctx.library.find(because, ctx.book.sets) if isinstance(because, str) else None
    )
    return any(one.by == "base" for one in said(card, PlayMonster))


def _forbidding(ctx: Context, by: str, player: str | None, base: int) -> Static[ForbidPlay] | None:
    """A monster is a creature: return what forbids this player to play creatures at the base."""
    return forbidding(ctx, player, A_MONSTER, base) if by == "player" and player is not None else None


def enter(ctx: Context, base: int, by: str, player: str | None) -> None:
    """Lay the top monster at a base. `by`: player, base, new-base, or silent where nothing may be set off."""
    static = _forbidding(ctx, by, player, base)
    if static is not None:
        name = static.origin.name
        tell(ctx, "monster-forbidden", player=who(ctx, player), name=name, also=[static.origin.cite])
        return
    drawn = draw(ctx, "monsters", 1)
    if not drawn:
        ctx.doubt("no-monsters-left", decides=False)
        tell(ctx, "no-monster-left")
        return
    card = drawn[0]
    ref = ctx.state.free_ref()
    lay(ctx, Entry(ref, card), base)
    tell(
        ctx,
        "monster-" + ("card" if by == "player" and player is None else by),
        player=who(ctx, player),
        card=card,
        base=ctx.state.bases[base].card,
        cards=[card],
    )
    if card.is_back:
        ctx.warn("unknown-monster")
    if by == "silent":
        return
    if by == "new-base" and any(
        isinstance(a, Lasting) and a.event == "monster-enters" for a in card.get("abilities", ())
    ):
        ctx.doubt("base-plays-monsters")
    raise_event(ctx, "monster-enters", base=base, player=player, card=card, ref=ref, you=player)


@frame("base-monsters")
def base_monsters(ctx: Context, *, index: int) -> None:
    """Bring the monsters that a base shows; bases of other boxes start without."""
    card = ctx.state.bases[index].card
    number = card.get("monsters", 0)
    if card.is_back:
        ctx.warn("unknown-base")
        return
    if card.box and card.box not in ctx.book.sets:
        tell(ctx, "foreign-base", base=card)
        return
    if number:
        tell(ctx, "base-shows-monsters", base=card, number=number)
    for _ in range(number):
        ctx.then("base-monster", index=index)


@frame("base-monster")
def base_monster(ctx: Context, *, index: int) -> None:
    enter(ctx, index, "new-base", None)


@effect(PlayMonster)
def play_monsters(call: Call, head: PlayMonster) -> bool:
    """Bring monsters: here, at a base that was chosen, or at every base."""
    by = "silent" if head.by == "base" else "player"
    for base in _ordered(call, _bases(call, head.base or "here")):
        for _ in range(call.amount(head.number, 1)):
            call.ctx.then("monster-comes", base=base, by=by, player=call.you)
    return True


def _ordered(call: Call, bases: list[int]) -> list[int]:
    """Let the active player say where the next monster goes, as long as those on top of the deck differ."""
    left, top = list(bases), call.ctx.state.piles.monsters.top
    ordered: list[int] = []
    coming: list[Card | None] = [*top[: len(bases)], *[None] * (len(bases) - len(top))]
    while len(left) > 1 and len(set(coming[len(ordered) :])) > 1:
        named = [(index, call.ctx.state.bases[index].card.name) for index in left]
        options: list[Option] = [
            {"id": str(index), "text": f"„{name}“", "base": index} for index, name in named
        ]
        active = call.ctx.state.turn.player
        ordered.append(int(call.ctx.choose(active, "order-base", options, name=call.origin.name)))
        left.remove(ordered[-1])
    return ordered + left


def _bases(call: Call, word: str) -> list[int]:
    if word == "each":
        return list(range(len(call.ctx.state.bases)))
    if word == "choose":
        base = choose_base(call, list(range(len(call.ctx.state.bases))))
        return [] if base is None else [base]
    if word == "event":
        return [call.bind["event_base"]]
    return [call.base] if settle_base(call) else []


@frame("monster-comes")
def monster_comes(ctx: Context, *, base: int, by: str, player: str | None) -> None:
    enter(ctx, base, by, player)


@effect(UnderMonsters)
def under_monsters(call: Call, head: UnderMonsters) -> bool:
    """Put the monster that has just come under the monster deck; no other one follows."""
    ref = call.bind.get("it", "")
    if ref not in call.board.spots or call.board.spots[ref].entry.card.kind != "monster":
        return False
    entry = take_out(call.ctx, ref)
    to_deck(call.ctx, entry.card, None, "deck_bottom")
    tell(call.ctx, "monster-under-deck", card=entry.card, also=[call.origin.cite])
    return True
