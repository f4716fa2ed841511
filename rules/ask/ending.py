"""Smash Up: whether somebody has won with the points that everybody has at the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import scoring, telling
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.shore import Shore
from rules.ask.table import ME
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT = 0.9
MOST_POINTS = 40
BOTH = "beide"
ENDING = "smash-up.spielende."


def asked(question: Question, shore: Shore) -> bool:
    """Say whether points are told and the end of the game is asked for, not a base."""
    if shore.card or shore.points or shore.breakpoint or shore.monsters or shore.treasures:
        return False
    points = {} if question.says("handcards") else _points(shore)
    if not question.keys & (said("base_over") - said("base_ended")) | (question.keys & said("base_plays_on")):
        # „aus den 16 Basen“ tells no end.
        return False
    return bool(points and question.keys & said("base_over")) and max(points.values()) <= MOST_POINTS


def _points(shore: Shore) -> dict[str, int]:
    if shore.together is not None:
        return {"fuehrende": shore.together}
    return {who: sum(shore.told(who)) for who in shore.people}


def told(question: Question, shore: Shore) -> Reading | None:
    """Tell who has won, or that the game goes on."""
    points = _points(shore)
    try:
        scenario = scoring.ended(points)
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    if not result["legal"] or not result["outcomes"]:
        return None
    winners = result["outcomes"][0]["winners"]
    whom, early = _whom(question, points), said("mid_turn") <= question.keys
    answer = question.answer("score", "folge", scenario=scenario, result=result)
    if "wer" not in question.keys:
        answer.verdict = "ja" if (whom in winners if whom else bool(winners)) else "nein"
    answer.answer = telling.ended(answer.verdict, winners, max(points.values()), list(points.values()))
    if early:
        answer.verdict, answer.answer = "nein", telling.TOO_EARLY
    answer.numbers = dict(points)
    cites = [
        cite
        for step in result["outcomes"][0]["steps"]
        for cite in step["cites"]
        if not cite.startswith("card:")
    ]
    answer.cites = [one for one in dict.fromkeys(cites) if one.startswith(ENDING)][: telling.MOST_CITES]
    return Reading(WEIGHT, answer)


def _whom(question: Question, points: dict[str, int]) -> str:
    """Return of whom it is asked whether they have won: who stands nearest to the word."""
    keys = [token.key for token in question.tokens]
    if [word for word in keys if word.isalnum()][-1:] == ["ich"]:
        return ME
    at = max((place for place, word in enumerate(keys) if word in said("base_over")), default=0)
    if {"beide", "wir"} & set(keys[max(0, at - 4) : at + 2]):
        return BOTH
    if any(word in ("einer", "jemand", "wer", "irgendwer") for word in keys[max(0, at - 4) : at + 2]):
        return ""
    clause = _clause(keys, at)
    if ME in points and not any(keys[one] in points or keys[one] in said("pronouns") for one in clause):
        # „ich 15, Paul 14, zug zu ende. gewonnen?“
        return ME
    near = {abs(place - at): word for place, word in enumerate(keys) if word in points}
    near |= {
        abs(place - at): ME for place, word in enumerate(keys) if word in said("myself") and ME in points
    }
    return near[min(near)] if near else ""


def _clause(keys: Sequence[str], at: int) -> range:
    """Return the places of what is said between two signs."""
    start = max((one + 1 for one in range(at) if not keys[one].isalnum()), default=0)
    end = min((one for one in range(at, len(keys)) if not keys[one].isalnum()), default=len(keys))
    return range(start, end)
