"""Questions in German: a small grammar over the site's words turns them into scenarios, and says what it did not get."""

from rules.ask.asking import LONGEST, ask
from rules.ask.result import Chip, Ignored, Missing, Option, Suggestion, Understanding

__all__ = ["LONGEST", "Chip", "Ignored", "Missing", "Option", "Suggestion", "Understanding", "ask"]
