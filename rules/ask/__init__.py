"""Questions in people's own words: read, answered, or honestly asked back."""

from __future__ import annotations

from rules.ask.answer import AskAnswer, Assumed, LeftOut, Near, Read
from rules.ask.asking import LONGEST, ask
from rules.ask.talk import asked_before

__all__ = ["LONGEST", "AskAnswer", "Assumed", "LeftOut", "Near", "Read", "ask", "asked_before"]
