"""What a question says of a flight."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.ask.escape import Event

FIGHTER = "kaempfer"


@dataclass
class Runner:
    """Somebody who runs: what helps, as a number, or as cards that the resolver knows."""

    id: str
    help: int = 0
    cards: list[str] = field(default_factory=list)
    level: int | None = None


@dataclass
class Chaser:
    """A monster: a card of the database, or only what it does to the roll."""

    card: str | None = None
    run_away: int = 0
    boosts: list[str] = field(default_factory=list)


@dataclass
class Flight:
    """Who runs from what, and how it ends that is asked for."""

    runners: list[Runner] = field(default_factory=list)
    foes: list[Chaser] = field(default_factory=list)
    rolled: list[int] = field(default_factory=list)
    # Whether several monsters are there, and nobody says how many.
    uncounted: bool = False
    # What changes the rolls of all.
    shared: int = 0
    event: Event = field(default_factory=Event)
    # Of several events, one per person: „ich entkomme und er nicht“.
    each: dict[str, bool] = field(default_factory=dict)
    asked: str = ""
    strange: list[str] = field(default_factory=list)
