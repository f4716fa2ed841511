"""„So spielen wir“: what a table may choose for itself, and the same choices for what-if and Tisch."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.booklet.mix import GAME, Mix
from rules.booklet.rows import rows
from rules.booklet.text import Chapter, OpenPoint
from rules.engine.house import Question
from rules.engine.rulebook import agree


@dataclass(frozen=True)
class Choice:
    """One answer of several: a book's, or a reading."""

    id: str
    text: str
    # What the resolver cannot carry out, it only cites.
    played: bool


@dataclass(frozen=True)
class Point:
    """One question that the table may answer for itself; `chosen` is empty where the book decides."""

    id: str
    about: str
    default: str
    chosen: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Group:
    title: str
    points: tuple[Point, ...]


def groups(mix: Mix, chapters: Iterable[Chapter]) -> tuple[Group, ...]:
    """Return by chapter what differs between the books and what they leave open."""
    found = (Group(chapter.title, tuple(_points(mix, chapter))) for chapter in chapters)
    return tuple(group for group in found if group.points)


def _points(mix: Mix, chapter: Chapter) -> Iterable[Point]:
    asked = (question for part in chapter.paragraphs for one in part.sentences for question in one.asks)
    for question in asked:
        if _is_disputed(mix, question):
            yield _compared(mix, mix.choices[question])
    for point in chapter.open:
        yield _open(mix, point)


def _is_disputed(mix: Mix, question: str) -> bool:
    """Say whether the books of the table answer otherwise; what all say together may be narrowed to one, too."""
    answers, row = mix.answers(question), mix.library.comparison[question]
    first = answers[next(iter(answers))]
    return any(not agree(row, first, other) for other in answers.values())


def _compared(mix: Mix, question: Question) -> Point:
    names = mix.library.editions
    choices = tuple(
        Choice(option.id, f"{names[option.id]['name']}: {option.text}", option.played)
        for option in question.options
        if question.id in rows().together or option.id != _otherwise(mix).decider(question.id)
    )
    default = (
        "alle zusammen, jede für ihre Karten" if question.id in rows().together else _book(mix, question)
    )
    return Point(question.id, question.text, default, mix.house.get(question.id, ""), choices)


def _book(mix: Mix, question: Question) -> str:
    box = _otherwise(mix).decider(question.id)
    return f"{mix.library.editions[box]['name']}: {question.option(box).text}"


def _otherwise(mix: Mix) -> Mix:
    """Return the same table without choices of its own."""
    return Mix(mix.library, mix.boxes)


def _open(mix: Mix, point: OpenPoint) -> Point:
    question = mix.choices[point.id]
    choices = tuple(
        Choice(option.id, option.text, option.played)
        for option in question.options
        if option.id != question.default
    )
    chosen = mix.house.get(point.id, "")
    return Point(point.id, question.text, question.option(question.default).text, chosen, choices)


def scenario(mix: Mix, state: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a question of the resolver at this table, with its choices."""
    order = [box for box in mix.library.editions if box in mix.boxes]
    people = [{"id": "du", "level": 1, "in_play": []}, {"id": "anna", "level": 1, "in_play": []}]
    return {
        "game": GAME,
        "sets": order,
        **({"rulebook": mix.lead} if mix.is_mixed else {}),
        **({"house": dict(mix.house)} if mix.house else {}),
        "state": state or {"players": people, "turn": {"player": "du", "phase": "start"}},
        "do": [],
    }


def companion(mix: Mix) -> str:
    """Return the table as the companion of an evening takes it in its address."""
    asked = scenario(mix)
    found = {
        "boxes": asked["sets"],
        "people": [{"name": "Du"}, {"name": "Anna"}],
        "rulebook": asked.get("rulebook", ""),
        "house": asked.get("house", {}),
    }
    packed = base64.urlsafe_b64encode(json.dumps(found, ensure_ascii=False).encode())
    return packed.rstrip(b"=").decode("ascii")
