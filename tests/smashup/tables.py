"""Random Smash Up tables: creatures, monsters, what lies on them, hands; every pile is exact."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.engine import resolve
from rules.engine.library import Library

Row = dict[str, Any]
NAMES = ("anna", "ben", "cem")
HARBOUR: Row = {"name": "Stiller Hafen", "kind": "base", "breakpoint": 30, "points": [3, 2, 1], "monsters": 0}
LIMIT = 40


class Maker:
    """Makes tables of one seed from the cards of the box and plain creatures."""

    def __init__(self, library: Library, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = NAMES[: self.rng.choice((2, 3))]
        self.rows = [row for key, row in library.card_facts.items() if key.startswith("smash-up/")]
        self.number = 0

    def pick(self, kind: str, **wanted: Any) -> str:
        fitting = [
            row["slug"]
            for row in self.rows
            if row["kind"] == kind and all(row.get(name) == value for name, value in wanted.items())
        ]
        return str(self.rng.choice(fitting))

    def ref(self) -> str:
        self.number += 1
        return f"r{self.number}"

    def creature(self) -> Row:
        if self.rng.random() < 0.2:
            return {"ref": self.ref(), "card": self.pick("monster"), "owner": None, "controller": None}
        plain = {
            "name": f"Kerl {self.rng.randrange(4)}",
            "kind": "creature",
            "strength": self.rng.randint(1, 5),
        }
        card = plain if self.rng.random() < 0.6 else self.pick("creature")
        owner = self.rng.choice(self.people)
        entry = {"ref": self.ref(), "card": card, "owner": owner, "controller": owner}
        return {**entry, "attached": [self.attached() for _ in range(self.rng.choice((0, 0, 0, 1, 2)))]}

    def attached(self) -> Row:
        controller = self.rng.choice(self.people)
        if self.rng.random() < 0.5:
            card = self.pick("treasure", play_on="creature")
            return {"ref": self.ref(), "card": card, "owner": None, "controller": controller}
        card = self.pick("action", play_on="creature")
        return {"ref": self.ref(), "card": card, "owner": controller, "controller": controller}

    def base(self, wall: int) -> Row:
        plain = {"name": f"Feld {wall}", "kind": "base", "breakpoint": wall, "points": [4, 2, 1]}
        return {
            "card": plain,
            "cards": [self.creature() for _ in range(self.rng.randint(2, 5))],
            "actions": [],
        }

    def state(self, step: str = "play") -> Row:
        """Return a table: the first base is due, the second never will be."""
        hand = [*(self.pick("action") for _ in range(3)), self.pick("treasure"), self.pick("creature")]
        players = [
            {
                "id": person,
                "points": 3,
                "hand": list(hand) if person == self.people[0] else [self.pick("action")],
                "deck": [self.pick("creature") for _ in range(6)],
                "discard": [self.pick("action"), self.pick("creature")],
            }
            for person in self.people
        ]
        piles = {
            "bases": [HARBOUR],
            "base_discard": [],
            "monsters": [self.pick("monster") for _ in range(6)],
            "monster_discard": [],
            "treasures": [self.pick("treasure") for _ in range(8)],
            "treasure_discard": [self.pick("treasure")],
        }
        turn = {"player": self.people[0], "step": step}
        due, giant = self.base(9), {"name": "Riese", "kind": "creature", "strength": 50}
        due["cards"].append(
            {"ref": self.ref(), "card": giant, "owner": self.people[-1], "controller": self.people[-1]}
        )
        return {"players": players, "turn": turn, "bases": [due, self.base(60)], "piles": piles}


def ask(library: Library, state: Row, *do: Row) -> Row:
    return resolve({"game": "smash-up", "sets": ["smash-up"], "state": state, "do": list(do)}, library)


def answers(decision: Row) -> Iterator[Row]:
    """Yield the actions that take each offered option."""
    for option in decision["options"]:
        yield {
            "action": "choose",
            "player": decision["player"],
            "decision": decision["decision"],
            "option": option["id"],
        }


def ends(library: Library, state: Row, *do: Row) -> Iterator[Row]:
    """Yield outcomes of the actions, whatever is chosen; of many ways only some."""
    waiting = [ask(library, state, *do)]
    seen = 0
    while waiting and seen < LIMIT:
        answer = waiting.pop()
        for outcome in answer["outcomes"][:2] if answer["legal"] else ():
            seen += 1
            yield outcome
            for decision in outcome["open"][:1]:
                waiting += [ask(library, outcome["state"], action) for action in answers(decision)]


def entries(state: Row) -> Iterator[tuple[int, Row]]:
    """Go through the cards in play, with the number of their base."""
    for index, base in enumerate(state["bases"]):
        for top in (*base["cards"], *base["actions"]):
            yield index, top
            yield from ((index, attached) for attached in top["attached"])
