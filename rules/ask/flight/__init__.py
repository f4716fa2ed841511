"""Reading a flight: who runs from what, what helps or hinders whom, what was rolled, what is asked."""

from __future__ import annotations

from rules.ask.flight.reader import read
from rules.ask.flight.told import Flight, Runner

__all__ = ["Flight", "Runner", "read"]
