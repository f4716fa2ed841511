"""Who wins the fight that a question describes: worked out, or asked back where the reading is in doubt."""

from __future__ import annotations

from typing import Any

from rules.ask import fight, lacking, restated, telling, unsaid
from rules.ask.answer import AskAnswer
from rules.ask.assembly import LITERAL
from rules.ask.data import rows, said
from rules.ask.mentions import Mention
from rules.ask.question import Question, Reading
from rules.ask.table import Person, Table
from rules.ask.told import Choice, worked

# How surely a fight explains the question, where it is at least that likely that one is told.
SURE, LIKELY = 0.95, 0.3
FEWEST = 6
# How well it explains a question that something is missing of a fight: against a monster that is named, or any.
NAMED, UNNAMED = 0.6, 0.4


def by_fight(question: Question, *, confirmed: bool = False) -> Reading | None:
    """Answer „schaff ich den?“; what was read may have been confirmed."""
    told = question.fight or Choice(worked(question.table, question.boxes, question.library), 1.0)
    question = question._replace(table=told.worked.table)
    weight = _weight(question)
    if not weight:
        return None
    if told.worked.gap:
        return _asked(question, told.worked.gap, weight)
    if not told.worked.decided:
        return None
    return _worked_out(question, told._replace(sure=1.0) if confirmed else told, weight)


def _asked(question: Question, gap: lacking.Gap, weight: float) -> Reading:
    """Ask for what is missing."""
    answer = question.answer("fight", "rueckfrage", gap.text, asks=gap.what, choices=gap.choices)
    return Reading(min(weight, NAMED if question.table.foes else UNNAMED), answer)


def _worked_out(question: Question, told: Choice, weight: float) -> Reading:
    scenario, result = told.worked.scenario, told.worked.result
    assert scenario is not None
    assert result is not None
    levelled = fight.cast(question.table)[0].level is not None
    try:
        taken = unsaid.check(question, scenario, result)
    except lacking.Gap as gap:
        asked = _asked(question, gap, weight)
        asked.answer.answer += f" Wie erzählt, steht es {telling.sums(result, levelled)}."
        asked.answer.cites = _grounds(result)
        return asked
    answer = question.answer("fight", "rueckfrage", scenario=scenario, result=result)
    answer.assumed = taken
    if _bare(question, scenario, result):
        answer.asks, answer.answer = ["zahl", "klasse", "karte"], telling.BARE
        return Reading(min(weight, 0.6), answer)
    doubt = _doubt(question, scenario, result)
    if doubt or told.sure < rows("parts")["enough"]:
        return _read_back(question, answer, f"{doubt} {telling.read_back(result, levelled)}", weight)
    _tell(answer, result, scenario, levelled, question.says("lacks"))
    for unused in fight.idle(question.table, question.library.card_facts):
        answer.answer += f" „{unused}“ zählt dabei nicht."
    answer.answer = " ".join([answer.answer, *dict.fromkeys(question.table.notes)])
    refused = fight.refused(question.table, question.library.card_facts)
    if refused:
        answer.answer += f" {telling.name(refused.id)} darf hier nicht helfen."
    return Reading(weight, answer)


def _read_back(question: Question, answer: AskAnswer, text: str, weight: float) -> Reading:
    """Tell how the fight was read and what it would come to, to be confirmed."""
    scenario, result = answer.scenario, answer.result
    assert scenario is not None
    assert result is not None
    answer.asks, answer.answer = ["lage", "zahl", "karte"], text.strip()
    if card := unsaid.breaks_tie(question, scenario, result):
        answer.asks.insert(0, "klasse")
        answer.answer += f" {telling.wins_ties(str(question.library.card_facts[card]['name']))}"
    answer.numbers, answer.result = {}, None
    answer.cites = _grounds(result)
    answer.choices = telling.CONFIRMING
    return Reading(min(weight, 0.5), answer)


def _weight(question: Question) -> float:
    """Return how surely a fight is told and its end is asked for."""
    table = question.table
    ready = table.team_total is not None or any(
        one.level is not None or one.total is not None for one in table.people.values()
    )
    foes = any(foe.card or foe.level is not None for foe in table.foes)
    if question.on_bases or not (foes or ready):
        return 0.0
    return SURE * (1.0 if _just_asks(question) else min(1.0, question.fought / LIKELY))


def _just_asks(question: Question) -> bool:
    """„Schaff ich den Shoggoth?“: who says no more than that asks for the fight, and nothing else."""
    words = sum(token.kind == "word" for token in question.tokens)
    kinds = {one.kind for one in question.mentions} - {"word", "me"}
    cards = [one for one in question.mentions if one.kind == "card"]
    return words <= FEWEST and kinds == {"card"} and len(cards) == 1 and question.says("wins")


