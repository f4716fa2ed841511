"""How many levels a sale brings, how many cards go at the end of the turn."""

from __future__ import annotations

from typing import Any

from rules.ask import telling, trading
from rules.ask.question import Question, Reading
from rules.ask.table import ME
from rules.engine import resolve
from rules.engine.errors import ScenarioError

LEVEL = 1000
# Less than that nobody asks about.
LEAST = 100
MOST_HAND = 40
CHARITY = frozenset(("milde", "gabe", "abgeben", "bekommt", "kriegt"))


def by_sale(question: Question) -> Reading | None:
    """Answer how many levels a sale brings."""
    if not question.says("sells", "gold") or question.on_bases or question.says("each_box", "differs"):
        return None
    if any(one.kind == "box" for one in question.mentions):
        return None
    library = question.library
    sold = trading.prices(question.tokens, question.mentions, library.card_facts)
    gold = sum(one["gold"] for one in sold or ())
    if not sold or gold < LEAST:
        return None
    if {token.key for token in question.tokens} & trading.UNTOLD and gold % LEVEL > 0:
        asks = ["zahl", "karte"]
        told = telling.unpriced(gold)
        return Reading(0.6, question.answer("sale", "rueckfrage", told, asks=asks, numbers={"gold": gold}))
    try:
        scenario = trading.sale(question.table, sold, question.boxes, library.card_facts)
        result = resolve(scenario, library)
    except ScenarioError:
        return None
    return _sold(question, gold, scenario, result)


def _sold(question: Question, gold: int, scenario: dict[str, Any], result: dict[str, Any]) -> Reading:
    """Tell what the resolver says of a sale."""
    answer = question.answer("sale", "zahl", scenario=scenario, result=result)
    if not result["legal"]:
        answer.verdict, answer.numbers = "nein", {"gold": gold, "stufen": 0}
        answer.answer = f"Nein: {result['refusal']['text']}"
        cites = [cite for cite in result["refusal"]["cites"] if not cite.startswith("card:")]
        answer.cites = cites[: telling.MOST_CITES]
        return Reading(0.55, answer)
    values = [step["values"] for step in result["outcomes"][0]["steps"]]
    sale: dict[str, Any] = next((one for one in values if "gold" in one), {})
    levels, paid = sale.get("n", 0), sale.get("gold", gold)
    answer.numbers = {"gold": paid, "stufen": levels, "summe": gold}
    level = next((one["level"] for one in values if "level" in one), None)
    me = question.table.people.get(ME)
    if level is not None and me and me.level:
        answer.numbers["stufe_danach"] = level
    answer.answer = telling.sale(levels, paid)
    answer.cites = telling.grounds(result)
    return Reading(0.6, answer)


def by_charity(question: Question) -> Reading | None:
    """Answer how many cards somebody has to give away."""
    table = question.table
    hand = next((person.hand_count for person in table.people.values() if person.hand_count), None)
    if hand is None or hand <= trading.LIMIT or hand > MOST_HAND or question.on_bases:
        return None
    if not question.says("turn_end", "lowest") and not CHARITY & {token.key for token in question.tokens}:
        return None
    try:
        scenario = trading.charity(table, hand, question.boxes, question.library.card_facts)
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    values = [step["values"] for outcome in result["outcomes"] for step in outcome["steps"]]
    due = next((one["n"] for one in values if "n" in one), None)
    if due is None:
        return None
    given = any(one.get("to") for one in values) or bool(result["outcomes"][0]["open"])
    told = telling.charity(due, hand - due, given)
    answer = question.answer("charity", "folge", told, scenario=scenario, result=result)
    answer.numbers = {"abgeben": due, "behalten": hand - due}
    answer.cites = telling.grounds(result)
    return Reading(0.5, answer)
