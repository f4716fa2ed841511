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
        people = [*strengths, *(p for p in rows["people"] if p not in strengths)][: max(2, len(strengths))]
        cards = [
            _creature(index, person, strength) for index, (person, strength) in enumerate(strengths.items())
        ]
        players = [
            {"id": person, "points": 0, "factions": factions, "hand": [], "discard": []}
            for person, factions in zip(people, rows["factions"], strict=False)
        ]
        self.assume(
            "an der Basis: " + ", ".join(f"{person.title()} {value}" for person, value in strengths.items())
        )
        base = self._base(sum(strengths.values()))
        do: list[Any] = [{**step, "player": people[0]} for step in self.match.intent["do"]]
        state = {
            "players": players,
            "turn": {"player": people[0], "step": "check"},
            "bases": [{"card": base, "cards": cards, "actions": []}],
            "piles": {"bases": [rows["next_base"]], "base_discard": []},
        }
        return {"game": "smash-up", "sets": self.sets, "state": state, "do": do}

    def _strengths(self) -> dict[str, int]:
        """Return the strength of each player: „zwei Spieler haben Stärke 10“ are two of them."""
        found: dict[str, int] = {}
        phrases = sorted(self.match.bound.get("strengths", ()), key=lambda p: p.start)
        for phrase in phrases:
            value = phrase.facts.get("strength", phrase.facts.get("number", 0))
            # „drei Spieler mit 8, 7 und 5“ names each of them; „zwei Spieler mit 10, einer mit 5“ does not.
            heads = 2 if phrase.value == "two" else max(1, phrase.count)
            each = heads == len(phrases) and not any("one" in other.preps for other in phrases)
            for _ in range(1 if each else heads):
                found[self._somebody(phrase, found)] = int(value)
        return found

    def _somebody(self, phrase: Phrase, seated: dict[str, int]) -> str:
        """Return who has a strength: the one named, else the next free chair."""
        if _is_named(phrase):
            return self.person(phrase.value)
        named = {self.person(p.value) for p in self.match.bound["strengths"] if _is_named(p)}
        free = (p for p in table()["scoring"]["people"] if p not in seated and p not in named)
        return next(free, next(p for p in table()["scoring"]["people"] if p not in seated))

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


def _is_named(phrase: Phrase) -> bool:
    return phrase.kind in ("names", "persons") and phrase.value != "two" and not phrase.count


def _creature(index: int, person: str, strength: int) -> Row:
    card = {"name": f"Kreatur {index + 1}", "kind": "creature", "strength": strength}
    return {
        "ref": f"k{index + 1}",
        "card": card,
        "owner": person,
        "controller": person,
        "counters": 0,
        "attached": [],
    }


class Due(Scoring):
    """A base of which the total strength and the breakpoint are told."""

    def _strengths(self) -> dict[str, int]:
        found = super()._strengths()
        base = next(iter(self.match.bound.get("base", ())), None)
        if not found and base is not None and "strength" in base.facts:
            return {table()["scoring"]["people"][0]: base.facts["strength"]}
        return found


class Plain(Scene):
    """A table that stands in the intent as it is."""

    def build(self) -> Row:
        """Return the scenario as it is written, with the numbers that were said."""
        intent = self.match.intent
        for note in intent.get("assume", ()):
            self.assume(note)
        return {
            "game": intent["game"],
            "sets": self.sets,
            "state": self.fill(intent["state"]),
            "do": self.fill(intent["do"]),
        }


class Points(Scene):
    """The end of a turn with the points that everybody has."""

    def build(self) -> Row:
        """Return the scenario; the reader, or else the first one named, ends the turn."""
        rows = table()["scoring"]
        for phrase in (*self.match.bound["people"], *self.match.bound.get("others", ())):
            self.people[self.person(phrase.value)]["points"] = phrase.facts.get(
                "points", phrase.facts.get("number", 0)
            )
        if len(self.people) < 2:
            self.people[self.person("other")]["points"] = 0
        seats = zip(self.people.values(), rows["factions"], strict=False)
        players = [
            {**player, "factions": factions, "hand": [], "deck": 20, "discard": []}
            for player, factions in seats
        ]
        active = next((p["id"] for p in players if p["id"] == self.person("me")), players[0]["id"])
        state = {
            "players": players,
            "turn": {"player": active, "step": "end"},
            "bases": [{"card": rows["next_base"], "cards": [], "actions": []}],
        }
        return {
            "game": "smash-up",
            "sets": self.sets,
            "state": state,
            "do": [{"action": "end_turn", "player": active}],
        }
