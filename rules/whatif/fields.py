"""The builder's form: which fields, zones and actions a scenario has, each with its path in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.combining import NAMELESS
from rules.facts import library
from rules.whatif import paths
from rules.whatif.changes import name_of
from rules.whatif.words import game_rows

Row = dict[str, Any]
Options = list[tuple[str, str]]
PERSON = re.compile(r"state\.players\[\d+\]\.id")
FOLDED = (".hand", ".backpack", ".pending", ".deck", ".discard", ".attached", ".boosts", ".actions")


@dataclass(frozen=True)
class Field:
    """One value of the scenario: its path is the name and the id of its control."""

    path: str
    label: str
    kind: str
    value: Any = None
    options: Options = field(default_factory=list)
    optional: bool = False
    number: bool = False
    least: int | None = None
    most: int | None = None
    default: Any = None

    @property
    def shown(self) -> str:
        """Return the value as the control shows it: names as they are written, however the scenario keeps them."""
        if self.kind == "words" and isinstance(self.value, list):
            return "; ".join(_title(str(one)) for one in self.value)
        if PERSON.fullmatch(self.path):
            return _title(str(self.value))
        if isinstance(self.value, list):
            return "; ".join(name_of(one) for one in self.value)
        if isinstance(self.value, dict) and "monster" in self.value:
            return f"monster:{self.value['monster']}"
        if isinstance(self.value, dict):
            return name_of(self.value)
        if self.kind == "card" and isinstance(self.value, str):
            return name_of(self.value)
        return "" if self.value is None else str(self.value)


@dataclass(frozen=True)
class Zone:
    """A list of cards that can grow and shrink; `as_` says what is made of a card that comes in."""

    path: str
    label: str
    cards: list[tuple[str, str]]
    as_: str = ""

    @property
    def name(self) -> str:
        return f"neu:{self.path}:{self.as_}"

    @property
    def is_folded(self) -> bool:
        """What seldom matters is folded until something lies there."""
        return self.path.endswith(FOLDED) or self.path.startswith("state.piles.")


@dataclass(frozen=True)
class Group:
    """A part of the form: fields and zones that belong together."""

    path: str
    title: str
    fields: list[Field]
    zones: list[Zone] = field(default_factory=list)
    removable: bool = True


def groups(scenario: Row) -> dict[str, list[Group]]:
    """Return the form by its parts: people, fight, bases, turn, actions."""
    state = scenario["state"]
    rows = game_rows(scenario["game"])
    found = {
        "people": [_person(rows, state, number) for number in range(len(state["players"]))],
        "turn": [Group("state.turn", "Zug", list(_fields(rows["turn"], scenario, "state.turn")), [], False)],
        "actions": [_action(rows, scenario, number) for number in range(len(scenario.get("do") or ()))],
    }
    if state.get("combat"):
        found["munchkins"] = [_side(rows, scenario, "munchkins")]
        found["monsters"] = [_side(rows, scenario, "monsters"), *_monsters(state["combat"])]
    found["bases"] = [_base(scenario, number) for number in range(len(state.get("bases") or ()))]
    found["there"] = list(lying(scenario))
    found["piles"] = [_piles(rows, state)]
    return found


def all_fields(scenario: Row) -> Iterator[Field]:
    """Yield every field of the form."""
    for parts in groups(scenario).values():
        for group in parts:
            yield from group.fields


def all_zones(scenario: Row) -> Iterator[Zone]:
    """Yield every zone of the form."""
    for parts in groups(scenario).values():
        for group in parts:
            yield from group.zones


def _fields(specs: list[Row], scenario: Row, at: str) -> Iterator[Field]:
    for spec in specs:
        path = f"{at}.{spec['key']}"
        yield make(spec, path, paths.at(scenario, path), people_of(scenario), scenario)


def make(spec: Row, path: str, value: Any, people: list[str], scenario: Row | None = None) -> Field:
    """Return the field that a row of data describes."""
    options: Options = [(str(key), text) for key, text in spec.get("options", {}).items()]
    if spec["kind"] in ("player", "target"):
        options = [(person, _title(person)) for person in people]
    if spec["kind"] == "target" and scenario:
        options += _targets(scenario)
    if spec["kind"] == "monster" and scenario:
        options = [(str(n), text.removeprefix("auf ")) for n, (_, text) in enumerate(_monsters_of(scenario))]
    if spec["kind"] == "base-index" and scenario:
        bases = scenario["state"].get("bases") or ()
        options = [(str(n), f"{n + 1}. {name_of(base['card'])}") for n, base in enumerate(bases)]
    if spec["kind"] == "ref" and scenario:
        options = _refs(scenario)
    if spec.get("optional") and options:
        options = [("", spec.get("empty", "egal")), *options]
    chosen_from = ("player", "target", "ref", "monster", "base-index")
    kind = "choice" if spec["kind"] in chosen_from and options else spec["kind"]
    is_index = spec["kind"] in ("monster", "base-index")
    kind = "number" if is_index and not options else kind
    return Field(
        path,
        spec["label"],
        kind,
        spec.get("default") if value is None else value,
        options,
        bool(spec.get("optional")),
        bool(spec.get("number")) or is_index,
        spec.get("min"),
        spec.get("max"),
        spec.get("default"),
    )


def people_of(scenario: Row) -> list[str]:
    return [str(person["id"]) for person in scenario["state"]["players"]]


def _targets(scenario: Row) -> Options:
    """Return what a card can be played on beside people: the sides and each monster of the fight."""
    combat = scenario["state"].get("combat")
    if not combat:
        return []
    sides = [(key, str(text)) for key, text in game_rows(scenario["game"])["sides"].items()]
    return [*sides, *_monsters_of(scenario)]


def _monsters_of(scenario: Row) -> Options:
    combat = scenario["state"].get("combat") or {"monsters": ()}
    return [
        (f"monster:{number}", f"auf {name_of(monster['card'])}")
        for number, monster in enumerate(combat["monsters"])
    ]


def _refs(scenario: Row) -> Options:
    """Return the cards that lie at the bases."""
    entries = [entry for base in scenario["state"].get("bases") or () for entry in base.get("cards", ())]
    return [
        (entry["ref"], f"{_strength(entry['card'])} ({_whose(entry)}, {entry['ref']})") for entry in entries
    ]


def _whose(entry: Row) -> str:
    return _title(str(entry.get("controller") or "niemand"))


def _strength(card: Any) -> str:
    strength = card.get("strength") if isinstance(card, dict) else None
    return name_of(card) + (f" {strength}" if strength is not None else "")


def _person(rows: Row, state: Row, number: int) -> Group:
    at = f"state.players[{number}]"
    person = state["players"][number]
    fields = [make(spec, f"{at}.{spec['key']}", person.get(spec["key"]), []) for spec in rows["player"]]
    zones = [_zone(f"{at}.{key}", label, person.get(key)) for key, label in rows["zones"].items()]
    if "pending" in rows:
        held = person.get("pending")
        zones.append(
            _entries(f"{at}.pending", rows["pending"], held if isinstance(held, list) else [], "pending")
        )
    return Group(at, _title(str(person["id"])), fields, zones, len(state["players"]) > 1)


def _piles(rows: Row, state: Row) -> Group:
    """Return the piles; one that is given is exact, top card first."""
    piles = state.get("piles")
    known = piles if isinstance(piles, dict) else {}
    zones = [_zone(f"state.piles.{key}", label, known.get(key)) for key, label in rows["piles"].items()]
    return Group("state.piles", "Stapel", [], zones, False)


def _zone(path: str, label: str, found: Any, as_: str = "") -> Zone:
    cards = found if isinstance(found, list) else []
    return Zone(path, label, [(name_of(card), f"{path}[{n}]") for n, card in enumerate(cards)], as_)


def _side(rows: Row, scenario: Row, side: str) -> Group:
    """Return one side of a fight: who is in it, and what was played for it."""
    at = "state.combat"
    combat = scenario["state"]["combat"]
    played = _entries(f"{at}.played", f"Schon gespielt {rows['sides'][side]}", combat.get("played", []), side)
    if side == "munchkins":
        return Group(at, "Munchkins", list(_fields(rows["combat"], scenario, at)), [played], False)
    monsters = _entries(f"{at}.monsters", "Monster", combat["monsters"], "monster")
    return Group(f"{at}.monsters", "Monster", [], [monsters, played], False)


def _entries(path: str, label: str, entries: list[Row], as_: str) -> Zone:
    """Return a zone of entries that hold a card; of what was played only one side's."""
    cards = [
        (name_of(entry["card"]), f"{path}[{number}]")
        for number, entry in enumerate(entries)
        if entry.get("side", as_) == as_
    ]
    return Zone(path, label, cards, as_)


