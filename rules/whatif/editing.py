"""What a sent form makes of the scenario: values put in their places, cards that come and go, names changed."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

from rules.engine.words import slug
from rules.facts import library
from rules.whatif import paths
from rules.whatif.fields import Field, Zone, all_fields, all_zones, people_of, piece_of
from rules.whatif.naming import card_word
from rules.whatif.own_rules import keep_fitting
from rules.whatif.starting import FIRST_BOX, fresh
from rules.whatif.words import game_rows, words

Row = dict[str, Any]
Form = Mapping[str, str]
NUMBER = re.compile(r"[+-]?\d{1,7}")
# Where a person is named beside `players`: these keys follow when somebody is renamed.
NAMES = ("player", "fighter", "helper", "with", "to", "from", "of", "on", "owner", "controller")
MOST_PEOPLE = 12
MOST_NAME = 60
GAMES = ("munchkin", "smash-up")


def tidy(scenario: Row) -> Row:
    """Return a copy that has what the form needs; anything that is no scenario at all becomes a fresh one."""
    game = scenario.get("game") if scenario.get("game") in GAMES else "munchkin"
    known = [key for key in _words(scenario.get("sets")) if key in library().editions]
    empty = fresh(str(game), known[0] if known else FIRST_BOX)
    state = scenario.get("state")
    if not isinstance(state, dict) or not _has_people(state):
        return {**empty, "sets": known or empty["sets"]}
    found = {**copy.deepcopy(scenario), "game": game, "sets": known or empty["sets"]}
    found["do"] = _rows(found.get("do"))
    _tidy_state(found["state"], empty["state"])
    return found


def _tidy_state(state: Row, empty: Row) -> None:
    if not isinstance(state.get("turn"), dict):
        state["turn"] = {**empty["turn"], "player": state["players"][0]["id"]}
    combat = state.get("combat")
    if combat is not None and not isinstance(combat, dict):
        del state["combat"]
    elif combat:
        combat["monsters"] = [one for one in _rows(combat.get("monsters")) if "card" in one]
        combat["played"] = [one for one in _rows(combat.get("played")) if "card" in one]
    if "bases" in state:
        state["bases"] = [one for one in _rows(state["bases"]) if "card" in one]
        for base in state["bases"]:
            base["cards"] = [one for one in _rows(base.get("cards")) if {"card", "ref"} <= set(one)]


def _has_people(state: Row) -> bool:
    people = state.get("players")
    return (
        bool(people)
        and isinstance(people, list)
        and all(isinstance(one, dict) and isinstance(one.get("id"), str) for one in people)
    )


def _rows(value: Any) -> list[Row]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _words(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def edited(scenario: Row, form: Form, sets: list[str]) -> Row:
    """Return the scenario after a sent form: boxes, values, cards, then the button that was pressed."""
    scenario = copy.deepcopy(scenario)
    if chosen := [key for key in sets if key in library().editions]:
        scenario["sets"] = chosen
    _choose_book(scenario, form)
    _keep_own_rules(scenario, keep_fitting(scenario))
    before = people_of(scenario)
    fields, zones = list(all_fields(scenario)), list(all_zones(scenario))
    for one in fields:
        typed = form.get(one.path, "").strip()
        if (one.kind == "check" and f"da:{one.path}" in form) or (
            one.path in form and typed != one.shown.strip()
        ):
            _fill(scenario, one, typed)
    for zone in zones:
        for name in _pieces(form.get(zone.name, ""), ";"):
            add_card(scenario, zone.path, zone.as_, _card(scenario, name))
    _rename(scenario, before, people_of(scenario))
    _press(scenario, form.get("tun", ""), form)
    return scenario


def _choose_book(scenario: Row, form: Form) -> None:
    book = form.get("rulebook", scenario.get("rulebook", ""))
    scenario.pop("rulebook", None)
    if book in scenario["sets"] and book != scenario["sets"][0]:
        scenario["rulebook"] = book
    if "variants" in form:
        known = game_rows(scenario["game"])["variants"]
        scenario["variants"] = [key for key in form["variants"].split(",") if key in known]
    if not scenario.get("variants"):
        scenario.pop("variants", None)


def _keep_own_rules(scenario: Row, house: dict[str, str]) -> None:
    scenario.pop("house", None)
    if house:
        scenario["house"] = house


def _fill(scenario: Row, one: Field, typed: str) -> None:
    """Put what was typed into its place; what is empty and may be goes away."""
    if one.kind == "creatures":
        _set_creatures(scenario, one.path, typed)
    elif one.kind == "base":
        _set_base(scenario, one, typed)
    elif not typed and (one.optional or one.kind in ("check", "card", "cards")):
        paths.uproot(scenario, one.path)
    elif typed or one.kind != "text":
        paths.plant(scenario, one.path, _value(scenario, one, typed))


def _value(scenario: Row, one: Field, typed: str) -> Any:
    """Return the value for what was typed; what is no number stays as it is, and the resolver names it."""
    number = typed.replace("−", "-").replace(".", "")
    if one.kind == "number" or one.number:
        return int(number) if NUMBER.fullmatch(number) else (typed or one.default or 0)
    if one.kind == "check":
        return True
    if one.kind == "words":
        return [slug(piece) for piece in _pieces(typed, ";,")]
    if one.kind == "card":
        return _card(scenario, typed)
    if one.kind == "cards":
        return [_card(scenario, piece) for piece in _pieces(typed, ";")]
    if one.kind == "trait":
        return _trait(typed)
    if one.kind == "traits":
        return [_trait(piece) for piece in _pieces(typed, ";,")]
    side, _, index = typed.partition(":")
    return {"monster": int(index)} if side == "monster" and index.isdecimal() else typed[:MOST_NAME]


def _trait(typed: str) -> str:
    """Return a trait as cards write it; conditions like `level>=5` stay."""
    return typed if re.search(r"[:<>=]", typed) else slug(typed)


def _pieces(typed: str, between: str) -> list[str]:
    return [piece.strip() for piece in re.split(f"[{between}]", typed) if piece.strip()][:40]


def _card(scenario: Row, typed: str) -> Any:
    """Return the card of that name; of a card that only another box has, the box comes onto the table."""
    sets = tuple(scenario["sets"])
    word = card_word(typed[:200], sets)
    if library().find(word, sets) is None:
        for box in siblings(scenario):
            found = card_word(typed[:200], (box,))
            if box not in sets and library().find(found, (box,)) is not None:
                scenario["sets"] = [*sets, box]
                return found
    return word


def siblings(scenario: Row) -> list[str]:
    """Return the boxes with a rulebook of this game."""
    rows = library().editions.items()
    return [key for key, row in rows if row["game"] == scenario["game"] and row.get("has_rulebook")]


def add_card(scenario: Row, path: str, as_: str, card: Any) -> None:
    """Let a card come into a zone."""
    entry: Any = card
    if as_ == "monster":
        entry = {"card": card}
    elif as_ in ("munchkins", "monsters"):
        fighter = scenario["state"]["combat"].get("fighter", people_of(scenario)[0])
        entry = {"card": card, "player": fighter, "side": as_}
    elif as_ == "pending":
        entry = {"card": card, "until": "lifted"}
    elif as_ in ("attached", "at-base"):
        owner = scenario["state"]["turn"].get("player", people_of(scenario)[0])
        entry = {"ref": _free_ref(scenario, []), "card": card, "owner": owner, "controller": owner}
    if not isinstance(paths.at(scenario, path), list):
        paths.plant(scenario, path, [])
    paths.at(scenario, path).append(entry)


def _set_base(scenario: Row, one: Field, typed: str) -> None:
    """Name a base: a card of the box takes the place of the numbers typed by hand."""
    at = one.path.removesuffix(".name")
    word = _card(scenario, typed) if typed else ""
    known = library().find(word, tuple(scenario["sets"])) if word else None
    if known is not None and known.kind == "base":
        paths.plant(scenario, at, word)
    elif one.path.endswith(".name") and typed:
        paths.plant(scenario, one.path, typed)
    elif typed:
        numbers = fresh("smash-up", "smash-up")["state"]["bases"][0]["card"]
        paths.plant(scenario, at, {**numbers, "name": typed})


def _set_creatures(scenario: Row, path: str, typed: str) -> None:
    """Let exactly the creatures lie there that were typed; those that lie there already keep their reference."""
    at, _, person = path.partition(".cards:")
    base = paths.at(scenario, at)
    controller = person or None
    own = [entry for entry in base["cards"] if entry.get("controller") == controller]
    others = [entry for entry in base["cards"] if entry.get("controller") != controller]
    kept: list[Row] = []
    for piece in _pieces(typed, ";,"):
        old = next((one for one in own if one not in kept and piece_of(one["card"]) == piece), None)
        kept.append(old or _creature(scenario, piece, controller, kept))
    base["cards"] = [*others, *kept]


def _creature(scenario: Row, piece: str, controller: str | None, new: list[Row]) -> Row:
    kind = "creature" if controller else "monster"
    name = "Kreatur" if controller else "Monster"
    card: Any = _card(scenario, piece)
    if NUMBER.fullmatch(piece):
        card = {"name": name, "kind": kind, "strength": int(piece)}
    ref = _free_ref(scenario, new)
    return {"ref": ref, "card": card, "owner": controller, "controller": controller}


def _free_ref(scenario: Row, new: list[Row]) -> str:
    """Return a reference that no card in play has."""
    there = [
        entry for base in scenario["state"]["bases"] for entry in (*base["cards"], *base.get("actions", ()))
    ]
    taken = {entry["ref"] for entry in (*there, *new)}
    taken |= {one["ref"] for entry in there for one in entry.get("attached", ())}
    return next(f"k{number}" for number in range(1, 999) if f"k{number}" not in taken)


def _rename(scenario: Row, before: list[str], after: list[str]) -> None:
    """Let everything follow the people that were renamed."""
    names = {old: new for old, new in zip(before, after, strict=True) if old != new and new}
    if names:
        state = {key: value for key, value in scenario["state"].items() if key != "players"}
        _follow(state, names)
        _follow(scenario["do"], names)


def _follow(value: Any, names: dict[str, str]) -> None:
    if isinstance(value, list):
        for item in value:
            _follow(item, names)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in NAMES and isinstance(item, str):
                value[key] = names.get(item, item)
            else:
                _follow(item, names)


def _press(scenario: Row, button: str, form: Form) -> None:
    """Do what the pressed button says."""
    what, _, where = button.partition(":")
    act = BUTTONS.get(what)
    if act is not None:
        act(scenario, where, form)


def _remove(scenario: Row, where: str, form: Form) -> None:
    """Take away a person, a card, a monster, an action; whoever is left takes the place of who goes."""
    gone = paths.at(scenario, where)
    people = scenario["state"]["players"]
    if not where.startswith(("state.", "do[")) or (
        where.startswith("state.players[") and len(people) < 2 and gone in people
    ):
        return
    paths.remove(scenario, where)
    if isinstance(gone, dict) and "id" in gone:
        _rename(scenario, [gone["id"]], [people[0]["id"]])
        combat = scenario["state"].get("combat")
        if combat and combat.get("helper") == combat.get("fighter"):
            combat["helper"] = None


def _add_person(scenario: Row, where: str, form: Form) -> None:
    people = scenario["state"]["players"]
    taken = set(people_of(scenario))
    names = words()["people"]
    name = next((one for one in names if one not in taken), f"person {len(people) + 1}")
    if len(people) < MOST_PEOPLE:
        people.append({"id": name})


def _add_action(scenario: Row, where: str, form: Form) -> None:
    """Let an action be tried; what has a usual value begins with it."""
    known = game_rows(scenario["game"])["actions"]
    people = people_of(scenario)
    player = scenario["state"]["turn"].get("player", people[0])
    row = known.get(form.get("neu:aktion", ""))
    if row is None:
        return
    action: Row = {"action": form["neu:aktion"], "player": player}
    for spec in row.get("fields", ()):
        others = [one for one in people if one != player]
        usual = others[0] if spec["kind"] == "player" and others else spec.get("default")
        if usual is not None and not spec.get("optional"):
            paths.plant(action, spec["key"], usual)
    scenario["do"].append(action)


def _add_base(scenario: Row, where: str, form: Form) -> None:
    scenario["state"]["bases"].append(fresh("smash-up", "smash-up")["state"]["bases"][0])


def _fight(scenario: Row, where: str, form: Form) -> None:
    turn = scenario["state"]["turn"]
    scenario["state"]["combat"] = {"fighter": turn.get("player"), "monsters": [], "played": []}
    turn["phase"] = "door"


def _no_fight(scenario: Row, where: str, form: Form) -> None:
    scenario["state"].pop("combat", None)


def _by_the_book(scenario: Row, where: str, form: Form) -> None:
    _keep_own_rules(scenario, {})


BUTTONS = {
    "weg": _remove,
    "person": _add_person,
    "aktion": _add_action,
    "basis": _add_base,
    "kampf": _fight,
    "frieden": _no_fight,
    "nach-heft": _by_the_book,
}


def zone_of(scenario: Row, path: str, as_: str) -> Zone | None:
    """Return the zone of that path, where the form has it."""
    return next((zone for zone in all_zones(scenario) if zone.path == path and zone.as_ == as_), None)
