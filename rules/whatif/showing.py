"""The resolver's answer as the page shows it: verdict, both sides, outcomes, decisions, what is not settled."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.whatif import changes, dice, links
from rules.whatif.drawing import Bar, Cite, Cites, Slice, bar, scale, slices
from rules.whatif.words import words

# More outcomes than this nobody compares; the rest is counted.
MOST_OUTCOMES = 12
# How many sentences tell one outcome from the others at most.
MOST_SENTENCES = 3
# So many steps are read at a glance; of more, the others are folded.
FEW_STEPS = 4
UNCHANGED = "Alles bleibt, wie es ist."
# A summary up to this length is a verdict as it is; of a longer one the last statement is.
SHORT = 120
SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-ZÄÖÜ„])")


@dataclass(frozen=True)
class Step:
    """One step; those that matter stand open, the others are folded."""

    text: str
    cites: list[Cite]
    matters: bool = True


@dataclass(frozen=True)
class Choice:
    """One way to answer an open decision: a link that carries the question on."""

    text: str
    link: str


@dataclass(frozen=True)
class Decision:
    text: str
    choices: list[Choice]


@dataclass(frozen=True)
class Place:
    """What one person has at a base."""

    player: str
    strength: int


@dataclass(frozen=True)
class Base:
    """A base as it stands: how near it is to being scored, and who has how much there."""

    name: str
    due: bool
    wall: Bar | None
    strength: Bar
    places: list[Place]

    @property
    def missing(self) -> int:
        return max(0, self.wall.total - self.strength.total) if self.wall else 0


@dataclass(frozen=True)
class Outcome:
    """One way it can come out."""

    chance: str
    percent: str
    slice: Slice
    title: str
    fight: list[Bar]
    margin: int
    bases: list[Base]
    points: list[changes.Points]
    winners: list[str]
    decisions: list[Decision]
    steps: list[Step]
    after: list[changes.Change]
    # Per roll the faces that lead here.
    dice: list[list[int]] = field(default_factory=list)

    @property
    def folded(self) -> bool:
        return any(not step.matters for step in self.steps)


@dataclass(frozen=True)
class Reading:
    text: str
    favoured: bool


@dataclass(frozen=True)
class Doubt:
    about: str
    readings: list[Reading]
    cites: list[Cite]


@dataclass(frozen=True)
class Difference:
    box: str
    text: str
    cites: list[Cite]


@dataclass(frozen=True)
class Answer:
    """Everything the page of an answer shows."""

    verdict: str
    label: str
    headline: str
    more: str
    legal: bool
    outcomes: list[Outcome]
    hidden: int
    doubts: list[Doubt]
    differences: list[Difference]
    warnings: list[str]
    refused_by: list[Cite] = field(default_factory=list)
    # What the table has chosen for itself, and what would count otherwise.
    house: list[dict[str, Any]] = field(default_factory=list)
    # How it comes out, and how sure that is: a key of `results` and of `certainty` among the words.
    result: str = "so"
    decisive: Cite | None = None

    @property
    def tone(self) -> str:
        return str(words()["results"][self.result]["tone"])

    @property
    def result_label(self) -> str:
        return str(words()["results"][self.result]["label"])

    @property
    def certainty(self) -> str:
        return str(words()["certainty"][self.verdict])

    @property
    def die(self) -> list[tuple[int, int]]:
        """Return for each face of the one die that decides the number of its outcome, from 1."""
        if any(len(one.dice) != 1 for one in self.outcomes):
            return []
        found = {face: one.slice.tone for one in self.outcomes for face in one.dice[0]}
        return sorted(found.items()) if len(found) == dice.FACES else []

    @property
    def first(self) -> Outcome:
        return self.outcomes[0]

    @property
    def score(self) -> str:
        """Return how a fight stands, „12:13“; nothing where there is none, or chance decides on it."""
        if len(self.outcomes) != 1 or not self.first.fight:
            return ""
        return ":".join(str(side.total) for side in self.first.fight)

    @property
    def has_chances(self) -> bool:
        return len(self.outcomes) > 1


def show(question: dict[str, Any], answer: dict[str, Any], boxes: dict[str, str]) -> Answer:
    """Turn an answer of the contract into what the page shows; `boxes` are the names of the boxes."""
    cites = Cites(answer["cites"], boxes)
    found = sorted(answer["outcomes"], key=lambda one: -Fraction(one["chance"]))
    shown = found[:MOST_OUTCOMES]
    titles = _titles(shown)
    drawn = slices([Fraction(one["chance"]) for one in shown])
    rolled = dice.faces(shown) if len(shown) == len(found) else [[] for _ in shown]
    outcomes = [
        _outcome(question, one, piece, title, cites, answer["summary"], rolls)
        for one, piece, title, rolls in zip(shown, drawn, titles, rolled, strict=True)
    ]
    headline, more = _headline(answer, outcomes)
    return Answer(
        verdict=answer["verdict"],
        label=words()["verdicts"][answer["verdict"]],
        headline=headline,
        more=more,
        legal=answer["legal"],
        outcomes=outcomes,
        hidden=len(found) - len(shown),
        doubts=[_doubt(row, cites) for row in answer["unsettled"]],
        differences=[
            Difference(boxes.get(row["edition"], row["edition"]), row["text"], cites.of(row["cites"]))
            for row in answer["differs"]
        ],
        warnings=answer["warnings"],
        refused_by=cites.of(answer["refusal"]["cites"]) if answer["refusal"] else [],
        house=answer["house"],
        result=_result(answer, outcomes),
        decisive=_decisive(answer, outcomes, headline, cites),
    )


def _result(answer: dict[str, Any], outcomes: list[Outcome]) -> str:
    """Return how it comes out: who wins a fight or the game, what is refused, open, or simply so."""
    if answer["verdict"] != "clear" or not outcomes:
        return str(answer["verdict"])
    first = outcomes[0]
    if first.winners:
        return "game"
    if first.fight:
        return "won" if first.fight[0].wins else "lost"
    return "so"


def _decisive(answer: dict[str, Any], outcomes: list[Outcome], headline: str, cites: Cites) -> Cite | None:
    """Return the rule that decides: the reason of a refusal, else the first one of the step that the verdict tells."""
    if answer["refusal"]:
        return next(iter(cites.of(answer["refusal"]["cites"])), None)
    steps = [step for step in outcomes[0].steps if step.cites] if outcomes else []
    told = [step for step in steps if step.text in headline] or steps
    found = told[-1].cites if told else []
    return next((one for one in found if one.text), None)


def _headline(answer: dict[str, Any], outcomes: list[Outcome]) -> tuple[str, str]:
    """Return the verdict in one sentence, and what led to it."""
    if len(outcomes) > 1 and answer["legal"]:
        chance = Fraction(outcomes[0].chance)
        return f"In {chance.numerator} von {chance.denominator} Fällen: {outcomes[0].title}", ""
    asked = {decision.text for outcome in outcomes for decision in outcome.decisions}
    sentences = [one for one in SENTENCE.split(answer["summary"]) if one not in asked]
    summary = " ".join(sentences)
    if len(summary) <= SHORT or len(sentences) == 1:
        return summary or answer["summary"], ""
    chief = _chief(sentences, outcomes)
    return chief, " ".join(one for one in sentences if one is not chief)


def _chief(sentences: list[str], outcomes: list[Outcome]) -> str:
    """Return the sentence that decides: the one with the score of the fight, else the last statement."""
    fight = outcomes[0].fight if outcomes else []
    score = " zu ".join(str(side.total) for side in fight)
    told = [one for one in sentences if score and score in one]
    stated = [one for one in sentences if not one.endswith("?")]
    return (told or stated[-1:] or sentences[-1:])[0]


def _titles(outcomes: list[dict[str, Any]]) -> list[str]:
    """Return for each outcome the fewest of its sentences that tell it from all others."""
    told = [list(dict.fromkeys(step["text"] for step in outcome["steps"])) for outcome in outcomes]
    return [
        _title(own, [set(other) for place, other in enumerate(told) if place != number])
        for number, own in enumerate(told)
    ]


def _title(own: list[str], others: list[set[str]]) -> str:
    """Take the sentence that rules out most of the others, again and again, until none is left."""
    taken: set[str] = set()
    while others and len(taken) < MOST_SENTENCES:
        best = max(own, key=lambda one: sum(one not in other for other in others), default="")
        left = [other for other in others if best in other]
        if len(left) == len(others):
            break
        taken.add(best)
        others = left
    return " ".join(one for one in own if one in taken) or " ".join(own[:1]) or UNCHANGED


def _outcome(
    question: dict[str, Any],
    given: dict[str, Any],
    piece: Slice,
    title: str,
    cites: Cites,
    summary: str,
    rolls: list[list[int]],
) -> Outcome:
    fight = given.get("combat")
    bars = _fight(fight, cites) if fight else []
    return Outcome(
        chance=given["chance"],
        percent=_percent(Fraction(given["chance"])),
        slice=piece,
        title=title,
        fight=bars,
        margin=abs(bars[0].total - bars[1].total) if bars else 0,
        bases=[_base(row, given["state"], cites) for row in given.get("bases") or ()],
        points=changes.points(question, given),
        winners=[name[:1].upper() + name[1:] for name in given["winners"]],
        decisions=[_decision(question, row) for row in given["open"]],
        steps=_steps(given["steps"], f"{summary} {title}", cites),
        after=changes.changes(question, given["state"]),
        dice=rolls,
    )


def _steps(given: list[dict[str, Any]], told: str, cites: Cites) -> list[Step]:
    """Return the steps; of many, those that the verdict tells matter, and the last."""
    last = len(given) - 1
    few = len(given) <= FEW_STEPS
    return [
        Step(step["text"], cites.of(step["cites"]), few or place == last or step["text"] in told)
        for place, step in enumerate(given)
    ]


def _percent(chance: Fraction) -> str:
    """Return a chance in percent, as exact as anybody wants to hear it."""
    return f"{float(chance * 100):.1f}".removesuffix(".0").replace(".", ",") + " %"


def _fight(fight: dict[str, Any], cites: Cites) -> list[Bar]:
    sides = words()["sides"]
    whole = scale(fight["munchkins"], fight["monsters"])
    return [
        bar(sides[side], fight[side], whole, cites, fight["winner"] == side, side)
        for side in ("munchkins", "monsters")
    ]


def _base(row: dict[str, Any], state: dict[str, Any], cites: Cites) -> Base:
    wall, strength = row["breakpoint"], row["strength"]
    whole = scale(wall, strength) if wall else scale(strength)
    card = state["bases"][row["index"]]["card"]
    places = sorted(row["by_player"].items(), key=lambda pair: -pair[1])
    return Base(
        name=changes.name_of(card),
        due=row["due"],
        wall=bar("Zerstörungswert", wall, whole, cites) if wall else None,
        strength=bar("Stärke", strength, whole, cites, row["due"]),
        places=[Place(name[:1].upper() + name[1:], total) for name, total in places],
    )


def _decision(question: dict[str, Any], row: dict[str, Any]) -> Decision:
    choices = [Choice(option["text"], _chosen(question, row, option["id"])) for option in row["options"]]
    return Decision(row["text"], choices)


def _chosen(question: dict[str, Any], row: dict[str, Any], option: str) -> str:
    """Return the link to the question with this decision taken; empty where it outgrew a link."""
    action = {
        "action": "choose",
        "player": row["player"],
        "decision": row["decision"],
        "option": option,
    }
    try:
        return links.write({**question, "do": [*(question.get("do") or []), action]})
    except links.LinkError:
        return ""


def _doubt(row: dict[str, Any], cites: Cites) -> Doubt:
    readings = [Reading(one["text"], one["favoured"]) for one in row["readings"]]
    return Doubt(row["about"], sorted(readings, key=lambda one: not one.favoured), cites.of(row["cites"]))
