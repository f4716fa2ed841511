"""Laws of asking, on random plays: neither the order of equal things nor the way of asking decides anything."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from rules.engine import resolve
from rules.engine.library import Library
from tests.engine.plays import action, decks_of, flight, table

PLAYS = 40
ACTIONS = 9
MOST_OUTCOMES = 8
ZONES = ("in_play", "backpack", "hand", "pending")


def begin(random: Random, known: dict[str, list[str]], library: Library) -> dict[str, Any]:
    """Return a random table; on two of three there is a fight, lost already or still open."""
    if random.random() < 1 / 3:
        return table(random, known, decks_of(library))
    question = flight(random, known, library)
    question["state"]["combat"]["state"] = random.choice(("open", "lost"))
    return {**question, "do": []}


def shuffled(random: Random, state: dict[str, Any]) -> dict[str, Any]:
    """Return the same table with what lies side by side written down in another order."""
    players = [
        {**player, **{zone: random.sample(player[zone], len(player[zone])) for zone in ZONES}}
        for player in state["players"]
    ]
    bodies = [{**body, "cards": random.sample(body["cards"], len(body["cards"]))} for body in state["bodies"]]
    return {**state, "players": players, "bodies": bodies}


def sorted_out(value: Any) -> Any:
    """Return a value without the order of its lists, and without what is told of it in words."""
    if isinstance(value, dict):
        return {
            key: sorted_out(item) for key, item in value.items() if key not in ("text", "frames", "cites")
        }
    if isinstance(value, list):
        return sorted(
            (sorted_out(item) for item in value), key=lambda item: msgspec.json.encode(item, order="sorted")
        )
    return value


def gist(answer: dict[str, Any]) -> tuple[Any, ...]:
    """Return what an answer comes to: what may be, how likely, and the tables at the end."""
    ends: Counter[bytes] = Counter()
    for outcome in answer["outcomes"]:
        fight = outcome["combat"] and [
            outcome["combat"]["winner"],
            *(outcome["combat"][side]["total"] for side in ("munchkins", "monsters")),
        ]
        end = sorted_out([outcome["state"], outcome["winners"], fight])
        ends[msgspec.json.encode(end, order="sorted")] += Fraction(outcome["chance"])
    return answer["legal"], answer["verdict"], (answer["refusal"] or {}).get("code"), ends


@pytest.mark.parametrize("seed", range(PLAYS))
def test_the_order_in_which_cards_lie_decides_nothing(
    seed: int, library: Library, known: dict[str, list[str]]
) -> None:
    random = Random(seed)
    question = begin(random, known, library)
    state = resolve(question, library)["outcomes"][0]["state"]
    for _ in range(ACTIONS):
        do = action(random, state)
        plain = resolve({**question, "state": state, "do": [do]}, library)
        if not state["decisions"]:
            turned = resolve({**question, "state": shuffled(random, state), "do": [do]}, library)
            assert gist(turned) == gist(plain), do
        state = random.choice(plain["outcomes"])["state"]
        if state["winners"]:
            break


@pytest.mark.parametrize("seed", range(PLAYS))
def test_all_at_once_comes_to_the_same_as_action_by_action(
    seed: int, library: Library, known: dict[str, list[str]]
) -> None:
    """Every outcome goes on by itself; an action that none of them allows is not part of the play."""
    random = Random(1000 + seed)
    question = begin(random, known, library)
    start = resolve(question, library)["outcomes"][0]["state"]
    done: list[dict[str, Any]] = []
    ends = {msgspec.json.encode(start): Fraction(1)}
    for _ in range(ACTIONS):
        do = action(random, msgspec.json.decode(random.choice(sorted(ends))))
        single, possible = one_by_one(question, ends, do, library)
        whole = resolve({**question, "state": start, "do": [*done, do]}, library)
        assert whole["legal"] == possible, do
        if not possible:
            continue
        done.append(do)
        assert weights(whole) == single, done
        ends = dict(single)
        if len(ends) > MOST_OUTCOMES or any(msgspec.json.decode(end)["winners"] for end in ends):
            break


def weights(answer: dict[str, Any]) -> Counter[bytes]:
    found: Counter[bytes] = Counter()
    for outcome in answer["outcomes"]:
        found[msgspec.json.encode(outcome["state"])] += Fraction(outcome["chance"])
    return found


def one_by_one(
    question: dict[str, Any], ends: dict[bytes, Fraction], do: dict[str, Any], library: Library
) -> tuple[Counter[bytes], bool]:
    """Do something on each table by itself; return how all of them end, and whether any allows it."""
    found, possible = Counter[bytes](), False
    for end, chance in ends.items():
        answer = resolve({**question, "state": msgspec.json.decode(end), "do": [do]}, library)
        possible = possible or answer["legal"]
        for state, weight in weights(answer).items():
            found[state] += chance * weight
    return found, possible
