"""Questions in people's own words: read, answered, or honestly asked back."""

from __future__ import annotations

from rules.ask.answer import AskAnswer, Assumed, LeftOut, Near, Read
from rules.ask.asking import LONGEST, ask

__all__ = ["LONGEST", "AskAnswer", "Assumed", "LeftOut", "Near", "Read", "ask"]
