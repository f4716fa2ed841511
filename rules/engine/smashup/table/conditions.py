"""When an ability works: what must lie on the table, in a pile, or stand in a scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rules.engine.kernel import Context
from rules.engine.objects import Json
from rules.engine.smashup.language.parts import Bind, Count, Held, OnTable
from rules.engine.smashup.table.board import Board, Origin
from rules.engine.smashup.table.state import is_creature
from rules.engine.smashup.table.zones import present


class Call(Protocol):
    """An ability at work, as far as a condition looks at it."""

    @property
    def ctx(self) -> Context: ...
    @property
    def origin(self) -> Origin: ...
    @property
    def bind(self) -> Bind: ...
    @property
    def board(self) -> Board: ...
    @property
    def chooser(self) -> str: ...
    @property
    def base(self) -> int: ...
    def players(self, word: str) -> list[str]: ...


def holds(call: Call, wanted: OnTable) -> bool:
    """Say whether every condition is met."""
    return all(CONDITIONS[key](call, value) for key, value in wanted.items())


def _count(call: Call, value: Count) -> bool:
    number = len(call.board.matching(value["of"], call.origin, call.bind))
    return value.get("min", 0) <= number <= value.get("max", number)


def _discard(call: Call, value: int) -> bool:
    return len(call.ctx.state.player(call.chooser).discard) >= value


def _stronger(call: Call, value: str) -> bool:
    """Say whether another player is stronger than you here."""
    mine = call.board.total(call.base, call.chooser)
    return any(call.board.total(call.base, p) > mine for p in call.ctx.state.others(call.chooser))


def _strongest(call: Call, value: bool) -> bool:
    """Say whether nobody is stronger than you here; sharing the first place is enough."""
    return (not _stronger(call, "other") and bool(call.board.of_player(call.base, call.chooser))) is value


def _lead(call: Call, value: int) -> bool:
    """Say whether you lead by so much before the next player here."""
    mine = call.board.total(call.base, call.chooser)
    others = [p for p in present(call.ctx.state, call.base) if p != call.chooser]
    if not others and mine >= value:
        call.ctx.doubt("lead-over-nobody")
    return mine - max((call.board.total(call.base, p) for p in others), default=0) >= value


def _total(call: Call, value: int) -> bool:
    return sum(call.board.total(call.base, p.id) for p in call.ctx.state.players) >= value


def _present(call: Call, value: str) -> bool:
    """Say whether somebody has a creature here."""
    return any(call.board.of_player(call.base, player) for player in call.players(value))


def _absent(call: Call, value: str) -> bool:
    return not _present(call, value)


def _remembered(call: Call, value: Json) -> bool:
    return all(call.bind.get(key) == wanted for key, wanted in value.items())


def _some(call: Call, value: str) -> bool:
    """Say whether an earlier effect remembers more than nothing."""
    return bool(call.bind.get(value))


def _won(call: Call, value: str) -> bool:
    """Say whether somebody has the first place at the scored base."""
    return any(player in call.players("winner") for player in call.players(value))


def _hand_has(call: Call, value: Held) -> bool:
    hand = call.ctx.state.player(call.chooser).hand
    fitting = [
        c
        for c in hand
        if c.kind == value.get("kind", c.kind) or (value.get("kind") == "creature" and is_creature(c))
    ]
    return len(fitting) >= value.get("min", 1)


CONDITIONS: dict[str, Callable[[Call, Any], bool]] = {
    "count": _count,
    "discard": _discard,
    "stronger": _stronger,
    "strongest": _strongest,
    "lead": _lead,
    "total": _total,
    "present": _present,
    "absent": _absent,
    "remembered": _remembered,
    "some": _some,
    "won": _won,
    "hand": _hand_has,
}
