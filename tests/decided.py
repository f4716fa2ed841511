"""The cases of the fixtures, read once per process: thousands of situations and what the books decide in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.cases import Case, read_cases

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
# The boxes whose rulebooks are here; who develops may have put another one among them.
PUBLISHED = {"cthulhu", "shakespeare", "impossible", "axe-cop", "smash-up"}


@cache
def cases() -> tuple[Case, ...]:
    """Return every case; whoever changes one changes a copy."""
    return tuple(read_cases(FIXTURES))
