"""What is settled before any part of a fight is read, and how it is laid on a table."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.ask.assembly.upon import Upon, lay_upon
from rules.ask.clues import Unit
from rules.ask.table import ME, TRAITS, Facts, Person, Table, has


@dataclass
class Plain:
    """What is settled before any part is read."""

    # Items that play the part named, by their place.
    roles: dict[int, str] = field(default_factory=dict)
    # How many have a trait: the number, and whether those who fight are among them („“: nobody says).
    counts: dict[str, tuple[int, str]] = field(default_factory=dict)
    # Traits that the speaker says he has; traits that are thrown away.
    mine: list[str] = field(default_factory=list)
    thrown: set[str] = field(default_factory=set)
    # Numbers that belong to one of several things: „zwei Helme, der eine +1, der andere +3“.
    worth: dict[int, Unit] = field(default_factory=dict)
    # Cards that lie on others.
    upon: list[Upon] = field(default_factory=list)
    # Traits of which nobody says how many others have them; whether „eine Karte“ is thrown away.
    some: set[str] = field(default_factory=set)
    one_thrown: bool = False
    # Whether the words say that who helps, or who fights, is „auch einer“.
    also: str = ""
    open: list[str] = field(default_factory=list)


def lay(plain: Plain, table: Table, facts: Facts) -> None:
    """Lay on a table what the words settle."""
    person = (
        table.people.get(table.fighter) or table.people.get(ME) or next(iter(table.people.values()), None)
    )
    for card in plain.mine:
        if person and card not in person.cards:
            person.cards.append(card)
    for one in table.people.values():
        one.lacks |= plain.thrown & set(map(str, one.cards))
        one.cards = [card for card in one.cards if not (isinstance(card, str) and card in plain.thrown)]
    fighting = [one for one in table.people.values() if one is person or one.helps]
    for card, (count, among) in plain.counts.items():
        _count(table, card, count, among, fighting, facts)
    _also(plain, person, fighting, facts)
    lay_upon(plain.upon, table, person, facts)
    _throw(plain, fighting, facts)
    _some(plain, table, fighting, facts)
    table.open += [one for one in plain.open if one not in table.open]


def _also(plain: Plain, person: Person | None, fighting: list[Person], facts: Facts) -> None:
    """„und mein Kollege trägt sie auch“: two who fight share the trait that one of them has."""
    helper = next((one for one in fighting if one is not person), None)
    if not plain.also or person is None or helper is None:
        return
    source, heir = (person, helper) if plain.also == "other" else (helper, person)
    traits = [card for card in source.cards if isinstance(card, str) and facts[card]["kind"] in TRAITS]
    kinds = {facts[card]["kind"] for card in heir.cards if isinstance(card, str)}
    heir.cards += [card for card in traits[:1] if facts[card]["kind"] not in kinds]


def _throw(plain: Plain, fighting: list[Person], facts: Facts) -> None:
    """„ich werf eine Karte ab“: whoever can make use of it."""
    able = [one for one in fighting if any(has(card, "discard_for_strength", facts) for card in one.cards)]
    if plain.one_thrown and len(able) == 1 and not any(one.discards for one in fighting):
        able[0].discards = 1


def _some(plain: Plain, table: Table, fighting: list[Person], facts: Facts) -> None:
    """„ein paar andere Kultisten“: how many there are has to be asked where it counts."""
    having = {
        card
        for one in fighting
        for card in one.cards
        if isinstance(card, str) and has(card, "strength_per_other", facts)
    }
    for card in sorted(having & plain.some):
        if card not in plain.counts:
            name = facts[card]["name"]
            table.open.append(f"Wie viele andere am Tisch haben „{name}“?")
            table.others_with.pop(card, None)


def _count(table: Table, card: str, count: int, among: str, fighting: list[Person], facts: Facts) -> None:
    having = sum(card in one.cards for one in fighting)
    name = facts[card]["name"]
    if (among == "all" and not having) or (not among and having):
        table.open.append(f"Ist, wer kämpft, bei den {count} mitgezählt, die „{name}“ sind?")
    table.others_with[card] = max(0, count - having) if among == "all" else count
