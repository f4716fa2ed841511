"""What an outcome shows beside the state: how the fight stands or ended, and who has won the game."""

from __future__ import annotations

from rules.engine.answer import Report
from rules.engine.cards import Card
from rules.engine.kernel import Branch, Kernel
from rules.engine.munchkin.state import State
from rules.engine.munchkin.strength import Standing, as_lost, weigh
from rules.engine.munchkin.warnings import incomplete
from rules.engine.trace import Step


def report(kernel: Kernel, branch: Branch) -> Report:
    """Return the fields `winners` and `combat` of an outcome, with a step that explains the fight."""
    state: State = branch.state
    goes_on = state.combat is not None and state.combat.state == "open" and not state.combat.loot
    shown: Standing | None = branch.shown
    if goes_on:
        shown = weigh(kernel.book, state, kernel.sentences)
    elif shown is None and state.combat is not None:
        shown = as_lost(weigh(kernel.book, state, kernel.sentences), kernel.book)
    fields = {"winners": list(state.winners), "combat": shown.as_dict() if shown else None}
    if shown is None:
        return Report(fields)
    steps = (told(shown),) if goes_on else ()
    warnings = tuple(incomplete(kernel.library, _cards(state))) if state.combat else ()
    return Report(fields, steps, _cites(shown), doubts=shown.doubts, warnings=warnings)


def _cards(state: State) -> list[Card]:
    """Return the cards that take part in a fight."""
    assert state.combat is not None
    people = [card for ident in state.combat.people for card in state.player(ident).in_play]
    monsters = [card for monster in state.combat.monsters for card in (monster.card, *monster.boosts)]
    return people + monsters + [played.card for played in state.combat.played]


def told(standing: Standing) -> Step:
    """Return the sentence that says how the fight stands."""
    values = {"munchkins": standing.munchkins.total, "monsters": standing.monsters.total}
    if standing.ties:
        return Step(
            "combat.stands-tie", {**values, "cards": standing.ties}, standing.because, standing.targets
        )
    return Step("combat.stands-" + standing.winner, values, standing.because, standing.targets)


def _cites(standing: Standing) -> tuple[str, ...]:
    parts = standing.munchkins.parts + standing.monsters.parts
    return tuple(dict.fromkeys((*standing.because, *(cite for part in parts for cite in part.cites))))
