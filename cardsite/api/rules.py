"""Operations on rules, rulings, open questions, terms and examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from django.db.models import QuerySet

from cards import serializers as shared
from cardsite.api import parameters
from cardsite.api.absent import check_sets, refuse
from cardsite.api.cards import rulings_in_full
from cardsite.api.listing import PAGING, Page, paged
from cardsite.api.operation import Ask, get
from rules import serializers as shapes
from rules import vocabulary
from rules.models import Example, Question, Rule, Term

GROUP = "Regeln"
# Box for box, as their books have it.
IN_ORDER = ("edition__order", "order", "id")
RULE = {"id": "axe-cop.ziel.stufe-10"}
ONE_SET = parameters.text("set", "Nur aus dieser Box.", pattern=parameters.SLUG, most=60, example="axe-cop")
TOPIC = parameters.choice("topic", "Nur zu diesem Thema.", list(vocabulary.TOPICS), example="kampf")
KIND = parameters.choice("kind", "Nur diese Art.", vocabulary.RuleKind.values)
STATUS = parameters.choice("status", "Nur mit diesem Rang.", vocabulary.RulingStatus.values)
STATE = parameters.choice("state", "Nur in diesem Zustand.", vocabulary.QuestionState.values)


class Backlinks(shared.Entry, kw_only=True):
    """Alles, was sich auf eine Regel stützt oder sie nennt."""

    object: Literal["backlinks"] = "backlinks"
    rule: shared.Link
    count: int
    rulings: list[shared.Link]
    questions: list[shared.Link]
    examples: list[shared.Link]
    cards: list[shared.Link]
    comparisons: list[str]
    combinations: list[str]
    cases: list[str]


def _filtered(ask: Ask, rows: QuerySet[Any], **columns: str) -> QuerySet[Any]:
    """Keep the rows whose columns have the values that were asked for."""
    if ask.values.get("set"):
        check_sets([ask["set"]], "set")
    wanted = {column: ask[name] for name, column in columns.items() if ask[name]}
    return rows.filter(**wanted)


def _one(ask: Ask, kind: str, rows: QuerySet[Any], present: Callable[..., Any], rest: str = "") -> Any:
    key = ask["id"]
    row = rows.filter(pk=key).first()
    if row is None:
        refuse(ask, kind, key, rows.model._default_manager.values_list("pk", flat=True), rest)
    return present(row, ask.frame)


@get("rules", shapes.Rule, GROUP, listed=True, parameters=(ONE_SET, TOPIC, KIND, *PAGING))
def rule_list(ask: Ask) -> Page:
    """Aussagen der Anleitungen.

    In der Reihenfolge der Anleitung, Box für Box.
    """
    rows = _filtered(
        ask, Rule.objects.select_related("edition"), set="edition_id", topic="topic", kind="kind"
    )
    return paged(ask, rows, IN_ORDER, shapes.present_rule)


@get("rules/<key:id>", shapes.Rule, GROUP, example=RULE)
def rule_detail(ask: Ask) -> shapes.Rule:
    """Eine Regel."""
    return _one(ask, "rule", Rule.objects.all(), shapes.present_rule)


@get("rules/<key:id>/backlinks", Backlinks, GROUP, example=RULE, cost=2)
def rule_backlinks(ask: Ask) -> Backlinks:
    """Was sich auf eine Regel bezieht.

    Klarstellungen, offene Fragen, Beispiele, Karten, Vergleiche, Kombinationen und geprüfte Fälle.
    """
    return _one(ask, "rule", Rule.objects.all(), _backlinks, "/backlinks")


def _backlinks(rule: Rule, frame: shared.Frame) -> Backlinks:
    links: dict[str, Any] = {
        "rulings": shapes.link_rulings(rule.rulings.all(), frame),
        "questions": [
            shapes.link("question", "questions", row, row.about, frame) for row in rule.questions.all()
        ],
        "examples": [
            shapes.link("example", "examples", row, row.section, frame) for row in rule.examples.all()
        ],
        "cards": [shared.link_card(row, frame) for row in rule.cards.all()],
        "comparisons": _ids(rule.comparisons),
        "combinations": _ids(rule.combinations),
        "cases": _ids(rule.cases),
    }
    return Backlinks(
        **frame.head(rule.id, f"rules/{rule.id}/backlinks", frame.page(Rule, id=rule.id)),
        rule=shapes.link_rule(rule, frame),
        count=sum(len(found) for found in links.values()),
        **links,
    )


def _ids(related: Any) -> list[str]:
    return list(related.order_by("order", "pk").values_list("pk", flat=True))


@get("rulings", shapes.Ruling, GROUP, listed=True, cost=2, parameters=(ONE_SET, STATUS, *PAGING))
def ruling_list(ask: Ask) -> Page:
    """Klarstellungen."""
    rows = _filtered(ask, rulings_in_full(), set="edition_id", status="status")
    return paged(ask, rows, ("id",), shapes.present_ruling)


@get("rulings/<key:id>", shapes.Ruling, GROUP, example={"id": "axe-cop.ruling.krieger-bei-gleichstand"})
def ruling_detail(ask: Ask) -> shapes.Ruling:
    """Eine Klarstellung."""
    return _one(ask, "ruling", rulings_in_full(), shapes.present_ruling)


def _questions() -> QuerySet[Question]:
    return Question.objects.select_related("edition").prefetch_related("cards", "rules", "answers")


@get("questions", shapes.Question, GROUP, listed=True, parameters=(ONE_SET, STATE, *PAGING))
def question_list(ask: Ask) -> Page:
    """Offene Fragen.

    Stellen, an denen eine Anleitung schweigt oder sich widerspricht, mit den möglichen Lesarten.
    """
    rows = _filtered(ask, _questions(), set="edition_id", state="state")
    return paged(ask, rows, IN_ORDER, shapes.present_question)


@get("questions/<key:id>", shapes.Question, GROUP, example={"id": "axe-cop.ambiguitaet.001"})
def question_detail(ask: Ask) -> shapes.Question:
    """Eine offene Frage."""
    return _one(ask, "question", _questions(), shapes.present_question)


@get("terms", shapes.Term, GROUP, listed=True, parameters=(ONE_SET, *PAGING))
def term_list(ask: Ask) -> Page:
    """Begriffe."""
    rows = _filtered(ask, Term.objects.all(), set="edition_id")
    return paged(ask, rows, ("term", "id"), shapes.present_term)


@get("terms/<key:id>", shapes.Term, GROUP, example={"id": "axe-cop.begriff.stufe"})
def term_detail(ask: Ask) -> shapes.Term:
    """Ein Begriff."""
    return _one(ask, "term", Term.objects.all(), shapes.present_term)


def _examples() -> QuerySet[Example]:
    return Example.objects.select_related("edition").prefetch_related("rules")


@get("examples", shapes.Example, GROUP, listed=True, parameters=(ONE_SET, *PAGING))
def example_list(ask: Ask) -> Page:
    """Durchgerechnete Beispiele."""
    rows = _filtered(ask, _examples(), set="edition_id")
    return paged(ask, rows, IN_ORDER, shapes.present_example)


@get("examples/<key:id>", shapes.Example, GROUP, example={"id": "axe-cop.example.kampf-kindskopfkrake"})
def example_detail(ask: Ask) -> shapes.Example:
    """Ein Beispiel."""
    return _one(ask, "example", _examples(), shapes.present_example)
