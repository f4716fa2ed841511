"""Every read longer than a line, named as the question it answers."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from cards.models import Edition
from rules.models import Case, Citation, Combination, Comparison, Example, Question, Rule, Ruling
from rules.vocabulary import CHAPTERS, TOPICS

# What the shapes of a ruling and of a question need beside their row.
OF_RULING = ("cards", "rules", "against", "sources", "contradicts")
OF_QUESTION = ("cards", "rules", "answers")


def rulebooks() -> QuerySet[Edition]:
    """Return the boxes whose rulebook we have."""
    return Edition.objects.filter(has_rulebook=True).order_by("order", "key")


def munchkin_books() -> QuerySet[Edition]:
    return rulebooks().filter(game="munchkin")


def compared_books() -> QuerySet[Edition]:
    """Return the Munchkin books that answer what all are asked; one that has just been begun answers nothing yet."""
    return munchkin_books().filter(Exists(Comparison.objects.filter(rules__edition=OuterRef("pk"))))


def touching(box: str) -> dict[str, dict[str, int]]:
    """Count what rests on each rule of the box that has any: rulings, cards, cases."""
    links: dict[str, Any] = {
        "rulings": Citation.objects,
        "cards": Rule.cards.through.objects,
        "cases": Case.rules.through.objects,
    }
    counts: dict[str, dict[str, int]] = {}
    for name, rows in links.items():
        for rule, number in rows.filter(rule__edition=box).values_list("rule").annotate(Count("pk")):
            counts.setdefault(rule, {})[name] = number
    return counts


def in_order_of_play(rules: list[Rule]) -> list[tuple[str, list[tuple[str, str, list[Rule]]]]]:
    """Return chapters with topics (key, label) with rules; empty ones are left out."""
    by_topic: dict[str, list[Rule]] = {}
    for rule in rules:
        by_topic.setdefault(rule.topic, []).append(rule)
    chapters = [
        (chapter, [(key, label, by_topic[key]) for key, label in topics.items() if key in by_topic])
        for chapter, topics in CHAPTERS.items()
    ]
    return [(chapter, topics) for chapter, topics in chapters if topics]


def neighbours(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """Return the statement before and the one after, as the rulebook page shows them."""
    rules = list(Rule.objects.filter(edition=rule.edition_id).only("id", "topic", "text", "edition_id"))
    row = [
        one for _chapter, topics in in_order_of_play(rules) for _key, _label, ones in topics for one in ones
    ]
    place = row.index(rule)
    return (row[place - 1] if place else None), (row[place + 1] if place + 1 < len(row) else None)


def rulings_about(*, box: str = "", topic: str = "", status: str = "", words: str = "") -> QuerySet[Ruling]:
    """Return the rulings that fit; a box also gets those that hold for every Munchkin box."""
    rows = Ruling.objects.select_related("edition").prefetch_related("cards__edition", "citations__rule")
    if box:
        general = Q(scope="alle") if Edition.objects.filter(pk=box, game="munchkin").exists() else Q()
        rows = rows.filter(Q(scope=box) | general) if general else rows.filter(scope=box)
    if topic:
        rows = rows.filter(rules__topic=topic).distinct()
    if status:
        rows = rows.filter(status=status)
    if words:
        rows = rows.filter(
            Q(question__icontains=words) | Q(answer__icontains=words) | Q(cards__name__icontains=words)
        )
    return rows.distinct()


def rulings_in_full() -> QuerySet[Ruling]:
    return Ruling.objects.prefetch_related(*OF_RULING)


def questions_in_full() -> QuerySet[Question]:
    return Question.objects.select_related("edition").prefetch_related(*OF_QUESTION)


def examples_in_full() -> QuerySet[Example]:
    return Example.objects.select_related("edition").prefetch_related("rules")


def topics_with_rulings() -> list[tuple[str, str, int]]:
    """Return the topics (key, label, number of rulings) that have any."""
    counts = dict(
        Citation.objects.values_list("rule__topic").annotate(Count("ruling", distinct=True)).order_by()
    )
    return [(key, label, counts[key]) for key, label in TOPICS.items() if key in counts]


def comparisons_of(rule: Rule) -> QuerySet[Comparison]:
    return Comparison.objects.filter(rules=rule).prefetch_related("questions")


def combinations_of(rule: Rule) -> QuerySet[Combination]:
    return Combination.objects.filter(rules=rule)


def open_questions(*, box: str = "", state: str = "") -> QuerySet[Question]:
    rows = Question.objects.select_related("edition").prefetch_related("rules")
    rows = rows.filter(edition=box) if box else rows
    return rows.filter(state=state) if state else rows
