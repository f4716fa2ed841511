"""Players ask in many ways; each way of asking the same gives the same scenario, and its answer."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ask import ask
from rules.engine.library import Library
from tests.ask.corpus import GROUPS, TURNED_DOWN

LEAST_PHRASINGS = 400
ASKED = [pytest.param(group, text, id=text) for group in GROUPS for text in group["asks"]]
UNANSWERED = [text for texts in TURNED_DOWN.values() for text in texts]


def test_the_corpus_is_large_and_says_nothing_twice() -> None:
    texts = [text for group in GROUPS for text in group["asks"]]
    assert len(texts) >= LEAST_PHRASINGS
    assert len(texts) == len(set(texts))
    assert len({group["id"] for group in GROUPS}) == len(GROUPS)


@pytest.mark.parametrize(("group", "text"), ASKED)
def test_the_question_gives_the_scenario_of_its_group(
    group: dict[str, Any], text: str, books: Library
) -> None:
    found = ask(text, [], books)
    assert found.intent == group["intent"]
    assert found.scenario == group["scenario"]
    assert [gap.what for gap in found.missing] == group.get("missing", [])
    assert not found.ignored


@pytest.mark.parametrize("group", [pytest.param(group, id=group["id"]) for group in GROUPS])
def test_the_scenario_is_answered_as_the_group_says(group: dict[str, Any], books: Library) -> None:
    found = ask(group["asks"][0], [], books)
    if "answer" not in group:
        assert found.answer is None
        assert found.missing
        return
    assert found.answer is not None
    assert gist(found.answer, set(group["answer"])) == group["answer"]


def gist(answer: dict[str, Any], keys: set[str]) -> dict[str, Any]:
    """Return what a group says about its answer."""
    outcome = answer["outcomes"][0]
    combat = outcome.get("combat") or {}
    players = outcome["state"]["players"]
    whole = {
        "verdict": answer["verdict"],
        "legal": answer["legal"],
        "winners": outcome.get("winners"),
        "winner": combat.get("winner"),
        "totals": [combat.get(side, {}).get("total") for side in ("munchkins", "monsters")],
        "levels": {player["id"]: player.get("level") for player in players},
        "points": {player["id"]: player.get("points") for player in players},
    }
    return {key: value for key, value in whole.items() if key in keys}


@pytest.mark.parametrize("text", UNANSWERED)
def test_what_cannot_be_read_is_not_answered(text: str, books: Library) -> None:
    assert ask(text, [], books).answer is None


@pytest.mark.parametrize("text", TURNED_DOWN["contradictory"])
def test_numbers_that_cannot_be_are_asked_back_or_not_read(text: str, books: Library) -> None:
    found = ask(text, [], books)
    assert found.missing or found.scenario is None
