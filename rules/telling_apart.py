"""A difference between rulebooks in one sentence, and the topic that a search asks for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import reverse

from cards.files import load_yaml
from cards.per_release import PerRelease
from rules.comparing import Row
from rules.engine.german import conjunction
from rules.engine.words import slug
from rules.facts import fixtures_folder, library
from rules.vocabulary import TOPICS

FILE = "munchkin/text/compare.yaml"
SERIES = "Munchkin "
_beginnings: PerRelease[dict[str, str]] = PerRelease()


def sentence(row: Row, names: dict[str, str]) -> str:
    """Return what the books answer: „Beim Tod behält man bei A: …; bei B und C: ….“"""
    groups: dict[str, list[str]] = {}
    for cell in row.cells:
        if not cell.silent:
            groups.setdefault(cell.answer, []).append(names[cell.box].removeprefix(SERIES))
    parts = [f"bei {conjunction(boxes)}: {answer.replace(';', ',')}" for answer, boxes in groups.items()]
    beginning = _beginnings.now(_read).get(row.id)
    if beginning:
        return f"{beginning} {'; '.join(parts)}."
    told = "; ".join(parts)
    return f"{row.question} {told[:1].upper()}{told[1:]}."


def _read() -> dict[str, Any]:
    found: dict[str, Any] = load_yaml(fixtures_folder() / FILE)
    return found


def topic_of(text: str) -> tuple[str, str] | None:
    """Return name and address of the comparison whose topic the words name."""
    key = _topics().get(slug(text)) if len(text) < 60 else None
    return (TOPICS[key], reverse("rules:comparison-topic", args=[key])) if key else None


@lru_cache(maxsize=1)
def _topics() -> dict[str, str]:
    compared = {question.partition(".")[0] for question in library().comparison}
    return {
        slug(word): key
        for key, label in TOPICS.items()
        if key in compared
        for word in (key, label, label.partition(": ")[2])
        if word
    }
