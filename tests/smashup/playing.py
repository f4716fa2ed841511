"""Random play of whole Smash Up games through the resolver's door, action by action, every card counted."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from rules.engine import resolve
from rules.engine.errors import LimitExceeded
from rules.engine.library import Library

Row = dict[str, Any]
NAMES = ("anna", "ben", "cem", "dora")
FACTIONS = ("diebe", "elfen", "halblinge", "krieger", "orks", "priester", "zauberer", "zwerge")
ACTIONS_LIMIT = 3000


class Table:
    """One game: its state as the resolver writes it, and the dice that choose."""

    def __init__(self, library: Library, seed: int, players: int = 0) -> None:
        self.library = library
        self.rng = random.Random(seed)
        self.state = self._opening(players or self.rng.choice((2, 3, 4)))
        self.actions = 0
        self.log: list[Row] = []

    def _opening(self, players: int) -> Row:
        factions = list(FACTIONS)
        self.rng.shuffle(factions)
        people = [{"id": NAMES[i], "factions": factions[2 * i : 2 * i + 2]} for i in range(players)]
        for person in people:
            person["deck"] = self._shuffled(lambda row, f=person["factions"]: row.get("faction") in f)
        piles = {
            pile: self._shuffled(lambda row, kind=kind: row["kind"] == kind)
            for pile, kind in (("bases", "base"), ("monsters", "monster"), ("treasures", "treasure"))
        }
        return {"players": people, "turn": {"player": NAMES[0], "step": "setup"}, "bases": [], "piles": piles}

    def _shuffled(self, wanted: Any) -> list[str]:
        cards = [
            key.partition("/")[2]
            for key, row in self.library.card_facts.items()
            if key.startswith("smash-up/") and wanted(row)
            for _ in range(row.get("copies", 1))
        ]
        self.rng.shuffle(cards)
        return cards

    def ask(self, *actions: Row) -> Row:
        """Ask the resolver what comes of the actions; the state goes there and back as JSON."""
        question = {"game": "smash-up", "sets": ["smash-up"], "state": self.state, "do": list(actions)}
        return resolve(msgspec.json.decode(msgspec.json.encode(question)), self.library, self._dice)

    def _dice(self, outcomes: list[tuple[Any, Any]]) -> Any:
        return self.rng.choices([value for _, value in outcomes], [float(weight) for weight, _ in outcomes])[
            0
        ]

    def do(self, action: Row) -> bool:
        """Play an action; where chance decides, one outcome by its weight. Says whether it was allowed."""
        self.actions += 1
        try:
            answer = self.ask(action)
        except LimitExceeded:
            return False
        if not answer["legal"]:
            return False
        self.state = answer["outcomes"][0]["state"]
        self.log.append(action)
        return True

    @property
    def winners(self) -> list[str]:
        return self.state.get("winners") or []

    def play(self) -> list[str]:
        """Play till somebody has won; returns the winners."""
        self.do({"action": "deal"})
        for person in [p["id"] for p in self.state["players"]]:
            self.do({"action": "mulligan", "player": person})
        while not self.winners and self.actions < ACTIONS_LIMIT:
            self.step()
        return self.winners

    def step(self) -> None:
        """Do one thing that the rules allow."""
        if self.state["decisions"]:
            self.decide()
        elif self.state["scoring"]:
            self.in_scoring()
        else:
            self.in_turn()

    def decide(self) -> None:
        decision = self.state["decisions"][0]
        options = self.rng.sample(decision["options"], len(decision["options"]))
        for option in options:
            answer = {
                "action": "choose",
                "player": decision["player"],
                "decision": decision["id"],
                "option": option["id"],
            }
            if self.do(answer):
                return
        raise AssertionError(f"every offered option was refused: {decision['text']}")

    def in_scoring(self) -> None:
        scoring = self.state["scoring"]
        player = scoring["turn"] or self.state["turn"]["player"]
        tries = self._uses(player) + [
            {"action": "play", "player": player, "card": card, "extra": True}
            for card in self._hand(player)
            if self._has_use(card)
        ]
        self.rng.shuffle(tries)
        for action in tries[:3]:
            if self.rng.random() < 0.6 and self.do(action):
                return
        if not self.do({"action": "pass", "player": player}):
            assert self.do(
                {"action": "score", "player": self.state["turn"]["player"], "base": scoring["base"]}
            )

    def in_turn(self) -> None:
        player = self.state["turn"]["player"]
        if self.state["turn"]["step"] in ("start", "play") and self.rng.random() < 0.85:
            tries = self._plays(player) + self._uses(player)
            self.rng.shuffle(tries)
            if any(self.do(action) for action in tries[:4]):
                return
        self._finish(player)

    def _finish(self, player: str) -> None:
        if self.do({"action": "end_turn", "player": player}):
            return
        due = [base["index"] for base in self.ask()["outcomes"][0]["bases"] if base["due"]]
        assert due, "the turn cannot end although nothing is due"
        how = "score" if self.rng.random() < 0.5 else "begin_score"
        assert self.do({"action": how, "player": player, "base": self.rng.choice(due)})

    def _hand(self, player: str) -> list[str]:
        hand = next(p["hand"] for p in self.state["players"] if p["id"] == player)
        return list(hand) if isinstance(hand, list) else []

    def _in_play(self) -> list[Row]:
        return [
            entry
            for base in self.state["bases"]
            for top in (*base["cards"], *base["actions"])
            for entry in (top, *top["attached"])
        ]

    def _plays(self, player: str) -> list[Row]:
        """Return a play for every card of the hand that is still free or allowed."""
        turn, entries = self.state["turn"], self._in_play()
        found = []
        for card in self._hand(player):
            row = self.library.card_facts["smash-up/" + card]
            kind = row.get("as", row["kind"])
            if turn["played"][kind] and not turn["extra"]:
                continue
            action = {"action": "play", "player": player, "card": card, "extra": bool(turn["played"][kind])}
            own = [e["ref"] for e in entries if e["controller"] == player or row.get("play_on") == "creature"]
            if row.get("play_on") in ("creature", "own-creature") and own:
                action["on"] = self.rng.choice(own)
            elif row.get("play_on") == "base":
                action["base"] = self.rng.randrange(len(self.state["bases"]))
            found.append(action)
        return found

    def _uses(self, player: str) -> list[Row]:
        """Return a use of every card in play that has something to use."""
        return [
            {"action": "use", "player": player, "ref": entry["ref"]}
            for entry in self._in_play()
            if entry["controller"] == player and self._has_use(entry["card"])
        ]

    def _has_use(self, card: str) -> bool:
        kind = "extra" if self.state["scoring"] else "talent"
        return any(
            a["kind"] == kind for a in self.library.card_facts["smash-up/" + card].get("abilities", ())
        )

    # Counting

    def cards(self) -> Counter[str]:
        """Return every card of the game, wherever it lies."""
        return Counter(_cards(self.state))


def _cards(state: Row) -> list[str]:
    found = [
        card
        for person in state["players"]
        for zone in ("hand", "deck", "discard")
        for card in _pile(person.get(zone, []))
    ]
    for pile in state["piles"].values():
        found += _pile(pile)
    for base in state["bases"]:
        found.append(base["card"])
        found += [e["card"] for top in (*base["cards"], *base["actions"]) for e in (top, *top["attached"])]
    found += [entry["card"] for entry in state.get("resolving", [])] + list(state.get("boxed", []))
    return found + list((state.get("scoring") or {}).get("loot", []))


def _pile(pile: Any) -> list[str]:
    if isinstance(pile, dict):
        return [card for part in ("top", "shuffled", "bottom") for card in pile.get(part, [])]
    return list(pile or [])
