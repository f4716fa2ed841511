"""The topic files of Smash Up; importing them registers their actions, frames and effects."""

from __future__ import annotations

from rules.engine.smashup import (
    abilities,
    direct,
    effects,
    effects_cards,
    effects_table,
    grants,
    loot,
    monsters,
    moves,
    permission,
    places,
    playing,
    scoring,
    setup,
    steps,
    triggers,
    turn,
    windows,
)

__all__ = [
    "abilities",
    "direct",
    "effects",
    "effects_cards",
    "effects_table",
    "grants",
    "loot",
    "monsters",
    "moves",
    "permission",
    "places",
    "playing",
    "scoring",
    "setup",
    "steps",
    "triggers",
    "turn",
    "windows",
]
