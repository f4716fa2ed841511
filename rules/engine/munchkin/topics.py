"""Imports every topic of the Munchkin rulebooks once, so that their procedures are registered."""

from __future__ import annotations

from rules.engine.munchkin import (  # noqa: F401
    attaching,
    card_play,
    characters,
    charity,
    combat,
    cultists,
    curses,
    death,
    drawing,
    effects,
    equipment,
    escape,
    finish,
    followers,
    goths,
    helping,
    leaving,
    levels,
    play,
    settling,
    setup,
    trade,
    treasure,
    turn,
    using,
    wearing,
)
