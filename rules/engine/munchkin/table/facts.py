"""The facts of a Munchkin card and the shape of each, as the contract names them."""

from __future__ import annotations

import re

from rules.engine.munchkin.language.effects import Effect
from rules.engine.reading import (
    Reader,
    Shape,
    boolean,
    card,
    either,
    integer,
    keyed,
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
# What a trait can ask of a person beside the words of cards.
LEVEL = re.compile(r"level\s*(>=|<=|=|>|<)\s*(\d{1,2}|lowest)")
COMPARED = re.compile(r"level\s*([<>=]|$)")
GENDERS = ("gender:m", "gender:w")


def trait(reader: Reader, value: object, path: str) -> str:
    """Read a trait: the word of a card, or what is asked of a person in a form of its own."""
    asked = text(reader, value, path).removeprefix("not:")
    if not asked.strip():
        reader.wrong(path, value, "ein Merkmal")
    elif COMPARED.match(asked) and not LEVEL.fullmatch(asked):
        reader.wrong(path, value, "eine Stufe wie „level>=5“")
    elif asked.startswith("gender:") and asked not in GENDERS:
        reader.unknown(path, asked, "Das Geschlecht", GENDERS)
    return str(value)


def asked_level(reader: Reader, value: object, path: str) -> str:
    """Read which levels are asked for."""
    if not isinstance(value, str) or not LEVEL.fullmatch(value):
        reader.wrong(path, value, "eine Stufe wie „level>=5“")
    return str(value)


TRAIT = trait
TRAITS = either((str, TRAIT), (list, listing(TRAIT)))

ZONE = word(("in_play", "backpack", "pending", "hand"))
SLOT = either((str, word((*SLOTS, "hand"))), (list, listing(word((*SLOTS, "hand")))))
# What a card can be asked for; the same words wherever cards are picked out.
FILTER: dict[str, Shape] = {
    "slot": SLOT,
    "kind": text,
    "tag": text,
    "big": boolean,
    "trait": TRAITS,
    "except": TRAITS,
    "deck": word(DECKS),
    "has": word(("bonus", "gold", "hands")),
    "initial": word(("vowel",)),
    "own_kind": text,
    "unusable": boolean,
}
HAS = record({**FILTER, "trait": TRAIT})
CONDITION = record(
    {
        "has": HAS,
        "gender": word(("m", "w")),
        "trait": TRAIT,
        "level": asked_level,
        "any": listing(HAS),
        "role": word(("fighter", "helper")),
        "lowest": boolean,
        "hand": word(("even", "odd")),
    }
)
LOSE = record(
    {
        **FILTER,
        "hand": AMOUNT,
        "all": boolean,
        "count": AMOUNT,
        "worth": GOLD,
        "from": listing(ZONE),
        "card": text,
        "highest": text,
        "lowest": text,
        "chooser": word(("left", "right", "lowest")),
        "random": boolean,
    }
)
MODIFIER = record({"vs": TRAITS, "strength": NUMBER}, ("vs", "strength"))


def _effect(reader: Reader, value: object, path: str) -> Effect:
    return EFFECT(reader, value, path)


EFFECTS = listing(_effect, 40)
# What each effect reads stands beside what it does; this is what may stand with any of them.
EFFECT_WORDS: dict[str, Shape] = {
    "inverts": word(("highest",)),
    "deed": text,
    "options": listing(EFFECTS, 9),
    "do": EFFECTS,
    "else": EFFECTS,
    "if": CONDITION,
    "unless": CONDITION,
}
EFFECT = keyed(Effect, EFFECT_WORDS)
ABILITY_FIELDS: dict[str, Shape] = {
    "wins_ties": boolean,
    "discard_for_strength": record({"each": NUMBER, "max": COUNT, "vs": TRAIT}, ("each",)),
    "run_away": NUMBER,
    "level_per_helped_kill": COUNT,
    "level_per_escape": record({"death": boolean, "levels": COUNT}, ("levels",)),
    "hand_limit": COUNT,
    "big_items": either((str, word(("any",))), (int, COUNT)),
    "allies": COUNT,
    "extra_hands": COUNT,
    "two_handed": COUNT,
    "strength": NUMBER,
    "strength_per_other": record({"trait": TRAIT, "each": NUMBER}, ("trait", "each")),
    "draw_discard_instead": record({"hand": COUNT, "deck": word(DECKS)}),
    "keep_first_door": record({"hand": COUNT}, ("hand",)),
    "discard_hand_for": record({"strength": NUMBER}, ("strength",)),
    "more_treasures": record({"kill": COUNT, "win": COUNT, "phase": text}),
    "outrun": NUMBER,
    "second_trouble": boolean,
    "use": record(
        {
            "cost": record({"hand": COUNT, "cards": COUNT, "self": boolean}),
            "moment": word(("own-turn", "turn-end", "fight", "single-monster")),
            "once": word(("turn", "combat")),
            "if": CONDITION,
            "effects": EFFECTS,
        },
        ("effects",),
    ),
    "roll": record({str(face): EFFECTS for face in range(1, 7)}),
    "if": CONDITION,
    "vs": TRAIT,
    "when": text,
    "text": text,
}
ABILITY = record(ABILITY_FIELDS)
IGNORES = record(
    {"max_level": COUNT, "min_level": COUNT, "gender": word(("m", "w")), "trait": TRAITS, "has": HAS}
)
# How often the value of other cards counts in a fight.
COUNTS = record(
    {
        **FILTER,
        "side": word(("munchkins", "monsters")),
        "by": word(("others",)),
        "times": integer(0, 9),
        "stays": boolean,
    },
    ("times",),
)
REACTION = record({"to": TRAIT, "strength": NUMBER, "effects": EFFECTS}, ("to",))
PLAYABLE = record(
    {
        "person": word(("other",)),
        "active": boolean,
        "phases": listing(text),
        "level": asked_level,
        "fight": boolean,
        "alone": boolean,
    }
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
    "not_usable_by": TRAITS,
    "sell_bonus": COUNT,
    "on_meet": EFFECTS,
    "on_reveal": EFFECTS,
    "no_help_from": listing(TRAIT),
    "no_reward": boolean,
    "loot_after_win": boolean,
    "spared": EFFECTS,
    "reacts": listing(REACTION),
    "silences": listing(text),
    "counts": listing(COUNTS),
    "beside": word(("together", "instead")),
    "host": record(FILTER),
    "frees_hands": COUNT,
    "least_treasures": COUNT,
    "bonus_deed": record({"deed": text, "bonus": NUMBER}, ("deed", "bonus")),
    "doubles": record(FILTER),
    "passes_to": word(("left", "right")),
    "play_when": PLAYABLE,
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
