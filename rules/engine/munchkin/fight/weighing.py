"""Who wins a fight: both sides compared, ties, and how a fight stands that is decided already."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.engine.cards import Card
from rules.engine.german import Sentences
from rules.engine.munchkin.fight.strength import Scales, Side
from rules.engine.munchkin.table.procedures import decides
from rules.engine.munchkin.table.state import State
from rules.engine.munchkin.table.traits import in_force
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

    def as_dict(self) -> dict[str, Any]:
        return {
            "munchkins": self.munchkins.as_dict(),
            "monsters": self.monsters.as_dict(),
            "winner": self.winner,
            "because": list(self.because),
        }


@decides(
    "kampf.vergleich",
    "kampf.sieg-bedingung",
    "kampf.gleichstand",
    "kampf.gleichstand-ausnahme",
    "stufe.kampfwert-unter-eins",
    "kampf.eigenschaften-vorher-pruefen",
    "monster.plural",
    "alien-roboter.gegenstaende",
    "alien-roboter.vermerk",
    "geschlecht.mann-begriff",
    "geschlecht.regelwirkung",
    "kombination.daemon",
    "super-munchkin.monsterbonus",
    "halb-blut.monsterbonus",
    "kampf.monstereigenschaften",
    "hilfe.monstereigenschaften",
    "hilfe.bonus-einmal",
    "kampf.gleichstand-krieger-hilft",
)
def weigh(book: Rulebook, state: State, sentences: Sentences) -> Standing:
    """Compare both sides: the higher one wins; a tie is lost unless somebody wins ties."""
    scales = Scales(book, state, sentences)
    munchkins, monsters = scales.munchkins(), scales.foes()
    verdict = _winner(book, scales, munchkins.total - monsters.total)
    low = ("stufe.kampfwert-unter-eins",) if munchkins.total < book.value("stufe.minimum") else ()
    targets = (*verdict.targets, *low, *(t for t in dict.fromkeys(scales.considered) if book.cites(t)))
    shown, more = book.reasons(targets, verdict.cards)
    because = shown + more
    doubts = (*verdict.doubts, *dict.fromkeys(scales.doubts))
    return Standing(munchkins, monsters, verdict.winner, because, targets, doubts, verdict.cards)


class Verdict(msgspec.Struct, frozen=True, eq=False):
    """Who wins a comparison, and why."""

    winner: str
    targets: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def _winner(book: Rulebook, scales: Scales, lead: int) -> Verdict:
    if lead > 0:
        return Verdict("munchkins", ("kampf.sieg-bedingung", "kampf.vergleich"))
    if lead < 0:
        return Verdict("monsters", ("kampf.sieg-bedingung", "kampf.niederlage", "kampf.vergleich"))
    winners = [
        (p, card)
        for p in scales.people
        for card in in_force(book, p)
        for a in card.get("abilities", ())
        if a.get("wins_ties") and not scales.influences.silences(card.kind)
    ]
    if not winners:
        return Verdict(
            "monsters",
            ("kampf.gleichstand", "kampf.sieg-bedingung", "kampf.niederlage", "kampf.gleichstand-ausnahme"),
        )
    cards = tuple(card for _, card in winners)
    targets: tuple[str, ...] = ("kampf.gleichstand-ausnahme", "kampf.gleichstand", "goldene-regel.vorrang")
    if any(p.id == scales.combat.fighter for p, _ in winners):
        return Verdict("munchkins", targets, cards)
    if book.reads("helper-ties", "b") and not book.value("kampf.gleichstand-krieger-hilft"):
        return Verdict("monsters", targets, cards, (Doubt("helper-ties", True, book.cites(*targets)),))
    helped = ("kampf.gleichstand-krieger-hilft", "hilfe.faehigkeit-des-helfers", *targets)
    doubts = (
        ()
        if book.value("kampf.gleichstand-krieger-hilft")
        else (Doubt("helper-ties", True, book.cites(*targets)),)
    )
    return Verdict("munchkins", tuple(t for t in helped if book.cites(t)), cards, doubts)


def as_lost(standing: Standing, book: Rulebook) -> Standing:
    """Return a standing as that of a fight which is lost already, whatever the numbers say by now."""
    return _settled(standing, book, "monsters", "kampf.niederlage")


def as_won(standing: Standing, book: Rulebook) -> Standing:
    """Return a standing as that of a fight which is won already."""
    return _settled(standing, book, "munchkins", "kampf.sieg-toetet")


def _settled(standing: Standing, book: Rulebook, winner: str, *targets: str) -> Standing:
    because = book.cites(*targets)
    return msgspec.structs.replace(standing, winner=winner, because=because, targets=targets, doubts=())
