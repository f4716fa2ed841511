"""A fight that is over already: „Stufe 6, den Shoggoth umgehauen. Auf welcher Stufe bin ich nun?“"""

from __future__ import annotations

from typing import Any

from rules.ask import after_fight, escape, fight, telling
from rules.ask.data import said
from rules.ask.lacking import Gap
from rules.ask.mentions import Mention
from rules.ask.question import Question, Reading
from rules.ask.table import ME, TRAITS, Foe, Person, Table
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT = 0.97
# The fight is won, whatever it was won by.
ENOUGH = 200
# „auf der Sechs“ and „auf 6“ tell a level, too.
ON = "auf"


def by_aftermath(question: Question) -> Reading | None:
    """Answer what a fight brought that is told as won, or which level is left to whom a monster has caught."""
    killed = bool(question.keys & said("killed"))
    # What befalls a helper, some cards tell apart.
    caught = _is_caught(question) and _asks_level(question) and not question.says("helps")
    if question.on_bases or not (killed or caught):
        return None
    who, monster = _standing(question), _monster(question)
    if who is None or monster is None:
        return None
    table = Table(people={who.id: who}, foes=[Foe(monster)])
    try:
        return _won(question, table, who) if killed else _caught(question, table, who)
    except (ScenarioError, Gap):
        return None


def _standing(question: Question) -> Person | None:
    """Return who stands on the one level that is told, where nothing is told of what he is worth."""
    numbers = [one for one in question.mentions if one.kind == "number"]
    levels = [one.number for one in numbers if _is_level(question, one)]
    if len(levels) != 1 or not 0 < levels[0] <= after_fight.TOP or any(one.signed for one in numbers):
        return None
    told = question.fight.worked.table if question.fight else question.table
    return Person(fight.cast(told)[0].id, level=levels[0])


def _is_level(question: Question, number: Mention) -> bool:
    before = range(max(0, number.start - 2), number.start)
    return any(question.tokens[at].key == ON for at in before) or bool(_levels(question) & {*before})


def _levels(question: Question) -> set[int]:
    """Return where levels are spoken of."""
    return {one.start for one in question.mentions if one.is_word("level")}


def _monster(question: Question) -> str | None:
    """Return the one monster that is named, beside nothing but what somebody is."""
    facts = question.library.card_facts
    cards = [one.cards[0] for one in question.mentions if one.kind == "card"]
    monsters = [card for card in cards if facts[card]["kind"] == "monster"]
    traits = all(facts[card]["kind"] in TRAITS for card in cards if card not in monsters)
    return monsters[0] if len(monsters) == 1 and traits else None


def _asks_level(question: Question) -> bool:
    """„Auf welcher Stufe bin ich nun?“, „Neue Stufe?“"""
    tokens = question.tokens
    return any(at and tokens[at - 1].key in said("which_level") for at in _levels(question))


def _is_caught(question: Question) -> bool:
    fled = bool(question.keys & said("got_away")) and question.says("not", "no")
    return fled or bool(question.keys & said("caught_by"))


def _won(question: Question, table: Table, who: Person) -> Reading | None:
    """Tell level and treasures as the resolver gives them, or whether the game is won."""
    who.bonus.append(ENOUGH)
    result = resolve(fight.scenario(table, question.boxes, question.library.card_facts), question.library)
    if not result["legal"] or len(result["outcomes"]) != 1:
        return None
    outcome = result["outcomes"][0]
    gains = " ".join(telling.gained(outcome, who.id, levelled=True))
    numbers: dict[str, int | str] = dict(telling.rewards(outcome, who.id, levelled=True))
    if _asks_level(question) or question.says("how_many"):
        answer = question.answer("aftermath", "zahl", gains, numbers=numbers)
    elif question.keys & said("game_won"):
        won = who.id in outcome["winners"]
        told = f"Ja: {gains}" if won else after_fight.not_yet_won(gains)
        answer = question.answer("aftermath", "ja" if won else "nein", told, numbers=numbers)
    else:
        return None
    answer.cites = after_fight.of_booty(result)[: telling.MOST_CITES]
    return Reading(WEIGHT, answer)


def _caught(question: Question, table: Table, who: Person) -> Reading | None:
    """Tell the level that is left, where the monster's card leaves only one."""
    facts = question.library.card_facts
    result = resolve(escape.scenario(table, [who], question.boxes, facts), question.library)
    ends = [one for one in result["outcomes"] if _was_caught(one)] if result["legal"] else []
    seats = [seat for one in ends for seat in one["state"]["players"] if seat["id"] == who.id]
    levels = {seat["level"] for seat in seats}
    if len(levels) != 1 or any(one["open"] for one in ends):
        return None
    level = levels.pop()
    you = who.id == ME
    told = f"{telling.name(who.id)} {'stehst' if you else 'steht'} danach auf Stufe {level}."
    steps = [step for step in ends[0]["steps"] if "roll" not in step["values"]]
    cites = telling.without_cards(cite for step in steps for cite in step["cites"])[: telling.MOST_CITES]
    answer = question.answer("aftermath", "zahl", told, numbers={"stufe_danach": level}, cites=cites)
    return Reading(WEIGHT, answer)


def _was_caught(outcome: dict[str, Any]) -> bool:
    events = {one["event"] for one in outcome.get("events") or ()}
    return "caught" in events and "escaped" not in events
