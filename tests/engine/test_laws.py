"""Laws of the table, on random tables: what holds whatever lies there and whatever is done."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from rules.engine import resolve
from rules.engine.library import Library
from tests.engine.plays import BOXES, action, census, decks_of, flight, inline_cards, table

TABLES = 3
FLIGHTS = 250
PLAYS = 60
ACTIONS = 10
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
    for number in range(TABLES):
        seed = f"{brought}{number}"
        assert answers({**idle, **brought}, box, library, seed) == answers(idle, box, library, seed)


@pytest.mark.parametrize("brought", BROUGHT, ids=str)
def test_who_may_use_it_has_something_of_it(brought: dict[str, Any], library: Library) -> None:
    """Without this, the law above would hold for cards that never do anything."""
    plain = {"name": "Erbstück", "kind": "item", "gold": 100}
    differ = [
        answers({**plain, **brought}, box, library, str(number)) != answers(plain, box, library, str(number))
        for box in BOXES
        for number in range(TABLES)
    ]
    assert any(differ)


def ends(answer: dict[str, Any], weight: Fraction = Fraction(1)) -> Counter[bytes]:
    """Return how likely each table is at the end."""
    found: Counter[bytes] = Counter()
    for outcome in answer["outcomes"]:
        found[msgspec.json.encode(outcome["state"])] += weight * Fraction(outcome["chance"])
    return found


def one_by_one(
    question: dict[str, Any], first: dict[str, Any], do: dict[str, Any], library: Library
) -> tuple[int, Counter[bytes]]:
    """Do something in every outcome by itself; return in how many it is possible, and how all of them end."""
    possible, found = 0, Counter[bytes]()
    for outcome in first["outcomes"]:
        answer = resolve({**question, "state": outcome["state"], "do": [do]}, library)
        possible += answer["legal"]
        found += ends(answer, Fraction(outcome["chance"]))
    return possible, found


def test_what_only_some_branches_allow_is_left_out_in_the_others(
    library: Library, known: dict[str, list[str]]
) -> None:
    """All at once comes to the same as one action after the other, outcome by outcome."""
    random, partly = Random(4), 0
    for _ in range(FLIGHTS):
        question = flight(random, known, library)
        first = resolve(question, library)
        do = action(random, random.choice(first["outcomes"])["state"])
        whole = resolve({**question, "do": [*question["do"], do]}, library)
        possible, found = one_by_one(question, first, do, library)
        assert whole["legal"] == bool(possible), do
        assert ends(whole) == found, do
        partly += 0 < possible < len(first["outcomes"])
    assert partly


@pytest.mark.parametrize("box", BOXES)
def test_who_wins_already_neither_flees_nor_asks_for_help(box: str, library: Library) -> None:
    random, refused = Random(box), Counter[bool]()
    for _ in range(60):
        ogre = {"name": "Oger", "kind": "monster", "level": random.randint(1, 9), "bad_stuff": []}
        dice = {"name": "Recke", "kind": "class", "abilities": [{"wins_ties": random.random() < 0.5}]}
        players = [
            {"id": "anna", "level": random.randint(1, 9), "in_play": [dice]},
            {"id": "ben"},
            {"id": "cem"},
        ]
        fight = {"fighter": "anna", "monsters": [{"card": ogre}]}
        state = {"players": players, "turn": {"player": "anna", "phase": "door"}, "combat": fight}
        question = {"game": "munchkin", "sets": [box], "state": state}
        wins = resolve(question, library)["outcomes"][0]["combat"]["winner"] == "munchkins"
        for do in ({"action": "run_away"}, {"action": "ask_help", "helper": "ben"}):
            answer = resolve({**question, "do": [{**do, "player": "anna"}]}, library)
            assert answer["legal"] != wins, do
            refused[wins] += 1
    assert refused[True]
    assert refused[False]


def test_no_known_card_vanishes_where_the_piles_are_not_given(
    library: Library, known: dict[str, list[str]]
) -> None:
    """What lay on the table lies on it still, be it on top of a pile that nobody knows."""
    random, discarded = Random(8), 0
    for _ in range(PLAYS):
        question = table(random, known, decks_of(library))
        del question["state"]["piles"]
        state = resolve(question, library)["outcomes"][0]["state"]
        for _ in range(ACTIONS):
            before = census(state)
            answer = resolve({**question, "state": state, "do": [action(random, state)]}, library)
            for outcome in answer["outcomes"]:
                assert not before - census(outcome["state"])
            state = random.choice(answer["outcomes"])["state"]
            discarded += any(pile for pile in state["piles"].values())
            if state["winners"]:
                break
    assert discarded


RING = {"name": "Aufhebung", "kind": "one-shot", "deck": "treasure", "effects": [{"lift": True}]}


@pytest.mark.parametrize("named", [{}, {"against": "do[0]"}], ids=str)
def test_a_curse_that_is_undone_has_never_worked(named: dict[str, Any], library: Library) -> None:
    """The table is the one before, but for the two cards, which lie on their discard piles."""
    random = Random(str(named))
    curses = [card for card in inline_cards() if card["kind"] in ("curse", "trap")]
    for box in BOXES:
        for card in curses:
            if card.get("lasting") and not named:
                continue
            worn = [card for card in inline_cards() if card["kind"] in ("class", "item")]
            victim = {
                "id": "anna",
                "level": random.randint(2, 9),
                "in_play": worn[:1],
                "hand": [RING, *worn[1:3]],
            }
            players = [victim, {"id": "ben", "hand": [card]}, {"id": "cem"}]
            state = {"players": players, "turn": {"player": "anna", "phase": "start"}}
            curse = {"action": "play", "player": "ben", "card": card, "on": "anna"}
            lift = {"action": "play", "player": "anna", "card": RING, **named}
            question = {"game": "munchkin", "sets": [box], "state": state, "do": [curse, lift]}
            answer = resolve(question, library)
            assert answer["legal"], answer["summary"]
            (outcome,) = answer["outcomes"]
            anna = outcome["state"]["players"][0]
            assert (anna["level"], anna["in_play"], anna["hand"]) == (victim["level"], worn[:1], worn[1:3])
            assert not anna["pending"]
            assert not outcome["open"]
            tops = {pile["top"][0]["name"] for pile in outcome["state"]["piles"].values() if pile}
            assert tops == {card["name"], RING["name"]}


def test_only_what_was_just_played_can_be_undone(library: Library) -> None:
    pech = {"name": "Pech", "kind": "curse", "effects": [{"lose_levels": 1}]}
    players = [{"id": "anna", "level": 5, "hand": [RING]}, {"id": "ben", "hand": [pech]}, {"id": "cem"}]
    state = {"players": players, "turn": {"player": "anna", "phase": "start"}}
    curse = {"action": "play", "player": "ben", "card": pech, "on": "anna"}
    between = {"action": "change_level", "player": "ben", "by": 1}
    lift = {"action": "play", "player": "anna", "card": RING, "against": "do[0]"}
    question = {"game": "munchkin", "sets": ["cthulhu"], "state": state}
    late = resolve({**question, "do": [curse, between, lift]}, library)
    assert (late["legal"], late["refusal"]["code"]) == (False, "nothing-to-undo")
    assert late["outcomes"][0]["state"]["players"][0]["level"] == 4
