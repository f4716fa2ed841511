"""What a table has chosen for itself, in a situation: said in words, kept while it fits the boxes."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from rules.engine.house import Question, questions
from rules.facts import library

Row = dict[str, Any]


def told(scenario: Row) -> list[tuple[str, str]]:
    """Return each question that the table has answered for itself, with its answer."""
    known = _known(scenario)
    fitting = keep_fitting(scenario)
    return [(known[key].text, known[key].option(choice).text) for key, choice in fitting.items()]


def keep_fitting(scenario: Row) -> dict[str, str]:
    """Return the choices that these boxes and this book still leave to the table."""
    chosen = scenario.get("house")
    if not isinstance(chosen, dict):
        return {}
    known = _known(scenario)
    return {
        key: choice
        for key, choice in chosen.items()
        if key in known and choice in [option.id for option in known[key].options]
    }


def where_to_change(scenario: Row) -> str:
    """Return the address on which a table of Munchkin boxes chooses."""
    if scenario["game"] != "munchkin":
        return ""
    house = ",".join(f"{key}:{choice}" for key, choice in keep_fitting(scenario).items())
    asked = {"sets": ",".join(scenario["sets"]), "rulebook": scenario.get("rulebook", ""), "house": house}
    found = urlencode({key: value for key, value in asked.items() if value}, safe=",:")
    return f"{reverse('rules:combine-house')}?{found}"


def _known(scenario: Row) -> dict[str, Question]:
    sets = tuple(scenario["sets"])
    return questions(library(), scenario["game"], sets, scenario.get("rulebook") or sets[0])
