"""Operations on rules, rulings, open questions, terms and examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from django.db.models import QuerySet

from cards import serializers as shared
from cardsite.api import parameters
from cardsite.api.absent import check_set, one
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import PAGING, Page, paged
from rules import serializers as shapes
from rules import vocabulary
from rules.models import Rule, Term
from rules.querysets import examples_in_full, questions_in_full, rulings_in_full

GROUP = "Regeln"
# Box for box, as their books have it.
IN_ORDER = ("edition__order", "order", "id")
RULE = {"id": "axe-cop.ziel.stufe-10"}
ONE_SET = parameters.slug("set", "Nur aus dieser Box.", example="axe-cop")
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


def _listed(
    ask: Ask, rows: QuerySet[Any], present: Callable[..., Any], *filters: str, order: Sequence[str] = IN_ORDER
) -> Page:
    """Return the page of the rows that have what was asked for."""
    check_set(ask)
    wanted = {"edition_id": ask["set"], **{name: ask[name] for name in filters}}
    return paged(ask, rows.filter(**{name: word for name, word in wanted.items() if word}), order, present)


@get("rules", shapes.Rule, GROUP, listed=True, parameters=(ONE_SET, TOPIC, KIND, *PAGING))
def rule_list(ask: Ask) -> Page:
    """Aussagen der Anleitungen.

    In der Reihenfolge der Anleitung, Box für Box.
    """
    return _listed(ask, Rule.objects.select_related("edition"), shapes.present_rule, "topic", "kind")


@get("rules/<key:id>", shapes.Rule, GROUP, example=RULE)
def rule_detail(ask: Ask) -> shapes.Rule:
    """Eine Regel."""
    return shapes.present_rule(one(ask, "rule", Rule.objects.all(), ask["id"]), ask.frame)


@get("rules/<key:id>/backlinks", Backlinks, GROUP, example=RULE, cost=2)
def rule_backlinks(ask: Ask) -> Backlinks:
    """Was sich auf eine Regel bezieht.

    Klarstellungen, offene Fragen, Beispiele, Karten, Vergleiche, Kombinationen und geprüfte Fälle.
    """
    rule, frame = one(ask, "rule", Rule.objects.all(), ask["id"], "/backlinks"), ask.frame
    links: dict[str, Any] = {
        "rulings": shapes.link_rulings(rule.rulings.all(), frame),
        "questions": [shapes.link("question", row, row.about, frame) for row in rule.questions.all()],
        "examples": [shapes.link("example", row, row.section, frame) for row in rule.examples.all()],
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
    return _listed(ask, rulings_in_full(), shapes.present_ruling, "status", order=("id",))


@get("rulings/<key:id>", shapes.Ruling, GROUP, example={"id": "axe-cop.ruling.krieger-bei-gleichstand"})
def ruling_detail(ask: Ask) -> shapes.Ruling:
    """Eine Klarstellung."""
    return shapes.present_ruling(one(ask, "ruling", rulings_in_full(), ask["id"]), ask.frame)


@get("questions", shapes.Question, GROUP, listed=True, parameters=(ONE_SET, STATE, *PAGING))
def question_list(ask: Ask) -> Page:
    """Offene Fragen.

    Stellen, an denen eine Anleitung schweigt oder sich widerspricht, mit den möglichen Lesarten.
    """
    return _listed(ask, questions_in_full(), shapes.present_question, "state")


@get("questions/<key:id>", shapes.Question, GROUP, example={"id": "axe-cop.ambiguitaet.001"})
def question_detail(ask: Ask) -> shapes.Question:
    """Eine offene Frage."""
    return shapes.present_question(one(ask, "question", questions_in_full(), ask["id"]), ask.frame)


@get("terms", shapes.Term, GROUP, listed=True, parameters=(ONE_SET, *PAGING))
def term_list(ask: Ask) -> Page:
    """Begriffe."""
    return _listed(ask, Term.objects.all(), shapes.present_term, order=("term", "id"))


@get("terms/<key:id>", shapes.Term, GROUP, example={"id": "axe-cop.begriff.stufe"})
def term_detail(ask: Ask) -> shapes.Term:
    """Ein Begriff."""
    return shapes.present_term(one(ask, "term", Term.objects.all(), ask["id"]), ask.frame)


@get("examples", shapes.Example, GROUP, listed=True, parameters=(ONE_SET, *PAGING))
def example_list(ask: Ask) -> Page:
    """Durchgerechnete Beispiele."""
    return _listed(ask, examples_in_full(), shapes.present_example)


@get("examples/<key:id>", shapes.Example, GROUP, example={"id": "axe-cop.example.kampf-kindskopfkrake"})
def example_detail(ask: Ask) -> shapes.Example:
    """Ein Beispiel."""
    return shapes.present_example(one(ask, "example", examples_in_full(), ask["id"]), ask.frame)
