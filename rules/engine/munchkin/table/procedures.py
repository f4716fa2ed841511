"""The register of Munchkin's procedures: every topic file hangs its actions and frames in here."""

from __future__ import annotations

from rules.engine.registry import Registry

MUNCHKIN = Registry()
action = MUNCHKIN.action
frame = MUNCHKIN.frame
decides = MUNCHKIN.decides
