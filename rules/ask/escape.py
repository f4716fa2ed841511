"""„Wie hoch ist die Chance, dass ich entkomme?“: the dice of a flight, counted by the resolver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.ask.fight import INLINE, seat_of
from rules.ask.table import Foe, Person, Table

Facts = Mapping[str, Mapping[str, Any]]
Row = dict[str, Any]
PLAIN = {"name": "Monster", "kind": "monster", "level": 9, "bad_stuff": [{"lose_levels": 1}]}
NAMES = ("Erstes Monster", "Zweites Monster", "Drittes Monster", "Viertes Monster")
# Deep enough to lose, low enough that no monster of the examples leaves them alone.
LEVEL = 5


def scenario(table: Table, fleeing: Sequence[Person], sets: Sequence[str], facts: Facts) -> Row:
    """Return the lost fight, and a try to run away for everybody from every monster."""
    foes = table.foes or [Foe()]
    seats = []
    for person in fleeing:
        seat = seat_of(person, facts, person.total, sets)
        if person.level is None and person.total is None:
            seat["level"] = LEVEL
        if person.run_away:
            seat["in_play"].append(
                {
                    "name": "Hilfe beim Weglaufen",
                    "kind": "item",
                    "deck": "treasure",
                    "run_away": person.run_away,
                }
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
    if foe.card and not foe.run_away and facts[foe.card].get("level") is not None:
        return {"card": foe.card, "boosts": list(foe.boosts)}
    known = {key: value for key, value in facts[foe.card].items() if key in INLINE} if foe.card else {}
    card = {**PLAIN, "name": NAMES[place % len(NAMES)], **known}
    if foe.level is not None:
        card["level"] = foe.level
    if foe.run_away:
        card["run_away"] = foe.run_away
    return {"card": card, "boosts": list(foe.boosts)}


def chances(result: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return how likely it is that everybody escapes everything, that somebody is caught, that all are, by person."""
    found = {"entkommen": Fraction(0), "mindestens_eins": Fraction(0), "alle_erwischt": Fraction(0)}
    for outcome in result["outcomes"]:
        chance = Fraction(outcome["chance"])
        caught = [
            event["event"] == "caught"
            for event in outcome.get("events") or ()
            if event["event"] in ("caught", "escaped")
        ]
        if not any(caught):
            found["entkommen"] += chance
        else:
            found["mindestens_eins"] += chance
        if caught and all(caught):
            found["alle_erwischt"] += chance
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
