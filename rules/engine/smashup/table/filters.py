"""Filters: which cards in play an ability means, one check per word of the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules.engine.smashup.language.abilities import Talent
from rules.engine.smashup.language.parts import Bind, Bounds, InPlay
from rules.engine.smashup.table.state import is_action, is_creature

if TYPE_CHECKING:
    from rules.engine.smashup.table.board import Board, Origin, Spot

# A check gets the board, the card with its surroundings, the word's value, the ability's origin, and what
# earlier effects have settled.


def _has_type(board: Board, spot: Spot, value: str, origin: Origin, bind: Bind) -> bool:
    card = spot.entry.card
    return {
        "creature": is_creature(card),
        "monster": card.kind == "monster",
        "action": is_action(card),
        "treasure": card.kind == "treasure",
        "card": True,
    }[value]


def _has_controller(board: Board, spot: Spot, value: str | None, origin: Origin, bind: Bind) -> bool:
    controller, you = spot.entry.controller, bind.get("you", origin.player)
    if value in ("none", None):
        return controller is None
    if value in ("other", "others"):
        return controller is not None and controller != you
    if value == "not-active":
        return controller is not None and controller != board.active
    who = {"you": you, "active": board.active}.get(value, bind.get(value, value))
    return controller is not None and (value == "any" or controller == who)


def _has_owner(owner: str | None, value: str, you: str | None) -> bool:
    """Monsters and treasures belong to nobody and are never meant."""
    if value in ("other", "others"):
        return owner not in (None, you)
    return owner is not None and owner == {"you": you}.get(value, value)


def _is_at(board: Board, spot: Spot, value: str | int, origin: Origin, bind: Bind) -> bool:
    if value == "any":
        return True
    if value == "other":
        return spot.base != origin.base
    if value == "with-monster":
        return any(e.card.kind == "monster" for e in board.creatures(spot.base))
    if value == "scored":
        return board.scored is not None and spot.base == board.scored
    if value == "of-it":
        return bind.get("it") in board.spots and spot.base == board.spots[bind["it"]].base
    wanted = origin.base if value == "here" else bind.get(str(value), value)
    return spot.base == wanted


def _strength_limit(board: Board, value: str | int, origin: Origin) -> int:
    return (
        (board.strength(origin.ref) if origin.ref in board.spots else 0) if value == "source" else int(value)
    )


def _has_strength(board: Board, spot: Spot, value: int | Bounds) -> bool:
    """Say whether a creature has just this strength, or one within bounds."""
    if not is_creature(spot.entry.card):
        return False
    strength = board.strength(spot.entry.ref)
    low, high = (
        (value.get("min", 0), value.get("max", strength)) if isinstance(value, dict) else (value, value)
    )
    return bool(low <= strength <= high)


def _is_on(board: Board, spot: Spot, value: str, origin: Origin, bind: Bind) -> bool:
    if value in ("base", "creature"):
        return (spot.host is None) == (value == "base") and not is_creature(spot.entry.card)
    host = bind.get("it") if value == "it" else origin.host if value == "host" else origin.ref
    return spot.host is not None and spot.host.ref == host


def own(origin: Origin) -> InPlay:
    """Return the filter for an effect that names no card: what it lies on, else the card itself."""
    return {"host": True} if origin.host else {"self": True}


def only(wanted: InPlay, origin: Origin) -> str:
    return origin.ref if wanted.get("self") else origin.host if wanted.get("host") else ""


Check = Callable[["Board", "Spot", Any, "Origin", Bind], bool]
FILTERS: dict[str, Check] = {
    "type": _has_type,
    "kind": _has_type,
    "monster": lambda b, s, v, o, k: (s.entry.card.kind == "monster") is v,
    "controller": _has_controller,
    "base": _is_at,
    "here": lambda b, s, v, o, k: (s.base == o.base) is v,
    "max_strength": lambda b, s, v, o, k: (
        is_creature(s.entry.card) and b.strength(s.entry.ref) <= _strength_limit(b, v, o)
    ),
    "min_strength": lambda b, s, v, o, k: (
        is_creature(s.entry.card) and b.strength(s.entry.ref) >= _strength_limit(b, v, o)
    ),
    "strength": lambda b, s, v, o, k: _has_strength(b, s, v),
    "name": lambda b, s, v, o, k: v in (s.entry.card.name, s.entry.card.slug),
    "tags": lambda b, s, v, o, k: set(v) <= set(s.entry.card.get("tags", ())),
    "owner": lambda b, s, v, o, k: _has_owner(s.entry.owner, v, k.get("you", o.player)),
    "tag": lambda b, s, v, o, k: v in s.entry.card.get("tags", ()),
    "faction": lambda b, s, v, o, k: s.entry.card.get("faction") == k.get(v, v),
    "self": lambda b, s, v, o, k: (s.entry.ref == o.ref) is v,
    "host": lambda b, s, v, o, k: (s.entry.ref == o.host) is v,
    "same_name": lambda b, s, v, o, k: (s.entry.card.slug == o.slug) is v,
    "lies_on": _is_on,
    "host_controller": lambda b, s, v, o, k: (
        s.host is not None and s.host.controller == (o.player if v == "you" else v)
    ),
    "owned": lambda b, s, v, o, k: (s.entry.owner is not None) is v,
    "not": lambda b, s, v, o, k: s.entry.ref != k.get(v, v),
    "ref": lambda b, s, v, o, k: s.entry.ref == k.get(v, v),
    "has_treasure": lambda b, s, v, o, k: any(a.card.kind == "treasure" for a in s.entry.attached) is v,
    "has_talent": lambda b, s, v, o, k: (
        any(isinstance(a, Talent) for a in s.entry.card.get("abilities", ())) is v
    ),
}
