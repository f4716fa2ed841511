"""Somebody at the table as the resolver seats him: what he uses, what he only carries, what he holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.ask.data import slot_of
from rules.ask.table import HANDS, TRAITS, Facts, Person, ability_of, bonus_of, facts_of, name_of
from rules.ask.words import key

Row = dict[str, Any]
VEHICLE = "vehicle"


def seat_of(person: Person, facts: Facts, total: int | None, sets: Sequence[str]) -> Row:
    """Return somebody as the resolver seats him: what he uses, carries and holds."""
    had = worn(person, facts)
    in_play = [_with(card, person, facts) for card in had.in_play]
    bonus = sum(person.bonus)
    level = person.level
    if total is not None and level is None:
        level = max(1, min(9, total))
        bonus += total - level
    elif level is None:
        level = 1
    if bonus:
        in_play.append(lump(bonus))
    seat: Row = {"id": person.id, "level": level, "in_play": in_play}
    if had.backpack:
        seat["backpack"] = had.backpack
    if person.gender:
        seat["gender"] = person.gender
    hand: list[Any] = [*person.hand, *had.spare]
    count = max(person.hand_count or 0, person.discards)
    hand += [{"back": "door"}] * max(0, count - len(hand))
    if hand:
        seat["hand"] = hand
    return seat


def _with(card: Any, person: Person, facts: Facts) -> Any:
    """Return a card with what lies on it."""
    on_it = person.attached.get(name_of(card, facts))
    return {"card": card, "with": on_it} if on_it else card


class Worn(NamedTuple):
    """What somebody uses, what is carried, and the allies that are too many to count."""

    in_play: list[Any]
    backpack: list[Any]
    spare: list[Any]


def worn(person: Person, facts: Facts) -> Worn:
    """Return what is in use and what is too much: the best of each place, two hands full."""
    in_play: list[Any] = []
    backpack: list[Any] = []
    spare: list[Any] = []
    hands, slots = HANDS + _more_hands(person, facts), set()
    allies = max(1, _ability(person, facts, "allies"))
    traits = [card for card in person.cards if isinstance(card, str) and facts[card]["kind"] in TRAITS]
    rest = [card for card in person.cards if card not in traits]
    for card in sorted(rest, key=lambda one: -bonus_of(one, facts)):
        known = facts_of(card, facts)
        slot, needed = _place(known), _hands(known, person, facts)
        if _cheated(person.attached.get(name_of(card, facts)), facts):
            # What „Cheat!“ lies on needs no place.
            in_play.append(card)
            continue
        if known.get("kind") == "ally":
            allies -= 1
            if allies < 0:
                spare.append(card)
                continue
        if (slot and slot in slots and not known.get("beside")) or needed > hands:
            backpack.append(card)
            continue
        if slot and not known.get("beside"):
            slots.add(slot)
        hands -= needed
        in_play.append(card)
    order = {id(card): place for place, card in enumerate(person.cards)}
    return Worn(traits + sorted(in_play, key=lambda one: order.get(id(one), 0)), backpack, spare)


def _more_hands(person: Person, facts: Facts) -> int:
    """Return the hands that cards give to whoever may use them."""
    traits = {str(card).partition("/")[2] for card in person.cards if isinstance(card, str)}
    usable = [
        card
        for card in person.cards
        if traits.issuperset(wanted := facts_of(card, facts).get("usable_by") or ()) or traits & set(wanted)
    ]
    return sum(ability_of(card, "extra_hands", facts) for card in usable)


def _hands(card: Mapping[str, Any], person: Person, facts: Facts) -> int:
    """Return the hands that an item takes; some hold in one what takes two."""
    needed = int(card.get("hands") or 0)
    spared = _ability(person, facts, "two_handed")
    return min(needed, spared) if spared and needed > 1 else needed


def _cheated(on_it: Sequence[str] | None, facts: Facts) -> bool:
    return any(facts[card]["kind"] == "special" for card in on_it or ())


def _place(card: Mapping[str, Any]) -> str | None:
    """Return the place that an item takes, of which there is one."""
    if "fahrzeug" in (card.get("tags") or ()):
        return VEHICLE
    # Where no source attests it, the name says where it is worn: „Überraschungssichere Rüstung“.
    return card.get("slot") or slot_of(key(str(card.get("name", "")).rpartition(" ")[2]))


def _ability(person: Person, facts: Facts, name: str) -> int:
    """Return how much of something the person's cards allow."""
    return sum(ability_of(card, name, facts) for card in person.cards)


def lump(value: int) -> Row:
    """Return bonuses of which only the sum is told, as one thing."""
    name = "Boni" if value > 0 else "Abzüge"
    return {"name": name, "kind": "item", "deck": "treasure", "bonus": value}
