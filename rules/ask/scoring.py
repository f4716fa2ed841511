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


class Due(Scoring):
    """A base of which the total strength and the breakpoint are told."""

    def _strengths(self) -> list[int]:
        found = super()._strengths()
        base = next(iter(self.match.bound.get("base", ())), None)
        strength = base.facts.get("strength") if base is not None else None
        return found or ([strength] if strength is not None else [])


class Plain(Scene):
    """A table that stands in the intent as it is."""

    def build(self) -> Row:
        """Return the scenario as it is written, with the numbers that were said."""
        intent = self.match.intent
        for note in intent.get("assume", ()):
            self.assume(note)
        return {"game": intent["game"], "sets": self.sets, "state": self.fill(intent["state"]), "do": self.fill(intent["do"])}


class Points(Scene):
    """The end of a turn with the points that everybody has."""

    def build(self) -> Row:
        """Return the scenario; the reader, or else the first one named, ends the turn."""
        rows = table()["scoring"]
        for phrase in self.match.bound["people"]:
            self.people[self.person(phrase.value)]["points"] = phrase.facts.get("points", 0)
        if len(self.people) < 2:
            self.people[self.person("other")]["points"] = 0
        seats = zip(self.people.values(), rows["factions"], strict=False)
        players = [{**player, "factions": factions, "hand": [], "deck": 20, "discard": []} for player, factions in seats]
        active = next((p["id"] for p in players if p["id"] == self.person("me")), players[0]["id"])
        state = {"players": players, "turn": {"player": active, "step": "end"}, "bases": [{"card": rows["next_base"], "cards": [], "actions": []}]}
        return {"game": "smash-up", "sets": self.sets, "state": state, "do": [{"action": "end_turn", "player": active}]}
