"""Which facts of a card speak, and what stands in each."""

from __future__ import annotations

from collections.abc import Mapping

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
from rules.engine.objects import Json
from rules.engine.one_of import read_as

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


def spoken(facts: Json) -> Json:
    """Return the facts of a card with what they say in its shapes; Smash Up reads itself what its cards can do."""
    speaking = SPOKEN.keys() - ("abilities",) if is_for_smash_up(facts) else SPOKEN.keys()
    return {
        name: read_as(SPOKEN[name], value) if name in speaking else value
        for name, value in facts.items()
        if value is not None
    }


def is_for_smash_up(facts: Mapping[str, object]) -> bool:
    """Say whether the abilities are those of a Smash Up card: each of them has a kind."""
    abilities = facts.get("abilities")
    return isinstance(abilities, list) and any(isinstance(one, dict) and "kind" in one for one in abilities)
