"""Laws of what is said and offered: a card without effect says so, an extra ability is offered from where it works."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rules.engine.library import Library
from tests.smashup.tables import ask

Row = dict[str, Any]
PLACES = ("play", "hand", "discard")
NAMED = [places for number in (1, 2, 3) for places in combinations(PLACES, number)]


def bare_table(card: str) -> Row:
    """Return a table on which there is nothing that a card could work on."""
    field = {"name": "Feld", "kind": "base", "breakpoint": 60, "points": [4, 2, 1]}
    empty: Row = {"hand": [], "deck": [], "discard": []}
    piles = ("bases", "base_discard", "monsters", "monster_discard", "treasures", "treasure_discard")
    return {
        "players": [{"id": "anna", **empty, "hand": [card]}, {"id": "ben", **empty}],
        "turn": {"player": "anna", "step": "play"},
        "bases": [{"card": field}],
        "piles": {pile: [] for pile in piles},
    }


def test_a_card_without_effect_at_this_moment_says_so(library: Library) -> None:
    said = 0
    for key, row in library.card_facts.items():
        plain = row["kind"] in ("action", "treasure") and not row.get("as") and not row.get("play_on")
        if not key.startswith("smash-up/") or not plain:
            continue
        answer = ask(
            library, bare_table(row["slug"]), {"action": "play", "player": "anna", "card": row["slug"]}
        )
        for outcome in answer["outcomes"] if answer["legal"] else ():
            state = outcome["state"]
            worked = state["effects"] or state["turn"]["extra"] or any(p["points"] for p in state["players"])
            if outcome["open"] or worked:
                continue
            free, played, *rest = [step["text"] for step in outcome["steps"]]
            assert rest[:-1] or "jetzt geschieht nichts" in played, (row["slug"], free, played, rest)
            said += 1
    assert said > 30


def at_scoring(places: tuple[str, ...], lies: str) -> Row:
    """Return a table at which Anna's card, usable from these places before a scoring, lies in one of them."""
    ability = {"kind": "extra", "window": "before", "may": True, "from": list(places)}
    ability["effects"] = [{"action": "change_points", "by": 1}]
    card = {"name": "Joker", "kind": "creature", "strength": 1, "abilities": [ability]}
    giant = {
        "ref": "g",
        "card": {"name": "Riese", "kind": "creature", "strength": 9},
        "owner": "ben",
        "controller": "ben",
    }
    joker = {"ref": "j", "card": card, "owner": "anna", "controller": "anna"}
    field = {"name": "Feld", "kind": "base", "breakpoint": 8, "points": [4, 2, 1]}
    anna = {"id": "anna", "hand": [card] * (lies == "hand"), "discard": [card] * (lies == "discard")}
    return {
        "players": [anna, {"id": "ben", "hand": [], "discard": []}],
        "turn": {"player": "anna", "step": "play"},
        "bases": [{"card": field, "cards": [giant, *[joker] * (lies == "play")]}],
        "piles": {"bases": [], "monsters": [], "treasures": []},
    }


@pytest.mark.parametrize("places", NAMED, ids="-".join)
@pytest.mark.parametrize("lies", PLACES)
def test_an_extra_ability_works_from_every_place_that_its_text_names(
    lies: str, places: tuple[str, ...], library: Library
) -> None:
    """And from no other; the step says that it need not lie on the table."""
    begin = {"action": "begin_score", "player": "anna", "base": 0}
    [outcome] = ask(library, at_scoring(places, lies), begin)["outcomes"]
    asked = [decision for decision in outcome["open"] if decision["kind"] == "extra"]
    assert bool(asked) is (lies in places)
    cited = {cite for step in outcome["steps"] for cite in step["cites"]}
    assert ("smash-up.begriffe.extra-orte" in cited) is (lies in places and lies != "play")
