"""„Schaff ich den?“: the fight that a question describes, what is missing for it, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.ask import lacking
from rules.ask.lacking import Gap
from rules.ask.table import (
    ME,
    TRAITS,
    Facts,
    Foe,
    Person,
    Table,
    ability_of,
    bonus_of,
    facts_of,
    has,
    met_by_hand,
    name_of,
)

Row = dict[str, Any]
OURS = "munchkins"
HANDS, VEHICLE = 2, "vehicle"


def idle(table: Table, facts: Facts) -> list[str]:
    """Return the names of what somebody has, but cannot use as it lies."""
    fighter, helper = cast(table)
    fighting = [person for person in (fighter, helper) if person]
    cards = [
        card for person in fighting for worn in [_worn(person, facts)] for card in worn.backpack + worn.spare
    ]
    cards += [
        card
        for card, side in table.played
        if side == OURS and not lacking.usable_by(card, fighting, table, facts)
    ]
    return [name_of(card, facts) for card in cards]


def cast(table: Table) -> tuple[Person, Person | None]:
    """Return who fights and who helps."""
    if table.fighter in table.people:
        known = table.people[table.fighter]
        return known, next((one for one in table.people.values() if one.helps and one is not known), None)
    told = [person for person in table.people.values() if person.told]
    helpers = [person for person in told if person.helps]
    me = table.people.get(ME)
    others = [person for person in told if not person.helps and person is not me]
    if me is not None and me.told:
        fighter = me
        if me.helps and others:
            fighter, helpers = others[0], [me]
    elif others:
        fighter = others[0]
        if me is not None and me.helps:
            helpers = [me]
        elif table.together and len(others) == 1 and not fighter.helps:
            # „wir beide, er ist Kultist“
            fighter, helpers = table.person(ME), others
        elif len(others) > 1 and not helpers:
            helpers = [others[1]]
    else:
        fighter = table.person(ME)
    helpers = helpers or _joining(table, [person for person in others if person is not fighter])
    helper = next((person for person in helpers if person is not fighter), None)
    _hurt(fighter, [person for person in others if person is not fighter and person is not helper])
    return fighter, helper


def _joining(table: Table, others: list[Person]) -> list[Person]:
    """Return who fights along without being said to help."""
    together = [one for one in others if one.level is not None or one.total is not None]
    if table.together and together:
        return together
    # Whoever has a level and things of his own was not named for nothing.
    return [one for one in others if one.level is not None and (one.cards or one.bonus)]


def _hurt(fighter: Person, others: list[Person]) -> None:
    """What somebody else does to the fighter counts against him: „der Dieb sticht mich, -2“."""
    for person in others:
        if person.bonus and max(person.bonus) < 0 and person.level is None:
            fighter.bonus += person.bonus
            person.bonus = []


def scenario(table: Table, sets: Sequence[str], facts: Facts, players: int | None = None) -> Row:
    """Return the fight as the resolver reads it; raises `Gap` where it cannot be known."""
    fighter, helper = cast(table)
    foes = [
        foe
        for foe in table.foes
        if foe.card or foe.level is not None or foe.modifiers or foe.boosts or foe.counted
    ]
    if table.open:
        raise Gap("lage", "zahl", text=table.open[0])
    total = table.team_total if table.team_total is not None else fighter.total
    fighting = [person for person in (fighter, helper) if person]
    lacking.check(table, fighting, foes, total, facts)
    if not fighter.discards:
        fighter.discards = max((p.discards for p in table.people.values() if p is not helper), default=0)
    lacking.check_discards(fighting, foes, facts)
    seats = [seat_of(fighter, facts, total, sets)]
    if helper:
        seats.append(seat_of(helper, facts, helper.total if table.team_total is None else 0, sets))
    do: list[Row] = []
    for person, seat in zip(fighting, seats, strict=True):
        do += _discards(person, seat, facts) if person.discards else []
    seats += _others(table, facts, fighter, helper, players)
    combat = _combat(table, fighting, foes, facts)
    hand = [card for card in fighter.hand if isinstance(card, str)]
    do += [{"action": "play", "player": fighter.id, "card": card} for card in hand]
    do += _events(table, seats, facts)
    do.append({"action": "finish_combat", "player": fighter.id})
    state = {"players": seats, "turn": {"player": fighter.id, "phase": "door"}, "combat": combat}
    return {"game": "munchkin", "sets": list(sets), "state": state, "do": do}


def _combat(table: Table, fighting: Sequence[Person], foes: Sequence[Foe], facts: Facts) -> Row:
    """Return who fights whom, and what has been played into the fight."""
    combat = {
        "fighter": fighting[0].id,
        "helper": fighting[1].id if len(fighting) > 1 else None,
        "monsters": [_monster(foe, facts, fighting[0]) for foe in foes],
        "state": "open",
    }
    usable = [
        (card, side)
        for card, side in table.played
        if side != OURS or lacking.usable_by(card, fighting, table, facts)
    ]
    if usable:
        combat["played"] = [{"card": card, "player": fighting[0].id, "side": side} for card, side in usable]
    return combat


def seat_of(person: Person, facts: Facts, total: int | None, sets: Sequence[str]) -> Row:
    worn = _worn(person, facts)
    in_play = [_with(card, person, facts) for card in worn.in_play]
    bonus = sum(person.bonus)
    level = person.level
    if total is not None and level is None:
        level = max(1, min(9, total))
        bonus += total - level
    elif level is None:
        level = 1
    if bonus:
        in_play.append(
            {"name": "Boni" if bonus > 0 else "Abzüge", "kind": "item", "deck": "treasure", "bonus": bonus}
        )
    seat: Row = {"id": person.id, "level": level, "in_play": in_play}
    if worn.backpack:
        seat["backpack"] = worn.backpack
    if person.gender:
        seat["gender"] = person.gender
    hand: list[Any] = [*person.hand, *worn.spare]
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


def _worn(person: Person, facts: Facts) -> Worn:
    """Return what is in use and what is too much: the best of each place, two hands full."""
    in_play: list[Any] = []
    backpack: list[Any] = []
    spare: list[Any] = []
    hands, slots = HANDS + _ability(person, facts, "extra_hands"), set()
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


def _hands(card: Mapping[str, Any], person: Person, facts: Facts) -> int:
    """Return the hands that an item takes; some hold in one what takes two."""
    needed = int(card.get("hands") or 0)
    spared = _ability(person, facts, "two_handed")
    return min(needed, spared) if spared and needed > 1 else needed


def _cheated(on_it: Sequence[str] | None, facts: Facts) -> bool:
    return any(facts[card]["kind"] == "special" for card in on_it or ())


def _place(card: Mapping[str, Any]) -> str | None:
    """Return the place that an item takes, of which there is one."""
    return VEHICLE if "fahrzeug" in (card.get("tags") or ()) else card.get("slot")


def _ability(person: Person, facts: Facts, name: str) -> int:
    """Return how much of something the person's cards allow."""
    return sum(ability_of(card, name, facts) for card in person.cards)


