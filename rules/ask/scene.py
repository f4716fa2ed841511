"""The table that a question describes: people, what lies before them, whose turn it is, and what they try."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from rules.ask.data import Row, table
from rules.ask.match import Match
from rules.ask.phrase import Phrase
from rules.engine.library import Library

# Facts of a card that the question can say, as the contract calls them.
CARD_FACTS = (
    "kind", "slot", "hands", "big", "tags", "effects", "special", "lasting", "friendly", "level", "levels",
    "treasures", "bonus", "gold", "grade", "strength",
)  # fmt: skip


class Scene:
    """Fills an intent's template with what was said; `say` hears what had to be assumed."""

    def __init__(self, match: Match, library: Library, sets: list[str], assume: Callable[..., None]) -> None:
        self.match, self.library, self.sets, self.assume = match, library, sets, assume
        self.people: dict[str, Row] = {}
        self.cards: dict[str, list[Any]] = {}
        self.names: dict[str, int] = {}
        self.roles: dict[str, str] = {}
        # The classes and races that people were said to be.
        self.worn: set[str] = set()

    def build(self) -> Row:
        """Return the scenario."""
        intent = self.match.intent
        self._seat_all()
        self._write_cards()
        self._mark()
        turn = self._turn()
        self._lay_out()
        state: Row = {"players": [], "turn": turn["turn"]}
        if turn.get("combat"):
            state["combat"] = turn["combat"]
        state |= self.fill(intent.get("state", {}))
        do = [action for action in (self.fill(step) for step in intent.get("do", ())) if _whole(action)]
        self.person("other" if "toni" not in self.people and len(self.people) < 2 else "me")
        if level := intent.get("level"):
            self._raise_all(level)
        state["players"] = self.seats()
        return {"game": "munchkin", "sets": self.sets, "state": state, "do": do}

    def seats(self) -> list[Row]:
        """Return the players, the one who asks first."""
        me = table()["roles"]["me"]["id"]
        return sorted(self.people.values(), key=lambda player: player["id"] != me)

    def _raise_all(self, level: int) -> None:
        """Let those whose level nobody named stand where something can happen to it."""
        for player in self.people.values():
            if "level" not in player:
                player["level"] = level
                self.assume(f"wer nichts anderes sagt, steht auf Stufe {level}")

    def person(self, role: str) -> str:
        """Return the id of a role or name, seated."""
        row = table()["roles"].get(role)
        ident = row["id"] if row else role
        self.people.setdefault(ident, {"id": ident})
        return str(ident)

    def _seat_all(self) -> None:
        """Seat the one who asks first, then everybody who was named, with what was said about them."""
        for name, phrases in self.match.bound.items():
            if not self.match.intent["slots"][name].get("person"):
                continue
            for phrase in phrases:
                self._seat(name, phrase)
        for name, slot in self.match.intent["slots"].items():
            if slot.get("person") and name not in self.roles and "default" in slot:
                self.roles[name] = self.person(slot["default"])
        for role in self.match.intent.get("people", ()):
            self.person(role)

    def _mark(self) -> None:
        """Say about people what the intent knows of them; `set` also against what was said."""
        for row in self.match.intent.get("set", ()):
            self.people[self.fill(row["of"])] |= {key: value for key, value in row.items() if key != "of"}
        for row in self.match.intent.get("mark", ()):
            marks = dict(row)
            person = self.people[self.fill(marks.pop("of"))]
            person |= {key: value for key, value in self.fill(marks).items() if key not in person}

    def _seat(self, name: str, phrase: Phrase) -> None:
        role = self._role(name, phrase)
        if role == "two":
            self.person("other")
        ident = self.person(role)
        self.roles.setdefault(name, ident)
        player = self.people[ident]
        if "level" in phrase.facts:
            player["level"] = phrase.facts["level"]
        if {"female", "male"} & phrase.adjectives:
            player["gender"] = "w" if "female" in phrase.adjectives else "m"
        own = [phrase] if phrase.kind == "traits" else []
        for trait in (*own, *phrase.traits):
            player.setdefault("in_play", []).append(self.database(trait))
            self.worn.add(self.database(trait))
        for fact, make in WORN.items():
            if phrase.facts.get(fact):
                player.setdefault("in_play", []).append(make(phrase.facts[fact]))

    def _role(self, name: str, phrase: Phrase) -> str:
        """Somebody who is only called by class sits in the chair of the place."""
        if phrase.kind == "traits":
            return str(self.match.intent["slots"][name].get("chair", "me"))
        return phrase.value

    def _write_cards(self) -> None:
        for name, slot in self.match.intent["slots"].items():
            if slot.get("person") or not slot.get("card"):
                continue
            phrases = [self._meant(phrase) for phrase in self.match.bound.get(name, ())]
            if phrases:
                self.cards[name] = [card for phrase in phrases for card in self.written(phrase, slot)]
            elif isinstance(slot.get("default"), dict | str) and slot["default"]:
                self.cards[name] = [self._default(slot)]

    def _meant(self, phrase: Phrase) -> Phrase:
        """„als Kultist … meine Klasse“ is that very class."""
        if phrase.cards or phrase.kind != "things" or phrase.owner != "me":
            return phrase
        people = (person for each in self.match.bound.values() for person in each)
        traits = [t for person in people for t in (*person.traits, *([person] * (person.kind == "traits")))]
        return next((t for t in traits if t.facts.get("kind") == phrase.value), phrase)

    def _default(self, slot: Row) -> Any:
        """Return the card that stands for one that nobody named, and say so."""
        default = slot["default"]
        card = self.fill(deepcopy(table()["cards"][default] if isinstance(default, str) else default))
        for fact, words in SAID.items():
            if fact in card:
                self.assume(words.format(card["name"], card[fact]))
        return card

    def written(self, phrase: Phrase, slot: Row) -> list[Any]:
        """Return the cards that a phrase names, as a scenario writes them."""
        if phrase.cards:
            return [self.database(phrase)] * max(1, phrase.count, phrase.ordinal)
        facts = {fact: phrase.facts[fact] for fact in CARD_FACTS if fact in phrase.facts}
        if "running" in phrase.facts:
            facts["run_away"] = phrase.facts["running"]
        for fact, value in slot.get("fill", {}).items():
            if fact not in facts:
                facts[fact] = self.fill(value)
                if fact in SAID:
                    self.assume(SAID[fact].format(phrase.name, facts[fact]))
        number = 1 if slot.get("single") else max(1, phrase.count, phrase.ordinal)
        return [{"name": self._fresh_name(phrase), **deepcopy(facts)} for _ in range(number)]

    def _fresh_name(self, phrase: Phrase) -> str:
        """Tell cards of one name apart, unless they are said to be the same."""
        name = phrase.name
        if "same" in phrase.adjectives:
            return name
        self.names[name] = self.names.get(name, 0) + 1
        return name if self.names[name] == 1 else f"{name} {self.names[name]}"

    def database(self, phrase: Phrase) -> str:
        """Return the word for a card of the database: bare where a box on the table has it."""
        boxes = {ident.partition("/")[0]: ident for ident in phrase.cards}
        mine = next((box for box in self.sets if box in boxes), None)
        return boxes[mine].partition("/")[2] if mine else phrase.cards[0]

    def _lay_out(self) -> None:
        """Put the cards where the intent says, or where the question says."""
        for put in self.match.intent.get("put", ()):
            cards = self.fill(put["cards"])
            cards = cards if isinstance(cards, list) else [cards]
            owner = self.people[self.fill(put["of"])]
            phrases = self.match.bound.get(str(put["cards"]).strip("$").partition(".")[0], ())
            place = next(
                (
                    table()["places"][a]
                    for p in phrases
                    for a in sorted(p.adjectives)
                    if a in table()["places"]
                ),
                put["in"],
            )
            laid = owner.setdefault(put["in"] if put.get("fixed") else place, [])
            laid.extend(card for card in cards if card is not None and not self._lies(card, owner))

    def _lies(self, card: Any, owner: Row) -> bool:
        """Say whether a class that somebody is lies there already."""
        return isinstance(card, str) and card in owner.get("in_play", ()) and card in self.worn

    def _turn(self) -> Row:
        """Return turn and combat: what the question says, else what the intent assumes."""
        intent = self.match.intent
        said = self.match.bound.get("moment", [None])[0]
        moment = said.value if said is not None else intent.get("moment", "turn")
        row = table()["turns"].get(moment, table()["turns"]["turn"])
        active = self._active(said)
        found: Row = {"turn": {"player": active, "phase": intent.get("phase") or row["phase"]}}
        helper = "kim" if "kim" in self.people else None
        if row.get("combat") or (helper and intent.get("moment") != "none"):
            found["turn"]["phase"] = "door"
            fighter = active
            monster = deepcopy(table()["cards"]["monster"])
            found["combat"] = {
                "fighter": fighter,
                "helper": helper if helper != fighter else None,
                "monsters": [{"card": monster}],
            }
            self.assume(f"gekämpft wird gegen ein Monster der Stufe {monster['level']}")
        return found

    def _active(self, said: Phrase | None) -> str:
        intent = self.match.intent
        owner = said.owner if said is not None else ""
        if owner:
            return self.person(owner)
        actor = self.roles.get("actor", self.person("me"))
        if actor == "kim":
            return self.person("me")
        who = self.fill(intent["active"]) if "active" in intent else actor
        if said is None or said.value not in ("setup",):
            self.assume("du bist am Zug" if who == "alex" else f"{str(who).title()} ist am Zug", "turn")
        return str(who)

    def fill(self, template: Any) -> Any:
        """Replace the places of a template: `$actor`, `$object`, `$object.all`, `$number.n`, `$card.monster`."""
        if isinstance(template, dict):
            filled = {key: self.fill(value) for key, value in template.items()}
            return {key: value for key, value in filled.items() if value is not None}
        if isinstance(template, list):
            return [filled for value in template for filled in self._spread(value)]
        if isinstance(template, str) and template.startswith("$"):
            return self._place(template[1:])
        return template

    def _spread(self, value: Any) -> list[Any]:
        filled = self.fill(value)
        spread = isinstance(value, str) and value.startswith("$") and isinstance(filled, list)
        return filled if spread else [filled]

    def _place(self, place: str) -> Any:
        name, _, part = place.partition(".")
        if name == "card":
            return deepcopy(table()["cards"][part])
        if name in self.cards:
            return self._card(self.cards[name], part)
        if name in COMPUTED:
            return COMPUTED[name](self, part)
        if part:
            return self._number(name, part)
        if name in self.roles:
            return self.roles[name]
        return self.person(name) if name in table()["roles"] else None

    def _card(self, cards: list[Any], part: str) -> Any:
        if part == "all":
            return cards
        if part == "fighters":
            return [{"card": card} for card in cards]
        if part == "rest":
            return cards[:-1]
        return cards[-1] if part == "last" else cards[0]

    def _number(self, name: str, part: str) -> Any:
        """Return a number that was said, or what stands behind `:` for where it was not."""
        part, _, default = part.partition(":")
        phrases = self.match.bound.get(name, [])
        if part == "sum" and phrases:
            return sum(phrase.facts.get("number", 0) for phrase in phrases) or (
                int(default) if default else None
            )
        value = next((phrase.facts[part] for phrase in phrases if part in phrase.facts), None)
        return value if value is not None else int(default) if default else None

    def drop(self, part: str) -> int:
        """Return by how much somebody's level changes: „von Stufe 3 auf 2“, „2 Stufen“, else one."""
        people = self.match.bound.get("actor", [])
        facts = people[0].facts if people else {}
        if {"level", "level_to"} <= facts.keys():
            return int(facts["level_to"] - facts["level"])
        return -int(self._number("levels", "number:1"))

    def backs(self, part: str) -> list[Row]:
        """Return as many unknown cards as were named, else as many as stand behind the dot."""
        bound = [phrase for phrases in self.match.bound.values() for phrase in phrases]
        facts = [{**phrase.facts, phrase.value: phrase.facts.get("number", phrase.count)} for phrase in bound]
        number = next((row[name] for row in facts for name in ("cards", "card") if row.get(name)), 0)
        if not number:
            number = int(part)
            self.assume(f"{number} Karten auf der Hand")
        return [{"back": "door"}] * number


def _hand(scene: Scene, part: str) -> int:
    return len(scene.backs(part or "0"))


def _held(scene: Scene, part: str) -> int:
    """Return how many cards somebody held before as many were drawn as stand behind the dot."""
    return max(0, len(scene.backs("0")) - int(part))


COMPUTED: dict[str, Callable[[Scene, str], Any]] = {
    "drop": Scene.drop, "backs": Scene.backs, "hand": _hand, "held": _held,
}  # fmt: skip
SAID = {"gold": "{} im Wert von {} Gold", "bonus": "{} mit Bonus {:+}", "level": "{} der Stufe {}"}


def gear(bonus: int) -> Row:
    """Return the items that give somebody a bonus, as one card."""
    return {"name": f"Ausrüstung {bonus:+}", "kind": "item", "bonus": bonus}


def fast_shoes(bonus: int) -> Row:
    """Return an item that helps running away."""
    return {"name": f"Schuhe ({bonus:+} aufs Weglaufen)", "kind": "item", "slot": "feet", "run_away": bonus}


WORN: dict[str, Callable[[int], Row]] = {"bonus": gear, "running": fast_shoes}


def _whole(action: Row) -> bool:
    """An action whose player was not named does not happen."""
    return "player" in action or "of" in action
