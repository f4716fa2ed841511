"""A difference between rulebooks in one sentence, and the topic that a search asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
WORDS = "munchkin/text/topics.yaml"
# A longer text is a question; it names many things. So does one in the language of the search.
LONGEST = 60
SIGNS = re.compile(r'[:<>="]')
SERIES = "Munchkin "
_beginnings: PerRelease[dict[str, str]] = PerRelease()
_topics: PerRelease[Topics] = PerRelease()


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
    """Return name and address of the comparison whose topic the words name: the longest name, else the first."""
    topics = _topics.now(_read_topics)
    said = f"-{slug(text)}-"
    named = [name for name in topics.names if f"-{name}-" in said]
    if not named or len(text) > LONGEST or SIGNS.search(text):
        return None

    def rank(name: str) -> tuple[bool, int, int]:
        return topics.names[name] in topics.broad, -len(name), said.index(f"-{name}-")

    key = topics.names[min(named, key=rank)]
    return TOPICS[key], reverse("rules:comparison-topic", args=[key])


@dataclass(frozen=True)
class Topics:
    """The topics of the comparison by their names, in the form of addresses, and those that nearly all speak of."""

    names: dict[str, str]
    broad: frozenset[str]


def _read_topics() -> Topics:
    compared = {question.partition(".")[0] for question in library().comparison}
    more: dict[str, Any] = load_yaml(fixtures_folder() / WORDS)
    names = {
        slug(word): key
        for key, label in TOPICS.items()
        if key in compared
        for word in (key, label, label.partition(": ")[2], *more["names"].get(key, ()))
        if word
    }
    return Topics(names, frozenset(more["broad"]))
