"""How the game speaks: one key per happening names its sentence and the statements that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.objects import Json, Values


def tell(
    ctx: Context, key: str, *more: str, cards: Iterable[Card] = (), also: Iterable[str] = (), **values: object
) -> None:
    """Add a step; further keys add what they rest on, a card at work what the rulebook says about it."""
    cites = [cite for source in also if source for cite in (source, *_about(ctx, source))]
    ctx.step(key, *more, cards=cards, also=cites, **_named(values))


def _about(ctx: Context, cite: str) -> list[str]:
    rules = ctx.library.data["smash-up"]["kinds"]["card_rules"]
    return ["smash-up." + rule for rule in rules.get(cite.rpartition("/")[2], ())]


def _named(values: Json) -> Values:
    """Put the name of a card in quotation marks; an ability without a card is a card's, too."""
    return (
        {**values, "name": f"„{values['name']}“" if values["name"] else "einen Kartentext"}
        if "name" in values
        else values
    )


def refuse(ctx: Context, code: str, *more: str, cards: Iterable[Card] = (), **values: object) -> NoReturn:
    """Refuse the action for the reasons of the key `refuse.<code>`; further keys add reasons."""
    ctx.refuse(code, *more, cards=cards, **_named(values))


def who(ctx: Context, player: str | None) -> str:
    """Return the player's name for a sentence; nobody is nobody."""
    return ctx.person(player) if player else "niemand"
