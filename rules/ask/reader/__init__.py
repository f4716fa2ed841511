"""The reader: from the mentions of a question to the table that it describes."""

from __future__ import annotations

from rules.ask.reader.anew import Reader

__all__ = ["Reader"]