def _monster(foe: Foe, facts: Facts, fighter: Person) -> Row:
    boosts: list[Any] = list(foe.boosts)
    even = fighter.hand_count is not None and not fighter.hand_count % 2
    # Who describes a fight has met the monster already.
    met = met_by_hand(foe, facts) if even else 0
    strength = foe.strength if foe.strength == met else foe.strength + met
    if strength:
        boosts.append(
            {"name": "Zuschlag" if strength > 0 else "Abzug", "kind": "monster-boost", "strength": strength}
        )
    if (
        foe.card
        and not foe.modifiers
        and foe.level in (None, facts[foe.card].get("level"))
        and foe.treasures is None
        and not foe.run_away
    ):
        return {"card": foe.card, "boosts": boosts}
    known: Row = (
        dict(facts[foe.card])
        if foe.card
        else {"name": "Monster", "kind": "monster", **({"tags": foe.tags} if foe.tags else {})}
    )
    inline = {key: value for key, value in known.items() if key in INLINE}
    if foe.level is not None:
        inline["level"] = foe.level
    if foe.treasures is not None:
        inline["treasures"] = foe.treasures
    if foe.modifiers:
        inline["modifiers"] = [*(inline.get("modifiers") or []), *foe.modifiers]
    if foe.run_away:
        inline["run_away"] = foe.run_away
    return {"card": inline, "boosts": boosts}


INLINE = frozenset(
    [
        "name",
        "kind",
        "deck",
        "set",
        "level",
        "levels",
        "treasures",
        "modifiers",
        "run_away",
        "no_escape",
        "friendly",
        "ignores",
        "bad_stuff",
        "on_escape",
        "on_meet",
        "tags",
    ]
)


def _events(table: Table, seats: list[Row], facts: Facts) -> list[Row]:
    """Return the curses and levels that are played into the fight: levels by who fights, curses by somebody else."""
    rows: list[Row] = []
    for card in table.events:
        by = seats[0] if facts[card]["kind"] == "level-up" else seats[-1]
        by.setdefault("hand", []).append(card)
        whom = {} if facts[card]["kind"] == "special" else {"on": seats[0]["id"]}
        rows.append({"action": "play", "player": by["id"], "card": card, **whom})
    return rows


def _others(
    table: Table, facts: Facts, fighter: Person, helper: Person | None, players: int | None
) -> list[Row]:
    """Return everybody else: those of whom something is said, and one more to make it a table."""
    seats: list[Row] = []
    for card, count in table.others_with.items():
        seats += [{"id": f"gast{len(seats) + 1 + i}", "level": 1, "in_play": [card]} for i in range(count)]
    for person in table.people.values():
        if (
            person is not fighter
            and person is not helper
            and (person.level or any(isinstance(c, str) and facts[c]["kind"] in TRAITS for c in person.cards))
        ):
            seats.append(
                {
                    "id": person.id,
                    "level": person.level or 1,
                    "in_play": [c for c in person.cards if isinstance(c, str) and facts[c]["kind"] in TRAITS],
                }
            )
    for place, level in enumerate(table.levels_of_others):
        seats.append({"id": f"platz{place + 1}", "level": level})
    least = 2 - (1 + bool(helper)) if not seats else 0
    if players:
        least = max(least, players - 1 - bool(helper) - len(seats))
    low = 1
    if table.lowest and fighter.level:
        low = min(9, fighter.level + 1)
    seats += [{"id": f"person{place + 1}", "level": low} for place in range(max(0, least))]
    return seats


def _discards(person: Person, seat: Row, facts: Facts) -> list[Row]:
    """Return the use of the ability that takes cards for strength."""
    for card in person.cards:
        if has(card, "discard_for_strength", facts):
            return [
                {
                    "action": "use",
                    "player": person.id,
                    "card": card,
                    "discard": [{"back": "door"}] * person.discards,
                }
            ]
    return []
