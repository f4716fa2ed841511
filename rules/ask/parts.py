"""Which part each number, card and person of a fight plays, as learned from marked fights: the surest row of parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rules.ask.clues import NOTHING, Clues, State
from rules.ask.meaning import packed, unpacked

BEAM = 12
SCALE = 64.0


class Row(NamedTuple):
    """A row of parts, one for each unit, and how well it explains the question."""

    score: float
    roles: tuple[str, ...]
    state: State


class Parts:
    """What every clue says for and against every part."""

    def __init__(self, roles: Sequence[str], kinds: Mapping[str, Sequence[int]]) -> None:
        self.roles = tuple(roles)
        self.kinds = {kind: np.asarray(sorted(of), dtype=np.int64) for kind, of in kinds.items()}
        self.nothing = self.roles.index(NOTHING)
        self.place: dict[str, int] = {}
        self.weights: Any = np.zeros((0, len(self.roles)), dtype=np.float32)

    def rows(self, clues: Sequence[str]) -> list[int]:
        """Return the rows of the clues that are known."""
        place = self.place
        return [place[clue] for clue in clues if clue in place]

    def read(self, clues: Clues, beam: int = BEAM) -> list[Row]:
        """Return the best rows of parts, the best one first."""
        found = [Row(0.0, (), State())]
        for at in range(len(clues.units)):
            found = self._step(clues, at, found, beam)
        return sorted((self.ended(clues, row) for row in found), key=lambda row: -row.score)

    def ended(self, clues: Clues, row: Row) -> Row:
        """Return a row with what speaks for it as a whole."""
        value = self.weights[self.rows(clues.of_end(row.state))].sum(axis=0)[self.nothing]
        return row._replace(score=row.score + float(value))

    def _step(self, clues: Clues, at: int, found: Sequence[Row], beam: int) -> list[Row]:
        allowed = self.allowed(clues.units[at].kind)
        plain = self.weights[self.rows(clues.of_words(at))].sum(axis=0)
        return best_of(found, allowed, beam, self._scorer(clues, at, plain), self.follower(clues, at))

    def _scorer(self, clues: Clues, at: int, plain: Any) -> Callable[[State], Any]:
        seen: dict[State, Any] = {}

        def scores(state: State) -> Any:
            if state not in seen:
                seen[state] = plain + self.weights[self.rows(clues.of_state(at, state))].sum(axis=0)
            return seen[state]

        return scores

    def follower(self, clues: Clues, at: int) -> Callable[[int, State], tuple[str, State]]:
        """Return what a row of parts becomes when one more is known."""
        return lambda role, state: (self.roles[role], clues.after(at, self.roles[role], state))

    def allowed(self, kind: str) -> Any:
        """Return the parts that something of a kind may play."""
        return self.kinds.get(kind, self.kinds[NOTHING])

    def save(self, path: Path) -> None:
        """Keep what says something, in small numbers."""
        small = np.clip(np.rint(self.weights * SCALE), -32000, 32000).astype(np.int16)
        kept = np.flatnonzero(np.abs(small).sum(axis=1))
        names = sorted(self.place, key=self.place.__getitem__)
        small = small[kept]
        where = np.flatnonzero(small)
        flat = small.ravel()[where]
        np.savez_compressed(
            path,
            clues=packed([names[one] for one in kept]),
            roles=packed(self.roles),
            kinds=packed([f"{kind}\t{','.join(map(str, of))}" for kind, of in sorted(self.kinds.items())]),
            steps=np.diff(where, prepend=0).astype(np.uint32),
            values=flat,
        )

    @classmethod
    def load(cls, path: Path) -> Parts:
        with np.load(path) as kept:
            roles, names = unpacked(kept["roles"]), unpacked(kept["clues"])
            rows = (line.split("\t") for line in unpacked(kept["kinds"]))
            found = cls(roles, {kind: [int(one) for one in of.split(",")] for kind, of in rows})
            weights = np.zeros(len(names) * len(roles), dtype=np.float32)
            weights[np.cumsum(kept["steps"].astype(np.int64))] = kept["values"] / SCALE
        found.weights = weights.reshape(len(names), len(roles))
        found.place = {name: place for place, name in enumerate(names)}
        return found


def best_of(
    found: Sequence[Row],
    allowed: Any,
    beam: int,
    scores: Callable[[State], Any],
    follow: Callable[[int, State], tuple[str, State]],
) -> list[Row]:
    """Return the best rows that are one part longer."""
    table = np.stack([row.score + scores(row.state)[allowed] for row in found])
    order = np.argsort(-table, axis=None, kind="stable")[:beam]
    longer = []
    for place in order:
        row, role = found[place // len(allowed)], int(allowed[place % len(allowed)])
        name, state = follow(role, row.state)
        longer.append(Row(float(table.flat[place]), (*row.roles, name), state))
    return longer
