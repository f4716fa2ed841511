"""What a question says of one base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Facts = Mapping[str, Mapping[str, Any]]
# Whom the asker calls „du“, and all others taken together.
YOU, OTHERS, RIVAL = "gegenueber", "andere", "gegner"


@dataclass
class Shore:
    """What the question says of one base."""

    card: str | None = None
    breakpoint: int | None = None
    points: list[int] | None = None
    monsters: list[Any] = field(default_factory=list)
    monster_strengths: list[int] = field(default_factory=list)
    # „ein Monster liegt da“, and nobody says which.
    unknown_monsters: int = 0
    people: dict[str, list[Any]] = field(default_factory=dict)
    # Who is told to have nothing, and nobody says whether a creature is there.
    unsure: list[str] = field(default_factory=list)
    # Who takes everybody away before the scoring, and who goes without anybody saying with whom.
    gone: set[str] = field(default_factory=set)
    leaving: set[str] = field(default_factory=set)
    # Who is first, second, third, where only that is told.
    ranks: dict[str, int] = field(default_factory=dict)
    # Places that are spoken of without anybody on them: „für den zweiten Platz“.
    places: list[int] = field(default_factory=list)
    alone: bool = False
    # Cards that somebody plays into the scoring, and cards that lie on somebody's creature.
    played: list[tuple[str, str]] = field(default_factory=list)
    attached: list[tuple[str, int, str]] = field(default_factory=list)
    # Cards that lie on the base itself.
    upon: list[str] = field(default_factory=list)
    # How many sit at the table or at the base.
    players: int | None = None
    treasures: int | None = None
    together: int | None = None
    # Who controls the monsters there, or those that are named with it.
    charmed: str | None = None
    charmed_ones: list[str] = field(default_factory=list)
    # Whose turn it is; whether creatures were told one by one.
    active: str | None = None
    creatures: bool = False
    # What changes the printed number: added to it, or divided by.
    change: int = 0
    halved: bool = False
    # What comes out, as somebody says.
    claims: list[int] = field(default_factory=list)
    # What nobody could place: then nobody counts.
    strange: list[str] = field(default_factory=list)

    def told(self, who: str | None = None) -> list[int]:
        """Return the strengths that were told in numbers, of one or of all; a card's own is the resolver's to say."""
        rows = self.people.values() if who is None else [self.people.get(who, [])]
        return [one for values in rows for one in values if isinstance(one, int)]
