"""„vorher 12 : 13 → jetzt 14 : 13“: the score that somebody saw last goes along in the address."""

from __future__ import annotations

import re
from dataclasses import dataclass

SCORE = re.compile(r"-?\d{1,4}:-?\d{1,4}", re.ASCII)


@dataclass(frozen=True)
class Before:
    """How a fight stood before something was changed, and how it stands now."""

    then: str
    now: str


def score_before(given: str, now: str) -> Before | None:
    """Return both scores as one reads them; nothing where nothing is different."""
    if not now or given == now or not SCORE.fullmatch(given):
        return None
    return Before(given.replace(":", " : "), now.replace(":", " : "))
