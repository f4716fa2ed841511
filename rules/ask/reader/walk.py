"""The walk through the mentions of a question: each is handed to what knows its kind."""

from __future__ import annotations

from rules.ask.mentions import Mention
from rules.ask.reader.levels import Levels
from rules.ask.table import Table


class Walk(Levels):
    """Walks through the mentions once and puts what they say on the table."""

    # What a number may be; the first that fits has it.
    ROLES = (
        Levels._is_noise, Levels._is_age, Levels._is_sum, Levels._is_roll, Levels._is_claim, Levels._is_run,
        Levels._is_count, Levels._is_known, Levels._is_modifier, Levels._is_level, Levels._is_cards,
        Levels._is_treasures, Levels._is_bonus, Levels._is_total, Levels._is_bare,
    )  # fmt: skip

    def read(self) -> Table:
        for place, mention in enumerate(self.mentions):
            self._turn_of_speech(place)
            if place not in self.table.used:
                getattr(self, f"_{mention.kind}")(place, mention)
        self._settle_sums()
        self._settle_ours()
        return self.table

    def _turn_of_speech(self, place: int) -> None:
        """„MIA: ich helf – Jo: …“: behind a name and a colon „ich“ is that name, until the next dash."""
        start = self.mentions[place - 1].end if place else 0
        if self._keys(start, self.mentions[place].start) & {"–", "—"}:
            self.speaker = None

    def _word(self, place: int, mention: Mention) -> None:
        act = getattr(self, f"_on_{mention.name}", None)
        if act:
            act(place, mention)

    def _number(self, place: int, mention: Mention) -> None:
        for role in self.ROLES:
            if role(self, place, mention):
                self.table.used.add(place)
                return
