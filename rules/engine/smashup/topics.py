"""Imports every topic of Smash Up once, so that its actions, frames and effects are registered."""

from __future__ import annotations

import rules.engine.smashup.deciding
import rules.engine.smashup.effects.carrying
import rules.engine.smashup.effects.choosing
import rules.engine.smashup.effects.direct
import rules.engine.smashup.effects.moves
import rules.engine.smashup.effects.on_cards
import rules.engine.smashup.effects.on_table
import rules.engine.smashup.effects.triggers
import rules.engine.smashup.play.grants
import rules.engine.smashup.play.monsters
import rules.engine.smashup.play.permission
import rules.engine.smashup.play.playing
import rules.engine.smashup.play.using
import rules.engine.smashup.scoring.bases
import rules.engine.smashup.scoring.places
import rules.engine.smashup.scoring.windows
import rules.engine.smashup.turn.ending
import rules.engine.smashup.turn.loot
import rules.engine.smashup.turn.setup
import rules.engine.smashup.turn.steps  # noqa: F401