def _bare(question: Question, scenario: dict[str, Any], result: dict[str, Any]) -> bool:
    """Say whether nothing but a level is known of who fights, and that decides against him."""
    told = bool(scenario["state"]["combat"]["helper"]) or any(one.number == 0 for one in _numbers(question))
    told = told or bool(fight.idle(question.table, question.library.card_facts))
    plain = not told and all(not seat["in_play"] and "hand" not in seat for seat in unsaid.fighting(scenario))
    alone = plain and not scenario["state"]["combat"].get("played")
    lost = alone and unsaid.winner(result) == ["monsters"]
    return lost and not question.says("no", "without", "only", "alone", "not", "total")


def _numbers(question: Question) -> list[Mention]:
    return [one for one in question.mentions if one.kind == "number"]


def _doubt(question: Question, scenario: dict[str, Any], result: dict[str, Any]) -> str:
    """Return why the table may be read wrongly: what has no place on it, or a sum that is said otherwise."""
    table = question.table
    sums = restated.sums(scenario, result, question.library.card_facts, table.idle)
    if left := restated.left(question, sums):
        return f"Wozu gehört die {left[0]}?"
    placed = _placed(table)
    for place, one in enumerate(question.mentions):
        if one.kind == "card" and one.likeness < LITERAL and len(one.cards) > 1:
            names = [f"„{question.library.card_facts[card]['name']}“" for card in one.cards[:3]]
            return f"Meinst Du {' oder '.join(names)}?"
        if one.kind == "card" and not placed & set(one.cards) and place not in table.used:
            facts = question.library.card_facts[one.cards[0]]
            if one.likeness < LITERAL:
                return f"Meinst Du „{facts['name']}“?"
            if facts["kind"] in ACTING:
                return f"Was „{facts['name']}“ hier ändert, rechne ich nicht aus."
    fighter, helper = fight.cast(table)
    if question.says("curse") and not table.events and all(bonus >= 0 for bonus in fighter.bonus):
        return "Was macht der Fluch?"
    if sum(token.key in said("one_each") for token in question.tokens) > 1:
        return "Wer von beiden hat welche Stufe und welche Boni?"
    for person in table.people.values():
        things = any(isinstance(card, dict) for card in person.cards)
        if person not in (fighter, helper) and (person.bonus or person.total or things):
            return f"Kämpft „{person.id}“ mit?"
    if asked := _beside(question, fighter, helper):
        return asked
    if table.doubts:
        return table.doubts[0]
    if table.claims and not sums & set(table.claims):
        return "Ihr rechnet anders als ich."
    return ""


def _beside(question: Question, fighter: Person, helper: Person | None) -> str:
    """Return the question whether somebody of whom only a level is said fights along."""
    rest = [one for one in question.table.people.values() if one not in (fighter, helper) and one.level]
    return f"Kämpft „{rest[0].id}“ mit?" if not helper and len(rest) == 1 else ""


# Cards that change a fight by what they say, not by a number.
ACTING = frozenset(("curse", "trap", "level-up", "special", "unknown"))


def _placed(table: Table) -> set[str]:
    """Return the cards that have a place on the table."""
    cards = [card for person in table.people.values() for card in [*person.cards, *person.hand]]
    cards += [foe.card for foe in table.foes] + [boost for foe in table.foes for boost in foe.boosts]
    cards += [card for card, _ in table.played] + list(table.others_with) + table.events
    return {card for card in cards if isinstance(card, str)}


def _tell(
    answer: AskAnswer, result: dict[str, Any], scenario: dict[str, Any], levelled: bool, lacks: bool
) -> None:
    """Put who wins, by what sums and why into the answer."""
    outcome = result["outcomes"][0]
    combat, table = outcome["combat"], scenario["state"]["combat"]
    ours, theirs = combat["munchkins"]["total"], combat["monsters"]["total"]
    won = combat["winner"] == "munchkins"
    answer.verdict = "sieg" if won else "niederlage"
    answer.numbers = {"munchkins": ours, "monsters": theirs}
    if won:
        answer.numbers |= telling.rewards(outcome, table["fighter"], levelled)
    else:
        answer.numbers["es_fehlen"] = theirs - ours + 1
    answer.answer = telling.fight(outcome, table["fighter"], table["helper"], levelled)
    answer.cites = _grounds(result)
    if lacks and not won:
        answer.answer += f" {telling.lacking(theirs - ours + 1)}"


def _grounds(result: dict[str, Any]) -> list[str]:
    """Return what it rests on who wins, what decides first."""
    outcome = result["outcomes"][0]
    combat = outcome["combat"]
    sides = [part for side in ("munchkins", "monsters") for part in combat[side]["parts"]]
    named = [cite for part in [*sides, *outcome["steps"][:3]] for cite in part["cites"]]
    return telling.without_cards([*combat["because"][:3], *named])[:6]
