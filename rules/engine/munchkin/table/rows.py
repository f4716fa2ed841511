"""Rows of the data that rule kinds of cards, and words of different boxes that mean the same: read once, strictly."""

from __future__ import annotations

import msgspec

from rules.engine.rulebook import Rulebook

Targets = tuple[str, ...]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the data; a word that it does not know is an error."""


class TraitRow(Row, frozen=True):
    """Which questions rule a kind of traits: how many, when, and what becomes of them."""

    list: Targets = ()
    limit: Targets = ()
    more: Targets = ()
    window: Targets = ()
    starts: Targets = ()
    ends: Targets = ()
    discard: Targets = ()
    twice: Targets = ()
    setup: Targets = ()
    beside: Targets = ()


class Permission(Row, frozen=True):
    """A special card that allows more of a kind: how many, when, and with what it is lost."""

    kind: str
    limit: str
    limit_else: str
    doubt: str
    needs: Targets = ()
    any_time: Targets = ()
    moment: Targets = ()
    told: Targets = ()
    excludes: Targets = ()
    excluded_by: str = ""
    second_any_time: str = ""
    lost: str | None = None
    only_counts: bool = False


class Follow(Row, frozen=True):
    """A trait that lets a monster follow another one."""

    trait: str
    targets: Targets


class RuledModifier(Row, frozen=True):
    """A modifier that a rule gives a sort of monsters: against people of a trait by cards of certain boxes."""

    monster: str
    boxes: Targets
    vs: str
    people: Targets
    # The question whose value it is.
    strength_of: str


class HalfTrait(Row, frozen=True):
    """A special card by which somebody has the one trait of a kind without its drawbacks."""

    special: str
    kind: str
    targets: Targets
    with_two: Targets


class KilledAtOnce(Row, frozen=True):
    """A monster that dies at once where somebody has an item."""

    item: str
    monster: str
    targets: Targets


class AbilityRow(Row, frozen=True):
    """Which questions the abilities of a kind of card answer."""

    pay: Targets
    source: Targets
    against: Targets


class PileRow(Row, frozen=True):
    """Which cards lie on a pile."""

    deck: str
    holds: str


class Reads(Row, frozen=True):
    """What an equivalence says of cards: which ones are meant, and what they count as."""

    kinds: Targets = ()
    traits: Targets = ()
    titles: Targets = ()
    names: Targets = ()
    decks: Targets = ()
    facts: Targets = ()
    becomes: str | None = None
    # Only in the eyes of whoever owns a card of this trait.
    for_: str | None = msgspec.field(default=None, name="for")
    # Said beside the rows that the resolver reads.
    beside: bool = False


class Equivalence(msgspec.Struct, frozen=True):
    """Words that mean the same, and the statements that say so."""

    reads: Reads
    cites: Targets


def trait_row(book: Rulebook, kind: str) -> TraitRow | None:
    """Return what the table of traits says of a kind: which questions rule it."""
    return book.read("merkmal." + kind, TraitRow)


def permission(book: Rulebook, special: str | None) -> Permission | None:
    """Return what a special card allows, if it allows more of a kind."""
    return book.read(f"sonderkarte.{special}", Permission) if special else None
