"""Laws of the table, on random tables: what holds whatever lies there and whatever is done."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rules.engine import resolve
from rules.engine.library import Library
from tests.engine.plays import BOXES

TABLES = 3
BEARER = ["sternendeuter"]
# Everything that a card can bring whoever uses it, beside the place it takes and its price.
BROUGHT: tuple[dict[str, Any], ...] = (
    {"bonus": 7},
    {"run_away": 3},
    {"sell_bonus": 900},
    {"counts": [{"kind": "item", "times": 2}]},
    {"modifiers": [{"vs": "level>=1", "strength": 9}]},
    {"abilities": [{"run_away": 4}]},
    {"abilities": [{"extra_hands": 2}]},
    {"abilities": [{"big_items": "any"}]},
    {"abilities": [{"allies": 4}]},
    {"abilities": [{"wins_ties": True}]},
    {"abilities": [{"hand_limit": 9}]},
    {"abilities": [{"strength": 6}]},
    {"abilities": [{"two_handed": 0}]},
    {"abilities": [{"level_per_helped_kill": 1}]},
    {"abilities": [{"more_treasures": {"win": 2}}]},
    {"abilities": [{"outrun": 2}]},
    {"abilities": [{"second_trouble": True}]},
    {"abilities": [{"discard_for_strength": {"each": 3, "max": 3}}]},
    {"abilities": [{"discard_hand_for": {"strength": 5}}]},
    {"abilities": [{"draw_discard_instead": {"hand": 0}}]},
)


def things(random: Random) -> dict[str, Any]:
    """Cards of random worth that the moments below need."""
    return {
        "dagger": {"name": "Dolch", "kind": "item", "hands": 1, "gold": 200, "bonus": random.randint(0, 2)},
        "hatchet": {"name": "Beil", "kind": "item", "hands": 1, "gold": 300, "bonus": random.randint(0, 2)},
        "saw": {"name": "Säge", "kind": "item", "hands": 1, "gold": 400, "bonus": random.randint(0, 2)},
        "spear": {"name": "Spieß", "kind": "item", "hands": 2, "gold": 500},
        "anvil": {"name": "Amboss", "kind": "item", "big": True, "gold": 300},
        "clock": {"name": "Standuhr", "kind": "item", "big": True, "gold": 300},
        "mate": {"name": "Kumpel", "kind": "ally", "bonus": 1},
        "driver": {"name": "Fahrer", "kind": "hireling", "bonus": 1},
        "elf": {"name": "Halbling", "kind": "race"},
    }


def moments(random: Random, own: dict[str, Any]) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Return tables on which `own` lies before Anna, each with what is done there."""
    c, level = things(random), random.randint(2, 8)
    ogre = {
        "name": "Oger",
        "kind": "monster",
        "level": level,
        "treasures": 1,
        "bad_stuff": [{"lose_levels": 1}],
    }
    rat = {"name": "Ratte", "kind": "monster", "level": 1, "treasures": 1}

    def at(phase: str, in_play: Any = (), hand: Any = (), **more: Any) -> dict[str, Any]:
        anna = {"id": "anna", "level": level, "in_play": [own, *in_play], "hand": list(hand)}
        players = [anna, {"id": "ben", "level": 5}, {"id": "cem", "level": 2, "in_play": [c["elf"]]}]
        combat = more.pop("combat", None)
        turn = {"player": more.pop("active", "anna"), "phase": phase, **more}
        return {"players": players, "turn": turn, "combat": combat}

    def fight(monster: Any = ogre, **more: Any) -> dict[str, Any]:
        return {"fighter": "anna", "monsters": [{"card": monster}], **more}

    do: Any = lambda action, **keys: [{"action": action, "player": "anna", **keys}]  # noqa: E731
    lost = fight(state="lost")
    helped = fight(rat, fighter="ben", helper="anna")
    together = fight(state="lost", helper="ben")
    seven = [{**c["dagger"], "name": f"Dolch {i}"} for i in range(7)]
    return [
        (at("door", combat=fight()), do("finish_combat")),
        (at("door", [c["saw"]], combat=fight()), []),
        (at("door", combat=lost), do("run_away")),
        (at("door", combat=together), do("run_away")),
        (at("door", active="ben", combat=helped), [{"action": "finish_combat", "player": "ben"}]),
        (at("door", combat=fight(rat)), do("finish_combat")),
        (at("door", hand=[c["saw"]], combat=fight()), do("use", card=own, discard=[c["saw"]])),
        (at("charity", hand=seven), do("charity")),
        (at("charity", hand=[rat], fights=1), do("look_for_trouble", card=rat)),
        (at("start", [c["dagger"], c["hatchet"]], [c["saw"]]), do("play", card=c["saw"], into="use")),
        (at("start", [c["dagger"], c["hatchet"]], [c["spear"]]), do("play", card=c["spear"], into="use")),
        (at("start", [c["anvil"]], [c["clock"]]), do("play", card=c["clock"])),
        (at("start", [c["mate"]], [c["driver"]]), do("play", card=c["driver"])),
        (at("start", [c["dagger"], c["hatchet"]]), do("sell", cards=[c["dagger"], c["hatchet"]])),
        (at("door"), do("kick_door", instead={"use": own, "discard": []})),
        (at("door"), do("kick_door", card=ogre)),
    ]


def answers(own: dict[str, Any], box: str, library: Library, seed: str) -> list[bytes]:
    """Return what comes out on every one of the tables; the very card is always called the same."""
    found = []
    for state, do in moments(Random(seed), own):
        answer = resolve({"game": "munchkin", "sets": [box], "state": state, "do": do}, library)
        gist = [answer["legal"], answer["verdict"], answer["outcomes"]]
        found.append(msgspec.json.encode(gist).replace(msgspec.json.encode(own), b'"own"'))
    return found


@pytest.mark.parametrize("brought", BROUGHT, ids=str)
@pytest.mark.parametrize("box", BOXES)
def test_who_may_not_use_a_card_has_nothing_of_it(
    brought: dict[str, Any], box: str, library: Library
) -> None:
    idle = {"name": "Erbstück", "kind": "item", "gold": 100, "usable_by": BEARER}
    for table in range(TABLES):
        seed = f"{brought}{table}"
        assert answers({**idle, **brought}, box, library, seed) == answers(idle, box, library, seed)


@pytest.mark.parametrize("brought", BROUGHT, ids=str)
def test_who_may_use_it_has_something_of_it(brought: dict[str, Any], library: Library) -> None:
    """Without this, the law above would hold for cards that never do anything."""
    plain = {"name": "Erbstück", "kind": "item", "gold": 100}
    differ = [
        answers({**plain, **brought}, box, library, str(table)) != answers(plain, box, library, str(table))
        for box in BOXES
        for table in range(TABLES)
    ]
    assert any(differ)
