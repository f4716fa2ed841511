"""„Stufe 5, eine Kraft mit Grad 3 liegt, darf noch eine mit Grad 2 dazu?“: powers by their grades."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules.ask import telling
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.words import DOUBTFUL, Token
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT, FIRST = 0.97, 1
VALUES = ("zweier", "dreier")
# How far a level stands from its word, and how many powers are told at most.
BESIDE, MOST = 2, 6
ASKED = {
    "stufe": "Auf welcher Stufe stehst Du? Die Grade Deiner Kräfte dürfen zusammen nicht größer sein.",
    "zahl": "Welchen Grad haben die Kräfte? Zusammen dürfen sie nicht größer sein als Deine Stufe.",
}
CITES = ("kraft.gradsumme", "kraft.grad")


def by_grades(question: Question) -> Reading | None:
    """Answer whether powers may lie together; asks for the level or a grade that nobody told."""
    keys = question.keys
    of_powers = any(_begins(token, "powers_begin") for token in question.tokens) and _graded(question)
    if not of_powers or keys & said("asking_what") or not keys & said("may_lie"):
        return None
    level, grades, times = _numbers(question)
    if not grades:
        return None
    if level is None:
        return _asked(question, "stufe")
    if len(grades) == 1 and keys & said("one_power_more"):
        return _asked(question, "zahl")
    return _played(question, level, (grades * times if len(grades) == 1 else grades)[:MOST])


def _graded(question: Question) -> bool:
    """Say whether the book knows grades, and a number stands beside the word or behind „mit“.

    „grad“ alone says „just now“, too.
    """
    numbers = [one for one in question.mentions if one.kind == "number" and not one.signed]
    places = {one.start for one in numbers}
    told = any(one.is_word("grade") and {one.start - 1, one.end} & places for one in question.mentions)
    told = told or any(question.tokens[place - 1].key == "mit" for place in places if place)
    return told and any(f"{box}.{CITES[0]}" in question.library.cited for box in question.boxes[:1])


def _numbers(question: Question) -> tuple[int | None, list[int], int]:
    """Return the level, the grades and of how many powers: „drei Kräfte mit Grad 2“; a sum of grades is none."""
    level, grades, times = None, list[int](), 1
    tokens = question.tokens
    levels = [at for at, token in enumerate(tokens) if _begins(token, "levels_begin")]
    for one in (each for each in question.mentions if each.kind == "number"):
        stands = one.start and tokens[one.start - 1].key in said("stands_at")
        if level is None and (stands or any(0 < one.start - at <= BESIDE or at == one.end for at in levels)):
            level = one.number
        elif one.end < len(tokens) and _begins(tokens[one.end], "powers_begin"):
            times = one.number
        elif one.number != sum(grades):
            grades.append(one.number)
    # „noch eine Zweier auf der Hand“
    grades += [DOUBTFUL[token.key] for token in tokens if token.kind == "word" and token.key in VALUES]
    if level is None and question.keys & said("at_the_start"):
        level = FIRST
    if level is not None and _falls(question):
        level = max(FIRST, level - 1)
    if any(token.key in said("both_of_them") for token in tokens):
        times = max(times, 2)
    return level, grades, min(times, MOST)


def _falls(question: Question) -> bool:
    """„dann kostet mich ein Fluch eine Stufe“: it is reckoned with the level that is left."""
    pairs = pairwise(question.tokens)
    one_level = any(one.key in said("one_card") and _begins(level, "levels_begin") for one, level in pairs)
    return one_level and bool(question.keys & said("level_lost"))


def _begins(token: Token, name: str) -> bool:
    return token.key.startswith(tuple(said(name)))


def _own(question: Question) -> list[str]:
    """Return what the book says of grades."""
    cites = (f"{box}.{one}" for box in question.boxes[:1] for one in CITES)
    return [cite for cite in cites if cite in question.library.cited]


def _asked(question: Question, lacking: str) -> Reading:
    asks, cites = [lacking, "karte"], _own(question)
    return Reading(WEIGHT, question.answer("fact", "rueckfrage", ASKED[lacking], asks=asks, cites=cites))


def _played(question: Question, level: int, grades: list[int]) -> Reading | None:
    """Let the resolver lay the last power beside the others."""
    *lying, last = [
        {"name": f"Kraft {place}", "kind": "power", "deck": "door", "grade": grade}
        for place, grade in enumerate(grades, 1)
    ]
    seats: list[dict[str, Any]] = [
        {"id": "du", "level": level, "in_play": lying, "hand": [last]},
        {"id": "person1"},
    ]
    state = {"players": seats, "turn": {"player": "du", "phase": "door"}}
    do = [{"action": "play", "player": "du", "card": last["name"]}]
    scenario = {"game": "munchkin", "sets": question.boxes, "state": state, "do": do}
    try:
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    refusal, total = result.get("refusal") or {}, sum(grades)
    if refusal and refusal["code"] != "too-many-grades":
        return None
    sums = f"{' + '.join(map(str, grades))}{f' = {total}' if lying else ''}"
    answer = question.answer("fact", "nein" if refusal else "ja", scenario=scenario, result=result)
    fate = "mehr als" if refusal else "nicht mehr als"
    answer.answer = f"{answer.verdict.title()}: Grad {sums} ist {fate} Deine Stufe {level}."
    answer.numbers = {"grade": total, "stufe": level}
    grounds = refusal["cites"] if refusal else telling.grounds(result)
    cites = telling.without_cards([*_own(question), *grounds])
    answer.cites = cites[: telling.MOST_CITES]
    return Reading(WEIGHT, answer)