def _monsters(combat: Row) -> list[Group]:
    """Return a part per monster for what makes it stronger; the monster itself is taken out of the fight above."""
    found = []
    for number, monster in enumerate(combat["monsters"]):
        at = f"state.combat.monsters[{number}]"
        boosts = _zone(f"{at}.boosts", "Verstärkt durch", monster.get("boosts"), "boost")
        found.append(Group(f"{at}.card", name_of(monster["card"]), [], [boosts], False))
    return found


def _base(scenario: Row, number: int) -> Group:
    """Return the fields of a base: its numbers, and who has what there."""
    at = f"state.bases[{number}]"
    base = scenario["state"]["bases"][number]
    card = base["card"]
    fields = [Field(f"{at}.card", "Basis (Name aus der Box)", "base", card)]
    if isinstance(card, dict) and "card" not in card:
        fields = [Field(f"{at}.card.name", "Name", "base", card.get("name"))]
        for spec in game_rows("smash-up")["facts"]["base"]:
            fields.append(make(spec, f"{at}.card.{spec['key']}", paths.at(card, spec["key"]), []))
    for person in people_of(scenario):
        label = f"Kreaturen von {_title(person)} (Stärken oder Namen, mit Semikolon)"
        fields.append(Field(f"{at}.cards:{person}", label, "creatures", _there(base, person)))
    label = "Monster (Stärken oder Namen, mit Semikolon)"
    fields.append(Field(f"{at}.cards:", label, "creatures", _there(base, None)))
    many = len(scenario["state"]["bases"]) > 1
    return Group(at, f"Basis {number + 1}: {name_of(card)}", fields, [], many)


