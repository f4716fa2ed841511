"""What an outcome shows beside the state: how the fight stands or ended, and who has won the game."""

from __future__ import annotations

from rules.engine.answer import Report
from rules.engine.kernel import Branch, Kernel
from rules.engine.munchkin.state import State
from rules.engine.munchkin.strength import Standing, weigh
from rules.engine.trace import Step


def report(kernel: Kernel, branch: Branch) -> Report:
    """Return the fields `winners` and `combat` of an outcome, with a step that explains the fight."""
    state: State = branch.state
    if state.combat is None or state.combat.state == "lost":
        shown: Standing | None = branch.shown
        if shown is None and state.combat is not None:
            shown = weigh(kernel.book, state, kernel.sentences)
        return Report({"winners": list(state.winners), "combat": shown.as_dict() if shown else None},
                      cites=_cites(shown) if shown else (),
                      doubts=shown.doubts if shown else ())
    standing = weigh(kernel.book, state, kernel.sentences)
    return Report({"winners": list(state.winners), "combat": standing.as_dict()}, (told(kernel, standing),), _cites(standing),
                  doubts=standing.doubts)


def told(kernel: Kernel, standing: Standing) -> Step:
    """Return the sentence that says how the fight stands."""
    values = {"munchkins": standing.munchkins.total, "monsters": standing.monsters.total}
    return Step("combat.stands-" + standing.winner, values, standing.because, standing.targets)


def _cites(standing: Standing) -> tuple[str, ...]:
    parts = standing.munchkins.parts + standing.monsters.parts
    return tuple(dict.fromkeys((*standing.because, *(cite for part in parts for cite in part.cites))))
