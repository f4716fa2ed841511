"""Traits and conditions: what somebody is, has in use, and what a fact asks about it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rules.engine.cards import Card
from rules.engine.munchkin.equivalences import equivalences
from rules.engine.munchkin.state import Monster, Player
from rules.engine.rulebook import Rulebook

_LEVEL = re.compile(r"level\s*(>=|<=|=|>|<)\s*(\d+)")


def is_kind(book: Rulebook, card: Card, kind: str) -> bool:
    """Say whether the card is of this kind, or of one that counts as the same."""
    return card.kind in equivalences(book).same_kinds(kind)


def of_kind(book: Rulebook, cards: Iterable[Card], kind: str) -> tuple[Card, ...]:
    wanted = equivalences(book).same_kinds(kind)
    return tuple(card for card in cards if card.kind in wanted)


def card_traits(book: Rulebook, card: Card) -> frozenset[str]:
    """Return the traits of a card and of everything attached to it."""
    return equivalences(book).traits(card)


def traits(book: Rulebook, player: Player) -> frozenset[str]:
    """Return the traits of a person: of everything in use, and the gender."""
    everybody = equivalences(book).everybody()
    return everybody.union(
        (f"gender:{player.gender}",), *(card_traits(book, card) for card in player.in_play)
    )


def monster_traits(book: Rulebook, monster: Monster) -> frozenset[str]:
    """Return the traits of a monster with what its boosts make of it."""
    made = (tag for boost in monster.boosts for tag in boost.get("makes", ()))
    return card_traits(book, monster.card).union(made)


def fits(book: Rulebook, player: Player, vs: Any) -> bool:
    """Say whether a person has this trait, or one of several: `dieb`, `gender:w`, `level>=5`."""
    if isinstance(vs, (list, tuple)):
        return any(fits(book, player, one) for one in vs)
    level = _LEVEL.fullmatch(vs)
    if level:
        return compare(player.level, level[1], int(level[2]))
    return vs in traits(book, player)


def compare(left: int, relation: str, right: int) -> bool:
    table = {
        ">=": left >= right,
        "<=": left <= right,
        "=": left == right,
        ">": left > right,
        "<": left < right,
    }
    return table[relation]


def has(book: Rulebook, player: Player, wanted: dict[str, Any]) -> bool:
    """Say whether something in use is what `has` asks for."""
    trait = wanted.get("trait")
    if trait is not None and trait not in traits(book, player):
        return False
    rest = {key: value for key, value in wanted.items() if key != "trait"}
    return not rest or any(matches(book, card, rest) for card in player.in_play)


def matches(book: Rulebook, card: Card, wanted: dict[str, Any]) -> bool:
    """Say whether one card is what a filter names: slot, kind, tag, big."""
    slot = wanted.get("slot")
    checks = (
        slot is None or _in_slot(card, slot),
        "kind" not in wanted or is_kind(book, card, wanted["kind"]),
        "tag" not in wanted or wanted["tag"] in card_traits(book, card),
        "big" not in wanted or is_big(book, card) == wanted["big"],
    )
    return all(checks)


def _in_slot(card: Card, slot: Any) -> bool:
    slots = (slot,) if isinstance(slot, str) else slot
    return card.get("slot") in slots or ("hand" in slots and bool(card.get("hands")))


def is_big(book: Rulebook, card: Card) -> bool:
    """Say whether an item is Big; Complex is something else."""
    return bool(card.get("big"))


def holds(book: Rulebook, player: Player, effect: dict[str, Any]) -> bool:
    """Say whether an effect's `if` and `unless` let it happen to this person."""
    wanted, barred = effect.get("if"), effect.get("unless")
    return (wanted is None or _condition(book, player, wanted)) and not (
        barred is not None and _condition(book, player, barred)
    )


def _condition(book: Rulebook, player: Player, condition: dict[str, Any]) -> bool:
    checks = (
        "has" not in condition or has(book, player, condition["has"]),
        "gender" not in condition or player.gender == condition["gender"],
        "trait" not in condition or fits(book, player, condition["trait"]),
        "level" not in condition or fits(book, player, condition["level"]),
        "any" not in condition or any(has(book, player, wanted) for wanted in condition["any"]),
    )
    return all(checks)


def abilities(player: Player, name: str, default: Any = None) -> list[tuple[Card, Any]]:
    """Return every card in use that has this ability, with the ability's value."""
    return [
        (card, ability[name])
        for card in player.in_play
        for ability in card.get("abilities", ())
        if name in ability
    ]
