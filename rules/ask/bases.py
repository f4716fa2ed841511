"""What a base is worth and to whom, and whether it falls."""

from __future__ import annotations

from typing import Any

from rules.ask import rescoring, scoring, telling
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.scoring import Shore
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT = 0.9
Row = dict[str, Any]


def by_score(question: Question) -> Reading | None:
    """Answer what a base is worth, and whether it falls."""
    if not question.on_bases:
        return None
    spots = (*question.before, (question.tokens, question.mentions))
    shore = rescoring.read(spots, question.library.card_facts)
    if not _asked(question, shore):
        return None
    shared = question.says("points", "treasures") or bool(question.keys & said("shares"))
    asks_due = question.says("due", "breakpoint") and not shared
    act = "check_bases" if asks_due or not shore.people else "score"
    if (shore.card, shore.points, shore.breakpoint, shore.treasures) == (None,) * 4:
        asks = ["karte", "lage", "basis"]
        return Reading(0.6, question.answer("score", "rueckfrage", telling.WHICH_BASE, asks=asks))
    try:
        scenario, result = _played(question, shore, act)
    except ScenarioError:
        return None
    tell = _due if act == "check_bases" or not result["legal"] else _points
    answer = question.answer("score", "punkte", scenario=scenario, result=result)
    told = tell(result, shore)
    if told is None:
        return None
    answer.verdict, answer.answer, answer.numbers, answer.cites = told
    return Reading(WEIGHT, answer)


def _asked(question: Question, shore: Shore) -> bool:
    """Say whether a base with something on it is described."""
    if not shore.people and shore.together is None and not (shore.monsters and shore.card):
        return False
    spoken = question.says("scores", "due", "points", "breakpoint", "strength", "treasures")
    return bool(spoken or shore.card or shore.points)


def _played(question: Question, shore: Shore, act: str) -> tuple[Row, Row]:
    """Return the base as the resolver reads it, and what comes of it."""
    scenario = scoring.scenario(shore, question.library.card_facts, act)
    result = resolve(scenario, question.library)
    if act == "score" and not result["legal"] and not question.says("due"):
        # It is being scored, says the question: so it has fallen.
        scenario = scoring.scenario(shore, question.library.card_facts, act, fallen=True)
        result = resolve(scenario, question.library)
    return scenario, result


# What is told of a base: the verdict, the sentence, its numbers, what it rests on.
Told = tuple[str, str, dict[str, int | str], list[str]]


def _due(result: Row, shore: Shore) -> Told | None:
    """Tell whether the base falls."""
    base = next((one for outcome in result["outcomes"] for one in outcome.get("bases") or ()), None)
    if base is None or not base.get("breakpoint"):
        return None
    wall, strength = base["breakpoint"]["total"], base["strength"]["total"]
    verdict = "ja" if strength >= wall else "nein"
    if not shore.people and shore.together is None:
        verdict = "zahl"
    numbers: dict[str, int | str] = {"zerstoerungswert": wall, "staerke": strength}
    return verdict, telling.base(strength, wall), numbers, telling.grounds(result)


def _points(result: Row, shore: Shore) -> Told | None:
    """Tell who gets what: treasures where monsters guarded some, else points."""
    points: dict[str, int | str] = {}
    loot: dict[str, int | str] = {}
    sums: dict[str, int | str] = {}
    for outcome in result["outcomes"][:1]:
        seats = outcome["state"]["players"]
        points = {seat["id"]: seat["points"] for seat in seats if not seat["id"].startswith("person")}
        for step in outcome["steps"]:
            if "wall" in step["values"]:
                sums = {"zerstoerungswert": step["values"]["wall"], "gesamtstaerke": step["values"]["total"]}
        drawn = [row["player"] for row in outcome.get("drawn") or ()]
        loot = {who: drawn.count(who) for who in dict.fromkeys(drawn)}
    shown = loot if shore.treasures and loot else points
    if not shown:
        return None
    told = "; ".join(f"{who}: {number}" for who, number in shown.items()) + "."
    return "punkte", told, shown | sums, _grounds(result, bool(shore.treasures))


def _grounds(result: Row, treasures: bool) -> list[str]:
    """Return what the steps rest on that give points or treasures."""
    steps = [step for outcome in result["outcomes"][:1] for step in outcome["steps"]]
    giving = [one for one in steps if "points" in one["values"] or (treasures and "Beute" in one["text"])]
    cites = [cite for step in giving for cite in step["cites"]]
    return [cite for cite in cites if not cite.startswith("card:")][: telling.MOST_CITES]
