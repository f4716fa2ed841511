"""How likely it is to get away: every roll of the dice, counted by the resolver."""

from __future__ import annotations

from typing import Any

from rules.ask import escape, facts, flight, pursuit, telling
from rules.ask.answer import AskAnswer
from rules.ask.data import said
from rules.ask.flight import Flight
from rules.ask.question import Question, Reading
from rules.ask.table import HELPER, ME, TRAITS, Foe, Person, Table, ability_of
from rules.engine import resolve
from rules.engine.errors import ScenarioError

MOST_DICE = 4
STRONGEST = 40
DIE = 6
SEVERAL = 2
CAUGHT = "bad"


def by_escape(question: Question) -> Reading | None:
    """Answer how likely it is to get away, what one has to roll, or whether a roll was enough."""
    if question.on_bases:
        return None
    return _of_table(question) if question.before else _of_flight(question)


def _of_flight(question: Question) -> Reading | None:
    """Answer of a flight that the question itself tells."""
    told = flight.read(question.tokens, question.mentions, question.library.card_facts)
    if told.asked and told.strange == ["Gegenstand"]:
        asked = question.answer("chance", "rueckfrage", telling.WHICH_HELP, asks=["zahl", "karte"])
        return Reading(0.9, asked)
    if not told.asked or told.strange:
        return None
    if told.uncounted and told.asked == "chance" and len(told.foes) < SEVERAL:
        return Reading(0.95, question.answer("chance", "rueckfrage", telling.HOW_MANY, asks=["zahl"]))
    people = [
        Person(one.id, level=one.level, cards=list(one.cards), run_away=one.help + told.shared)
        for one in told.runners
    ]
    foes = [Foe(one.card, run_away=one.run_away, boosts=list(one.boosts)) for one in told.foes]
    table = Table(people={one.id: one for one in people}, foes=foes)
    if _too_many(table, len(people)):
        return None
    alone = foes[0].card if len(foes) == len(people) == 1 else None
    if alone and _must(question) and (hanging := pursuit.hangs(question, alone)):
        return hanging
    try:
        scenario = escape.scenario(table, people, question.boxes, question.library.card_facts)
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    if not result["legal"]:
        return _spared(question, scenario, result)
    return _answered(question, told, scenario, result)


def _spared(question: Question, scenario: dict[str, Any], result: dict[str, Any]) -> Reading | None:
    """„muss ich da überhaupt würfeln?“: not where the monster lets somebody go."""
    refusal = result.get("refusal") or {}
    if not _must(question) or not refusal.get("cites"):
        return None
    answer = question.answer("chance", "nein", f"Nein: {refusal['text']}", scenario=scenario, result=result)
    answer.cites = telling.without_cards(refusal["cites"])[: telling.MOST_CITES]
    return Reading(0.95, answer)


def _must(question: Question) -> bool:
    return bool(question.keys & said("flight_must"))


def _answered(
    question: Question, told: Flight, scenario: dict[str, Any], result: dict[str, Any]
) -> Reading | None:
    """Tell the chance of what is asked for, what has to be rolled, or what a roll means."""
    rolls = escape.needed(result)
    if not rolls:
        return _let_go(question, scenario, result)
    if told.asked == "enough" and (trait := _helping_trait(question, told, rolls[0])):
        return _asks_trait(question, told, rolls[0], trait)
    answer = question.answer(
        "chance", "chance", scenario=scenario, result=result, cites=telling.flight(result)
    )
    if told.asked == "times":
        return _thrown(answer, len(told.runners), len(told.foes), len(rolls))
    several = len(told.runners) > 1
    if (
        told.asked == "chance"
        and (told.each or told.event.times != "all")
        and not _rolled_apart(told, result)
    ):
        return None
    chance = escape.chance_of_each(result, told.each) if told.each else escape.chance(result, told.event)
    answer.numbers = {"chance": str(chance), **{f"wurf_ab_{i + 1}": n for i, n in enumerate(rolls)}}
    if told.asked == "chance":
        answer.answer = (
            telling.fates(told.each, chance, rolls)
            if told.each
            else telling.escape(told.event, chance, rolls, several)
        )
    elif len(rolls) < len(told.runners) * max(1, len(told.foes)) or len(set(rolls)) > 1:
        return None
    elif told.asked == "needed":
        answer.verdict, answer.answer = "zahl", telling.needed(rolls)
    else:
        _decided(answer, told, rolls)
    if told.asked != "chance":
        del answer.numbers["chance"]
    # Where nothing changes a roll, the law may know what is asked for better than its words tell here.
    plain = not any(one.kind in ("number", "card") for one in question.mentions)
    return Reading(0.6 if plain else 0.95, answer)


