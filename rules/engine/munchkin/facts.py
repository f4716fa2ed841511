"""The facts of a Munchkin card and the shape of each, as the contract names them."""

from __future__ import annotations

from typing import Any

from rules.engine.reading import (
    Reader,
    Shape,
    boolean,
    card,
    either,
    integer,
    listing,
    record,
    text,
    word,
)

DECKS = ("door", "treasure")
SLOTS = ("head", "armor", "feet", "vehicle")
NUMBER = integer(-999, 999)
COUNT = integer(0, 999)
GOLD = integer(0, 1_000_000)
AMOUNT = either((str, word(("all",))), (int, COUNT))
TRAIT = text
TRAITS = either((str, TRAIT), (list, listing(TRAIT)))

HAS = record({"slot": word((*SLOTS, "hand")), "trait": TRAIT, "kind": text, "tag": text, "big": boolean})
CONDITION = record(
    {"has": HAS, "gender": word(("m", "w")), "trait": TRAIT, "level": text, "any": listing(HAS)}
)
LOSE = record(
    {
        "slot": either((str, word((*SLOTS, "hand"))), (list, listing(word((*SLOTS, "hand"))))),
        "kind": text,
        "tag": text,
        "big": boolean,
        "hand": AMOUNT,
        "all": boolean,
        "count": AMOUNT,
        "from": listing(word(("in_play", "backpack", "pending", "hand"))),
        "card": text,
        "highest": text,
    }
)
ABILITY_FIELDS: dict[str, Shape] = {
    "wins_ties": boolean,
    "discard_for_strength": record({"each": NUMBER, "max": COUNT, "vs": TRAIT}, ("each",)),
    "run_away": NUMBER,
    "level_per_helped_kill": COUNT,
    "hand_limit": COUNT,
    "big_items": either((str, word(("any",))), (int, COUNT)),
    "allies": COUNT,
    "extra_hands": COUNT,
    "strength": NUMBER,
    "draw_discard_instead": record({"hand": COUNT, "deck": word(DECKS)}),
    "discard_hand_for": record({"strength": NUMBER}, ("strength",)),
    "vs": TRAIT,
    "when": text,
    "text": text,
}
ABILITY = record(ABILITY_FIELDS)
MODIFIER = record({"vs": TRAITS, "strength": NUMBER}, ("vs", "strength"))


def _effect(reader: Reader, value: Any, path: str) -> Any:
    return EFFECT(reader, value, path)


EFFECTS = listing(_effect, 40)
EFFECT = record(
    {
        "lose_levels": AMOUNT,
        "gain_levels": COUNT,
        "death": boolean,
        "lose": LOSE,
        "become": text,
        "next_combat": record({"strength": NUMBER}, ("strength",)),
        "if": CONDITION,
        "unless": CONDITION,
    }
)
IGNORES = record(
    {"max_level": COUNT, "min_level": COUNT, "gender": word(("m", "w")), "trait": TRAITS, "has": HAS}
)

FACTS: dict[str, Shape] = {
    "name": text,
    "kind": text,
    "set": text,
    "deck": word(DECKS),
    "tags": listing(text),
    "level": integer(0, 99),
    "levels": integer(0, 9),
    "treasures": integer(-9, 99),
    "modifiers": listing(MODIFIER),
    "run_away": NUMBER,
    "no_escape": boolean,
    "friendly": either((bool, boolean), (dict, CONDITION), (str, text)),
    "ignores": either((dict, IGNORES), (list, listing(IGNORES))),
    "bad_stuff": EFFECTS,
    "on_escape": EFFECTS,
    "bonus": NUMBER,
    "slot": word(SLOTS),
    "hands": integer(0, 2),
    "big": boolean,
    "complex": boolean,
    "gold": GOLD,
    "credits": GOLD,
    "usable_by": TRAITS,
    "attach_to": TRAITS,
    "bonus_per": record({"munchkin": NUMBER, "monster": NUMBER}),
    "strength": NUMBER,
    "makes": listing(text),
    "abilities": listing(ABILITY),
    "grade": integer(0, 9),
    "effects": EFFECTS,
    "lasting": boolean,
    "counts_toward_limit": boolean,
    "special": text,
    "with": listing(card),
    "text": text,
    "source": text,
}
