"""Who wins a fight: both sides compared, ties, and how a fight stands that is decided already."""

from __future__ import annotations

import msgspec

from rules.engine.cards import Card
from rules.engine.german import Sentences
from rules.engine.munchkin.fight.strength import Scales, Side
from rules.engine.munchkin.language.abilities import WinsTies
from rules.engine.munchkin.table.state import State
from rules.engine.munchkin.table.traits import in_force
from rules.engine.objects import Json
from rules.engine.rulebook import Rulebook
from rules.engine.trace import Doubt


class Standing(msgspec.Struct, frozen=True, eq=False):
    """How a fight stands: both sides, who would win, and by which rules."""

    munchkins: Side
    monsters: Side
    winner: str
    because: tuple[str, ...]
    targets: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()
    # The cards that win a tie, where it is one.
    ties: tuple[Card, ...] = ()

    def as_dict(self) -> Json:
        return {
            "munchkins": self.munchkins.as_dict(),
            "monsters": self.monsters.as_dict(),
            "winner": self.winner,
            "because": list(self.because),
        }


def weigh(book: Rulebook, state: State, sentences: Sentences) -> Standing:
    """Compare both sides: the higher one wins; a tie is lost unless somebody wins ties."""
    scales = Scales(book, state, sentences)
    munchkins, monsters = scales.munchkins(), scales.foes()
    verdict = _winner(book, scales, munchkins.total - monsters.total)
    low = ("low",) if munchkins.total < book.value("stufe.minimum") else ()
    targets = book.rests_on("combat.stands", verdict.how, *low, *dict.fromkeys(scales.considered))
    shown, more = book.reasons(targets, verdict.cards)
    because = shown + more
    doubts = (*verdict.doubts, *dict.fromkeys(scales.doubts))
    return Standing(munchkins, monsters, verdict.winner, because, targets, doubts, verdict.cards)


class Verdict(msgspec.Struct, frozen=True, eq=False):
    """Who wins a comparison, and the word for how."""

    winner: str
    how: str
    cards: tuple[Card, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def _winner(book: Rulebook, scales: Scales, lead: int) -> Verdict:
    if lead > 0:
        return Verdict("munchkins", "ahead")
    if lead < 0:
        return Verdict("monsters", "behind")
    winners = [
        (p, card)
        for p in scales.people
        for card in in_force(book, p)
        for able in card.get("abilities", ())
        if type(able) is WinsTies and able.wins_ties and not scales.influences.silences(card.kind)
    ]
    if not winners:
        return Verdict("monsters", "tie")
    cards = tuple(card for _, card in winners)
    if any(p.id == scales.combat.fighter for p, _ in winners):
        return Verdict("munchkins", "tie-won", cards)
    doubt = Doubt("helper-ties", True, book.cites(*book.doubts("helper-ties")))
    if book.reads("helper-ties", "b") and not book.value("kampf.gleichstand-krieger-hilft"):
        return Verdict("monsters", "tie-won", cards, (doubt,))
    doubts = () if book.value("kampf.gleichstand-krieger-hilft") else (doubt,)
    return Verdict("munchkins", "tie-won-by-helper", cards, doubts)


def as_lost(standing: Standing, book: Rulebook) -> Standing:
    """Return a standing as that of a fight which is lost already, whatever the numbers say by now."""
    return _settled(standing, book, "monsters", "lost")


def as_won(standing: Standing, book: Rulebook) -> Standing:
    """Return a standing as that of a fight which is won already."""
    return _settled(standing, book, "munchkins", "won")


def _settled(standing: Standing, book: Rulebook, winner: str, how: str) -> Standing:
    targets = book.rests_on("combat.stands", how)
    because = book.cites(*targets)
    return msgspec.structs.replace(standing, winner=winner, because=because, targets=targets, doubts=())
