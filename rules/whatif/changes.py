"""What is different afterwards: levels, points, and where the cards of each person lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.engine.words import slug
from rules.facts import library
from rules.whatif.words import words

State = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """One person's differences, each a short phrase."""

    player: str
    told: list[str]


@dataclass(frozen=True)
class Points:
    """One person's victory points before and after."""

    player: str
    before: int
    after: int
    place: int | None = None
    strength: int | None = None

    @property
    def gained(self) -> int:
        return self.after - self.before


def changes(question: dict[str, Any], after: State) -> list[Change]:
    """Return who has something else than before; people whom nothing happened to are left out."""
    before = {person["id"]: person for person in _people(question)}
    found = [
        Change(_title(person["id"]), _told(before.get(person["id"], {}), person))
        for person in after["players"]
    ]
    return [change for change in found if change.told]


def points(question: dict[str, Any], outcome: dict[str, Any]) -> list[Points]:
    """Return everybody's points where somebody won or lost some, whoever gained most first."""
    before = {person["id"]: person.get("points", 0) for person in _people(question)}
    told = {
        step["values"].get("player"): step["values"] for step in outcome["steps"] if "place" in step["values"]
    }
    found = [
        Points(
            _title(person["id"]),
            before.get(person["id"], 0),
            person["points"],
            told.get(person["id"], {}).get("place"),
            told.get(person["id"], {}).get("strength"),
        )
        for person in outcome["state"]["players"]
        if "points" in person
    ]
    moved = any(row.gained for row in found)
    return sorted(found, key=lambda row: (-row.gained, -row.after)) if moved else []


def name_of(card: Any) -> str:
    """Return how a card of a state is called."""
    if isinstance(card, str):
        return _known(card)
    if not isinstance(card, dict):
        return "Karte"
    if "back" in card:
        return "unbekannte Karte"
    named = card.get("name") or _known(str(card.get("card", "Karte")))
    attached = [name_of(one) for one in card.get("with") or ()]
    return f"{named} mit {', '.join(attached)}" if attached else str(named)


def _known(word: str) -> str:
    """Return the name of a database card that was written as its slug."""
    box, _, name = word.rpartition("/")
    shelf = library()
    boxes = [box] if box else shelf.boxes_by_slug.get(slug(name), [])
    facts = next(
        (shelf.card_facts[key] for b in boxes if (key := f"{b}/{slug(name)}") in shelf.card_facts), None
    )
    return str(facts["name"]) if facts else name


def _people(question: dict[str, Any]) -> list[dict[str, Any]]:
    state = question.get("state")
    people = state.get("players") if isinstance(state, dict) else None
    return [person for person in people or () if isinstance(person, dict)]


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _told(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    told = []
    if "level" in after and after["level"] != before.get("level", 1):
        told.append(f"Stufe {before.get('level', 1)} → {after['level']}")
    for zone, where in words()["zones"].items():
        if isinstance(after.get(zone), list) and isinstance(before.get(zone, []), list):
            gone, come = _moved(before.get(zone, []), after[zone])
            told += [f"{where} neu: {', '.join(come)}"] if come else []
            told += [f"nicht mehr {where}: {', '.join(gone)}"] if gone else []
    return told


def _moved(before: list[Any], after: list[Any]) -> tuple[list[str], list[str]]:
    """Return the names of the cards that left a zone and of those that came."""
    keyed = {_key(card): card for card in [*before, *after]}
    old, new = Counter(map(_key, before)), Counter(map(_key, after))
    return [name_of(keyed[k]) for k in (old - new).elements()], [
        name_of(keyed[k]) for k in (new - old).elements()
    ]


def _key(card: Any) -> str:
    if isinstance(card, dict) and set(card) >= {"card", "until"}:
        card = card["card"]
    return msgspec.json.encode(card, order="sorted").decode()
