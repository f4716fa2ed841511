"""The moment that a reader chooses afterwards: own turn, somebody else's, a fight."""

from __future__ import annotations

from rules.ask.data import table
from rules.ask.match import Match, fits
from rules.ask.phrase import Phrase


def choose(match: Match, chosen: str) -> None:
    """Put the chosen moment into its place, where the intent has one and the question names none."""
    row = table()["choices"]["turn"].get(chosen)
    slot = match.intent["slots"].get("moment")
    if row is None or slot is None or "moment" in match.bound:
        return
    moment = Phrase("moments", row["moment"], "", 0, 0, owner=row["owner"])
    if fits(moment, slot):
        match.bound["moment"] = [moment]
