"""Boxes side by side, and boxes mixed on one table: the same computations as on the pages."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from django.urls import reverse
from msgspec import Meta, Struct, convert

from cards.serializers import Entry, Frame, Label, Link, closed, link_card
from cardsite.api import parameters
from cardsite.api.absent import check_sets
from cardsite.api.exceptions import unknown
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import PAGING, Page, offset_of, ranked
from cardsite.api.tables_text import HOUSE, RULEBOOK, TABLE, BookletSection, read_table, sections_of
from rules import combining, comparing, vocabulary
from rules.querysets import munchkin_books

GROUP = "Vergleichen"
BOXES = parameters.slugs(
    "sets", "Die Boxen, durch Kommas getrennt; ohne Angabe alle Munchkin-Boxen.", example="axe-cop,cthulhu"
)
TOPIC = parameters.choice("topic", "Nur zu diesem Thema.", list(vocabulary.TOPICS), example="weglaufen")


class Answer(Struct, kw_only=True, rename={"box": "set"}):
    """Was eine Anleitung antwortet."""

    box: str
    answer: str | None
    value: Any
    silent: Annotated[bool, Meta(description="Ob die Anleitung dazu schweigt.")]
    deviates: Annotated[bool, Meta(description="Ob sie anders antwortet als die meisten.")]
    rules: Annotated[list[str], Meta(description="Die Regeln, in denen es steht.")]


class Comparison(Entry, kw_only=True):
    """Eine Frage an alle Anleitungen."""

    object: Literal["comparison"] = "comparison"
    topic: str
    topic_label: Label
    question: str
    param: str | None
    verdict: Annotated[str, closed(comparing.VERDICTS)]
    verdict_label: Label
    note: str | None
    answers: list[Answer]


class Said(Struct, kw_only=True):
    """Was eine Anleitung zu einer Kombinationsregel sagt."""

    set: str
    id: str
    text: str
    rules: list[str]


class CombinedRule(Struct, kw_only=True):
    """Eine Regel, die gilt, weil diese Boxen zusammenliegen."""

    id: str
    title: str | None
    said: Annotated[list[Said], Meta(description="Die erste Aussage entscheidet.")]
    silent: list[str]
    differs: bool
    cards: Annotated[list[Link], Meta(description="Die Karten auf dem Tisch, die sie betrifft.")]


class CombinedWords(Struct, kw_only=True):
    """Wörter verschiedener Boxen, die auf diesem Tisch dasselbe heißen."""

    id: str
    words: list[str]
    text: str
    rules: list[str]
    cards: list[Link]


class Further(Struct, kw_only=True):
    """Eine Box, die weitere Regeln brächte."""

    set: str
    name: str
    rules: int


class Combined(Entry, kw_only=True):
    """Das Regelwerk für die Boxen auf dem Tisch."""

    object: Literal["combination"] = "combination"
    sets: list[str]
    rulebook: Annotated[str | None, Meta(description="Die Anleitung, die entscheidet.")]
    house: Annotated[dict[str, str], Meta(description="Was der Tisch selbst entschieden hat.")]
    sections: Annotated[
        list[BookletSection],
        Meta(description="Das Regelheft dieses Tisches: jede Frage einmal, in der Reihenfolge des Spiels."),
    ]
    markdown_url: Annotated[str, Meta(description="Derselbe Text als Markdown.")]
    rules: list[CombinedRule]
    words: list[CombinedWords]
    differences: Annotated[
        list[Comparison], Meta(description="Worin sich die Anleitungen sonst unterscheiden.")
    ]
    further: list[Further]


def present_row(row: comparing.Row, frame: Frame) -> Comparison:
    page = frame.base + reverse("rules:comparison-topic", args=[row.topic])
    return Comparison(
        **frame.head(row.id, f"compare?topic={row.topic}", page),
        topic=row.topic,
        topic_label=vocabulary.TOPICS.get(row.topic, row.topic),
        question=row.question,
        param=row.param or None,
        verdict=row.verdict,
        verdict_label=row.label,
        note=row.note or None,
        answers=[_answer(cell) for cell in row.cells],
    )


def _answer(cell: comparing.Cell) -> Answer:
    """Return what a book answers; one that says nothing answers nothing."""
    found = convert(cell, Answer, from_attributes=True)
    found.answer = found.answer or None
    return found


def munchkin_boxes() -> list[str]:
    return list(munchkin_books().values_list("key", flat=True))


@get("compare", Comparison, GROUP, listed=True, cost=3, parameters=(BOXES, TOPIC, *PAGING))
def compare(ask: Ask) -> Page:
    """Anleitungen vergleichen.

    Je Frage, was jede Box antwortet, mit Fundstellen; `verdict` sagt, ob sie sich unterscheiden.
    """
    boxes = check_sets(ask["sets"]) or munchkin_boxes()
    rows = comparing.compare(boxes, ask["topic"] or "")
    start = offset_of(ask)
    return ranked(ask, len(rows), [present_row(row, ask.frame) for row in rows[start : start + ask["limit"]]])


@get("combine", Combined, GROUP, cost=5, parameters=(TABLE, RULEBOOK, HOUSE))
def combine(ask: Ask) -> Combined:
    """Boxen mischen.

    „sections“ ist das Regelheft dieses Tisches als Text; daneben: welche Regeln gelten, weil diese Boxen
    zusammenliegen, welche Wörter dasselbe bedeuten, und worin sich die Anleitungen sonst unterscheiden.
    """
    boxes = check_sets(ask["sets"])
    if ask["rulebook"] and ask["rulebook"] not in boxes:
        said = f"Die Box „{ask['rulebook']}“ liegt nicht auf dem Tisch; „rulebook“ ist eine von {', '.join(boxes)}."
        raise unknown(said, ask["rulebook"], boxes, parameter="rulebook")
    asked, frame = read_table(boxes, ask["rulebook"], ask["house"]), ask.frame
    table = combining.combine(boxes, ask["rulebook"] or "")
    rulebook = table.rulebook.key if table.rulebook else None
    query = urlencode({"sets": ",".join(boxes), **({"rulebook": rulebook} if rulebook else {})}, safe=",")
    page = f"{frame.base}{reverse('rules:combine')}?{query}"
    return Combined(
        **frame.head("+".join(boxes), f"combine?{query}", page),
        sets=boxes,
        rulebook=rulebook,
        house=dict(asked.mix.house) if asked.mix else {},
        sections=sections_of(asked),
        markdown_url=frame.api(f"combine.md?{asked.query or query}"),
        rules=[_rule(subject, frame) for subject in table.subjects],
        words=[
            CombinedWords(
                id=row.id, words=list(row.words), text=row.text, rules=list(row.rules),
                cards=[link_card(card, frame) for card in row.cards],
            )
            for row in table.words
        ],
        differences=[present_row(row, frame) for row in table.differences],
        further=[Further(set=box.key, name=box.name, rules=number) for box, number in table.further],
    )  # fmt: skip


def _rule(subject: combining.Subject, frame: Frame) -> CombinedRule:
    return CombinedRule(
        id=subject.id,
        title=subject.title or None,
        said=[
            Said(set=said.box, id=one.id, text=one.text, rules=list(one.rules))
            for said in subject.said
            for one in said.sentences
        ],
        silent=list(subject.silent),
        differs=subject.differs,
        cards=[link_card(card, frame) for card in subject.cards],
    )
