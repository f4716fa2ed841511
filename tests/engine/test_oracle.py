"""The fight's core against a second, deliberately different reckoning on thousands of random fights."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.library import Library
from tests.engine.plays import BOXES

FIGHTS = 2000
CLASSES = ("boxer", "koch", "lotse")


def fight(random: Random) -> dict[str, Any]:
    """Return a random fight of one or two people against one to three monsters."""
    people = [
        {"id": p, "level": random.randint(1, 9), "in_play": in_play(random), "gender": random.choice("mw")}
        for p in ("anna", "ben")
    ]
    monsters = [
        {"card": monster(random, i), "boosts": [boost(random, i, j) for j in range(random.randint(0, 2))]}
        for i in range(random.randint(1, 3))
    ]
    combat = {"fighter": "anna", "helper": random.choice((None, "ben")), "monsters": monsters}
    state = {"players": people, "turn": {"player": "anna", "phase": "door"}, "combat": combat}
    return {
        "game": "munchkin",
        "sets": [random.choice(BOXES)],
        "state": state,
        "do": [{"action": "finish_combat", "player": "anna"}],
    }


def in_play(random: Random) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = [
        {"name": f"Ding {i}", "kind": "item", "bonus": random.randint(-2, 4), "gold": 0}
        for i in range(random.randint(0, 3))
    ]
    if random.random() < 0.7:
        ties = {"abilities": [{"wins_ties": True}]} if random.random() < 0.3 else {}
        cards.append({"name": random.choice(CLASSES).title(), "kind": "class", **ties})
    return cards


def monster(random: Random, number: int) -> dict[str, Any]:
    modifiers = [
        {"vs": vs, "strength": random.randint(-5, 5)}
        for vs in random.sample((*CLASSES, "gender:w", "level>=5"), random.randint(0, 3))
    ]
    return {
        "name": f"Monster {number}",
        "kind": "monster",
        "level": random.randint(1, 12),
        "treasures": random.randint(0, 4),
        "levels": random.choice((1, 1, 2)),
        "modifiers": modifiers,
    }


def boost(random: Random, monster_number: int, number: int) -> dict[str, Any]:
    return {
        "name": f"Zusatz {monster_number}-{number}",
        "kind": "monster-boost",
        "strength": random.choice((-5, -2, 5, 10)),
        "treasures": random.randint(-1, 2),
    }


def reckon(question: dict[str, Any]) -> dict[str, Any]:
    """Reckon the fight with plain numbers, knowing nothing of the engine."""
    state = question["state"]
    combat = state["combat"]
    team = [p for p in state["players"] if p["id"] in (combat["fighter"], combat["helper"])]
    ours = sum(p["level"] + sum(c.get("bonus", 0) for c in p["in_play"]) for p in team)
    theirs = 0
    for entry in combat["monsters"]:
        theirs += entry["card"]["level"] + sum(b["strength"] for b in entry["boosts"])
        theirs += sum(
            m["strength"] for m in entry["card"]["modifiers"] if any(meets(p, m["vs"]) for p in team)
        )
    ties = any("abilities" in c for p in team for c in p["in_play"])
    won = ours > theirs or (ours == theirs and ties)
    levels = sum(e["card"]["levels"] for e in combat["monsters"]) if won else 0
    cards = (
        sum(
            max(0, e["card"]["treasures"] + sum(b["treasures"] for b in e["boosts"]))
            for e in combat["monsters"]
        )
        if won
        else 0
    )
    return {
        "ours": ours,
        "theirs": theirs,
        "won": won,
        "level": min(10, team[0]["level"] + levels),
        "cards": cards,
    }


def meets(person: dict[str, Any], vs: str) -> bool:
    if vs == "level>=5":
        return bool(person["level"] >= 5)
    return vs == f"gender:{person['gender']}" or vs in [c["name"].lower() for c in person["in_play"]]


@pytest.mark.parametrize("seed", range(4))
def test_the_engine_reckons_every_fight_like_the_oracle(seed: int, library: Library) -> None:
    random = Random(seed)
    wins = 0
    for _ in range(FIGHTS // 4):
        question = fight(random)
        outcome = resolve(question, library)["outcomes"][0]
        expected, shown = reckon(question), outcome["combat"]
        anna = outcome["state"]["players"][0]
        found = {
            "ours": shown["munchkins"]["total"],
            "theirs": shown["monsters"]["total"],
            "won": shown["winner"] == "munchkins",
            "level": anna["level"],
            "cards": len(anna["hand"]),
        }
        assert found == expected, question
        wins += expected["won"]
    assert 0 < wins < FIGHTS // 4
