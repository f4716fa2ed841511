"""Objects of a question that stay objects in the engine: which keys they have, and what stands behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Required, TypedDict

from rules.engine.cards import Card, CardRef, Written

# An object of JSON that is only handed on.
Json = dict[str, object]
# What a sentence is filled with, as the arguments of whoever tells it.
Values = dict[str, Any]
# One trait, or several of which any will do.
Traits = str | Sequence[str]
# On what something rests that a question says: a card, a rule's id, or words.
Because = CardRef | str | None


class Layers(TypedDict, total=False):
    """A pile: known cards, cards in unknown order below them, known cards at the bottom; endless, it goes on."""

    shuffled: tuple[Card, ...]
    top: tuple[Card, ...]
    bottom: tuple[Card, ...]
    endless: bool


class Aim(TypedDict, total=False):
    """A monster by its index, or an item: what a card is played on beside people and sides."""

    monster: int
    item: CardRef


Target = str | Aim | None


class Instead(TypedDict, total=False):
    """The card whose ability replaces a draw, and what is paid for it."""

    use: Required[CardRef]
    discard: tuple[CardRef, ...]
    ability: int


class Pick(TypedDict, total=False):
    """A card that somebody takes, and where it goes."""

    player: Required[str]
    card: Required[CardRef]
    into: str


class Gift(TypedDict):
    """A card that goes to somebody, or to the discard pile."""

    card: CardRef
    to: str


class Promise(TypedDict, total=False):
    """What is offered for help."""

    treasures: int
    items: tuple[CardRef, ...]
    first_pick: str


class Option(TypedDict, total=False):
    """One way to decide; beside its words stands what it means: a card, a base."""

    id: Required[str]
    text: Required[str]
    card: Written
    base: int
    monster: int


class Action(TypedDict, total=False):
    """What the engine itself asks of an action, or of its arguments; all keys stand in the game's table of actions."""

    action: str
    player: str
    card: CardRef
    cards: tuple[CardRef, ...]
    on: Target
    against: CardRef | str
    decision: str
    option: CardRef | str | int
    split: tuple[Pick, ...]
    picks: Sequence[CardRef | Pick]
    base: int
    extra: bool
    instead: Instead


class Drawn(TypedDict):
    """A card that was drawn, and whether all have seen it."""

    player: str
    card: Written
    face_up: bool


class Summand(TypedDict):
    """One number of a sum as the answer shows it, with its source."""

    source: str
    value: int
    cites: list[str]


class Sum(TypedDict):
    """What something adds up to, as the answer shows it."""

    total: int
    parts: list[Summand]


class Reasoned(TypedDict):
    """What counts, and what says so."""

    text: str
    cites: list[str]


class Chosen(TypedDict):
    """What a table has chosen for itself, and what would count otherwise."""

    question: str
    about: str
    choice: str
    text: str
    followed: bool
    otherwise: str
    cites: list[str]


# Writes a value of the state as JSON.
Write = Callable[[object], object]
