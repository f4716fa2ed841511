"""„Wie hoch ist die Chance, dass ich entkomme?“: the dice of a flight, counted by the resolver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rules.ask.fight import INLINE
from rules.ask.seats import seat_of
from rules.ask.table import Foe, Person, Table

Facts = Mapping[str, Mapping[str, Any]]
Row = dict[str, Any]
PLAIN = {"name": "Monster", "kind": "monster", "level": 9, "bad_stuff": [{"lose_levels": 1}]}
NAMES = ("Erstes Monster", "Zweites Monster", "Drittes Monster", "Viertes Monster")
# Deep enough to lose, low enough that no monster of the examples leaves them alone.
LEVEL = 5


class Event(NamedTuple):
    """What may happen on a flight: escaping or being caught, all times, any, exactly one or none; of one person."""

    caught: bool = False
    times: str = "all"
    who: str = ""


# What an answer says beside the chance that was asked for.
EVENTS = {
    "entkommen": Event(),
    "mindestens_eins": Event(caught=True, times="any"),
    "alle_erwischt": Event(caught=True),
}


def help_of(person: Person) -> int:
    """Return what helps somebody to run; where no fight is told, every bonus does."""
    if person.level is not None or person.total is not None:
        return person.run_away
    things = [card for card in person.cards if isinstance(card, dict)]
    return person.run_away + sum(person.bonus) + sum(int(card.get("bonus") or 0) for card in things)


def scenario(table: Table, fleeing: Sequence[Person], sets: Sequence[str], facts: Facts) -> Row:
    """Return the lost fight, and a try to run away for everybody from every monster."""
    foes = table.foes or [Foe()]
    seats = []
    for person in fleeing:
        seat = seat_of(person, facts, person.total, sets)
        if person.level is None and person.total is None:
            seat["level"] = LEVEL
        if helped := help_of(person):
            seat["in_play"] = [card for card in seat["in_play"] if isinstance(card, str)]
            seat["in_play"].append(
                {"name": "Hilfe beim Weglaufen", "kind": "item", "deck": "treasure", "run_away": helped}
            )
        seats.append(seat)
    if len(seats) == 1:
        seats.append({"id": "person1", "level": LEVEL})
    combat = {
        "fighter": fleeing[0].id,
        "helper": fleeing[1].id if len(fleeing) > 1 else None,
        "monsters": [_monster(foe, facts, place) for place, foe in enumerate(foes)],
        "state": "lost",
    }
    do = [
        {"action": "run_away", "player": person.id, "monster": place}
        for person in fleeing
        for place in range(len(foes))
    ]
    state = {"players": seats, "turn": {"player": fleeing[0].id, "phase": "door"}, "combat": combat}
    return {"game": "munchkin", "sets": list(sets), "state": state, "do": do}


def _monster(foe: Foe, facts: Facts, place: int) -> Row:
    if foe.card and not (foe.run_away or foe.strength) and facts[foe.card].get("level") is not None:
        return {"card": foe.card, "boosts": list(foe.boosts)}
    known = {key: value for key, value in facts[foe.card].items() if key in INLINE} if foe.card else {}
    card = {**PLAIN, "name": NAMES[place % len(NAMES)], **known}
    if foe.level is not None:
        card["level"] = foe.level
    if hindrance := foe.run_away or (foe.strength if foe.level is None else 0):
        card["run_away"] = hindrance
    return {"card": card, "boosts": list(foe.boosts)}


def chance(result: Mapping[str, Any], event: Event) -> Fraction:
    """Return how likely it is that an event happens, over every roll."""
    found = Fraction(0)
    for outcome in result["outcomes"]:
        rolls = [
            (one["event"] == "caught") is event.caught
            for one in outcome.get("events") or ()
            if one["event"] in ("caught", "escaped") and event.who in ("", one["player"])
        ]
        holds = {"all": all(rolls), "any": any(rolls), "one": sum(rolls) == 1, "none": not any(rolls)}
        if rolls and (holds[event.times] if event.times in holds else sum(rolls) == int(event.times)):
            found += Fraction(outcome["chance"])
    return found


def chance_of_each(result: Mapping[str, Any], fates: Mapping[str, bool]) -> Fraction:
    """Return how likely it is that each ends as told: escaped, or caught."""
    found = Fraction(0)
    for outcome in result["outcomes"]:
        ends = {
            (one["player"], one["event"] == "escaped")
            for one in outcome.get("events") or ()
            if one["event"] in ("caught", "escaped")
        }
        if all((who, free) in ends and (who, not free) not in ends for who, free in fates.items()):
            found += Fraction(outcome["chance"])
    return found


def needed(result: Mapping[str, Any]) -> list[int]:
    """Return the lowest rolls that succeed, one per die."""
    seen: dict[tuple[str, str], int] = {}
    for outcome in result["outcomes"]:
        for step in outcome["steps"]:
            values = step["values"]
            if "needed" in values and "roll" in values:
                seen[str(values.get("player")), str(values.get("monster"))] = int(values["needed"])
    return list(seen.values())
