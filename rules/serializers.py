"""Rules, terms, rulings, questions, examples and comparisons as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from django.db.models import Count, QuerySet
from msgspec import UNSET, Meta, UnsetType, structs

from cards.models import Card as CardRow
from cards.serializers import (
    Api,
    CardRecord,
    Entry,
    Frame,
    Label,
    Link,
    SourceNote,
    card_values,
    closed,
    link_card,
    present_source,
)
from rules import models, vocabulary


class Rule(Entry, kw_only=True):
    """Eine Aussage einer Anleitung, in unseren Worten."""

    object: Literal["rule"] = "rule"
    id: Annotated[str, Meta(description="Ändert sich nie, auch wenn die Anleitung neu nummeriert wird.")]
    set: str
    topic: Annotated[str, Meta(description="Eines der Wörter von „catalog/topics“; die Liste kann wachsen.")]
    topic_label: Label
    section: Annotated[str, Meta(description="Überschrift in der Anleitung.")]
    kind: Annotated[str, closed(vocabulary.RuleKind.values)]
    kind_label: Label
    text: str
    text_hash: Annotated[str, Meta(description="Ändert sich genau dann, wenn sich der Wortlaut hier ändert.")]
    params: Annotated[dict[str, Any], Meta(description="Die Zahlen und Werte der Aussage.")]
    tags: list[str]
    differs: Annotated[str | None, Meta(description="Worin sich die Boxen unterscheiden.")]
    decided: Annotated[bool, Meta(description="Ob die Aussage das Ergebnis von „resolve“ beeinflussen kann.")]
    backlinks_url: Api


class Ruling(Entry, kw_only=True):
    """Eine Frage mit ihrer Antwort, ihren Quellen und den Regeln, auf denen sie ruht."""

    object: Literal["ruling"] = "ruling"
    set: str | None
    scope: Annotated[str, Meta(description="Die Box, für die sie gilt, oder „alle“.")]
    question: str
    answer: str
    note: str | None
    text_hash: str
    status: Annotated[str, closed(vocabulary.RulingStatus.values)]
    status_label: Label
    section: str | None
    about: list[str]
    exceptions: list[str]
    contradicts: list[str]
    cards: list[Link]
    rules: Annotated[list[Link], Meta(description="Aussagen, auf denen die Antwort beruht.")]
    against: Annotated[list[Link], Meta(description="Aussagen von Anleitungen, die es anders sagen.")]
    sources: list[SourceNote]


class Question(Entry, kw_only=True):
    """Eine offene Frage: Die Anleitung schweigt oder widerspricht sich."""

    object: Literal["question"] = "question"
    set: str
    about: str
    readings: Annotated[list[str], Meta(description="Die möglichen Lesarten.")]
    favoured: Annotated[str, Meta(description="Welche Lesart wir vorziehen, und warum.")]
    favoured_index: int | None
    state: Annotated[str, closed(vocabulary.QuestionState.values)]
    state_label: Label
    cards: list[Link]
    rules: list[Link]
    answers: Annotated[list[Link], Meta(description="Klarstellungen, die sie entscheiden oder berühren.")]


class Term(Entry, kw_only=True):
    """Ein Begriff mit seiner Bedeutung in einer Box."""

    object: Literal["term"] = "term"
    set: str
    term: str
    definition: str
    equals: Annotated[list[str], Meta(description="Wörter mit derselben Bedeutung.")]


class Example(Entry, kw_only=True):
    """Ein durchgerechnetes Beispiel einer Anleitung."""

    object: Literal["example"] = "example"
    set: str
    section: str
    form: str | None
    scene: str
    setup: Any
    steps: list[str]
    result: str
    numbers: Any
    rules: list[Link]


class Card(CardRecord, kw_only=True):
    """Eine Karte mit dem, was die Regeln über sie sagen (`include=`). null heißt: nicht belegt."""

    rulings: Annotated[list[Ruling], Meta(description="Mit include=rulings.")] | UnsetType = UNSET
    questions: Annotated[list[Question], Meta(description="Mit include=questions.")] | UnsetType = UNSET
    rules: (
        Annotated[list[Link], Meta(description="Mit include=rules: Regeln, die sie nennen.")] | UnsetType
    ) = UNSET


def title_of_rule(row: models.Rule) -> str:
    return f"{vocabulary.TOPICS.get(row.topic, row.topic)}: {row.text}"


def link(kind: str, row: Any, title: str, frame: Frame) -> Link:
    """Return a row of the rules as a reference to it."""
    page = frame.page(type(row), id=row.id)
    return Link(object=kind, id=row.id, title=title, url=frame.api(f"{kind}s/{row.id}"), html_url=page)


def link_rule(row: models.Rule, frame: Frame) -> Link:
    return link("rule", row, title_of_rule(row), frame)


def link_rulings(rows: Iterable[models.Ruling], frame: Frame) -> list[Link]:
    return [link("ruling", row, row.question, frame) for row in rows]


def _head(path: str, row: Any, frame: Frame) -> dict[str, Any]:
    return frame.head(row.id, f"{path}/{row.id}", frame.page(type(row), id=row.id))


def present_rule(row: models.Rule, frame: Frame) -> Rule:
    return Rule(
        **_head("rules", row, frame),
        set=row.edition_id,
        topic=row.topic,
        topic_label=vocabulary.TOPICS.get(row.topic, row.topic),
        section=row.section,
        kind=row.kind,
        kind_label=row.get_kind_display(),
        text=row.text,
        text_hash=row.text_hash,
        params=row.params,
        tags=row.tags,
        differs=row.differs or None,
        decided=row.resolver,
        backlinks_url=frame.api(f"rules/{row.id}/backlinks"),
    )


def present_ruling(row: models.Ruling, frame: Frame) -> Ruling:
    """`row` comes with cards, rules, sources and contradictions prefetched."""
    return Ruling(
        **_head("rulings", row, frame),
        set=row.edition_id,
        scope=row.scope,
        question=row.question,
        answer=row.answer,
        note=row.note or None,
        text_hash=row.text_hash,
        status=row.status,
        status_label=row.get_status_display(),
        section=row.section or None,
        about=row.about,
        exceptions=row.exceptions,
        contradicts=[other.id for other in row.contradicts.all()],
        cards=[link_card(card, frame) for card in row.cards.all()],
        rules=[link_rule(rule, frame) for rule in row.rules.all()],
        against=[link_rule(rule, frame) for rule in row.against.all()],
        sources=[present_source(source) for source in row.sources.all()],
    )


def present_question(row: models.Question, frame: Frame) -> Question:
    return Question(
        **_head("questions", row, frame),
        set=row.edition_id,
        about=row.about,
        readings=row.readings,
        favoured=row.favoured,
        favoured_index=row.favoured_index,
        state=row.state,
        state_label=row.get_state_display(),
        cards=[link_card(card, frame) for card in row.cards.all()],
        rules=[link_rule(rule, frame) for rule in row.rules.all()],
        answers=link_rulings(row.answers.all(), frame),
    )


def present_term(row: models.Term, frame: Frame) -> Term:
    return Term(
        **_head("terms", row, frame),
        set=row.edition_id,
        term=row.term,
        definition=row.definition,
        equals=row.equals,
    )


def present_example(row: models.Example, frame: Frame) -> Example:
    return Example(
        **_head("examples", row, frame),
        set=row.edition_id,
        section=row.section,
        form=row.form or None,
        scene=row.scene,
        setup=row.setup,
        steps=row.steps,
        result=row.result,
        numbers=row.numbers,
        rules=[link_rule(rule, frame) for rule in row.rules.all()],
    )


def present_card(row: Any, frame: Frame) -> Card:
    """`row` is one of `cards_with_counts`."""
    counts = {"rulings_count": row.rulings_count, "questions_count": row.questions_count}
    return Card(**card_values(row, frame), **counts)


def included(card: Card, row: CardRow, frame: Frame, include: Iterable[str]) -> Card:
    """Return the card with more of what belongs to it; `row` has that prefetched."""
    more: dict[str, Any] = {}
    if "rulings" in include:
        more["rulings"] = [present_ruling(ruling, frame) for ruling in row.rulings.all()]
    if "questions" in include:
        more["questions"] = [present_question(question, frame) for question in row.questions.all()]
    if "rules" in include:
        more["rules"] = [link_rule(rule, frame) for rule in row.rules.all()]
    return structs.replace(card, **more)


def cards_with_counts() -> QuerySet[CardRow]:
    """Return the cards with what their shape needs, in a constant number of queries."""
    return (
        CardRow.objects.select_related("edition")
        .prefetch_related("sources")
        .annotate(
            rulings_count=Count("rulings", distinct=True),
            questions_count=Count("questions", distinct=True),
        )
    )
