"""What is settled before any part of a fight is read, and how it is laid on a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.ask.assembly.upon import Upon, lay_upon
from rules.ask.clues import Unit
from rules.ask.table import ME, TRAITS, Facts, Person, Table, has, thrown_for

TAGS = {"undead": "untot", "christmas": "weihnachtsmonster"}


@dataclass(frozen=True)
class Given:
    """A class, race or loyalty that somebody throws away: by its card, or by its kind among those named before."""

    card: str = ""
    kind: str = ""
    among: tuple[str, ...] = ()
    # Whether the speaker throws away his own.
    mine: bool = False


@dataclass
class Plain:
    """What is settled before any part is read."""

    # Items that play the part named, by their place.
    roles: dict[int, str] = field(default_factory=dict)
    # How many have a trait: the number, and whether those who fight are among them („“: nobody says).
    counts: dict[str, tuple[int, str]] = field(default_factory=dict)
    # Traits that the speaker says he has; traits that are thrown away, and that nobody has who is told of.
    mine: list[str] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    denied: set[str] = field(default_factory=set)
    # Traits of people of whom nobody says that they fight, and their names: „Bea ist auch Kultistin“.
    onlookers: list[tuple[str, str]] = field(default_factory=list)
    # Who is told to join in, by name.
    helpers: list[str] = field(default_factory=list)
    # Things that are thrown away like cards, and whether they counted nothing before.
    dropped: list[tuple[str, bool]] = field(default_factory=list)
    # What things are worth that lie where they do not count.
    idle: list[int] = field(default_factory=list)
    # Numbers that belong to one of several things: „zwei Helme, der eine +1, der andere +3“.
    worth: dict[int, Unit] = field(default_factory=dict)
    # What several equal things are worth each, their name and how many there are: „zwei Tränke à +2“.
    equal: dict[int, tuple[int, str, int]] = field(default_factory=dict)
    # Cards that lie on others.
    upon: list[Upon] = field(default_factory=list)
    # Traits of which nobody says how many others have them; whether „eine Karte“ is thrown away.
    some: set[str] = field(default_factory=set)
    one_thrown: bool = False
    # Sorts that a monster is said not to be; numbers that words sum up: „macht +6“.
    untagged: set[str] = field(default_factory=set)
    reckoned: set[int] = field(default_factory=set)
    # Numbers that are somebody's level, whosoever it is.
    levels: set[int] = field(default_factory=set)
    # Numbers of cards that are thrown away, whosoever they are.
    thrown_cards: set[int] = field(default_factory=set)
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
        one.helps |= one.id in plain.helpers and one is not person
    fighting = [one for one in table.people.values() if one is person or one.helps]
    _give_up(plain, table, facts)
    for one in table.people.values():
        one.cards = [card for card in one.cards if not (isinstance(card, str) and card in plain.denied)]
        one.lacks |= plain.denied
    _multiply(plain, table, person)
    for card, (count, among) in plain.counts.items():
        _count(table, card, count, among, fighting, facts)
    _look_on(plain, table, fighting)
    _also(plain, person, fighting, facts)
    lay_upon(plain.upon, table, person, facts)
    _throw(plain, fighting, facts)
    _limit(plain, table, fighting, facts)
    _drop(plain, table, fighting, facts)
    _some(plain, table, fighting, facts)
    table.idle = list(plain.idle)
    table.open += [one for one in plain.open if one not in table.open]


def _multiply(plain: Plain, table: Table, fighter: Person | None) -> None:
    """„zwei Tränke à +2“: the first one lies there, and the others with it."""
    for value, name, count in plain.equal.values():
        if _multiply_had(table, value, name, count - 1) or _multiply_played(table, value, name, count - 1):
            continue
        if fighter:
            fighter.bonus += [value] * count


def _multiply_had(table: Table, value: int, name: str, more: int) -> bool:
    for person in table.people.values():
        like = [card for card in person.cards if _equals(card, name, value)]
        person.cards += [dict(card) for card in like[:1] for _ in range(more)]
        if not like and value in person.bonus:
            person.bonus += [value] * more
        elif not like:
            continue
        return True
    return False


def _multiply_played(table: Table, value: int, name: str, more: int) -> bool:
    """Lay the others of some things where the first one was thrown: for us, or onto a monster."""
    like = [(card, side) for card, side in table.played if _equals(card, name, value)]
    table.played += [(dict(card), side) for card, side in like[:1] for _ in range(more)]
    stronger = [one for one in table.foes if one.strength == value][: not like]
    for foe in stronger:
        foe.strength += value * more
    return bool(like or stronger)


def _equals(card: Any, name: str, value: int) -> bool:
    return isinstance(card, dict) and (card.get("name"), card.get("bonus")) == (name, value)


def _give_up(plain: Plain, table: Table, facts: Facts) -> None:
    """Take away what was thrown away; where it is not sure whose, one asks."""
    for given in plain.given:
        having = [(one, card) for one in table.people.values() for card in _thrown(given, one, facts)]
        own = [(one, card) for one, card in having if given.mine and one.id == ME]
        having = own or having
        bound = next((card for _, card in having if has(card, "strength_per_other", facts)), "")
        if bound or (given.card and has(given.card, "strength_per_other", facts)):
            name = facts[bound or given.card]["name"]
            table.open.append(
                f"„{name}“ lässt sich nicht freiwillig ablegen; wodurch wird die Karte abgelegt?"
            )
        elif len({id(one) for one, _ in having}) > 1:
            table.open.append(f"Wer legt „{facts[having[0][1]]['name']}“ ab?")
        else:
            for one, card in having:
                one.cards.remove(card)
                one.lacks.add(card)


def _thrown(given: Given, person: Person, facts: Facts) -> list[str]:
    """Return the cards of somebody that may be meant."""
    known = [card for card in person.cards if isinstance(card, str)]
    if given.card:
        return [card for card in known if card == given.card]
    return [card for card in known if card in given.among and facts[card]["kind"] == given.kind]


def _limit(plain: Plain, table: Table, fighting: list[Person], facts: Facts) -> None:
    """„zwei Karten ab, macht +6“: what cards bring is counted once, and none where the monster is of another sort."""
    table.untagged = set(plain.untagged)
    for foe in table.foes:
        foe.tags = [tag for tag in foe.tags if tag not in plain.untagged]
    for person in fighting:
        each = sum(int(use["each"]) for use in thrown_for(person, facts))
        told = each * person.discards
        if told and told in plain.reckoned and told in person.bonus:
            person.bonus.remove(told)


def _drop(plain: Plain, table: Table, fighting: list[Person], facts: Facts) -> None:
    """„… und dazu den alten Hut“: whoever can make use of cards throws the thing away like one."""
    able = [one for one in fighting if any(has(card, "discard_for_strength", facts) for card in one.cards)]
    if len(able) != 1:
        return
    for name, idle in plain.dropped:
        if idle:
            able[0].discards += 1
            able[0].unknown = [one for one in able[0].unknown if one != name]
        else:
            table.open.append(f"Zählt „{name}“ noch mit, oder wird es mit abgeworfen?")


def _look_on(plain: Plain, table: Table, fighting: list[Person]) -> None:
    """„Bea und Tim sind auch Kultisten“: they count, if they do not fight themselves."""
    helping = {one.id for one in fighting}
    beside = [(card, name) for card, name in plain.onlookers if name not in helping]
    for card, name in beside:
        if name in table.people:
            table.people[name].cards = [one for one in table.people[name].cards if one != card]
    for card in dict.fromkeys(card for card, _ in beside):
        count = len({name for one, name in beside if one == card})
        if card not in plain.counts:
            table.others_with[card] = max(count, table.others_with.get(card, 0))


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
