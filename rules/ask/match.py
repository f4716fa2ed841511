"""Which intent a question is: every phrase must find its place, or the intent is not meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.ask.data import Row
from rules.ask.phrase import NEUTRAL, Phrase

# Attributes of a phrase that an intent must expect before it may be meant.
MOST_IN_A_PLACE = 9
# Lists of which a question must have at least one sign each.
# What every intent answers; „wann“, „welche“, „wie viele“ ask for a rule rather than for a case.
ALWAYS_ANSWERED = {"may", "must", "happens"}
GATES = ("asks", "needs_one", "needs_also")
FREE_FACTS = ("kind", "slot", "hands", "big", "tags", "effects", "special", "boxes", "friendly")


@dataclass
class Match:
    """An intent with its places filled."""

    intent: Row
    bound: dict[str, list[Phrase]] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    left: list[Phrase] = field(default_factory=list)

    @property
    def rank(self) -> tuple[int, int, int]:
        """More phrases placed first, then fewer gaps, then the intent's own weight."""
        placed = sum(len(phrases) for phrases in self.bound.values())
        return (placed, -len(self.absent), self.intent.get("weight", 0))


def content(phrases: Iterable[Phrase]) -> list[Phrase]:
    """Return the phrases that a question would lose its meaning without."""
    return [phrase for phrase in phrases if phrase.kind not in NEUTRAL]


def best(phrases: list[Phrase], intents: Iterable[Row]) -> tuple[Match | None, list[Match]]:
    """Return the intent that takes every phrase, and those that nearly do."""
    whole: list[Match] = []
    near: list[Match] = []
    for intent in intents:
        found = match(phrases, intent)
        if found is not None:
            (near if found.left else whole).append(found)
    near.sort(key=lambda m: (len(m.left), *(-n for n in m.rank)))
    return (max(whole, key=lambda m: m.rank) if whole else None), near


def match(phrases: list[Phrase], intent: Row) -> Match | None:
    """Place the phrases; None where something that the intent needs is not there."""
    signs = {sign for phrase in phrases for sign in phrase.signs | _features(phrase)}
    if not all(signs & set(intent[gate]) for gate in GATES if gate in intent):
        return None
    open_words = {phrase.value for phrase in phrases if phrase.kind == "ask"} - ALWAYS_ANSWERED
    if not open_words <= set(intent.get("answers", ())):
        return None
    found = Match(intent)
    free = content(phrases)
    for name, slot in intent["slots"].items():
        taken = _take(free, slot)
        if taken:
            found.bound[name] = taken
            free = [phrase for phrase in free if phrase not in taken]
        elif "default" in slot or "ask" in slot:
            found.absent.append(name)
        elif not slot.get("optional"):
            return None
    allowed = set(intent.get("also", ()))
    found.left = [phrase for phrase in free if not phrase.signs & allowed]
    return found


def _take(free: list[Phrase], slot: Row) -> list[Phrase]:
    fitting = [phrase for phrase in free if fits(phrase, slot)]
    if len(fitting) < slot.get("least", 1):
        return []
    return fitting[: slot.get("most", MOST_IN_A_PLACE)] if slot.get("many") else fitting[:1]


def fits(phrase: Phrase, slot: Mapping[str, Any]) -> bool:
    """Say whether a phrase can stand in a place: what it is, and nothing about it that the place does not expect."""
    if not phrase.signs & set(slot["is"]) or phrase.signs & set(slot.get("not", ())):
        return False
    if slot.get("case") == "subject" and "object" in phrase.preps and "subject" not in phrase.preps:
        return False
    # „ich als Helfer“ is another seat than the one of whoever asks; nobody here can take it.
    if (
        phrase.kind == "persons"
        and phrase.value == "helper"
        and "be" in phrase.preps
        and phrase.owner != "me"
    ):
        return False
    if "prep" in slot and not phrase.preps & set(slot["prep"]):
        return False
    features = _features(phrase)
    if features & set(slot.get("without", ())):
        return False
    if any(
        fact in phrase.facts and phrase.facts[fact] not in values
        for fact, values in slot.get("values", {}).items()
    ):
        return False
    needed = set(slot.get("needs", ()))
    if "any" in slot and not (features | phrase.signs) & set(slot["any"]):
        return False
    return needed <= features and features <= needed | set(slot.get("takes", ())) | _always(phrase)


def _features(phrase: Phrase) -> set[str]:
    found = set(phrase.adjectives)
    if phrase.ordinal > 1:
        found.add("ordinal")
    if phrase.count > 1:
        found.add("count")
    if phrase.owner not in ("", "me"):
        found.add("owned")
    return found | {f"fact.{fact}" for fact in phrase.facts if fact not in FREE_FACTS}


def _always(phrase: Phrase) -> set[str]:
    """What may be said of people and cards everywhere."""
    if phrase.kind in ("persons", "names", "traits"):
        return {"fact.level", "fact.bonus", "owned", "female", "male", "fact.grade"}
    if phrase.kind in ("numbers", "quantity", "boosts"):
        return {"fact.number"}
    return {
        "fact.level",
        "fact.bonus",
        "fact.gold",
        "fact.strength",
        "fact.lasting",
        "fact.grade",
        "fact.treasures",
        "fact.levels",
    } | ({"owned"} if phrase.kind == "moments" else set())