def _decided(answer: AskAnswer, told: Flight, rolls: list[int]) -> None:
    """Tell whether a roll was enough, or whether any could be."""
    if told.asked == "enough":
        answer.verdict = "ja" if told.rolled[0] >= rolls[0] else "nein"
        answer.answer = telling.roll(told.rolled[0], rolls[0])
    else:
        answer.verdict = "ja" if min(rolls) <= DIE else "nein"
        answer.answer = telling.possible(min(rolls))


def _thrown(answer: AskAnswer, people: int, monsters: int, rolls: int) -> Reading | None:
    """Tell how often is rolled; None where a monster lets somebody go."""
    if rolls != people * monsters:
        return None
    answer.verdict, answer.answer = "zahl", telling.throws(people, monsters)
    answer.numbers = {"wuerfe": people * monsters}
    return Reading(0.95, answer)


def _helping_trait(question: Question, told: Flight, needed: int) -> str:
    """Return the trait that would turn a roll that fails; nothing where somebody says what he is."""
    facts = question.library.card_facts
    if any(facts[card]["kind"] in TRAITS for runner in told.runners for card in runner.cards):
        return ""
    if told.rolled[0] >= needed or question.says("no", "without"):
        return ""
    for card, known in facts.items():
        mine = known["kind"] in TRAITS and known.get("set") in question.boxes
        if mine and told.rolled[0] + ability_of(card, "run_away", facts) >= needed:
            return str(known["name"])
    return ""


def _asks_trait(question: Question, told: Flight, needed: int, trait: str) -> Reading:
    """Tell that a roll fails, and ask for the trait that would turn it."""
    who = told.runners[0].id
    text = f"{telling.rolled_and_needed(told.rolled[0], needed)} {telling.asks_trait(who, trait)}"
    choices = telling.yes_or_no(who, trait)
    return Reading(0.95, question.answer("chance", "rueckfrage", text, asks=["rasse"], choices=choices))


def _let_go(question: Question, scenario: dict[str, Any], result: dict[str, Any]) -> Reading | None:
    """„verfolgt Dich nicht, es braucht keinen Wurf“: who is let go by all escapes for sure."""
    outcome = result["outcomes"][0]
    ends = {one["event"] for one in outcome.get("events") or ()}
    if len(result["outcomes"]) > 1 or ends != {"spared"}:
        return None
    must, reason = _must(question), outcome["steps"][0]["text"]
    verdict, told = ("nein", f"Nein: {reason}") if must else ("chance", f"Du entkommst sicher: {reason}")
    answer = question.answer("chance", verdict, told, scenario=scenario, result=result)
    answer.numbers, answer.cites = {"chance": "1"}, outcome["steps"][0]["cites"][: telling.MOST_CITES]
    return Reading(0.95, answer)


def _rolled_apart(told: Flight, result: dict[str, Any]) -> bool:
    """Say whether everybody rolls for every monster, whatever the other rolls bring."""
    wanted = len(told.runners) * max(1, len(told.foes))
    ends = ("caught", "escaped")
    return all(
        sum(one["event"] in ends for one in outcome.get("events") or ()) == wanted
        for outcome in result["outcomes"]
    )


def _of_table(question: Question) -> Reading | None:
    """Answer of the flight from the table that the questions before told."""
    table = question.table
    if not _asked(question):
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
    return _told(question, fleeing, scenario, result)


