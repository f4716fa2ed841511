"""Whole random games: the same small race through the resolver and in OpenSpiel, and full Smash Up games."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from bench.fights import settled_library
from bench.report import Goal, Part, middle, spread
from bench.venv import ask_peer
from rules.engine import resolve
from rules.engine.library import Library
from tests.smashup.playing import Table

ROOT = Path(__file__).resolve().parent.parent
GAMES, ROUNDS, SECONDS = 60, 3, 2.0
# Level, levels it is worth, levels it takes.
MONSTERS = ((1, 1, 1), (1, 1, 1), (2, 1, 1), (2, 1, 1), (3, 1, 2), (4, 1, 1), (5, 1, 2), (6, 1, 2), (7, 2, 2),
            (8, 2, 3), (9, 2, 1), (12, 2, 2))  # fmt: skip
TURNS = 40
ESCAPES = 5


def race(seed: int, library: Library) -> list[int]:
    """Play two people who fight a random monster in turn and run away from what they cannot beat."""
    dice, levels = Random(seed), [1, 1]
    for turn in range(TURNS):
        level, worth, takes = MONSTERS[dice.randrange(len(MONSTERS))]
        monster = {
            "name": "Monster", "kind": "monster", "level": level, "levels": worth, "treasures": 0,
            "bad_stuff": [{"lose_levels": takes}],
        }  # fmt: skip
        me = "ab"[turn % 2]
        question: dict[str, Any] = {
            "game": "munchkin",
            "sets": ["axe-cop"],
            "state": {
                "players": [{"id": name, "level": own} for name, own in zip("ab", levels, strict=True)],
                "turn": {"player": me, "phase": "door"},
                "combat": {"fighter": me, "monsters": [{"card": monster}]},
            },
            "do": [{"action": "finish_combat", "player": me}],
        }
        outcome = resolve(question, library)["outcomes"][0]
        if outcome["combat"]["winner"] != "munchkins":
            roll = dice.randint(1, 6)
            flight = {"action": "run_away", "monster": 0, "player": me, "roll": roll}
            outcome = resolve({**question, "state": outcome["state"], "do": [flight]}, library)["outcomes"][0]
        levels = [player["level"] for player in outcome["state"]["players"]]
        if outcome["state"]["winners"]:
            break
    return [*levels, turn + 1]


def measure() -> Part:
    library = settled_library()
    ends = [race(seed, library) for seed in range(GAMES)]
    asked = {"questions": list(range(GAMES)), "answers": ends, "monsters": MONSTERS, "turns": TURNS}
    ours, theirs = [], []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(asked, file)
        file.flush()
        for _ in range(ROUNDS):
            ours.append(_races(library))
            theirs.append(ask_peer("openspiel_race", file.name, str(SECONDS))["rate"])
    games, actions = _smash_up(library)
    turns = sum(end[2] for end in ends) / GAMES
    rows = [
        ("the race, ours, every fight derived", spread(ours), f"{middle(ours) * turns:,.0f} turns/s"),
        ("the race, OpenSpiel Python game", spread(theirs), f"{middle(theirs) * turns:,.0f} turns/s"),
        ("whole Smash Up games, ours", f"{games:.2f}/s", f"{actions:,.0f} actions/s"),
    ]
    ratio = middle(theirs) / middle(ours)
    text = (
        "The race: two people fight a random monster in turn and run away from what they cannot beat, until one is at "
        f"level 10 or after {TURNS} turns; {GAMES} seeds end with the same levels after the same turns in both "
        "programs. OpenSpiel runs the dozen lines of this one game and explains nothing; ours reads the question, "
        "goes through all rules of the box and writes every step with its citations and the whole state, for each "
        f"turn anew. OpenSpiel is {ratio:,.0f} times as fast: that is the price of the explanation. Smash Up games "
        "are played by all rules with all eight factions to the end."
    )
    goals = [
        Goal("The race, every fight derived : OpenSpiel Python game", 0.25, middle(ours) / middle(theirs)),
        Goal("Whole Smash Up games", 3000, actions, "actions per second"),
    ]
    return Part("Whole games", text, ("game", "games", "in smaller units"), rows, goals, {})


def _races(library: Library) -> float:
    count, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        race(count % GAMES, library)
        count += 1
    return count / spent


def _smash_up(library: Library) -> tuple[float, float]:
    games, actions, started = 0, 0, time.process_time()
    while (spent := time.process_time() - started) < 10 or not games:
        table = Table(library, games)
        table.play()
        games, actions = games + 1, actions + table.actions
    return games / spent, actions / spent
