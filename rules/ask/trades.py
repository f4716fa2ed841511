"""How many levels a sale brings, how many cards go at the end of the turn."""

from __future__ import annotations

from typing import Any

from rules.ask import telling, trading
from rules.ask.answer import AskAnswer
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.table import ME, Person
from rules.engine import resolve
from rules.engine.errors import ScenarioError

LEVEL = 1000
# Less than that nobody asks about.
LEAST = 100
PAIR = 2
# More than lies in any box.
MOST_GOLD = 99_999
MOST_HAND = 40


def by_sale(question: Question) -> Reading | None:
    """Answer how many levels a sale brings."""
    if not question.says("sells", "gold") or question.on_bases or question.says("each_box", "differs"):
        return None
    if any(one.kind == "box" for one in question.mentions) or _elsewhen(question):
        return None
    library = question.library
    sold = _offered(question)
    gold = sum(one["gold"] for one in sold or ())
    if not sold or gold < LEAST:
        return None
    if gold > MOST_GOLD:
        return Reading(0.6, question.answer("sale", "rueckfrage", telling.TOO_MUCH_GOLD, asks=["zahl"]))
    if gold % LEVEL > 0 and trading.unpriced(question.tokens, question.mentions):
        asks = ["zahl", "karte"]
        told = telling.unpriced(gold)
        return Reading(0.6, question.answer("sale", "rueckfrage", told, asks=asks, numbers={"gold": gold}))
    try:
        scenario = trading.sale(question.table, sold, question.boxes, library.card_facts)
        result = resolve(scenario, library)
    except ScenarioError:
        return None
    return _sold(question, gold, scenario, result)


def _elsewhen(question: Question) -> bool:
    """Say whether a fight is on or somebody else is at turn: then the law says whether anything is sold at all."""
    keys = [token.key for token in question.tokens]
    turns = [at for at, word in enumerate(keys) if word in said("turn_words")]
    others = [at for at in turns if not (said("mine") | said("own_turn")) & set(keys[max(0, at - 3) : at])]
    fights = [at for at, word in enumerate(keys) if word in said("in_fight")]
    return bool(others) or any(not said("outside") & set(keys[max(0, at - 3) : at]) for at in fights)


def _offered(question: Question) -> list[dict[str, Any]] | None:
    """Return what is sold: what was said last, and what it comes on top of."""
    offered: list[dict[str, Any]] = []
    for tokens, mentions in (*question.before, (question.tokens, question.mentions)):
        named = trading.prices(tokens, mentions, question.library.card_facts)
        if named is None:
            return None
        if named and not said("on_top") & {token.key for token in tokens}:
            offered = []
        offered += named
    return trading.numbered(offered)


def _sold(question: Question, gold: int, scenario: dict[str, Any], result: dict[str, Any]) -> Reading:
    """Tell what the resolver says of a sale."""
    answer = question.answer("sale", "zahl", scenario=scenario, result=result)
    if not result["legal"]:
        answer.verdict, answer.numbers = "nein", {"gold": gold, "stufen": 0}
        answer.answer = f"Nein: {result['refusal']['text']}"
        cites = [cite for cite in result["refusal"]["cites"] if not cite.startswith("card:")]
        answer.cites = cites[: telling.MOST_CITES]
        return Reading(0.55, answer)
    steps = result["outcomes"][0]["steps"]
    values = [step["values"] for step in steps]
    sale: dict[str, Any] = next((one for one in values if "gold" in one), {})
    bought, paid = sale.get("n", 0), sale.get("gold", gold)
    me = question.table.people.get(ME)
    level = next((one["level"] for one in values if "level" in one), None) if me and me.level else None
    gained = bought if level is None or me is None or me.level is None else level - me.level
    answer.numbers = {"gold": paid, "stufen": gained, "summe": gold}
    if level is not None:
        answer.numbers["stufe_danach"] = level
    held = gained < bought
    answer.answer = telling.sale(gained, paid, level, rest=any("rest" in one for one in values), held=held)
    answer.cites = telling.grounds(result)
    if held:
        # The last level is not for sale: that is what decides here.
        last = telling.without_cards(cite for step in steps[-1:] for cite in step["cites"])
        answer.cites = [*last, *answer.cites][: telling.MOST_CITES]
    if (question.says("wins") and level is not None) or not gained:
        answer.verdict, answer.answer = "nein", f"Nein: {answer.answer}"
    elif question.keys & said("asking_enough") and not question.says("how_many"):
        answer.verdict, answer.answer = "ja", f"Ja: {answer.answer}"
    return Reading(0.96 if question.says("wins") and question.says("sells") else 0.6, answer)


