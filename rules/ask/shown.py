"""What is shown of the reading: each stretch of the question with its meaning, and what was not needed."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from rules.ask.answer import AskAnswer, LeftOut, Read
from rules.ask.data import rows
from rules.ask.mentions import Mention, covered
from rules.ask.question import Question

MOST = 40
Shown = TypeVar("Shown", Read, LeftOut)


def read_as(question: Question) -> list[Read]:
    """Return the mentions in words of the game."""
    return [
        Read(
            text=question.text[start:end],
            span=[start, end],
            as_=_meaning(one, question),
            kind=_kind(one, question),
        )
        for one in question.mentions[:MOST]
        if one.kind != "word" or one.name in rows("labels")
        for start, end in [_span(one, question)]
    ]


def left_out(question: Question) -> list[LeftOut]:
    """Return the words that carried no weight."""
    known = covered(question.mentions)
    return [
        LeftOut(token.text, [token.start, token.end])
        for place, token in enumerate(question.tokens)
        if place not in known and token.kind == "word"
    ][:MOST]


def only_end(answer: AskAnswer, text: str) -> None:
    """Show of an answer to several sentences what was read of the last one alone, which is the question now."""
    before = len(answer.q) - len(text) if answer.q.endswith(text) else len(answer.q)
    answer.q, answer.read_as, answer.left_out = (
        text,
        _behind(answer.read_as, before),
        _behind(answer.left_out, before),
    )


def _behind(rows: list[Shown], before: int) -> list[Shown]:
    return [
        msgspec.structs.replace(one, span=[place - before for place in one.span])
        for one in rows
        if one.span[0] >= before
    ]


def _span(one: Mention, question: Question) -> tuple[int, int]:
    return question.tokens[one.start].start, question.tokens[one.end - 1].end


def _kind(one: Mention, question: Question) -> str:
    if one.kind == "card":
        return str(question.library.card_facts[one.cards[0]]["kind"])
    return one.kind


def _meaning(one: Mention, question: Question) -> str:
    facts: Any = question.library.card_facts
    if one.kind == "card":
        names = [
            f"{rows('kinds').get(facts[card]['kind'], 'Karte')} {facts[card]['name']}"
            for card in one.cards[:2]
        ]
        return " oder ".join(dict.fromkeys(names))
    if one.kind == "number":
        return f"{one.number:+}" if one.signed else str(one.number)
    if one.kind == "box":
        return str(question.library.editions[one.name]["name"])
    if one.kind == "person":
        return f"Person „{one.name}“"
    return str(rows("labels")[one.name])
