"""Abilities of Smash Up: their effects, filters and conditions, and the events that they wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Required, TypedDict

# What the effects of an ability have settled for those that follow, by the names that the data gives.
Bind = dict[str, Any]
# Cards in play by what they are asked for: each word is a check in `filters`.
Filter = dict[str, object]


class Bounds(TypedDict, total=False):
    """Not less than one number, not more than another."""

    min: int
    max: int


class Amount(TypedDict, total=False):
    """A number that is counted on the table, or remembered from an earlier effect."""

    count: Filter
    each: int
    remembered: str
    at_most: int


class Count(Bounds):
    """So many cards that fit a filter."""

    of: Filter


class InHand(TypedDict, total=False):
    """So many cards of a kind in the hand."""

    kind: str
    min: int


class Condition(TypedDict, total=False):
    """What must lie on the table, in a pile, or stand in a scoring."""

    count: Count
    discard: int
    stronger: str
    strongest: bool
    lead: int
    total: int
    present: str
    absent: str
    remembered: dict[str, object]
    some: str
    won: str
    hand: InHand


class Where(TypedDict, total=False):
    """Which base or which player may be chosen."""

    own: Literal["none"]
    other_stronger: bool
    fewer_here: bool
    present: bool


class Choice(TypedDict):
    """One of several things to do."""

    text: str
    effects: tuple[Effect, ...]


_Effect = TypedDict(
    "_Effect",
    {"if": Condition, "from": str, "with": str, "as": str, "set": int},
    total=False,
)


class Effect(_Effect, total=False):
    """One thing that an ability does; what each key means, its own word for it says."""

    action: Required[str]
    filter: Filter
    by: int | Amount
    fixed: bool
    until: str
    may: bool
    cost: bool
    asks: str
    all: bool
    any: bool
    random: bool | int
    ref: str
    # Of `shift` also a filter.
    to: str
    player: str
    # Of `discard` also „any“ or names.
    cards: int | Amount
    up_to: int
    kind: str
    type: str
    base: str
    number: int | Amount
    max_strength: int
    # Of `play` a word.
    where: Where
    onto: str | Filter
    names: str
    mute: bool
    own_there: int
    options: tuple[Choice, ...]
    effects: tuple[Effect, ...]
    treasures: bool | str
    of: str
    yours: bool
    remembered: bool
    whole_base: bool
    only: str
    order: str
    with_self: bool
    play_on: Sequence[str]
    anybody: bool
    counters: int
    card: str
    unless_own_here: bool
    host_as: str
    whose: str


_Ability = TypedDict("_Ability", {"from": Sequence[str], "if": Condition}, total=False)


class Ability(_Ability, total=False):
    """What a card can do, and when."""

    kind: Required[str]
    window: str
    may: bool
    effects: Sequence[Effect]
    event: str
    by: str
    here: bool
    first: bool
    filter: Filter
    self: bool
    scored: str
    turns: str


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


class OnOffer(TypedDict, total=False):
    """What somebody may choose from: cards outside the game by their kind."""

    kind: str
    play_on: Sequence[str]
    max_strength: int


class Gone(TypedDict, total=False):
    """A card that was destroyed before a scoring, and by whom."""

    ref: Required[str]
    by: str | None
