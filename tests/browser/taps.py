"""A hand at the phone: it taps and types as a newcomer does, and everything it does is counted."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


class Hand:
    """Counts taps on a page; a tap into a field counts, the letters typed there are counted apart."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0
        self.letters = 0

    def taps(self, place: Locator) -> None:
        place.click()
        self.count += 1

    def types(self, label: str | Locator, text: str) -> None:
        place = self.page.get_by_label(label).first if isinstance(label, str) else label
        place.click()
        place.fill(text)
        self.count += 1
        self.letters += len(text)

    def chooses(self, place: Locator, label: str) -> None:
        """A list of choices is a tap to open it and one on the choice."""
        place.select_option(label=label)
        self.count += 2
