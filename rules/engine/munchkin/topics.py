"""Imports every topic of the Munchkin rulebooks once, so that its actions, frames and effects are registered."""

from __future__ import annotations

import rules.engine.munchkin.cards.abilities
import rules.engine.munchkin.cards.curses
import rules.engine.munchkin.cards.drawing
import rules.engine.munchkin.cards.leaving
import rules.engine.munchkin.cards.playing
import rules.engine.munchkin.cards.undoing
import rules.engine.munchkin.deciding
import rules.engine.munchkin.effects.on_cards
import rules.engine.munchkin.effects.on_people
import rules.engine.munchkin.fight.changing
import rules.engine.munchkin.fight.combat
import rules.engine.munchkin.fight.finish
import rules.engine.munchkin.fight.helping
import rules.engine.munchkin.fight.playing
import rules.engine.munchkin.fight.using
import rules.engine.munchkin.flight.escape
import rules.engine.munchkin.flight.sacrificing
import rules.engine.munchkin.gear.attaching
import rules.engine.munchkin.gear.equipment
import rules.engine.munchkin.gear.settling
import rules.engine.munchkin.gear.trade
import rules.engine.munchkin.gear.treasure
import rules.engine.munchkin.gear.wearing
import rules.engine.munchkin.meddling.goths
import rules.engine.munchkin.meddling.thrown
import rules.engine.munchkin.people.characters
import rules.engine.munchkin.people.cultists
import rules.engine.munchkin.people.death
import rules.engine.munchkin.people.followers
import rules.engine.munchkin.people.levels
import rules.engine.munchkin.turn.charity
import rules.engine.munchkin.turn.phases
import rules.engine.munchkin.turn.setup  # noqa: F401
