"""„Schaff ich den?“: the fight that a question describes, what is missing for it, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.ask import lacking
from rules.ask.lacking import Gap
from rules.ask.seats import lump, seat_of, worn
from rules.ask.table import (
    ME,
    TRAITS,
    Facts,
    Foe,
    Person,
    Table,
    facts_of,
    has,
    met_by_hand,
    name_of,
)

Row = dict[str, Any]
OURS = "munchkins"


def idle(table: Table, facts: Facts) -> list[str]:
    """Return the names of what somebody has, but cannot use as it lies."""
    fighter, helper = cast(table)
    fighting = [person for person in (fighter, helper) if person]
    cards = [
        card for person in fighting for had in [worn(person, facts)] for card in had.backpack + had.spare
    ]
    cards += [
        card
        for card, side in table.played
        if side == OURS and not lacking.usable_by(card, fighting, table, facts)
    ]
    foes = [foe for foe in table.foes if foe.card]
    cards += [card for card in fighter.cards if card not in _met(fighter, foes, facts).cards]
    return [name_of(card, facts) for card in cards]


def refused(table: Table, facts: Facts) -> Person | None:
    """Return who would help, but may not against this monster."""
    helper = cast(table)[1]
    return None if _helping(helper, table.foes, facts) else helper


def _worth_playing(card: Any, facts: Facts) -> bool:
    """Say whether a card thrown into the fight works at once: it takes a monster out."""
    effects = facts[card].get("effects") or () if isinstance(card, str) else ()
    return any("remove_monster" in one for one in effects)


def _met(fighter: Person, foes: Sequence[Foe], facts: Facts) -> Person:
    """Return what the monsters made of whoever met them: „ein Ermittler wird Kultist“."""
    for foe in foes:
        for row in (facts[foe.card].get("on_meet") or ()) if foe.card else ():
            card = f"{str(foe.card).partition('/')[0]}/{row.get('become')}"
            if card in facts and card not in fighter.cards:
                fighter = replace(fighter, cards=[*_without_kind(fighter, facts[card]["kind"], facts), card])
    return fighter


def _without_kind(person: Person, kind: str, facts: Facts) -> list[Any]:
    return [one for one in person.cards if facts_of(one, facts).get("kind") != kind]


def _helping(helper: Person | None, foes: Sequence[Foe], facts: Facts) -> Person | None:
    """Return who helps, unless a monster's card forbids it."""
    refused = [one for foe in foes for one in forbidden(foe, facts)]
    return None if helper and f"gender:{helper.gender}" in refused else helper


def forbidden(foe: Foe, facts: Facts) -> Sequence[str]:
    """Return who may not help against a monster."""
    return (facts[foe.card].get("no_help_from") or ()) if foe.card else ()


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
    helper = _helping(helper, foes, facts)
    total = table.team_total if table.team_total is not None else fighter.total
    met = _met(fighter, foes, facts)
    fighting = [person for person in (met, helper) if person]
    lacking.check(table, fighting, foes, total, facts)
    lacking.check_hands(fighting, table, facts)
    if not met.discards:
        met.discards = max((p.discards for p in table.people.values() if p is not helper), default=0)
    lacking.check_discards(table, fighting, foes, facts)
    seats = [seat_of(met, facts, total, sets)]
    if helper:
        seats.append(seat_of(helper, facts, helper.total if table.team_total is None else 0, sets))
    do: list[Row] = []
    for person, seat in zip(fighting, seats, strict=True):
        do += _discards(person, seat, facts) if person.discards else []
    seats += _others(table, facts, fighter, helper, players)
    combat = _combat(table, fighting, foes, facts)
    do += _plays(table, fighting, seats, facts)
    do += _events(table, seats, facts)
    do.append({"action": "finish_combat", "player": fighter.id})
    state = {"players": seats, "turn": {"player": fighter.id, "phase": "door"}, "combat": combat}
    return {"game": "munchkin", "sets": list(sets), "state": state, "do": do}


def hold_powers(table: Table, scenario: Row, result: Row, facts: Facts) -> bool:
    """Take what classes bring out of told totals, which hold it already; say whether there was any."""
    fighting = [one for one in cast(table) if one]
    parts = result["outcomes"][0]["combat"]["munchkins"]["parts"]
    changed = False
    for person, seat in zip(fighting, scenario["state"]["players"], strict=False):
        if person.total is None and not person.counted and table.team_total is None:
            continue
        traits = {
            f"card:{card}" for card in person.cards if isinstance(card, str) and facts[card]["kind"] in TRAITS
        }
        called = "von dir" if person.id == ME else person.id.casefold()
        several = sum(bool(traits & {f"card:{card}" for card in one.cards}) for one in fighting) > 1
        power = sum(
            part["value"]
            for part in parts
            if traits.intersection(part["cites"]) and (not several or called in part["source"].casefold())
        )
        if power:
            seat["in_play"].append(lump(-power))
            changed = True
    return changed


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
        if not _worth_playing(card, facts)
        and (side != OURS or lacking.usable_by(card, fighting, table, facts))
    ]
    chosen = [(card, OURS) for card in _chosen(table, fighting)]
    played = [_thrown(card, side, fighting[0], table, facts) for card, side in usable + chosen]
    return combat | ({"played": played} if played else {})


def _thrown(card: Any, side: str, fighter: Person, table: Table, facts: Facts) -> Row:
    """Return a card in the fight, with the one that it doubles and which of its sides was chosen."""
    doubled = lacking.doubled(card, table, facts) if isinstance(card, str) else []
    mode = table.modes.get(card) if isinstance(card, str) else None
    return {
        "card": card,
        "player": fighter.id,
        "side": side,
        **({"on": doubled[0]} if doubled else {}),
        **({"mode": mode} if mode else {}),
    }


def _chosen(table: Table, fighting: Sequence[Person]) -> list[str]:
    """Return the cards of those who fight of which somebody said what they do."""
    hands = (card for one in fighting for card in one.hand)
    return [card for card in hands if isinstance(card, str) and card in table.modes]


def _plays(table: Table, fighting: Sequence[Person], seats: Sequence[Row], facts: Facts) -> list[Row]:
    """Return what is played from the hand of those who fight."""
    thrown = [card for card, _ in table.played if _worth_playing(card, facts)]
    if thrown:
        seats[0]["hand"] = [*seats[0].get("hand", ()), *thrown]
    chosen = _chosen(table, fighting)
    for seat in seats if chosen else ():
        # What was chosen lies in the fight already.
        seat["hand"] = [card for card in seat.get("hand", ()) if card not in chosen]
    hands = [
        (person, card)
        for person in fighting
        for card in person.hand
        if isinstance(card, str) and card not in chosen
    ]
    return [
        {"action": "play", "player": person.id, "card": card}
        for person, card in [*hands, *((fighting[0], card) for card in thrown)]
    ]


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
