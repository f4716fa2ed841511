"""What a base is worth and to whom, and whether it falls."""

from __future__ import annotations

from typing import Any

from rules.ask import mood, rescoring, scoring, telling
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.scoring import Shore
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT = 0.9
# Without a base the law may know better than to ask for it.
UNNAMED, CLAIMED = 0.2, 0.3
ALLOWED = frozenset(("may", "must"))
Row = dict[str, Any]


def by_score(question: Question) -> Reading | None:
    """Answer what a base is worth, and whether it falls."""
    if not question.on_bases:
        return None
    spots = (*question.before, (question.tokens, question.mentions))
    shore = rescoring.read(spots, question.library.card_facts)
    if not _asked(question, shore):
        return None
    shared = bool(question.keys & said("shares")) or (question.says("wins") and "wer" in question.keys)
    falls = bool(question.keys & said("falls")) or question.says("due", "breakpoint")
    asks_due = falls and not shared and (bool(question.keys & said("falls")) or not _shared_out(question))
    act = "check_bases" if asks_due or not shore.people else "score"
    if (shore.card, shore.points, shore.breakpoint, shore.treasures) == (None,) * 4:
        asks = ["karte", "lage", "basis"]
        return Reading(UNNAMED, question.answer("score", "rueckfrage", telling.WHICH_BASE, asks=asks))
    try:
        scenario, result = _played(question, shore, act)
    except ScenarioError:
        return None
    if act == "score" and not result["legal"]:
        return None
    tell = _fate if act == "check_bases" else _points
    answer = question.answer("score", "punkte", scenario=scenario, result=result)
    told = tell(scenario, result, shore, question.says("treasures", "loot") and not question.says("points"))
    if told is None:
        return None
    answer.verdict, answer.answer, answer.numbers, answer.cites = told
    return Reading(CLAIMED if question.keys & said("claiming") else WEIGHT, answer)


def _shared_out(question: Question) -> bool:
    """Say whether the treasures of a base or its points are spoken of."""
    return question.says("points", "treasures", "loot")


def _asked(question: Question, shore: Shore) -> bool:
    """Say whether a base with something on it is described, and what comes of it is asked."""
    strengths = [one for cards in shore.people.values() for one in cards if isinstance(one, int)]
    falls = question.says("due", "breakpoint") or bool(question.keys & said("falls"))
    if not strengths and shore.together is None and not (shore.monsters and shore.card and falls):
        return False
    if mood.moods(question.text) & ALLOWED and not question.says("scores", "due", "points", "breakpoint"):
        return False
    told = shore.card or shore.points or shore.breakpoint
    several = len(shore.people) > 1 or shore.together is not None
    if not told and (not several or question.says("wins") or question.keys & said("ending")):
        return False
    spoken = question.says("scores", "points", "treasures") or falls or question.keys & said("shares")
    return bool(spoken or (several and told) or question.before)


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


def _fate(scenario: Row, result: Row, shore: Shore, booty: bool) -> Told | None:
    """Tell whether the base falls, or from which strength on."""
    base = next((one for outcome in result["outcomes"] for one in outcome.get("bases") or ()), None)
    if base is None or not base.get("breakpoint"):
        return None
    wall, strength = base["breakpoint"]["total"], base["strength"]["total"]
    numbers: dict[str, int | str] = {"zerstoerungswert": wall, "staerke": strength}
    sums = telling.total(base["breakpoint"])
    if not shore.people and shore.together is None:
        return "zahl", telling.wall(sums), numbers, telling.grounds(result)
    verdict = "ja" if strength >= wall else "nein"
    return (
        verdict,
        telling.base(telling.total(base["strength"]), sums, strength - wall),
        numbers,
        telling.grounds(result),
    )


def _points(scenario: Row, result: Row, shore: Shore, booty: bool) -> Told | None:
    """Tell who gets what: treasures where those are asked for, else points."""
    points: dict[str, int | str] = {}
    loot: dict[str, int | str] = {}
    sums: dict[str, int | str] = {}
    for outcome in result["outcomes"][:1]:
        seats = outcome["state"]["players"]
        points = {seat["id"]: seat["points"] for seat in seats if not seat["id"].startswith("person")}
        for step in outcome["steps"]:
            if "wall" in step["values"]:
                sums = {"gesamtstaerke": step["values"]["total"]}
                if not scoring.forced(scenario):
                    sums["zerstoerungswert"] = step["values"]["wall"]
        drawn = [row["player"] for row in outcome.get("drawn") or ()]
        loot = {who: drawn.count(who) for who in dict.fromkeys(drawn)}
    treasures = booty and bool(loot)
    shown = loot if treasures else points
    if not shown:
        return None
    told = telling.shares(shown, "Schätze" if treasures else "Siegpunkte")
    return "punkte", told, shown | sums, _grounds(result, treasures)


def _grounds(result: Row, treasures: bool) -> list[str]:
    """Return what the steps rest on that give points or treasures."""
    steps = [step for outcome in result["outcomes"][:1] for step in outcome["steps"]]
    giving = [one for one in steps if "points" in one["values"] or (treasures and "Beute" in one["text"])]
    cites = [cite for step in giving for cite in step["cites"]]
    return [cite for cite in cites if not cite.startswith("card:")][: telling.MOST_CITES]
