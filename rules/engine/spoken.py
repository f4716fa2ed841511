"""Which facts of a card speak, and what stands in each, in both games."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.munchkin.language.facts import SPOKEN as MUNCHKIN
from rules.engine.objects import Json
from rules.engine.one_of import read_as
from rules.engine.smashup.language.abilities import Ability

ABILITIES = "abilities"
SMASH_UP: dict[str, object] = {**MUNCHKIN, ABILITIES: list[Ability]}


def is_for_smash_up(facts: Mapping[str, object]) -> bool:
    """Say whether the abilities are those of a Smash Up card: each of them has a kind."""
    abilities = facts.get(ABILITIES)
    return isinstance(abilities, list) and any(isinstance(one, dict) and "kind" in one for one in abilities)


def spoken(facts: Json) -> Json:
    """Return the facts of a card with what they say in its shapes."""
    kinds = SMASH_UP if is_for_smash_up(facts) else MUNCHKIN
    return {
        name: read_as(kinds[name], value) if name in kinds else value
        for name, value in facts.items()
        if value is not None
    }
