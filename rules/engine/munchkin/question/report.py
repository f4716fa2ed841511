"""What an outcome shows beside the state: how the fight stands or ended, and who has won the game."""

from __future__ import annotations

from rules.engine.branch import Branch
from rules.engine.cards import Card
from rules.engine.kernel import Kernel, step_of
from rules.engine.munchkin.fight.pursuing import pursued_by
from rules.engine.munchkin.fight.weighing import Standing, as_lost, as_won, weigh
from rules.engine.munchkin.question.warnings import incomplete
from rules.engine.munchkin.table.state import State
from rules.engine.munchkin.table.traits import in_force, not_executed, unreckoned
from rules.engine.objects import Json, Values
from rules.engine.rulebook import MOST_CITES, Rulebook
from rules.engine.trace import Report, Step


def report(kernel: Kernel, branch: Branch) -> Report:
    """Return the fields `winners` and `combat` of an outcome, with a step that says how things stand."""
    state: State = branch.state
    shown = _shown(kernel, branch)
    fields: Json = {"winners": list(state.winners), "combat": shown.as_dict() if shown else None}
    steps = _standing_steps(kernel, branch, shown)
    if shown is None:
        return Report(fields, steps)
    warnings = tuple(incomplete(kernel.book, _cards(state))) if state.combat else ()
    doubts = (*shown.doubts, *not_executed(kernel.book, _unreckoned(kernel.book, state)))
    return Report(fields, steps, _cites(shown), doubts=doubts, warnings=warnings)


def _shown(kernel: Kernel, branch: Branch) -> Standing | None:
    """Return the fight as it stands, or as it stood at the deciding comparison."""
    combat = branch.state.combat
    goes_on = combat is not None and combat.state == "open" and not combat.loot
    if combat is None or (branch.shown is not None and not goes_on):
        return branch.shown
    standing = weigh(kernel.book, branch.state, kernel.sentences)
    if goes_on:
        return standing
    return (as_won if combat.loot else as_lost)(standing, kernel.book)


def _standing_steps(kernel: Kernel, branch: Branch, shown: Standing | None) -> tuple[Step, ...]:
    """Return the step that closes an answer: how the fight stands, or what the described table waits for."""
    state: State = branch.state
    if state.combat is None:
        return () if branch.steps else (_turn(kernel, state),)
    if state.combat.loot or shown is None:
        return ()
    if state.combat.state == "open":
        return (told(shown),)
    if any(step.key == "combat.lost" for step in branch.steps):
        return ()
    due = [kernel.people[p] for p in state.combat.people if pursued_by(kernel.book, state, p)]
    return (step_of(kernel.book, "combat.must-flee", players=due),) if due else ()


def _turn(kernel: Kernel, state: State) -> Step:
    player = kernel.people[state.turn.player]
    return step_of(kernel.book, "table.turn", player=player, phase="phase:" + state.turn.phase)


def _cards(state: State) -> list[Card]:
    """Return the cards that take part in a fight."""
    assert state.combat is not None
    people = [card for ident in state.combat.people for card in state.player(ident).in_play]
    monsters = [card for monster in state.combat.monsters for card in (monster.card, *monster.boosts)]
    return people + monsters + [played.card for played in state.combat.played]


def _unreckoned(book: Rulebook, state: State) -> list[Card]:
    """Return the cards that work in a fight by a text of which a part is not reckoned with."""
    people = state.combat.people if state.combat else ()
    working = (card for ident in people for card in in_force(book, state.player(ident)))
    return [card for card in working if unreckoned(book, card)]


def told(standing: Standing) -> Step:
    """Return the sentence that says how the fight stands."""
    values: Values = {"munchkins": standing.munchkins.total, "monsters": standing.monsters.total}
    key = "tie" if standing.ties else standing.winner
    if standing.ties:
        values["cards"] = standing.ties
    shown, more = standing.because[:MOST_CITES], standing.because[MOST_CITES:]
    return Step("combat.stands-" + key, values, shown, standing.targets, more)


def _cites(standing: Standing) -> frozenset[str]:
    parts = standing.munchkins.parts + standing.monsters.parts
    return frozenset(standing.because).union(*[part.cites for part in parts])
