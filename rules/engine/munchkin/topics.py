"""Imports every topic of the Munchkin rulebooks once, so that their procedures are registered."""

from __future__ import annotations

from rules.engine.munchkin import (  # noqa: F401
    combat, play,
)
