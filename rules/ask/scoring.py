"""A base of Smash Up that a question describes: who has which strength there, and what it takes to be scored."""

from __future__ import annotations

from typing import Any

from rules.ask.data import Row, table
from rules.ask.phrase import Phrase
from rules.ask.scene import Scene


class Scoring(Scene):
    """Builds a base with one creature per player and lets it be scored or checked."""

    def build(self) -> Row:
        """Return the scenario of the base."""
        rows = table()["scoring"]
        strengths = self._strengths()
        people = rows["people"][: max(2, len(strengths))]
        base = self._base(sum(strengths))
        cards = [_creature(index, person, strength) for index, (person, strength) in enumerate(zip(people, strengths, strict=False))]
        players = [
            {"id": person, "points": 0, "factions": factions, "hand": [], "discard": []}
            for person, factions in zip(people, rows["factions"], strict=False)
        ]
        names = ", ".join(f"{person.title()} {strength}" for person, strength in zip(people, strengths, strict=False))
        self.assume(f"an der Basis: {names}")
        do: list[Any] = [{**step, "player": people[0]} for step in self.match.intent["do"]]
        state = {
            "players": players,
            "turn": {"player": people[0], "step": "check"},
            "bases": [{"card": base, "cards": cards, "actions": []}],
            "piles": {"bases": [rows["next_base"]], "base_discard": []},
        }
        return {"game": "smash-up", "sets": self.sets, "state": state, "do": do}

    def _strengths(self) -> list[int]:
        """Return one strength per player: „zwei Spieler haben Stärke 10“ are two of them."""
        found: list[int] = []
        for phrase in sorted(self.match.bound.get("strengths", ()), key=lambda p: p.start):
            value = phrase.facts.get("strength", phrase.facts.get("number", 0))
            found += [int(value)] * _many(phrase)
        return found[: len(table()["scoring"]["people"])]

    def _base(self, total: int) -> Any:
        base = next(iter(self.match.bound.get("base", ())), None)
        if base is not None and base.cards:
            return self.database(base)
        limit = base.facts.get("breakpoint") if base is not None else None
        limits = self.match.bound.get("breakpoint", ())
        limit = limit or next((phrase.number for phrase in limits), None)
        card = dict(table()["scoring"]["base"])
        if limit is None:
            self.assume(f"die Basis ist fällig und bringt {', '.join(map(str, card['points']))} Punkte")
        return {**card, "breakpoint": limit or max(1, total)}


def _many(phrase: Phrase) -> int:
    return 2 if phrase.value == "two" else max(1, phrase.count)


def _creature(index: int, person: str, strength: int) -> Row:
    card = {"name": f"Kreatur {index + 1}", "kind": "creature", "strength": strength}
    return {"ref": f"k{index + 1}", "card": card, "owner": person, "controller": person, "counters": 0, "attached": []}
