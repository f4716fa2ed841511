"""Random Munchkin tables and random actions on them, for the tests of what must hold for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from rules.engine.library import Library

LAID = ("class", "race", "loyalty", "training", "power", "ally", "hireling", "item")
BOXES = ("cthulhu", "shakespeare", "impossible", "axe-cop")
TREASURES = ("item", "item-boost", "one-shot", "level-up")
PEOPLE = ("anna", "ben", "cem")
Card = Any
# How often a random play turns to what only some card does.
RARELY = 0.1


def inline_cards() -> list[dict[str, Any]]:
    """Return cards of every kind that a question describes itself."""
    return [
        {"name": "Keule", "kind": "item", "hands": 1, "bonus": 2, "gold": 300},
        {"name": "Topfhelm", "kind": "item", "slot": "head", "bonus": 1, "gold": 600},
        {"name": "Harnisch", "kind": "item", "slot": "armor", "bonus": 3, "gold": 1000},
        {"name": "Amboss", "kind": "item", "big": True, "bonus": 3, "gold": 700},
        {"name": "Laufschuhe", "kind": "item", "slot": "feet", "run_away": 1, "gold": 200},
        {"name": "Trank", "kind": "one-shot", "bonus": 3, "gold": 100},
        {"name": "Riesig", "kind": "monster-boost", "strength": 5, "treasures": 1},
        {"name": "Aus der Gruft", "kind": "monster-boost", "strength": 2, "makes": ["untot"]},
        {"name": "Wanderndes Monster", "kind": "wandering-monster"},
        {"name": "Boxer", "kind": "class", "abilities": [{"strength": 2}]},
        {
            "name": "Mönch",
            "kind": "class",
            "abilities": [{"discard_for_strength": {"each": 3, "max": 3, "vs": "untot"}}],
        },
        {
            "name": "Recke",
            "kind": "class",
            "abilities": [{"wins_ties": True}, {"discard_hand_for": {"strength": 5}}],
        },
        {"name": "Halbtroll", "kind": "race", "abilities": [{"run_away": 1}]},
        {"name": "Schweizer", "kind": "loyalty"},
        {"name": "Kochtraining", "kind": "training", "abilities": [{"hand_limit": 6}]},
        {"name": "Glutkraft", "kind": "power", "grade": 2},
        {"name": "Überflieger", "kind": "special", "special": "super-munchkin"},
        {"name": "Kumpel", "kind": "ally", "bonus": 2},
        {"name": "Fahrer", "kind": "hireling", "bonus": 1},
        {"name": "Aufstieg", "kind": "level-up"},
        {"name": "Fluch! Pech", "kind": "curse", "effects": [{"lose_levels": 1}]},
        {"name": "Fluch! Rost", "kind": "curse", "effects": [{"lose": {"slot": "armor"}}]},
        {"name": "Fluch! Schwäche", "kind": "curse", "effects": [{"next_combat": {"strength": -5}}]},
        {
            "name": "Falle! Gips",
            "kind": "trap",
            "lasting": True,
            "effects": [{"next_combat": {"strength": -2}}],
        },
        {
            "name": "Falle! Alles weg",
            "kind": "trap",
            "effects": [{"lose": {"hand": "all"}}, {"lose": {"kind": "class"}}],
        },
        {"name": "Grobian", "kind": "monster", "level": 6, "treasures": 2, "bad_stuff": [{"lose_levels": 1}]},
        {
            "name": "Sensenmann",
            "kind": "monster",
            "level": 12,
            "levels": 2,
            "treasures": 3,
            "bad_stuff": [{"death": True}],
        },
        {
            "name": "Gerippe",
            "kind": "monster",
            "level": 3,
            "treasures": 1,
            "tags": ["untot"],
            "bad_stuff": [{"lose": {"big": True}}],
        },
        {
            "name": "Nebelgoth",
            "kind": "monster",
            "level": 2,
            "treasures": 1,
            "tags": ["goth"],
            "on_escape": [{"lose": {"hand": 1}}],
        },
        {
            "name": "Zwergenfeind",
            "kind": "monster",
            "level": 4,
            "modifiers": [{"vs": "boxer", "strength": 4}],
            "ignores": {"max_level": 2},
            "run_away": -1,
            "bad_stuff": [{"lose_levels": 2, "unless": {"has": {"slot": "head"}}}],
        },
    ]


def _one_of_each(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield the cards that somebody may lay out at once: of a class, a race and the like only the first."""
    seen: set[str] = set()
    for card in cards:
        kind = card["kind"] if isinstance(card, dict) else ""
        if kind not in seen or kind in ("item", ""):
            yield card
        seen.add(kind)