def lying(scenario: Row) -> Iterator[Group]:
    """Yield a part per card that lies at a base: whose it is, its counters, and what is attached to it."""
    people = people_of(scenario)
    for number, base in enumerate(scenario["state"].get("bases") or ()):
        for place, entry in enumerate(base.get("cards", ())):
            at = f"state.bases[{number}].cards[{place}]"
            fields = [
                make(spec, f"{at}.{spec['key']}", entry.get(spec["key"]), people)
                for spec in game_rows("smash-up")["entry"]
            ]
            attached = entry.get("attached")
            zone = _entries(
                f"{at}.attached", "Angelegt", attached if isinstance(attached, list) else [], "attached"
            )
            where = f"{_strength(entry['card'])} von {_whose(entry)} an Basis {number + 1}"
            yield Group(at, where, fields, [zone], True)
        at = f"state.bases[{number}].actions"
        actions = base.get("actions")
        zone = _entries(at, "Aktionen an der Basis", actions if isinstance(actions, list) else [], "at-base")
        yield Group(at, f"An Basis {number + 1}", [], [zone], False)


def _there(base: Row, controller: str | None) -> list[Row]:
    """Return what one person controls at a base, shown as strengths where nothing else is known."""
    return [
        {"name": piece_of(entry["card"])}
        for entry in base.get("cards", ())
        if entry.get("controller") == controller
    ]


def piece_of(card: Any) -> str:
    """Return how a card at a base is written in one word: its strength, or its name."""
    if isinstance(card, dict) and card.get("name") in ("Kreatur", "Monster") and "strength" in card:
        return str(card["strength"])
    return name_of(card)


def _action(rows: Row, scenario: Row, number: int) -> Group:
    at = f"do[{number}]"
    action = scenario["do"][number]
    known = rows["actions"].get(action.get("action"), {})
    player = {"key": "player", "label": "Wer", "kind": "player"}
    title = f"{number + 1}. {known.get('label', action.get('action', ''))}"
    return Group(at, title, list(_fields([player, *known.get("fields", ())], scenario, at)))


def boxes_of(scenario: Row) -> Options:
    """Return the boxes of this game; the one that stands for „not attested“ lies on no table."""
    rows = library().editions.items()
    return [
        (key, str(row["name"])) for key, row in rows if row["game"] == scenario["game"] and key != NAMELESS
    ]


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
