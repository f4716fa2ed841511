"""Which facts of a card speak, and what stands in each."""

from __future__ import annotations

from rules.engine.munchkin.language.abilities import (
    Ability,
    BonusDeed,
    BonusPer,
    Counts,
    Ignores,
    Modifier,
    PlayWhen,
    Reaction,
)
from rules.engine.munchkin.language.effects import Effects
from rules.engine.munchkin.language.parts import Filter

SPOKEN: dict[str, object] = {
    **dict.fromkeys(("bad_stuff", "effects", "on_escape", "on_meet", "on_reveal", "spared"), Effects),
    "abilities": list[Ability],
    "bonus_deed": BonusDeed,
    "bonus_per": BonusPer,
    "counts": list[Counts],
    "doubles": Filter,
    "host": Filter,
    "ignores": Ignores | list[Ignores],
    "modifiers": list[Modifier],
    "play_when": PlayWhen,
    "reacts": list[Reaction],
}
