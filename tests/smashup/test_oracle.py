"""Scoring against a second, deliberately different reckoning: random bases, counted out by hand."""

from __future__ import annotations

from itertools import cycle, groupby, islice
from random import Random
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.library import Library

NAMES = ("anna", "ben", "cem", "dora")
SCENES = 600


def scene(random: Random) -> dict[str, Any]:
    """Return a base with everybody's creatures and some monsters, with the question to score it."""
    names = NAMES[: random.randint(2, 4)]
    cards = [creature(random, names, number) for number in range(random.randint(0, 7))]
    cards += [monster(random, names, number) for number in range(random.randint(0, 3))]
    points = sorted((random.randint(0, 5) for _ in range(3)), reverse=True)
    base = {
        "name": "Probe",
        "kind": "base",
        "breakpoint": random.randint(0, 22),
        "points": points,
        "monsters": 0,
    }
    treasures = [{"name": f"Schatz {n}", "kind": "treasure", "as": "action"} for n in range(20)]
    nextone = {"name": "Nächste", "kind": "base", "breakpoint": 99, "points": [1, 1, 1], "monsters": 0}
    state = {
        "players": [{"id": name, "points": random.randint(0, 9)} for name in names],
        "turn": {"player": random.choice(names), "step": "check"},
        "bases": [{"card": base, "cards": cards}],
        "piles": {"bases": [nextone], "treasures": treasures},
    }
    count = sum(c["card"]["treasures"] for c in cards if c["card"]["kind"] == "monster")
    do = [{"action": "score", "player": state["turn"]["player"], "base": 0, "picks": treasures[:count]}]
    return {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": do}


def creature(random: Random, names: tuple[str, ...], number: int) -> dict[str, Any]:
    card = {"name": f"Kreatur {number}", "kind": "creature", "strength": random.randint(0, 9)}
    who = {"owner": random.choice(names), "controller": random.choice(names)}
    return {"ref": f"k{number}", "card": card, **who, "counters": random.choice((0, 0, 1, 2))}


def monster(random: Random, names: tuple[str, ...], number: int) -> dict[str, Any]:
    card = {
        "name": f"Monster {number}",
        "kind": "monster",
        "strength": random.randint(0, 5),
        "treasures": random.randint(0, 3),
    }
    return {
        "ref": f"m{number}",
        "card": card,
        "owner": None,
        "controller": random.choice((None, None, random.choice(names))),
    }


def reckon(asked: dict[str, Any]) -> dict[str, Any] | None:
    """Count the scene out: heaps per person, stairs of equal heaps, a round of takers. None: not due."""
    state, base = asked["state"], asked["state"]["bases"][0]
    heaps: dict[str, int] = {}
    wall = base["card"]["breakpoint"]
    for entry in base["cards"]:
        weight = entry["card"]["strength"] + entry.get("counters", 0)
        if entry["controller"] is None:
            wall += weight
        else:
            heaps[entry["controller"]] = heaps.get(entry["controller"], 0) + weight
    if sum(heaps.values()) < wall:
        return None
    gained = dict.fromkeys(heaps, 0)
    stairs = groupby(sorted(heaps, key=heaps.__getitem__, reverse=True), key=heaps.__getitem__)
    left = list(base["card"]["points"])
    for _, group in stairs:
        together = list(group)
        for name in together:
            gained[name] = left[0] if left else 0
        left = left[len(together) :]
    points = {p["id"]: p["points"] + gained.get(p["id"], 0) for p in state["players"]}
    return {"points": points, "loot": taken(asked, heaps)}


def taken(asked: dict[str, Any], heaps: dict[str, int]) -> dict[str, list[str]]:
    """Say who ends up with which treasures when everybody takes the first one left."""
    state = asked["state"]
    seats = [p["id"] for p in state["players"]]
    start = seats.index(state["turn"]["player"])
    seats = seats[start:] + seats[:start]
    takers = sorted((s for s in seats if s in heaps), key=lambda s: (-heaps[s], seats.index(s)))
    cards = [c["card"] for c in state["bases"][0]["cards"] if c["card"]["kind"] == "monster"]
    number = sum(card["treasures"] for card in cards) if takers else 0
    hands: dict[str, list[str]] = {p["id"]: [] for p in state["players"]}
    for index, name in enumerate(islice(cycle(takers or [""]), number)):
        hands[name].append(f"Schatz {index}")
    return hands


@pytest.mark.parametrize("seed", range(6))
def test_scoring_comes_out_as_counted_by_hand(library: Library, seed: int) -> None:
    random, due = Random(seed), 0
    for _ in range(SCENES // 6):
        asked = scene(random)
        wanted, answer = reckon(asked), resolve(asked, library)
        assert answer["legal"] is (wanted is not None), asked
        if wanted is None:
            continue
        due += 1
        [outcome] = answer["outcomes"]
        people = outcome["state"]["players"]
        assert {p["id"]: p["points"] for p in people} == wanted["points"], asked
        assert {p["id"]: [c["name"] for c in p["hand"]] for p in people} == wanted["loot"], asked
        assert outcome["state"]["bases"][0]["card"]["name"] == "Nächste"
    assert due > 10
