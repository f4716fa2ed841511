"""What answers to an event: lasting abilities and base abilities, in the order the active player wants."""

from __future__ import annotations

from typing import cast

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.objects import Option
from rules.engine.smashup.language.abilities import Able, Answering, Event, Lasting
from rules.engine.smashup.language.effects import Done
from rules.engine.smashup.language.parts import Bind
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.procedures import call_of, frame
from rules.engine.smashup.table.state import is_creature, replace
from rules.engine.smashup.table.telling import tell, who


def raise_event(
    ctx: Context,
    on: str,
    *,
    base: int,
    player: str | None,
    card: Card | None = None,
    ref: str = "",
    **more: object,
) -> None:
    """Let everything that waits for this event answer it."""
    waiting: list[Answering] = []
    event = cast("Event", {"on": on, "base": base, "player": player, "ref": ref, **more})
    for source, ability, index in _abilities(ctx):
        if isinstance(ability, Lasting) and ability.event == on and _fits(ctx, ability, source, event, card):
            waiting.append({"source": source, "ability": index})
    if waiting:
        ctx.then("answers", waiting=waiting, event=event)


def _abilities(ctx: Context) -> list[tuple[str, Able, int]]:
    return [
        (ref, ability, index)
        for ref, card in look(ctx.state).sources()
        for index, ability in enumerate(card.get("abilities", ()))
    ]


def _fits(ctx: Context, ability: Lasting, source: str, event: Event, card: Card | None) -> bool:
    """Say whether the ability waits for just this: at its base, by the right player, with the right card."""
    origin = look(ctx.state).origin(source)
    if ability.here is not False and origin.base != event["base"]:
        return False
    if not _by_right_player(ability.by, event["player"], origin.player):
        return False
    if ability.self_ and source != event["ref"]:
        return False
    if ability.first is not None and event.get("number") != 1:
        return False
    return card is None or all(
        _card_fits(card, key, value, event) for key, value in (ability.filter or {}).items()
    )


def _by_right_player(by: str | None, player: str | None, you: str | None) -> bool:
    """Say whether the event was brought about by whom the ability names: you, another player, any player."""
    if by is None:
        return True
    return player is not None and (by == "player" or (by == "you") is (player == you))


def _card_fits(card: Card, key: str, value: object, event: Event) -> bool:
    if key == "type":
        return is_creature(card) if value == "creature" else card.kind == value
    if key == "tag":
        return value in card.get("tags", ())
    if key == "max_strength":
        return isinstance(value, int) and int(event.get("strength", card.get("strength", 0))) <= value
    return False


@frame("answers")
def answers(ctx: Context, *, waiting: list[Answering], event: Event) -> None:
    """Let the active player choose which ability comes next, then carry it out."""
    live = [row for row in waiting if _still(ctx, row["source"])]
    if not live:
        return
    pick = _next_one(ctx, live)
    rest = [row for row in live if row is not pick]
    origin = look(ctx.state).origin(pick["source"])
    ability = ability_at(ctx, pick["source"], pick["ability"])
    keys = (*_who_answers(ctx, origin), "event-" + event["on"])
    tell(ctx, *keys, name=origin.name, also=[origin.cite])
    bind = {
        "it": event.get("ref", ""),
        "player": event.get("player"),
        "event_base": event["base"],
        "strength": event.get("strength", 0),
        "given": event.get("given", []),
        **({"you": event["you"]} if event.get("you") and origin.type == "base" else {}),
    }
    run_ability(ctx, origin, ability, bind)
    if rest:
        ctx.then("answers", waiting=rest, event=event)


def _who_answers(ctx: Context, origin: Origin) -> tuple[str, ...]:
    """Return the keys of what lets this card answer: base, monster and card that stays have their own rules."""
    if origin.type == "base":
        return ("answers-base",)
    if look(ctx.state).spots[origin.ref].entry.card.kind != "monster":
        return ("answers-card",)
    return ("answers-monster",) if origin.player else ("answers-monster", "monster-answers")


def _still(ctx: Context, source: str) -> bool:
    board = look(ctx.state)
    if source.startswith("base:"):
        return int(source[5:]) < len(ctx.state.bases)
    return source in board.spots and not board.is_mute(source)


def _next_one(ctx: Context, live: list[Answering]) -> Answering:
    """Ask only where the abilities differ."""
    board = look(ctx.state)
    kinds: dict[object, Answering] = {}
    for row in live:
        origin = board.origin(row["source"])
        kinds.setdefault((origin.slug, origin.base, origin.player, row["ability"]), row)
    if len(kinds) == 1:
        return live[0]
    options: list[Option] = [
        {"id": row["source"], "text": f"„{board.origin(row['source']).name}“"} for row in kinds.values()
    ]
    chosen = ctx.choose(ctx.state.turn.player, "order", options)
    tell(ctx, "order-chosen", player=who(ctx, ctx.state.turn.player))
    return next(row for row in live if row["source"] == chosen)


def ability_at(ctx: Context, source: str, index: int) -> Able:
    """Return an ability of a card in play or of a base by its number."""
    if source.startswith("base:"):
        card = ctx.state.bases[int(source[5:])].card
    else:
        card = look(ctx.state).spots[source].entry.card
    found: Able = card.get("abilities", ())[index]
    return found


def run_ability(ctx: Context, origin: Origin, ability: Able, bind: Bind) -> None:
    """Carry an ability out; an optional one asks first, one of which only the text is known says so."""
    if ability.effects is None:
        ctx.warn("text-only", name=origin.name)
        tell(ctx, "text-only", name=origin.name, also=[origin.cite])
        return
    effects = tuple(ability.effects)
    if effects:
        first = effects[0]
        assert isinstance(first, Done)
        first = replace(first, may=True, cost=True) if ability.may else first
        ctx.then("effects", effects=(first, *effects[1:]), **call_of(origin, bind))
    else:
        tell(ctx, "ability-does-nothing", name=origin.name, also=[origin.cite])