def _is_lowest(question: Question) -> bool:
    """„Ich hab die niedrigste Stufe“: who says so of himself, not of whom gets the cards."""
    keys = [token.key for token in question.tokens]
    return any(
        one.is_word("lowest")
        and bool(said("of_oneself") & set(ahead := keys[max(0, one.start - 3) : one.start]))
        and "an" not in ahead
        for one in question.mentions
    )


def by_charity(question: Question) -> Reading | None:
    """Answer how many cards somebody has to give away."""
    table = question.table
    giver = next((person for person in table.people.values() if person.hand_count), None)
    hand = giver.hand_count or 0 if giver else 0
    if giver is None or not trading.LIMIT < hand <= MOST_HAND or question.on_bases:
        return None
    if not question.says("turn_end", "lowest") and not said("charity_words") & {
        token.key for token in question.tokens
    }:
        return None
    try:
        facts, lowest = question.library.card_facts, _is_lowest(question)
        scenario = trading.charity(giver, table, question.boxes, facts, lowest=lowest)
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    values = [step["values"] for outcome in result["outcomes"] for step in outcome["steps"]]
    due = next((one["n"] for one in values if "n" in one), None)
    if due is None:
        return None
    receivers = list(dict.fromkeys(str(one["receiver"]) for one in values if one.get("receiver")))
    # Who stands lowest is known where everybody who is named has a level.
    named = {str(one.name) for one in question.mentions if one.kind == "person"} - {giver.id}
    people = table.people
    told_levels = len(people) > 1 and named <= people.keys() and all(one.level for one in people.values())
    told_levels = told_levels and not question.says("both")
    known = bool(receivers or result["outcomes"][0]["open"]) if told_levels else None
    if lowest:
        known, receivers = False, []
    told = telling.charity(due, hand - due, known, receivers if told_levels else [], giver.id)
    verdict = "zahl" if question.says("how_many") else "folge"
    answer = question.answer("charity", verdict, told, scenario=scenario, result=result)
    answer.numbers = {"abgeben": due, "behalten": hand - due}
    _shared_out(question, giver, due, answer)
    answer.cites = telling.grounds(result)
    return Reading(0.6, answer)


def _shared_out(question: Question, giver: Person, due: int, answer: AskAnswer) -> None:
    """Say what each of several gets, where it comes out even."""
    sharing = _sharing(question, giver)
    if question.says("each") and question.keys & said("both_of_two") and not due % PAIR:
        # „wie viele bekommt jedes der beiden?“
        answer.numbers["je_person"] = due // PAIR
        answer.answer += f" Sind es zwei, bekommt jede Person {due // PAIR}."
    elif sharing and not due % len(sharing):
        answer.numbers["je_person"] = due // len(sharing)
        answer.answer += f" {telling.listed(sharing)} bekommen je {due // len(sharing)}."


def _sharing(question: Question, giver: Person) -> list[str]:
    """Return who shares what is given away, by name: several on the lowest level, where everybody's is told."""
    people = question.table.people.values()
    named = {str(one.name) for one in question.mentions if one.kind == "person"}
    if not named <= {one.id for one in people} or not all(one.level for one in people):
        return []
    least = min(one.level or 0 for one in people)
    lowest = [one for one in people if one.level == least]
    return [telling.name(one.id) for one in lowest] if len(lowest) > 1 and giver not in lowest else []