def _deck(card: Card, decks: dict[str, str]) -> str:
    """Return the deck that a card is from: by its slug, else by its own word, else by its kind."""
    if isinstance(card, str):
        return decks.get(card, "")
    return str(card.get("deck") or ("treasure" if card["kind"] in TREASURES else "door"))


def decks_of(library: Library) -> dict[str, str]:
    """Return the deck of every card of the database, by its slug."""
    return {facts["slug"]: facts.get("deck") or "" for facts in library.card_facts.values()}


def table(random: Random, known: dict[str, list[str]], decks: dict[str, str]) -> dict[str, Any]:
    """Return a question with a random table and nothing done yet."""
    sets = random.sample(BOXES, random.choice((1, 1, 1, 2, 3)))
    drawn = [slug for box in sets for slug in random.sample(known[box], min(8, len(known[box])))]
    # A name that two boxes share means the first box's card, of which there may be one only.
    pool = inline_cards() + list(dict.fromkeys(drawn))
    random.shuffle(pool)
    cards = iter(pool)
    laid = {
        p: [
            card
            for card in _one_of_each(next(cards) for _ in range(3))
            if isinstance(card, dict) and card["kind"] in LAID
        ]
        for p in PEOPLE
    }
    players = [
        {
            "id": p,
            "in_play": laid[p],
            "level": random.randint(1, 9),
            "gender": random.choice("mw"),
            "hand": [next(cards) for _ in range(random.randint(0, 4))],
        }
        for p in PEOPLE
    ]
    rest = list(cards)
    treasures = [card for card in rest if _deck(card, decks) == "treasure"]
    piles = {
        "doors": [card for card in rest if card not in treasures],
        "treasures": treasures,
        "door_discard": [],
        "treasure_discard": [],
        "cultist_discard": [],
    }
    state = {"players": players, "turn": {"player": random.choice(PEOPLE), "phase": "start"}, "piles": piles}
    return {"game": "munchkin", "sets": sets, "state": state, "do": []}


def flight(random: Random, known: dict[str, list[str]], library: Library) -> dict[str, Any]:
    """Return a random table on which one or two people flee from one or two monsters, with an open roll."""
    question = table(random, known, decks_of(library))
    monsters = [card for card in inline_cards() if card["kind"] == "monster"]
    fighter, *others = random.sample(PEOPLE, 3)
    combat = {
        "fighter": fighter,
        "helper": random.choice((None, others[0])),
        "monsters": [{"card": card} for card in random.sample(monsters, random.choice((1, 2)))],
        "state": "lost",
    }
    for zone in ("doors", "door_discard"):
        left = question["state"]["piles"][zone]
        question["state"]["piles"][zone] = [card for card in left if card not in monsters]
    question["state"] |= {"combat": combat, "turn": {"player": fighter, "phase": "door"}}
    question["do"] = [{"action": "run_away", "player": fighter, "monster": 0}]
    return question


def action(random: Random, state: dict[str, Any]) -> dict[str, Any]:
    """Return a random action that names things as they lie on the table; often it is not allowed."""
    if state["decisions"] and random.random() < 0.9:
        decision = state["decisions"][0]
        return {
            "action": "choose",
            "player": decision["player"],
            "decision": decision["id"],
            "option": random.choice(decision["options"])["id"],
        }
    player = state["turn"]["player"] if random.random() < 0.7 else random.choice(PEOPLE)
    makers = _in_combat(random, state, player) if state["combat"] else _outside(random, state, player)
    return {**random.choice([maker for maker in makers if maker]), "player": player}


def _of(state: dict[str, Any], player: str) -> dict[str, Any]:
    return next(p for p in state["players"] if p["id"] == player)


def _some(random: Random, cards: list[Card]) -> Card | None:
    return random.choice(cards) if cards else None


def _play(random: Random, state: dict[str, Any], player: str) -> dict[str, Any]:
    card = _some(random, _of(state, player)["hand"])
    if card is None:
        return {}
    on = random.choice((None, None, random.choice(PEOPLE), "munchkins", "monsters", {"monster": 0}))
    return {"action": "play", "card": card, **({"on": on} if on else {})}


