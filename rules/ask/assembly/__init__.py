"""From the parts that numbers, cards and people of a fight play to the table: what each person and monster has."""

from __future__ import annotations

from rules.ask.assembly.laid import LITERAL, assembled
from rules.ask.assembly.plain import lay
from rules.ask.assembly.plainly import plainly
from rules.ask.assembly.twists import twists

__all__ = ["LITERAL", "assembled", "lay", "plainly", "twists"]
