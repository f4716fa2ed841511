"""What a base is worth and to whom, whether it falls, and how much is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.ask import ending, rescoring, scoring, telling
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.shore import Shore
from rules.ask.wanted import asks_booty, asks_fate, only_told, wanted
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT = 0.9
# Without a base the law may know better than to ask for it.
UNNAMED, CLAIMED, PRINTED = 0.2, 0.3, 0.6
# Who tells several people's places asks for no printed value.
RANKED = 0.99
# As often somebody lets a window go by before a card is played.
MOST_PASSES = 5
ENOUGH = 99
PLACES = 3
# As strong a monster may be.
STRONGEST = 7
BOOTY = "smash-up.beute.anzahl"
Row = dict[str, Any]


def by_score(question: Question) -> Reading | None:
    """Answer what a base is worth, whether it falls, or what it lacks."""
    if not question.on_bases:
        return None
    spots = (*question.before, (question.tokens, question.mentions))
    shore = rescoring.read(spots, question.library.card_facts)
    asked = wanted(question, shore)
    if not asked:
        return None
    if asks := _lacking(question, shore, asked):
        return asks
    if (shore.gone or shore.leaving) and asked in ("due", "lack", "wall"):
        # Whether a scoring that has begun goes on is the law's to say.
        return None
    return _unplaced(question, asked) if shore.strange else _scored(question, shore, asked)


def _scored(question: Question, shore: Shore, asked: str) -> Reading | None:
    """Play a base that was read whole, and tell what is asked of it."""
    if asked == "end":
        return ending.told(question, shore)
    if asked == "size" and not shore.people:
        # Whoever makes it fall: the booty is the same.
        shore.together = shore.together or ENOUGH
    act = "check_bases" if asked in ("due", "lack", "wall") else "score"
    try:
        scenario, result = _played(question, shore, act)
    except ScenarioError:
        return None
    if act == "score" and not result["legal"]:
        return None
    if (
        asked == "points"
        and shore.card
        and not shore.gone
        and scoring.forced(scenario)
        and asks_fate(question)
    ):
        # „Fällt sie, und wenn ja, wer kriegt was?“ It does not.
        asked, act = "due", "check_bases"
        scenario, result = _played(question, shore, act)
    answer = question.answer("score", "punkte", scenario=scenario, result=result)
    told = (
        _points(question, shore, (scenario, result), asked) if act == "score" else _fate(result, shore, asked)
    )
    if told and (hanging := _hanging(question, shore, asked, told)):
        return hanging
    if told is None or (shore.claims and not set(shore.claims) & set(told[2].values())):
        return None
    answer.verdict, answer.answer, answer.numbers, answer.cites = told
    return Reading(_weight(question, shore, asked), answer)


def _hanging(question: Question, shore: Shore, asked: str, told: Told) -> Reading | None:
    """Ask for what nobody said, where the answer hangs on it."""
    if _hangs_on_strength(question, shore, asked, told):
        text, asks = telling.ALL_TOGETHER, ["zahl", "lage"]
    elif told[0] == "ja" and _hangs_on_monsters(question, shore, told[2]):
        text, asks = telling.ANY_MONSTERS, ["lage"]
    else:
        return None
    return Reading(WEIGHT, question.answer("score", "rueckfrage", text, asks=asks))


def _unplaced(question: Question, asked: str) -> Reading | None:
    """Ask for what found no place where a scoring is told and no law is asked for."""
    if asked != "points" or "?" in question.text or question.before:
        return None
    return Reading(WEIGHT, question.answer("score", "rueckfrage", telling.WHO_HAS, asks=["zahl", "lage"]))


def _hangs_on_strength(question: Question, shore: Shore, asked: str, told: Told) -> bool:
    """Say whether others would get other points, were those weaker of whom only the place is told."""
    if asked not in ("points", "places") or shore.people:
        return False
    weak = _played(question, shore, "score", scoring.WEAK)
    return not weak[1]["legal"] or _points(question, shore, weak, asked) != told


def _hangs_on_monsters(question: Question, shore: Shore, sums: Mapping[str, int | str]) -> bool:
    """Say whether a base might not fall with the monsters that lay there at first, of which nobody speaks."""
    printed = question.library.card_facts[shore.card].get("monsters", 0) if shore.card else 0
    spoken = (
        question.keys & (said("base_monsters") | said("base_cleared"))
        or shore.monsters
        or shore.monster_strengths
        or shore.charmed
    )
    if spoken or not printed:
        return False
    return int(sums["staerke"]) < int(sums["zerstoerungswert"]) + printed * STRONGEST


def _weight(question: Question, shore: Shore, asked: str) -> float:
    """Return how well it explains the question; what stands on the card is a fact of the card first."""
    if question.keys & said("claiming"):
        return CLAIMED
    if asked == "points" and len(shore.ranks) > 1:
        return RANKED
    printed = asked == "places" or (asked == "wall" and not (shore.monsters or shore.monster_strengths))
    return PRINTED if printed else WEIGHT


def _lacking(question: Question, shore: Shore, asked: str) -> Reading | None:
    """Ask for what decides and was not said: the base, its monsters, whose turn it is."""
    if asked in ("wall", "size", "places", "end"):
        return None
    nothing = (shore.card, shore.points, shore.breakpoint, shore.treasures) == (None,) * 4
    if asked == "booty" and shore.monsters:
        # What the monsters bring is the same on every base.
        nothing = False
    unknown_wall = asked in ("due", "lack") and shore.card is None and shore.breakpoint is None
    if nothing or unknown_wall:
        asks = ["karte", "lage"]
        return Reading(UNNAMED, question.answer("score", "rueckfrage", telling.WHICH_BASE, asks=asks))
    if asked in ("due", "lack") and shore.unknown_monsters:
        told = telling.which_monsters(shore.unknown_monsters)
        return Reading(WEIGHT, question.answer("score", "rueckfrage", told, asks=["karte", "zahl"]))
    if asked in ("points", "booty") and shore.leaving & shore.people.keys():
        return Reading(
            WEIGHT, question.answer("score", "rueckfrage", telling.WHO_STAYS, asks=["lage", "zahl"])
        )
    if asked == "points" and _alone_told(question, shore):
        return Reading(
            WEIGHT,
            question.answer("score", "rueckfrage", telling.THE_OTHERS, asks=["zahl", "person", "lage"]),
        )
    if asked == "points" and _hangs_on_turn(question, shore):
        asks = ["person", "lage"]
        return Reading(WEIGHT, question.answer("score", "rueckfrage", telling.TURN_COUNTS, asks=asks))
    if asked == "points" and _hangs_on_creature(shore):
        return Reading(WEIGHT, question.answer("score", "rueckfrage", telling.ANY_CREATURE, asks=["lage"]))
    if asked == "booty" and shore.active is None and _tied(shore):
        return Reading(
            WEIGHT, question.answer("score", "rueckfrage", telling.WHOSE_TURN, asks=["person", "lage"])
        )
    return None


def _alone_told(question: Question, shore: Shore) -> bool:
    """Say whether the strength of one person is told, and neither a place nor that nobody else is there."""
    only = shore.alone or question.says("only", "alone")
    if shore.together is not None and not (shore.people or shore.ranks or shore.places or only):
        # All together, and nobody says who has how much of it.
        return True
    return len(shore.people) == 1 and not (only or shore.ranks or shore.places)


def _hangs_on_turn(question: Question, shore: Shore) -> bool:
    """Say whether the base strengthens creatures by whose turn it is, and nobody says that."""
    printed = question.library.card_facts[shore.card] if shore.card else {}
    return shore.creatures and shore.active is None and "not-active" in str(printed.get("abilities"))


def _hangs_on_creature(shore: Shore) -> bool:
    """Say whether somebody with nothing told has a place, should a creature be there: „Kurt 0“."""
    ahead = sum(any(has) for has in shore.people.values())
    return ahead < PLACES and any(shore.people.get(who) == [0] for who in shore.unsure)


def _tied(shore: Shore) -> bool:
    """Say whether two people have the same strength: then whoever is at turn draws first."""
    sums = Counter(sum(one for one in has if isinstance(one, int)) for has in shore.people.values())
    return any(times > 1 for times in sums.values())


def _played(question: Question, shore: Shore, act: str, strong: int = scoring.STRONG) -> tuple[Row, Row]:
    """Return the base as the resolver reads it, and what comes of it."""
    facts = question.library.card_facts
    scenario = scoring.scenario(shore, facts, act, strong=strong)
    result = resolve(scenario, question.library)
    if act == "score" and not result["legal"]:
        # Who gets what is asked: so it has fallen.
        scenario = scoring.scenario(shore, facts, act, fallen=True, strong=strong)
        result = resolve(scenario, question.library)
    if act != "score":
        return scenario, result
    for passes in range(MOST_PASSES if shore.played else 0):
        playing = scoring.with_played(scenario, shore, passes)
        # What finds no window is not left out: then nobody knows.
        result = resolve(playing, question.library)
        if result["legal"]:
            return playing, result
    return scenario, result


# What is told of a base: the verdict, the sentence, its numbers, what it rests on.
Told = tuple[str, str, dict[str, int | str], list[str]]


def _fate(result: Row, shore: Shore, asked: str) -> Told | None:
    """Tell whether the base falls, from which strength on, or how much is missing."""
    base = next((one for outcome in result["outcomes"] for one in outcome.get("bases") or ()), None)
    if base is None or not base.get("breakpoint"):
        return None
    wall, strength = base["breakpoint"]["total"], base["strength"]["total"]
    numbers: dict[str, int | str] = {"zerstoerungswert": wall, "staerke": strength}
    if shore.charmed:
        numbers |= {f"staerke_{who}": value for who, value in (base.get("by_player") or {}).items()}
    sums = telling.total(base["breakpoint"])
    cites = _walls(result, shore)
    if not shore.people and shore.together is None:
        return "zahl", telling.wall(sums), {"zerstoerungswert": wall}, cites
    total = telling.total(base["strength"])
    if asked == "lack":
        numbers["fehlt"] = max(0, wall - strength)
        return "zahl", telling.short_of(total, sums, wall - strength), numbers, cites
    return "ja" if strength >= wall else "nein", telling.base(total, sums, strength - wall), numbers, cites


def _walls(result: Row, shore: Shore) -> list[str]:
    """Return what a breakpoint rests on, the scoring itself before its moment."""
    grounds = telling.grounds(result)
    decisive = [one for one in grounds if one.startswith("smash-up.wertung.")]
    return list(dict.fromkeys([*decisive, *grounds]))[: telling.MOST_CITES]


def _points(question: Question, shore: Shore, played: tuple[Row, Row], asked: str) -> Told | None:
    """Tell who gets what: treasures where those are asked for, else points."""
    scenario, result = played
    points: dict[str, int | str] = {}
    loot: dict[str, int | str] = {}
    sums: dict[str, int | str] = {}
    for outcome in result["outcomes"][:1]:
        seats = outcome["state"]["players"]
        points = {seat["id"]: seat["points"] for seat in seats if not seat["id"].startswith("person")}
        sums = _sums(outcome, shore, scenario)
        drawn = [row["player"] for row in outcome.get("drawn") or ()]
        loot = {who: drawn.count(who) for who in dict.fromkeys([*points, *drawn])} if drawn else {}
    if asked == "size":
        return _size(result)
    treasures = asked == "booty" and bool(loot)
    shown = loot if treasures else points
    if not shown:
        return None
    if asked == "places":
        places = [who for who in shown if who == "du" or int(who.rpartition("_")[2]) in shore.places]
        shown = {who: shown[who] for who in places}
        if not shown:
            return None
    if not shore.people:
        # Strengths that nobody told are none of the answer.
        sums = {}
    told = telling.shares(shown, "Schätze" if treasures else "Siegpunkte")
    extra = {} if treasures else _reckoned(question, points)
    if extra:
        told += telling.reckoned(extra)
    if treasures:
        told += f" {telling.booty(sum(int(one) for one in shown.values()))}"
    elif loot and asked == "points" and asks_booty(question) and (shore.active or not _tied(shore)):
        told += f" {telling.shares(loot, 'Schätze')}"
        extra |= {f"schaetze_{who}": number for who, number in loot.items()}
    return "punkte", told, shown | sums | extra, _grounds(result, treasures)


def _sums(outcome: Row, shore: Shore, scenario: Row) -> dict[str, int | str]:
    """Return the strengths that the resolver added up."""
    sums: dict[str, int | str] = {}
    for step in outcome["steps"]:
        if shore.charmed and "place" in step["values"]:
            sums |= {f"staerke_{step['values']['player']}": step["values"]["strength"]}
        if "wall" in step["values"]:
            sums |= {"gesamtstaerke": step["values"]["total"]}
            if not scoring.forced(scenario):
                sums["zerstoerungswert"] = step["values"]["wall"]
    return sums


def _size(result: Row) -> Told | None:
    """Tell how many treasures the monsters of a base bring."""
    steps = [
        step for outcome in result["outcomes"][:1] for step in outcome["steps"] if "loot" in step["values"]
    ]
    size = steps[0]["values"]["number"] if steps else 0
    cites = [cite for step in steps for cite in step["cites"] if not cite.startswith("card:")]
    return "zahl", telling.booty(size), {"beute": size}, cites[: telling.MOST_CITES] or [BOOTY]


def _reckoned(question: Question, points: dict[str, int | str]) -> dict[str, int | str]:
    """Return the sum or the gap of the points, where one of them is asked for."""
    keys = question.keys - only_told(question)
    values = [int(one) for one in points.values()]
    if keys & said("base_asks_gap") and len(values) > 1:
        ends = [who for who in points if not who.startswith("platz_")]
        gap = [int(points[who]) for who in ends]
        return {"vorsprung": max(gap) - min(gap)} if len(gap) > 1 else {}
    return {"summe": sum(values)} if keys & said("base_asks_sum") and len(values) > 1 else {}


def _grounds(result: Row, treasures: bool) -> list[str]:
    """Return what the steps rest on that give points or treasures."""
    steps = [step for outcome in result["outcomes"][:1] for step in outcome["steps"]]
    giving = [one for one in steps if "points" in one["values"] or (treasures and "Beute" in one["text"])]
    if treasures:
        giving.sort(key=lambda one: "Beute" not in one["text"])
    cites = [cite for step in giving for cite in step["cites"]]
    return list(dict.fromkeys(cite for cite in cites if not cite.startswith("card:")))[: telling.MOST_CITES]
