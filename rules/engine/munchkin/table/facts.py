"""The facts of a Munchkin card and the shape of each, as the contract names them."""

from __future__ import annotations

from rules.engine.munchkin.language import saying
from rules.engine.munchkin.language.saying import trait
from rules.engine.reading import Shape, boolean, card, either, integer, listing, text, word

DECKS = ("door", "treasure")
SLOTS = ("head", "armor", "feet", "vehicle")
NUMBER = integer(-999, 999)
COUNT = integer(0, 999)
GOLD = integer(0, 1_000_000)
TRAITS = either((str, trait), (list, listing(trait)))
FACTS: dict[str, Shape] = {
    **saying.FACTS,
    "name": text,
    "kind": text,
    "set": text,
    "deck": word(DECKS),
    "tags": listing(text),
    "level": integer(0, 99),
    "levels": integer(0, 9),
    "treasures": integer(-9, 99),
    "run_away": NUMBER,
    "no_escape": boolean,
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
    "no_help_from": listing(trait),
    "no_reward": boolean,
    "loot_after_win": boolean,
    "silences": listing(text),
    "beside": word(("together", "instead")),
    "frees_hands": COUNT,
    "least_treasures": COUNT,
    "passes_to": word(("left", "right")),
    "attach_to": TRAITS,
    "strength": NUMBER,
    "makes": listing(text),
    "grade": integer(0, 9),
    "lasting": boolean,
    "counts_toward_limit": boolean,
    "special": text,
    "with": listing(card),
    "text": text,
    "source": text,
}
