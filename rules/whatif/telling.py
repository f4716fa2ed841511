"""A scenario in words: who sits there with what, who fights whom, what is tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.whatif.changes import name_of
from rules.whatif.words import game_rows, words

Row = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """One line of the situation: whom or what it is about, and what is so."""

    title: str
    text: str


def situation(scenario: Row) -> list[Line]:
    """Return the situation line by line; whatever is not shaped as it should be is left out."""
    state = scenario.get("state")
    if not isinstance(state, dict):
        return []
    lines = [_person(one) for one in _listed(state.get("players"))]
    combat = state.get("combat")
    if isinstance(combat, dict):
        lines.append(_fight(combat))
    lines += [_base(one) for one in _listed(state.get("bases"))]
    actions = [action_text(scenario.get("game"), one) for one in _listed(scenario.get("do"))]
    return [*lines, *(Line(f"Zug {number}", text) for number, text in enumerate(actions, 1))]


def action_text(game: Any, action: Row) -> str:
    """Return an action in a few words: who does what with what."""
    known = game_rows(str(game))["actions"] if game in ("munchkin", "smash-up") else {}
    name = str(action.get("action", ""))
    label = known.get(name, {}).get("label") or words()["answering"].get(name, name)
    with_ = [_shown(value) for key, value in action.items() if key not in ("action", "player", "decision")]
    who = str(action.get("player") or "")
    told = f"{_title(who)}: {label}" if who else str(label)
    details = [one for one in with_ if one]
    return f"{told} ({', '.join(details)})" if details else told


def _person(person: Row) -> Line:
    told = []
    if "level" in person or ("points" not in person and "factions" not in person):
        told.append(f"Stufe {person.get('level', 1)}")
    if person.get("factions"):
        told.append(" und ".join(str(one).title() for one in _values(person["factions"])))
    if person.get("points"):
        told.append(f"{person['points']} Siegpunkte")
    told += [name_of(card) for card in _values(person.get("in_play"))]
    hand = [name_of(card) for card in _values(person.get("hand"))]
    told += [f"auf der Hand {', '.join(hand)}"] if hand else []
    return Line(_title(str(person.get("id", ""))), ", ".join(told))


def _fight(combat: Row) -> Line:
    monsters = [_monster(one) for one in _listed(combat.get("monsters"))]
    helper = f" mit {_title(str(combat['helper']))}" if combat.get("helper") else ""
    played = [name_of(one.get("card")) for one in _listed(combat.get("played"))]
    extra = f"; gespielt: {', '.join(played)}" if played else ""
    against = " und ".join(monsters) or "noch niemanden"
    return Line("Kampf", f"{_title(str(combat.get('fighter', '')))}{helper} gegen {against}{extra}")


def _monster(monster: Row) -> str:
    boosts = [name_of(card) for card in _values(monster.get("boosts"))]
    return name_of(monster.get("card")) + (f" ({', '.join(boosts)})" if boosts else "")


def _base(base: Row) -> Line:
    there: dict[str, list[str]] = {}
    for entry in _listed(base.get("cards")):
        card = entry.get("card")
        strength = card.get("strength") if isinstance(card, dict) else None
        whose = _title(str(entry.get("controller") or "Monster"))
        there.setdefault(whose, []).append(str(strength) if strength is not None else name_of(card))
    told = [f"{whose}: {', '.join(cards)}" for whose, cards in there.items()]
    return Line(name_of(base.get("card")), "; ".join(told) or "niemand da")


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(filter(None, (_shown(one) for one in value)))
    if isinstance(value, dict):
        return name_of(value) if {"name", "card", "back"} & set(value) else ""
    if isinstance(value, str):
        # The number of an option says nothing to a reader.
        return "" if value.isdecimal() else name_of(value)
    return str(value)


def _listed(value: Any) -> list[Row]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
