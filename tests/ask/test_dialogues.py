"""Whole talks, turn by turn: those that were learned from stay right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cards.files import load_yaml
from rules.ask_scoring import of_part, score, turns
from rules.engine.library import Library

FILE = Path(__file__).with_name("dialogues.yaml")
# Of a hundred turns of the talks that are learned from.
RIGHT, WRONG = 75, 6


def talks() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = load_yaml(FILE)
    return found


def test_the_talks_that_are_learned_from_stay_right(books: Library) -> None:
    outcomes = [one.outcome for one in score(of_part(talks(), "learn"), books)]
    assert 100 * outcomes.count("right") / len(outcomes) >= RIGHT
    assert 100 * outcomes.count("wrong") / len(outcomes) <= WRONG


def test_every_talk_rests_on_rules_that_exist(books: Library) -> None:
    cited = {rule for talk in talks() for turn in turns(talk) for rule in turn.get("rules", ())}
    assert cited
    assert not cited - books.cited.keys()
