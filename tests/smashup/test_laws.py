"""Laws of Smash Up that hold on every table, whatever lies there."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest

from rules.engine.library import Library
from tests.smashup.playing import _cards
from tests.smashup.tables import HARBOUR, Maker, ask, ends, entries

Row = dict[str, Any]
SEEDS = range(30)
CHOICES = 40


def hand_card(library: Library, state: Row) -> Row:
    """Return a play of a card from the first hand, on or at something if it needs that."""
    [first, *_] = state["players"]
    card = state["turn"].pop("card", first["hand"][0])
    row = library.card_facts["smash-up/" + card]
    action: Row = {"action": "play", "player": first["id"], "card": card}
    if row.get("play_on") in ("creature", "own-creature"):
        hosts = [
            e["ref"] for _, e in entries(written(state)) if e["controller"] == first["id"] and "hosts" in e
        ]
        action["on"] = hosts[0] if hosts else "r1"
    elif row["kind"] == "creature" or row.get("as") == "creature" or row.get("play_on") == "base":
        action["base"] = 1
    return action


def written(state: Row) -> Row:
    """Return the table with all lists, and creatures marked as what can carry cards."""
    full = copy.deepcopy(state)
    for base in full["bases"]:
        for side in ("cards", "actions"):
            for entry in base.setdefault(side, []):
                entry.setdefault("attached", [])
                entry["hosts"] = side == "cards"
    return full


def counted(state: Row) -> Counter[str]:
    """Return every card of the table, described ones by their words."""
    return Counter(json.dumps(card, sort_keys=True, ensure_ascii=False) for card in _cards(written(state)))


def told(outcome: Row) -> Any:
    """Return what an outcome comes to, regardless of the order in which cards lie beside each other."""
    state = outcome["state"]
    people = [
        (p["id"], p["points"], sorted(map(str, listed(p["hand"]))), sorted(map(str, p["discard"])), p["deck"])
        for p in state["players"]
    ]
    lying = sorted((index, entry["ref"], entry["counters"]) for index, entry in entries(state))
    asked = [(d["kind"], d["player"], sorted(o["id"] for o in d["options"])) for d in outcome["open"]]
    return people, lying, asked, state["piles"]["monsters"], outcome["chance"]


def listed(cards: Any) -> list[Any]:
    return list(cards) if isinstance(cards, list) else ["?"] * cards


def chosen(outcome: Row, seed: int) -> Row:
    """Return a choice that does not depend on the order in which the options are listed."""
    decision = outcome["open"][0]
    option = random.Random(seed).choice(sorted(o["id"] for o in decision["options"]))
    choose = {"action": "choose", "player": decision["player"], "option": option}
    return {**choose, "decision": decision["decision"]}


# What keeps a creature from the discard pile.
KEEPERS = ["jetpack-of-anachronism", "small-but-tough", "eternal-hero"]


def keeper(ref: str, card: str) -> Row:
    owner = None if card.startswith("jetpack") else "ben"
    return {"ref": ref, "card": card, "owner": owner, "controller": "ben"}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_in_which_cards_are_written_down_decides_nothing(library: Library, seed: int) -> None:
    state = Maker(library, seed).state("check")
    chance = random.Random(seed)
    for number, entry in enumerate(state["bases"][0]["cards"]):
        if entry["owner"] and chance.random() < 0.7:
            entry["attached"] = [
                keeper(f"s{number}{place}", card) for place, card in enumerate(chance.sample(KEEPERS, 2))
            ]
    turned = copy.deepcopy(state)
    for base in turned["bases"]:
        base["cards"].reverse()
        for entry in base["cards"]:
            entry.get("attached", []).reverse()
    score = {"action": "score", "player": "anna", "base": 0}
    one, other = ask(library, state, score), ask(library, turned, score)
    assert one["legal"]
    for _ in range(CHOICES):
        assert one["verdict"] == other["verdict"]
        found, same = (sorted(answer["outcomes"], key=lambda o: repr(told(o))) for answer in (one, other))
        assert list(map(told, found)) == list(map(told, same))
        if not found[0]["open"]:
            break
        # Both tables are asked on with the same choice, until the base is cleared.
        one, other = (ask(library, o[0]["state"], chosen(o[0], seed)) for o in (found, same))
    assert not found[0]["open"]


@pytest.mark.parametrize("seed", SEEDS)
def test_asking_action_by_action_comes_to_the_same(library: Library, seed: int) -> None:
    state = Maker(library, seed).state()
    chance = random.Random(seed)
    do: list[Row] = [hand_card(library, state)]
    now = ask(library, state)["outcomes"][0]["state"]
    for number in range(8):
        answer = ask(library, now, do[number])
        if not answer["legal"] or len(answer["outcomes"]) > 1:
            do.pop()
            break
        now = answer["outcomes"][0]["state"]
        do.append(following(answer["outcomes"][0], chance))
    else:
        do.pop()
    answer = ask(library, state, *do)
    assert answer["legal"], answer["summary"]
    assert answer["outcomes"][0]["state"] == now


def following(outcome: Row, chance: random.Random) -> Row:
    """Return what is done next: whatever is asked, else the scoring and the end of the turn."""
    if outcome["open"]:
        decision = outcome["open"][0]
        option = chance.choice(decision["options"])["id"]
        choose = {"action": "choose", "player": decision["player"], "option": option}
        return {**choose, "decision": decision["decision"]}
    state = outcome["state"]
    player = state["turn"]["player"]
    if state["scoring"]:
        return {"action": "pass", "player": state["scoring"]["turn"] or player}
    if outcome["bases"][0]["due"]:
        return {"action": "begin_score", "player": player, "base": 0}
    return {"action": "end_turn", "player": player}


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_vanishes_and_none_doubles(library: Library, seed: int) -> None:
    looked = 0
    for number, card in enumerate(Maker(library, seed).state()["players"][0]["hand"]):
        state = Maker(library, seed).state()
        state["turn"]["card"] = card
        play = hand_card(library, state)
        before = counted(state)
        for outcome in ends(library, state, play):
            assert counted(outcome["state"]) == before, (number, card)
            looked += 1
    assert looked > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_scoring_stands_still_only_while_somebody_can_act(library: Library, seed: int) -> None:
    state = Maker(library, seed).state("check")
    state["players"][1]["hand"] = ["angry-pillagers", "clever-distraction"]
    begin = {"action": "begin_score", "player": "anna", "base": 0}
    [first] = ask(library, state, begin)["outcomes"][:1]
    player = first["state"]["scoring"]["turn"] or "anna"
    passes = (
        {"action": "score", "player": "anna", "base": 0}
        if first["open"]
        else {"action": "pass", "player": player}
    )
    looked = 0
    for outcome in ends(library, first["state"], passes):
        scoring = outcome["state"]["scoring"]
        assert scoring is None or outcome["open"] or scoring["window"] == "before"
        looked += 1
    assert looked


def test_who_forbids_prevails_on_every_way_a_creature_comes_into_play(library: Library) -> None:
    tried = 0
    for key, row in library.card_facts.items():
        if not key.startswith("smash-up/") or row["kind"] not in ("creature", "action", "treasure"):
            continue
        state = forbidden_table(row["slug"])
        for outcome in ends(library, state, *ways_to_play(row)):
            tried += 1
            new = {e["ref"] for i, e in entries(outcome["state"]) if i == 0 and creature(library, e)} - {
                "m",
                "b",
            }
            assert not new, (row["slug"], [step["text"] for step in outcome["steps"]])
    assert tried > 100


def forbidden_table(card: str) -> Row:
    """Return a table at which Anna may play creatures only at Birthday Party."""
    lying = [
        {"ref": "m", "card": "poultrygeist", "owner": None},
        {"ref": "b", "card": {"name": "Bote", "kind": "creature", "strength": 4}, "owner": "ben"},
    ]
    field = {"name": "Feld", "kind": "base", "breakpoint": 6, "points": [4, 2, 1]}
    held = [card, {"name": "Gast", "kind": "creature", "strength": 2}, {"name": "Wink", "kind": "action"}]
    anna = {"id": "anna", "hand": held, "deck": ["wender"] * 5, "discard": ["wender"] * 2}
    piles = {
        "bases": [HARBOUR],
        "monsters": ["king-tut"] * 5,
        "treasures": ["tiger-ross"] * 5,
        "treasure_discard": [],
    }
    return {
        "players": [anna, {"id": "ben", "deck": ["wender"] * 5, "hand": ["dork-ork"]}],
        "turn": {"player": "anna", "step": "play"},
        "bases": [{"card": field, "cards": lying}, {"card": "birthday-party"}],
        "piles": piles,
    }


def ways_to_play(row: Row) -> list[Row]:
    """Return how the card is brought to the field: played there, or for its extra ability before a scoring."""
    play: Row = {"action": "play", "player": "anna", "card": row["slug"]}
    kind = row.get("as", row["kind"])
    if kind == "creature" or row.get("play_on") == "base":
        play["base"] = 0
    elif row.get("play_on"):
        play["on"] = "b"
    if any(ability.get("window") == "before" for ability in row.get("abilities", ())):
        return [{"action": "begin_score", "player": "anna", "base": 0}, {**play, "extra": True}]
    return [play]


def creature(library: Library, entry: Row) -> bool:
    card = entry["card"]
    row = card if isinstance(card, dict) else library.card_facts["smash-up/" + card]
    return row.get("as", row["kind"]) in ("creature", "monster")


TARGETING = ("dogpile", "mugging", "verzauberung", "zzzzzap", "death-breath", "cleave", "remove-curse")


@pytest.mark.parametrize("card", TARGETING)
def test_whatever_is_offered_as_target_can_be_worked_on(library: Library, card: str) -> None:
    """What must be done cannot be dodged by taking a target on which it does nothing."""
    offered = 0
    for seed in SEEDS:
        state = Maker(library, seed).state()
        state["players"][0]["hand"] = [card, {"name": "Rest", "kind": "creature", "strength": 1}]
        state["bases"][0]["card"]["breakpoint"] = 60
        for outcome in ends(library, state, {"action": "play", "player": "anna", "card": card}):
            if outcome["open"] or "target" not in kinds_before(library, state, card):
                continue
            offered += 1
            before, now = (sorted(map(lying, entries(written(s)))) for s in (state, outcome["state"]))
            assert before != now, [step["text"] for step in outcome["steps"]]
    assert offered


def kinds_before(library: Library, state: Row, card: str) -> set[str]:
    answer = ask(library, state, {"action": "play", "player": "anna", "card": card})
    return {decision["kind"] for outcome in answer["outcomes"] for decision in outcome["open"]}


def lying(placed: tuple[int, Row]) -> tuple[Any, ...]:
    index, entry = placed
    return index, entry["ref"], str(entry.get("controller")), len(entry.get("attached", ()))


def test_what_is_put_on_a_pile_that_nobody_listed_is_still_there(library: Library) -> None:
    deck = {"name": "Feld", "kind": "base", "breakpoint": 60, "points": [4, 2, 1]}
    state = {
        "players": [{"id": "anna", "hand": ["wishing-ring"]}, {"id": "ben"}],
        "turn": {"player": "anna", "step": "play"},
        "bases": [{"card": deck, "cards": [{"ref": "g", "card": "ghoul", "owner": None}]}],
    }
    destroy = {"action": "destroy", "player": "anna", "ref": "g", "because": "Wucht"}
    ring = {"action": "play", "player": "anna", "card": "wishing-ring"}
    [outcome] = ask(library, state, destroy, ring)["outcomes"]
    piles = outcome["state"]["piles"]
    assert piles["monsters"]["top"] == ["ghoul"]
    assert piles["treasures"]["bottom"] == ["wishing-ring"]
    monster = {"action": "play_monster", "player": "anna", "base": 0, "because": "Ruf"}
    [again] = ask(library, outcome["state"], monster)["outcomes"]
    assert again["state"]["bases"][0]["cards"][0]["card"] == "ghoul"
    assert again["state"]["piles"]["monsters"] is None


def offering(library: Library) -> list[tuple[str, Row]]:
    """Return the creatures that may let a further card be played, with the effect that says so."""
    rows = [row for key, row in library.card_facts.items() if key.startswith("smash-up/")]
    return [
        (row["slug"], ability["effects"][0])
        for row in rows
        if row["kind"] == "creature" or row.get("as") == "creature"
        for ability in row.get("abilities", ())
        if ability["kind"] == "play" and ability.get("may")
        if ability["effects"][0]["action"] == "play" and "names" not in ability["effects"][0]
    ]


def test_who_plays_the_card_that_is_offered_has_accepted_the_offer(library: Library) -> None:
    offers = offering(library)
    assert len(offers) > 2
    further = {
        "creature": {"name": "Gast", "kind": "creature", "strength": 1},
        "action": {"name": "Zauber", "kind": "action", "abilities": []},
    }
    # Whoever looks for a stronger neighbour finds one.
    giant = {"ref": "g", "card": {"name": "Riese", "kind": "creature", "strength": 9}, "owner": "ben"}
    bases = [{"card": HARBOUR, "cards": [{**giant, "controller": "ben"}]}]
    for slug, offer in offers:
        players = [{"id": "anna", "hand": [slug, *further.values()]}, {"id": "ben"}]
        state = {"players": players, "turn": {"player": "anna", "step": "play"}, "bases": bases}
        first = {"action": "play", "player": "anna", "card": slug, "base": 0}
        yes = {"action": "choose", "player": "anna", "decision": "d1", "option": "ja"}
        for kind, card in further.items():
            place = {"base": 0} if kind == "creature" else {}
            then = {"action": "play", "player": "anna", "card": card["name"], "extra": True, **place}
            directly, asked = ask(library, state, first, then), ask(library, state, first, yes, then)
            if offer.get("type", "creature") in (kind, "card"):
                assert directly["legal"], slug
                assert directly["outcomes"] == asked["outcomes"], slug
            else:
                assert directly["refusal"]["code"] == "decision-open", slug
