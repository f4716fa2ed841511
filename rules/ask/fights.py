"""A fight that a question describes: who fights, who helps, what stands against them, what is thrown in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ask.data import Row
from rules.ask.phrase import Phrase
from rules.ask.scene import Scene, gear

Need = Callable[[str, str], int | None]
SIDES = ("munchkins", "monsters")


class Fight(Scene):
    """Builds a combat; `need` returns a number that was sent later, or notes that it is missing."""

    need: Need

    def build(self) -> Row:
        """Return the scenario of the fight."""
        fighter, helper = self._fighters()
        monsters = [
            entry for phrase in self.match.bound.get("monsters", ()) for entry in self._monsters(phrase)
        ]
        played = [
            entry for phrase in self.match.bound.get("boosts", ()) for entry in self._boost(phrase, fighter)
        ]
        bonuses = [phrase.facts.get("bonus") for phrase in self.match.bound.get("monsters", ())]
        played += [self._thrown(bonus, "monsters", self.person("other")) for bonus in bonuses if bonus]
        self._dress(fighter, helper)
        self.person("other")
        monsters = monsters or [self._lone_number()]
        combat = {"fighter": fighter, "helper": helper, "monsters": monsters, "played": played}
        turn = {"player": fighter, "phase": "door"}
        do = [self.fill(step) for step in self.match.intent.get("do", ())]
        state = {"players": self.seats(), "turn": turn, "combat": combat}
        return {"game": "munchkin", "sets": self.sets, "state": state, "do": do}

    def _fighters(self) -> tuple[str, str | None]:
        """Seat the fighter and the helper; only their levels can be missing."""
        people = self.match.bound.get("people", [])
        if "assist" in {verb.value for verb in self.match.bound.get("verbs", ())}:
            return self._assisted(people)
        helpers = [p for p in people if p.value == "helper" or "helped" in p.preps]
        others = [p for p in people if p not in helpers and not _throws(p)]
        first = next((p for p in others if p.value == "me"), others[0] if others else None)
        second = helpers[0] if helpers else next((p for p in others if p is not first), None)
        fighter = self._fighter("fighter", first, "me", "Auf welcher Stufe bist du?")
        self.roles["fighter"] = self.roles["actor"] = fighter
        if second is None and "help" not in {p.value for p in self.match.bound.get("verbs", ())}:
            return fighter, None
        helper = self._fighter("helper", second, "helper", "Auf welcher Stufe ist dein Helfer?")
        return fighter, helper

    def _assisted(self, people: list[Phrase]) -> tuple[str, str]:
        """„Ich helfe Anna“: whoever asks is the helper, and the other one fights."""
        me = next((p for p in people if p.value == "me"), None)
        other = next((p for p in people if p.value != "me"), None)
        fighter = self._fighter("fighter", other, "other", "Auf welcher Stufe ist, wem du hilfst?")
        self.roles["fighter"] = self.roles["actor"] = fighter
        return fighter, self._fighter("helper", me, "me", "Auf welcher Stufe bist du?")

    def _fighter(self, place: str, phrase: Phrase | None, role: str, question: str) -> str:
        ident = self.person(role if phrase is None or phrase.kind == "traits" else phrase.value)
        player = self.people[ident]
        facts = phrase.facts if phrase is not None else {}
        if phrase is not None:
            self._clothe(player, phrase)
        if "strength" in facts or place in self._bare():
            strength = facts.get("strength", self._bare().get(place, 1))
            player["level"] = facts.get("level", 1)
            if strength > player["level"]:
                player.setdefault("in_play", []).append(gear(strength - player["level"]))
            self.assume(f"Stärke {strength}: Stufe {player['level']} und der Rest aus Gegenständen")
            return ident
        level = facts.get("level") or self.need(f"{place}.level", question)
        player["level"] = level or 1
        return ident

    def _clothe(self, player: Row, phrase: Phrase) -> None:
        for trait in (*([phrase] if phrase.kind == "traits" else []), *phrase.traits):
            player.setdefault("in_play", []).append(self.database(trait))
        if bonus := phrase.facts.get("bonus"):
            player.setdefault("in_play", []).append(gear(bonus))
        if {"female", "male"} & phrase.adjectives:
            player["gender"] = "w" if "female" in phrase.adjectives else "m"

    def _bare(self) -> dict[str, int]:
        """Return two bare numbers as the two sides: „7 gegen 7“."""
        numbers = self.match.bound.get("numbers", [])
        return (
            {"fighter": numbers[0].number, "monster": numbers[-1].number}
            if len(numbers) > 1
            else ({"monster": numbers[0].number} if numbers else {})
        )

    def _monsters(self, phrase: Phrase) -> list[Row]:
        if phrase.cards:
            printed = self.library.card_facts[phrase.cards[0]].get("level")
            if phrase.facts.get("level", printed) != printed:
                said, name = phrase.facts["level"], self.library.card_facts[phrase.cards[0]]["name"]
                self.need("monster.level", f"„{name}“ hat Stufe {printed}, nicht {said}. Welche Stufe gilt?")
            return [{"card": self.database(phrase)}] * max(1, phrase.count)
        strength = phrase.facts.pop("strength", None)
        if strength is not None:
            phrase.facts["level"] = strength
        if "level" not in phrase.facts:
            level = self._bare().get("monster") or self.need("monster.level", "Welche Stufe hat das Monster?")
            phrase.facts["level"] = level or 1
        bonus = phrase.facts.pop("bonus", None)
        written = self.written(phrase, {"fill": {"treasures": 1}})
        if bonus is not None:
            phrase.facts["bonus"] = bonus
        return [{"card": card} for card in written]

    def _lone_number(self) -> Row:
        level = self._bare().get("monster") or self.need("monster.level", "Welche Stufe hat das Monster?")
        return {"card": {"name": "Monster", "kind": "monster", "level": max(1, level or 1), "treasures": 1}}

    def _boost(self, phrase: Phrase, fighter: str) -> list[Row]:
        side = phrase.value if phrase.value in SIDES else "munchkins"
        by = self.person("other") if side == "monsters" else fighter
        return [self._thrown(phrase.number, side, by)]

    def _thrown(self, bonus: int, side: str, by: str) -> Row:
        card = {"name": f"Karte {bonus:+}", "kind": "one-shot", "bonus": bonus}
        return {"card": card, "player": by, "side": side}

    def _dress(self, fighter: str, helper: str | None) -> None:
        """Put every item in front of whoever was named last before it."""
        people = [(p.start, p) for p in self.match.bound.get("people", []) if not _throws(p)]
        for phrase in self.match.bound.get("gear", ()):
            before = [p for start, p in people if start < phrase.start]
            is_helpers = bool(before) and helper is not None and self._is(before[-1], helper)
            player = self.people[helper if is_helpers and helper else fighter]
            player.setdefault("in_play", []).extend(self._worn(phrase))

    def _worn(self, phrase: Phrase) -> list[Any]:
        if not phrase.cards and "bonus" not in phrase.facts:
            bonus = self.need(f"{phrase.name}.bonus".lower(), f"Welchen Bonus gibt „{phrase.name}“?")
            phrase.facts["bonus"] = bonus or 0
        return self.written(phrase, {})

    def _is(self, phrase: Phrase, ident: str) -> bool:
        if phrase.kind == "traits":
            return "helped" in phrase.preps and ident == self.person("helper")
        return self.person(phrase.value) == ident


def _throws(phrase: Phrase) -> bool:
    """Somebody without a level is only there to throw something in."""
    return phrase.value in ("other", "two", "third") and not phrase.facts.get("level") and not phrase.traits