def _outside(random: Random, state: dict[str, Any], player: str) -> list[dict[str, Any]]:
    own, other = _of(state, player), random.choice(PEOPLE)
    mine, theirs = own["in_play"] + own["backpack"], _of(state, other)["in_play"]
    hand = own["hand"]
    simple = [
        {"action": name}
        for name in (
            "kick_door",
            "look_for_trouble",
            "loot_room",
            "charity",
            "end_turn",
            "draw_start_hand",
            "kick_door",
        )
    ]
    found = [
        _play(random, state, player),
        _play(random, state, player),
        _play(random, state, player),
        {"action": "look_for_trouble", "card": hand[0]} if hand else {},
        {"action": "sell", "cards": (mine + hand)[:2]} if mine + hand else {},
        {"action": "equip", "card": own["backpack"][0]} if own["backpack"] else {},
        {"action": "unequip", "card": own["in_play"][0]} if own["in_play"] else {},
        {"action": "discard", "cards": mine[:1]} if mine else {},
        {"action": "trade", "with": other, "give": mine[:1], "get": theirs[:1]}
        if other != player and mine
        else {},
        {"action": "gift", "to": other, "give": mine[:1]} if other != player and mine else {},
        {"action": "lose_card", "card": mine[0], "how": "effect"} if mine else {},
    ]
    if random.random() < RARELY:
        found += [
            {"action": "change_level", "by": random.choice((-2, -1, 1))},
            {"action": "die", "because": "eine Karte"},
            {"action": "become_cultist"},
        ]
    for body in state["bodies"]:
        if body["cards"] and body["player"] != player:
            found.append(
                {
                    "action": "loot_body",
                    "of": body["player"],
                    "picks": [{"player": player, "card": body["cards"][0]}],
                }
            )
    return simple + found


def _in_combat(random: Random, state: dict[str, Any], player: str) -> list[dict[str, Any]]:
    combat, own = state["combat"], _of(state, player)
    other = random.choice([p for p in PEOPLE if p != player])
    usable = [card for card in own["in_play"] if isinstance(card, dict) and card.get("abilities")]
    monster = random.randrange(len(combat["monsters"]))
    allies = [card for card in own["in_play"] if isinstance(card, dict) and card.get("kind") == "ally"]
    if combat["state"] == "lost":
        roll = {"roll": random.randint(1, 6)} if random.random() < 0.7 else {}
        return [
            {"action": "run_away", "monster": monster, **roll},
            {"action": "run_away", **roll},
            _play(random, state, player),
            {"action": "sacrifice", "card": allies[0]} if allies else {},
        ]
    offer = (
        {"offer": {"treasures": 1, "items": own["in_play"][:1] if random.random() < 0.2 else []}}
        if random.random() < 0.5
        else {}
    )
    return [
        _play(random, state, player),
        _play(random, state, player),
        {"action": "finish_combat"},
        {"action": "finish_combat"},
        {"action": "ask_help", "helper": other, **offer},
        {"action": "ask_help", "helper": other, "accepts": False},
        {
            "action": "remove_monster",
            "monster": monster,
            "how": random.choice(("killed", "defeated", "eliminated")),
            "because": "eine Karte",
        },
        {"action": "run_away", "monster": monster},
        {"action": "pass"},
        {"action": "change_level", "by": random.choice((-1, 1))},
        {"action": "use", "card": usable[0], "discard": own["hand"][:1]} if usable else {},
        {"action": "discard", "cards": own["in_play"][:1]} if own["in_play"] else {},
    ]


def census(state: dict[str, Any]) -> Counter[str]:
    """Count every card of a state, wherever it lies; attached ones by themselves."""
    seen: Counter[str] = Counter()
    for player in state["players"]:
        for zone in ("in_play", "backpack", "hand"):
            _count(seen, player[zone])
        _count(seen, [entry["card"] for entry in player["pending"]])
    for body in state["bodies"]:
        _count(seen, body["cards"])
    for pile in state["piles"].values():
        _count(seen, pile["shuffled"] + pile.get("top", []) if isinstance(pile, dict) else pile or [])
    combat = state["combat"]
    if combat:
        _count(seen, combat["loot"] + [played["card"] for played in combat["played"]])
        for monster in combat["monsters"]:
            _count(seen, [monster["card"], *monster["boosts"]])
    return seen


def _count(seen: Counter[str], cards: list[Card]) -> None:
    for card in cards:
        if isinstance(card, dict):
            _count(seen, card.get("with", []))
            seen[card.get("card") or card.get("name") or f"back:{card['back']}"] += 1
        else:
            seen[card] += 1
