"""Smash Up: a base with everything on it as the resolver reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ask.shore import Facts, Shore

Row = dict[str, Any]
# A base of which only numbers are told, and what of a card a question may say otherwise.
UNNAMED: Row = {"name": "Basis", "kind": "base", "breakpoint": 20, "points": [4, 2, 1], "monsters": 0}
INLINE = ("name", "kind", "breakpoint", "points", "monsters", "abilities")
# It is being scored, whatever its breakpoint was.
FALLEN = 1
# How far apart those are of whom only the places are told.
STEP, STRONG, WEAK = 2, 30, 1


def scenario(shore: Shore, facts: Facts, act: str, *, fallen: bool = False, strong: int = STRONG) -> Row:
    """Return the base with everything on it, about to be checked or scored.

    `strong` are those of whom only the place is told.
    """
    card = _base(shore, facts, fallen)
    if isinstance(card, dict) and (fallen or (act == "score" and shore.card is None)):
        card["breakpoint"] = FALLEN
    people = _ranked(shore, strong) or ({"du": [shore.together]} if shore.together is not None else {})
    ids = list(dict.fromkeys(["du", *people] if "du" in people else people)) or ["du"]
    ids += ["person1"] * (len(ids) < 2)
    first = shore.active if shore.active in ids else ids[0]
    state = {
        "players": [{"id": one} for one in ids],
        "turn": {"player": first, "step": "check"},
        "bases": [{"card": card, "cards": _lying(shore, people, facts)}],
    }
    do = [{"action": act, "player": first} | ({"base": 0} if act == "score" else {})]
    return {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": do}


def with_played(scenario: Row, shore: Shore, passes: int) -> Row:
    """Return the scoring with the cards that are played into it, after so many have let their window go by."""
    state = scenario["state"]
    order = [seat["id"] for seat in state["players"]]
    start = order.index(state["turn"]["player"])
    order = order[start:] + order[:start]
    for seat in state["players"]:
        held = [card for card, who in shore.played if who == seat["id"]]
        if held:
            seat["hand"] = held
    begin = {"action": "begin_score", "player": order[0], "base": 0}
    passed = [{"action": "pass", "player": order[place % len(order)]} for place in range(passes)]
    plays = [{"action": "play", "player": who, "card": card, "extra": True} for card, who in shore.played]
    return {**scenario, "do": [begin, *passed, *plays, *scenario["do"]]}


def ended(points: Mapping[str, int]) -> Row:
    """Return the end of a turn with the points that everybody has."""
    ids = [*points, *(["person1"] if len(points) < 2 else [])]
    seats = [{"id": one, "points": points.get(one, 0)} for one in ids]
    state = {"players": seats, "turn": {"player": ids[0], "step": "end"}}
    do = [{"action": "end_turn", "player": ids[0]}]
    return {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": do}


def _base(shore: Shore, facts: Facts, fallen: bool) -> Any:
    """Return the base: the card as it is known, or what the question says of it instead."""
    printed = facts[shore.card] if shore.card else UNNAMED
    other: Any = shore.breakpoint and shore.breakpoint != printed.get("breakpoint")
    other = other or shore.change or shore.halved or (not shore.creatures and _strengthens(printed))
    if not (fallen or shore.card is None or shore.points or other):
        return shore.card
    card = {key: value for key, value in printed.items() if key in INLINE}
    if not shore.creatures:
        # Whoever tells what somebody has there tells it with what the base gives.
        card["abilities"] = [one for one in card.get("abilities") or () if not _is_strength(one)]
    if shore.points:
        card["points"] = shore.points
    wall = int(shore.breakpoint or card["breakpoint"]) + shore.change
    card["breakpoint"] = max(0, -(-wall // 2) if shore.halved else wall)
    return card


def _strengthens(card: Mapping[str, Any]) -> bool:
    return any(_is_strength(one) for one in card.get("abilities") or ())


def _is_strength(ability: Mapping[str, Any]) -> bool:
    return any(one.get("action") == "change_strength" for one in ability.get("effects") or ())


def _ranked(shore: Shore, strong: int) -> dict[str, list[Any]]:
    """Return who has what; where only places are told, strengths in their order."""
    ranks = shore.ranks or {f"platz_{place}": place for place in shore.places}
    if shore.alone and not ranks and not shore.people:
        ranks = {"du": 1}
    if not ranks or len(shore.people) > 1 or set(shore.people) - set(ranks):
        return shore.people
    # Who shares in the booty are all, however few places are told.
    shared = shore.players if shore.treasures or shore.monsters else None
    lowest = max(*ranks.values(), shared or 0)
    told = {place: who for who, place in ranks.items()}
    least = {who: sum(shore.told(who)) for who in shore.people}
    floor = max(
        [least[who] - STEP * (lowest - place) for place, who in told.items() if who in least], default=strong
    )
    return {
        told.get(place, f"platz_{place}"): [max(1, floor) + STEP * (lowest - place)]
        for place in range(1, lowest + 1)
    }


def forced(scenario: Row) -> bool:
    """Say whether the base falls only because the question says so."""
    card = scenario["state"]["bases"][0]["card"]
    return isinstance(card, dict) and card["breakpoint"] == FALLEN


def _lying(shore: Shore, people: Mapping[str, list[Any]], facts: Facts) -> list[Row]:
    """Return everything that lies on the base, and whose it is."""
    rows: list[Row] = []

    def lay(card: Any, owner: str | None = None, controller: str | None = None, **more: Any) -> None:
        row = {"ref": f"k{len(rows) + 1}", "card": card, "owner": owner, "controller": controller}
        rows.append(row | more)

    for who, strengths in people.items():
        for place, strength in enumerate(strengths):
            named = {"name": f"Kreatur {len(rows) + 1}", "kind": "creature", "strength": strength}
            on = [card for whose, at, card in shore.attached if (whose, at) == (who, place)]
            # Treasures are nobody's.
            owners = {card: None if facts[card]["kind"] == "treasure" else who for card in on}
            rest = [{"card": card, "owner": owner, "controller": who} for card, owner in owners.items()]
            more = {"attached": rest} if rest else {}
            lay(strength if isinstance(strength, str) else named, who, who, **more)
    for monster in shore.monsters:
        mine = not shore.charmed_ones or monster in shore.charmed_ones
        lay(monster, controller=shore.charmed if mine else None)
    for card in shore.upon:
        lay(card, next(iter(people), "du"), next(iter(people), "du"))
    if not shore.monsters:
        for strength in shore.monster_strengths:
            named = {"name": f"Monster {len(rows) + 1}", "kind": "monster", "strength": strength}
            lay(named, controller=shore.charmed)
        if shore.treasures:
            guarded = {"strength": 0, "treasures": shore.treasures}
            lay({"name": "Bewachte Schätze", "kind": "monster", **guarded})
    return rows
