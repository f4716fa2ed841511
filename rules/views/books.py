"""The five rulebooks, each as one text in the order of play, and every statement on a page of its own."""

from __future__ import annotations

from django.db.models import Count, Model, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string

from rules.comparing import compare_row
from rules.engine.library import Library
from rules.facts import library
from rules.glossary import Glossary
from rules.models import Question, Rule, Ruling, Term
from rules.querysets import (
    combinations_of,
    comparisons_of,
    in_order_of_play,
    munchkin_books,
    neighbours,
    rulebooks,
    touching,
)
from rules.views.finding import find
from rules.vocabulary import TOPICS


def book_list(request: HttpRequest) -> HttpResponse:
    books = rulebooks().annotate(
        statements=_number(Rule), clarified=_number(Ruling), unsettled=_number(Question)
    )
    return render(request, "rules/book_list.html", {"books": books, "json_url": "/api/v1/sets"})


def _number(model: type[Model]) -> Coalesce:
    """Count a book's rows on their own: three joins in one query would multiply each other."""
    rows = model._default_manager.filter(edition=OuterRef("pk")).order_by().values("edition")
    return Coalesce(Subquery(rows.annotate(number=Count("pk")).values("number")), 0)


def rule_book(request: HttpRequest, box: str) -> HttpResponse:
    book = get_object_or_404(rulebooks(), pk=box)
    context = {"book": book, **_written(library(), box), "json_url": f"/api/v1/rules?set={box}"}
    return render(request, "rules/rule_book.html", context)


def _written(shelf: Library, box: str) -> dict[str, object]:
    """Return the text of a book as HTML, with its contents; it is made once per release."""

    def write() -> dict[str, object]:
        rules = list(Rule.objects.filter(edition=box))
        glossary = Glossary(Term.objects.filter(edition=box))
        chapters = in_order_of_play(rules)
        given = {"chapters": chapters, "touching": touching(box), "glossary": glossary}
        contents = [(chapter, [topic[:2] for topic in topics]) for chapter, topics in chapters]
        text = render_to_string("rules/_book_text.html", given)
        return {"contents": contents, "number": len(rules), "text": text}

    found: dict[str, object] = shelf.compile(("book", box), write)
    return found


def write_ahead(shelf: Library) -> None:
    """Write every rulebook before somebody asks for it."""
    for book in rulebooks():
        _written(shelf, book.pk)


def rule_detail(request: HttpRequest, rule_id: str) -> HttpResponse:
    rule = find(request, Rule.objects.select_related("edition"), "rule", rule_id)
    if isinstance(rule, HttpResponse):
        return rule
    before, after = neighbours(rule)
    glossary = Glossary(Term.objects.filter(edition=rule.edition_id))
    context = {
        "rule": rule,
        "topic": TOPICS[rule.topic],
        "before": before,
        "after": after,
        "glossary": glossary,
        "terms": glossary.in_text(rule.text),
        "rows": _compared(rule),
        "citations": rule.citations.select_related("ruling__edition"),
        "cards": rule.cards.select_related("edition"),
        "examples": rule.examples.all(),
        "questions": rule.questions.all(),
        "cases": rule.cases.all(),
        "combinations": combinations_of(rule),
        "json_url": f"/api/v1/rules/{rule.pk}",
    }
    return render(request, "rules/rule_detail.html", context)


def _compared(rule: Rule) -> list[dict[str, object]]:
    """Return the comparison rows that this statement answers, with the other books' answers."""
    books = {book.pk: book for book in munchkin_books()}
    rows = [compare_row(row, books) for row in comparisons_of(rule)]
    return [{"row": row, "answers": [(books[cell.box], cell) for cell in row.cells]} for row in rows]
