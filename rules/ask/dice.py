"""How likely it is to get away: every roll of the dice, counted by the resolver."""

from __future__ import annotations

from typing import Any

from rules.ask import escape, telling
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.table import ME, Table
from rules.engine import resolve
from rules.engine.errors import ScenarioError

MOST_DICE = 4
STRONGEST = 40


def by_escape(question: Question) -> Reading | None:
    """Answer how likely it is to get away."""
    table = question.table
    if not (question.says("chance") or question.before) or question.on_bases:
        return None
    if not question.says("flees", "catches") and not table.foes:
        return None
    if question.unplaced():
        # A number without a place could be one on the die: then nobody counts.
        return None
    fleeing = _fleeing(question)
    if _too_many(table, len(fleeing)):
        return None
    try:
        scenario = escape.scenario(table, fleeing, question.boxes, question.library.card_facts)
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    if not result["legal"]:
        return None
    chances, rolls = escape.chances(result), escape.needed(result)
    key = _event(question, len(table.foes or [1]) * len(fleeing))
    told = telling.escape(key, chances[key], rolls, len(fleeing) != 1)
    answer = question.answer("chance", "chance", told, scenario=scenario, result=result)
    answer.numbers = {
        "chance": str(chances[key]),
        **{name: str(value) for name, value in chances.items()},
        **{f"wurf_ab_{i + 1}": n for i, n in enumerate(rolls)},
    }
    answer.cites = telling.grounds(result)
    return Reading(0.95, answer)


def _too_many(table: Table, fleeing: int) -> bool:
    """Say whether there are more dice than anybody rolls, or a monster that no box has."""
    strange = any(foe.card is None and (foe.level or 0) > STRONGEST for foe in table.foes)
    return len(table.foes) * fleeing > MOST_DICE or strange


def _fleeing(question: Question) -> list[Any]:
    table = question.table
    people = [person for person in table.people.values() if person.told or person.run_away]
    helpers = [person for person in table.people.values() if person.helps]
    me = table.people.get(ME) or table.person(ME)
    told = me if me in people or not people else people[0]
    both = question.says("we") and len(table.foes) < 2
    if helpers or both:
        other = helpers[0] if helpers else table.person("helfer")
        return [told, other] if other is not told else [told]
    return [told]


def _event(question: Question, dice: int) -> str:
    """Return which outcome is asked for."""
    words = {token.key for token in question.tokens}
    caught = words & said("caught")
    if dice > 1 and caught and words & said("at_least"):
        return "mindestens_eins"
    if caught and (dice == 1 or words & said("all")):
        return "alle_erwischt"
    return "entkommen"
