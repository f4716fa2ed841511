"""Questions in German: a small grammar turns them into scenarios, and says what it did not get."""

from __future__ import annotations

from rules.ask.asking import LONGEST, ask
from rules.ask.result import Chip, Ignored, Missing, Nearby, Option, Understanding

__all__ = ["LONGEST", "Chip", "Ignored", "Missing", "Nearby", "Option", "Understanding", "ask"]
