"""What effects and abilities of Smash Up are made of: words, numbers, filters and conditions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta

# What the effects of an ability have settled for those that follow, by the names that the data gives.
Bind = dict[str, Any]
FromZero = Annotated[int, Meta(ge=0)]
# Whom an effect means: you, other, others, each, here, winner, top, chosen, or somebody at the table.
Person = Annotated[str, Meta(extra={"reads": "person"})]
# A name that later effects call by what this one settles.
OwnName = Annotated[str, Meta(extra={"reads": "own name"})]
Card = Literal["creature", "monster", "action", "treasure", "card"]
InHand = Literal["creature", "action", "treasure", "card"]
Until = Literal["turn-end", "leaves"]
Goal = Literal["hand", "deck_top", "deck_bottom", "deck_shuffled"]
# A base by a word, or by its number.
Where = str | int | None


class Bounds(TypedDict, total=False):
    """Not less than one number, not more than another."""

    min: FromZero
    max: FromZero


# Cards in play by what they are asked for: each word is a check in `filters`.
InPlay = TypedDict(
    "InPlay",
    {
        "type": Card,
        "kind": Card,
        "monster": bool,
        "controller": Where,
        "base": Where,
        "here": bool,
        "max_strength": int | Literal["source"],
        "min_strength": int | Literal["source"],
        "strength": int | Bounds,
        "name": str,
        "tag": str,
        "tags": list[str],
        "owner": str,
        "faction": str,
        "self": bool,
        "host": bool,
        "same_name": bool,
        "lies_on": str,
        "owned": bool,
        "not": str,
        "ref": str,
        "has_treasure": bool,
        "has_talent": bool,
        "host_controller": str,
    },
    total=False,
)


class Amount(TypedDict, total=False):
    """A number that is counted on the table, or remembered from an earlier effect."""

    count: InPlay
    each: int
    remembered: str
    at_most: FromZero


class Count(Bounds, total=False):
    """So many cards that fit a filter."""

    of: InPlay


class Held(TypedDict, total=False):
    """So many cards of a kind in the hand."""

    kind: InHand
    min: FromZero


class OnTable(TypedDict, total=False):
    """What must lie on the table, in a pile, or stand in a scoring."""

    count: Count
    discard: FromZero
    stronger: str
    strongest: bool
    lead: FromZero
    total: FromZero
    present: str
    absent: str
    remembered: dict[str, str | int | bool]
    some: str
    won: str
    hand: Held


class OfBase(TypedDict, total=False):
    """Which base may be chosen."""

    own: Literal["none"]
    other_stronger: bool


class OfPlayer(TypedDict, total=False):
    """Which player may be chosen."""

    fewer_here: bool
    present: bool
