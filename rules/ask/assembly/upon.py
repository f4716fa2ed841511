"""Cards of a fight that lie on others: „Cheat!“ under a weapon, what strengthens a monster on somebody of its cult."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from rules.ask.clues import ENDS, Text, Unit
from rules.ask.data import said
from rules.ask.table import Facts, Person, Table, name_of

# How far the card stands from the one that it lies on, and from whom it lies on.
AHEAD, BACK, ON_ME = 4, 6, 5


@dataclass(frozen=True)
class Upon:
    """A card, and the one that it lies on; without one it lies on the class of who speaks."""

    card: str
    host: str = ""


def upon(text: Text, facts: Facts) -> tuple[list[Upon], list[str]]:
    """Return which cards lie on others, and what has to be asked because nobody says on which."""
    found: list[Upon] = []
    asked: list[str] = []
    for unit in text.units:
        if not unit.cards:
            continue
        card = unit.cards[0]
        known = facts[card]
        cheats = {known.get("special"), known["slug"]} & said("cheating")
        if cheats or "item" in (known.get("attach_to") or ()):
            host, several = _host(text, unit, facts)
            if host:
                found.append(Upon(card, host))
            elif several:
                asked.append(f"Auf welchem Gegenstand liegt „{known['name']}“?")
        elif known.get("attach_to") and _on_me(text, unit):
            found.append(Upon(card))
    return found, asked


def _host(text: Text, unit: Unit, facts: Facts) -> tuple[str, bool]:
    """Return the item that a card lies on, and whether there are several of which nobody says it."""
    items = [one for one in text.units if one.cards and facts[one.cards[0]]["kind"] == "item"]
    after = [one for one in items if 0 < one.item - unit.item <= AHEAD]
    before = [one for one in items if 0 < unit.item - one.item <= BACK]
    if after and {item.key for item in text.items[unit.item : after[0].item]} & said("onto_it"):
        return after[0].cards[0], False
    between = {item.key for item in text.items[before[-1].item : unit.item]} if before else ENDS
    beside = {item.key for item in text.items[unit.item - 2 : unit.item + 4]}
    if not between & ENDS and ("," not in between or beside & said("onto_it")):
        return before[-1].cards[0], False
    return (items[0].cards[0], False) if len(items) == 1 else ("", len(items) > 1)


def _on_me(text: Text, unit: Unit) -> bool:
    """„auf mir liegen Frothing und Raving“"""
    start = unit.item - 1
    while start >= 0 and start >= unit.item - ON_ME and text.items[start].key not in ENDS:
        start -= 1
    keys = [item.key for item in text.items[start + 1 : unit.item + ON_ME]]
    return any(
        left in ("auf", "uff", "an") and right in said("on_me") for left, right in itertools.pairwise(keys)
    )


def lay_upon(found: list[Upon], table: Table, person: Person | None, facts: Facts) -> None:
    """Lay cards on those that they belong on."""
    for one in found:
        owner, host = _owner(one, table, person, facts)
        if owner is None or not host:
            continue
        for anybody in table.people.values():
            anybody.cards = [card for card in anybody.cards if card != one.card]
        for foe in table.foes:
            foe.boosts = [card for card in foe.boosts if card != one.card]
        on_it = owner.attached.setdefault(host, [])
        if one.card not in on_it:
            on_it.append(one.card)


def _owner(one: Upon, table: Table, person: Person | None, facts: Facts) -> tuple[Person | None, str]:
    """Return whose the card below is, and its name."""
    if one.host:
        name = str(facts[one.host]["name"])
        having = (
            who for who in table.people.values() if name in (name_of(card, facts) for card in who.cards)
        )
        return next(having, None), name
    wanted = facts[one.card]["attach_to"]
    cards = person.cards if person else []
    host = next((card for card in cards if isinstance(card, str) and card.partition("/")[2] in wanted), None)
    return (person, str(facts[host]["name"])) if host else (None, "")
