"""Fights in OpenFisca: a rule system of our own with the same rules, calculated with its trace."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from openfisca_core.entities import build_entity
from openfisca_core.periods import MONTH
from openfisca_core.simulations import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.peers.clock import run

TRAITS = ("boxer", "koch", "lotse", "woman", "grown")
WORDS = dict(zip(("boxer", "koch", "lotse", "gender:w", "level>=5"), TRAITS, strict=True))
HIGHEST = 10
# OpenFisca counts by months; a fight is over in one.
MOMENT = "2026-01"

Thing = build_entity("thing", "things", "A card or a person", is_person=True)
Fight = build_entity(
    "fight", "fights", "A fight",
    roles=[{"key": "ours", "plural": "ours"}, {"key": "theirs", "plural": "theirs"}],
)  # fmt: skip
OURS = next(role for role in Fight.roles if role.key == "ours")
THEIRS = next(role for role in Fight.roles if role.key == "theirs")


def given(name: str) -> type[Variable]:
    """Return a variable that the question states for a thing."""
    return type(name, (Variable,), {"value_type": int, "entity": Thing, "definition_period": MONTH})


def decided(name: str, formula: Any, kind: type = int) -> type[Variable]:
    """Return a variable that the rules decide for a fight."""
    body = {"value_type": kind, "entity": Fight, "definition_period": MONTH, "formula": formula}
    return type(name, (Variable,), body)


def ours(fight: Any, period: Any) -> Any:
    return fight.sum(fight.members("strength", period), role=OURS)


def theirs(fight: Any, period: Any) -> Any:
    total = fight.sum(fight.members("strength", period), role=THEIRS)
    for trait in TRAITS:
        total = total + fight.sum(fight.members(f"against_{trait}", period), role=THEIRS) * fight(
            f"has_{trait}", period
        )
    return total


def has(trait: str) -> Any:
    def formula(fight: Any, period: Any) -> Any:
        return fight.any(fight.members(f"is_{trait}", period) > 0, role=OURS)

    return formula


def won(fight: Any, period: Any) -> Any:
    more = fight("ours_total", period) > fight("theirs_total", period)
    same = fight("ours_total", period) == fight("theirs_total", period)
    return more + same * fight.any(fight.members("wins_ties", period) > 0, role=OURS)


def level(fight: Any, period: Any) -> Any:
    gained = fight("won", period) * fight.sum(fight.members("levels", period), role=THEIRS)
    reached = fight.sum(fight.members("fighter_level", period), role=OURS) + gained
    return reached * (reached <= HIGHEST) + HIGHEST * (reached > HIGHEST)


def cards(fight: Any, period: Any) -> Any:
    each = fight.members("treasures", period)
    return fight("won", period) * fight.sum(each * (each > 0), role=THEIRS)


INPUTS = ("strength", "wins_ties", "levels", "fighter_level", "treasures")
INPUTS += (*(f"is_{trait}" for trait in TRAITS), *(f"against_{trait}" for trait in TRAITS))
SYSTEM = TaxBenefitSystem([Thing, Fight])
SYSTEM.add_variables(
    *map(given, INPUTS), decided("ours_total", ours), decided("theirs_total", theirs), decided("won", won, bool),
    decided("level", level), decided("cards", cards), *(decided(f"has_{t}", has(t), bool) for t in TRAITS),
)  # fmt: skip


def things(question: dict[str, Any]) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, int]]]:
    combat = question["state"]["combat"]
    left: dict[str, dict[str, int]] = {}
    for person in question["state"]["players"]:
        if person["id"] not in (combat["fighter"], combat["helper"]):
            continue
        names = [card["name"].lower() for card in person["in_play"]]
        traits = [*names, f"gender:{person['gender']}", "level>=5" if person["level"] >= 5 else ""]
        left[person["id"]] = {
            "strength": person["level"],
            "fighter_level": person["level"] if person["id"] == combat["fighter"] else 0,
            "wins_ties": int(any("abilities" in card for card in person["in_play"])),
            **{f"is_{short}": int(word in traits) for word, short in WORDS.items()},
        }
        for number, card in enumerate(person["in_play"]):
            left[f"{person['id']}-{number}"] = {"strength": card.get("bonus", 0)}
    right: dict[str, dict[str, int]] = {}
    for m, entry in enumerate(combat["monsters"]):
        card, boosts = entry["card"], entry["boosts"]
        right[f"m{m}"] = {
            "strength": card["level"],
            "levels": card["levels"],
            "treasures": card["treasures"] + sum(boost["treasures"] for boost in boosts),
            **{f"against_{WORDS[x['vs']]}": x["strength"] for x in card["modifiers"]},
        }
        for i, boost in enumerate(boosts):
            right[f"m{m}-{i}"] = {"strength": boost["strength"]}
    return left, right


def answer(question: dict[str, Any]) -> dict[str, Any]:
    left, right = things(question)
    described = {
        "things": {n: {k: {MOMENT: v} for k, v in facts.items()} for n, facts in (left | right).items()},
        "fights": {"fight": {"ours": list(left), "theirs": list(right)}},
    }
    simulation = SimulationBuilder().build_from_entities(SYSTEM, described)
    simulation.trace = True
    found = {
        short: simulation.calculate(name, MOMENT)[0].item()
        for short, name in (("ours", "ours_total"), ("theirs", "theirs_total"), ("won", "won"), ("level", "level"),
                            ("cards", "cards"))
    }  # fmt: skip
    simulation.tracer.get_flat_trace()
    return found


run(answer)
