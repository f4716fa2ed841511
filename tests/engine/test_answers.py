"""What holds for every answer: chances, citations, determinism, states that can be asked again."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine import resolve
from rules.engine.library import Library
from tests.engine.plays import BOXES, action, census, decks_of, table

ACTIONS_PER_PLAY = 12


@pytest.fixture(scope="session")
def known(library: Library) -> dict[str, list[str]]:
    """Cards of each box that a table may hold."""
    facts = library.card_facts
    return {
        box: [f["slug"] for key, f in facts.items() if key.startswith(box + "/") and not f.get("group")]
        for box in BOXES
    }


@given(seed=st.integers(0, 10**9))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_random_play_keeps_every_promise(seed: int, library: Library, known: dict[str, list[str]]) -> None:
    random = Random(seed)
    question = table(random, known, decks_of(library))
    state = resolve(question, library)["outcomes"][0]["state"]
    cards = census(state)
    for _ in range(ACTIONS_PER_PLAY):
        if state["winners"]:
            break
        asked = {**question, "state": state, "do": [action(random, state)]}
        answer = resolve(asked, library)
        assert_sound(answer, cards)
        assert msgspec.json.encode(resolve(asked, library)) == msgspec.json.encode(answer)
        outcome = random.choice(answer["outcomes"])
        assert asked_again(question, outcome["state"], library) == outcome["state"]
        state = outcome["state"] if answer["legal"] else state


def assert_sound(answer: dict[str, Any], cards: Any) -> None:
    assert sum(Fraction(outcome["chance"]) for outcome in answer["outcomes"]) == 1
    assert answer["summary"]
    assert answer["legal"] == (answer["refusal"] is None)
    assert answer["legal"] or answer["verdict"] in ("refused", "unsettled")
    for outcome in answer["outcomes"]:
        assert census(outcome["state"]) == cards
        assert all(1 <= player["level"] <= 10 for player in outcome["state"]["players"])
        for step in outcome["steps"]:
            assert step["cites"], step["text"]
            assert set(step["cites"]) <= set(answer["cites"])
    if answer["refusal"]:
        assert answer["refusal"]["cites"]
        assert answer["refusal"]["text"]


def asked_again(question: dict[str, Any], state: dict[str, Any], library: Library) -> dict[str, Any]:
    """Return the state that comes back when this state is only described: through JSON, as a link carries it."""
    copy = msgspec.json.decode(msgspec.json.encode(state))
    return dict(resolve({**question, "state": copy, "do": []}, library)["outcomes"][0]["state"])


@given(seed=st.integers(0, 10**9))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_other_names_change_nothing(seed: int, library: Library, known: dict[str, list[str]]) -> None:
    random = Random(seed)
    question = table(random, known, decks_of(library))
    state = resolve(question, library)["outcomes"][0]["state"]
    asked = {**question, "state": state, "do": [action(random, state)]}
    renamed = msgspec.json.decode(swapped(msgspec.json.encode(asked)))
    first, second = resolve(asked, library), resolve(renamed, library)
    assert swapped(msgspec.json.encode(first["outcomes"])) == msgspec.json.encode(second["outcomes"])
    assert first["verdict"] == second["verdict"]


def swapped(text: bytes) -> bytes:
    """Give Ben and Kim, who sits nowhere yet, each other's name; both are three letters long and not declined apart."""
    return text.replace(b'"ben"', b'"kim"').replace(b"Ben", b"Kim")