def _asked(question: Question) -> bool:
    """Say whether a chance is asked for, or a roll beside what changes it."""
    flight = question.says("flees", "catches") or any(one.key.startswith("flucht") for one in question.tokens)
    if question.says("chance") or question.before:
        return flight or bool(question.table.foes)
    table = question.table
    changed = any(escape.help_of(one) for one in table.people.values()) or any(
        foe.run_away for foe in table.foes
    )
    asks_roll = table.roll is not None or question.says("rolls")
    return changed and asks_roll


def _told(
    question: Question, fleeing: list[Person], scenario: dict[str, Any], result: dict[str, Any]
) -> Reading:
    """Tell the chance of what is asked for, or what the roll means."""
    rolls = escape.needed(result)
    event = _event(question, fleeing)
    chance = escape.chance(result, event)
    answer = question.answer("chance", "chance", scenario=scenario, result=result)
    answer.numbers = {
        "chance": str(chance),
        **{name: str(escape.chance(result, known)) for name, known in escape.EVENTS.items()},
        **{f"wurf_ab_{i + 1}": n for i, n in enumerate(rolls)},
    }
    answer.cites = telling.grounds(result)
    if question.table.roll is not None and rolls:
        enough = question.table.roll >= max(rolls)
        answer.verdict = "ja" if enough else "nein"
        answer.answer = telling.roll(question.table.roll, max(rolls))
        if not enough and (hurts := _hurts(question)):
            answer.answer += f" {hurts}"
    elif not question.says("chance") and (question.says("rolls") or not question.before) and rolls:
        answer.verdict, answer.answer = "zahl", telling.needed(rolls)
    else:
        answer.answer = telling.escape(event, chance, rolls, len(fleeing) != 1)
    return Reading(0.95, answer)


def _hurts(question: Question) -> str:
    """Return what the one monster does to whom it catches; nothing where no source attests it."""
    known, foes = question.library.card_facts, question.table.foes
    card = foes[0].card if len(foes) == 1 else None
    if not card:
        return ""
    box = str(question.library.editions[card.partition("/")[0]]["name"])
    told = facts.tell(card, CAUGHT, known, "", box)
    return told.text if told.known else ""


def _too_many(table: Table, fleeing: int) -> bool:
    """Say whether there are more dice than anybody rolls, or a monster that no box has."""
    strange = any(foe.card is None and (foe.level or 0) > STRONGEST for foe in table.foes)
    return len(table.foes) * fleeing > MOST_DICE or strange


def _fleeing(question: Question) -> list[Person]:
    """Return who runs: whoever has something to do with it, and „wir beide“."""
    table = question.table
    me = table.people.get(ME)
    others = [
        one for one in table.people.values() if one is not me and (one.told or one.run_away or one.helps)
    ]
    both = question.says("we") and (len(table.foes) < 2 or bool(others))
    if others and (me is not None or both):
        return [me or table.person(ME), others[0]]
    if others:
        return others[:1]
    return [me or table.person(ME), *([table.person(HELPER)] if both else [])]


def _event(question: Question, fleeing: list[Person]) -> escape.Event:
    """Return what is asked for: who escapes or is caught, how often."""
    words = [token.key for token in question.tokens]
    spoken = set(words)
    ends = {words[one.start] for one in question.mentions if one.is_word("catches")} | said("caught") & spoken
    denied = any(
        word in ends and said("unless") & set(words[max(0, at - 2) : at]) for at, word in enumerate(words)
    )
    caught = bool(ends) and not denied
    if spoken & said("none_of"):
        times = "none"
    elif spoken & said("exactly_one") and spoken & said("one"):
        times = "one"
    elif spoken & said("at_least"):
        times = "any"
    else:
        times = "all" if not caught or spoken & said("all") else "any"
    return escape.Event(caught, times, _of_one(question, fleeing))


def _of_one(question: Question, fleeing: list[Person]) -> str:
    """Return of whom alone it is asked: „entkommt er?“."""
    if len(fleeing) < 2:
        return ""
    mentions = question.mentions
    for place, one in enumerate(mentions[:-1]):
        follows = mentions[place + 1]
        if one.is_word("flees") and follows.start == one.end and follows.kind == "person":
            return fleeing[1].id
        if one.is_word("flees") and follows.start == one.end and question.tokens[follows.start].key == "ich":
            return fleeing[0].id
    return ""
