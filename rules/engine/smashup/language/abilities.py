"""Abilities of Smash Up, each of its kind, and the events that they wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Required, TypedDict, TypeVar

from msgspec import field

from rules.engine.cards import Card
from rules.engine.one_of import OneOf, Shape
from rules.engine.smashup.language.effects import Done, Effects
from rules.engine.smashup.language.parts import InPlay, OnTable

E = TypeVar("E", bound=Done)
Place = Literal["play", "hand", "discard"]
PLACES: tuple[Place, ...] = ("play", "hand", "discard")


class Ability(OneOf):
    """What a card can do, and when."""

    told_by = "kind"
    called = "Die Art der Fähigkeit"


class Able(Shape, Ability, tag_field="kind", tag=str.lower):
    """What stands beside any kind of ability; without effects only its text is known."""

    effects: Effects | None = None
    may: bool | None = None
    text: str | None = None


class OnPlay(Able, tag="play"):
    """Works when its card is played."""


class Talent(Able):
    """Used once in each own turn."""


class Extra(Able):
    """Used when its text says."""

    window: Literal["before", "during", "loot", "after", "turn-start", "turn-end", "any"] | None = None
    # From where; absent: from all three.
    from_: list[Place] | None = field(default=None, name="from")
    scored: Literal["here", "other"] | None = None
    turns: Literal["own", "every"] | None = None
    if_: OnTable | None = field(default=None, name="if")


class Lasting(Able):
    """Holds as long as its card lies there, or answers an event."""

    event: (
        Literal[
            "played", "treasure-played", "action-played", "announced", "destroyed", "monster-enters", "points"
        ]
        | None
    ) = None
    by: Literal["you", "other", "player"] | None = None
    here: bool | None = None
    first: bool | None = None
    filter: InPlay | None = None
    self_: bool | None = field(default=None, name="self")
    if_: OnTable | None = field(default=None, name="if")


class Event(TypedDict, total=False):
    """Something that abilities wait for: where, by whom, with which card."""

    on: Required[str]
    base: Required[int]
    player: Required[str | None]
    ref: Required[str]
    number: int
    strength: int
    given: Sequence[str]
    you: str | None


class Answering(TypedDict):
    """An ability that waits for an event: whose it is, and which one of the card."""

    source: str
    ability: int


class Gone(TypedDict, total=False):
    """A card that was destroyed before a scoring, and by whom."""

    ref: Required[str]
    by: str | None


def said(card: Card | None, kind: type[E]) -> list[E]:
    """Return all effects of a kind that a card has of itself."""
    abilities: Sequence[Able] = card.get("abilities", ()) if card else ()
    return [effect for ability in abilities for effect in ability.effects or () if isinstance(effect, kind)]
