"""Told situations of many voices: what is worked out is right, and what cannot be is hardly ever told wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from rules.ask.bases import by_score
from rules.ask.dice import by_escape
from rules.ask.reading import read
from rules.ask_scoring import judge, of_part
from rules.engine.library import Library

FILE = Path(__file__).parent / "questions" / "situations.yaml"
WAYS = {"score": by_score, "chance": by_escape}
# How many of a hundred known ones are right at least.
LEAST = {"score": 75, "chance": 85}
MOST_WRONG = 2


@pytest.mark.parametrize("kind", WAYS)
def test_known_situations_are_worked_out(books: Library, kind: str) -> None:
    known = of_part(yaml.safe_load(FILE.read_text(encoding="utf-8")), "learn")
    tally: Counter[str] = Counter()
    for entry in (one for one in known if one["kind"] == kind):
        reading = WAYS[kind](read(entry["q"], entry["sets"], books))
        tally[judge(entry, reading.answer)[0] if reading else "none"] += 1
    assert 100 * tally["right"] >= LEAST[kind] * tally.total()
    assert 100 * tally["wrong"] <= MOST_WRONG * tally.total()
