"""Reading what lies on a base: who has which strength there, which monsters wait, what is printed on it."""

from __future__ import annotations

from rules.ask.shore.printed import DENIES
from rules.ask.shore.reader import read
from rules.ask.shore.told import Facts, Shore

__all__ = ["DENIES", "Facts", "Shore", "read"]
