"""Write the rule fixtures into the database: in bulk, by id, what is gone from the files goes here too."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import models
from msgspec import to_builtins

from rules import linking
from rules import models as rules
from rules.answers import Answers
from rules.hashes import text_hash
from rules.reading import Placed, RuleBooks

BATCH = 500


def write(books: RuleBooks) -> None:
    """Make the tables say what the books say; the caller holds the transaction."""
    linking.clear()
    _upsert(rules.Rule, _rows(books.rules, partial(_rule, books.values())))
    _upsert(rules.Term, _rows(books.terms, _plain))
    boxes = {box for box, _entry in books.rules}
    _upsert(rules.Ruling, _rows(books.rulings, partial(_ruling, boxes)))
    _upsert(rules.Example, _rows(books.examples, _example))
    _upsert(rules.Question, _rows(books.questions, _question))
    _upsert(rules.Comparison, _rows(books.comparisons, partial(_comparison, books.answers())))
    _upsert(rules.Combination, _rows(books.combinations, _combination))
    _upsert(rules.Equivalence, _rows(books.equivalences, _equivalence))
    _upsert(rules.Case, _rows(books.cases, partial(_case, boxes)))
    for table in reversed(_TABLES):
        _remove_gone(table, books)
    linking.link(books)


_TABLES: list[tuple[type[models.Model], str]] = [
    (rules.Rule, "rules"),
    (rules.Term, "terms"),
    (rules.Ruling, "rulings"),
    (rules.Example, "examples"),
    (rules.Question, "questions"),
    (rules.Comparison, "comparisons"),
    (rules.Combination, "combinations"),
    (rules.Equivalence, "equivalences"),
    (rules.Case, "cases"),
]


def _rows(placed: list[Placed], fields: Any) -> list[dict[str, Any]]:
    """Return the rows of one table; `order` counts inside a box."""
    counts: dict[str, int] = {}
    result = []
    for box, entry in placed:
        counts[box] = counts.get(box, 0) + 1
        result.append(fields(box, entry, counts[box]))
    return result


def _plain(box: str, entry: Any, _order: int) -> dict[str, Any]:
    return {**to_builtins(entry), "edition_id": box or None}


def _without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in names}


def _rule(values: dict[str, dict[str, Any]], box: str, entry: Any, order: int) -> dict[str, Any]:
    row = _without(_plain(box, entry, order), "decides")
    decided = values.get(entry.id, {})
    return {**row, "params": decided, "order": order, "text_hash": text_hash(entry.text)}


def _ruling(boxes: set[str], box: str, entry: Any, order: int) -> dict[str, Any]:
    row = _without(_plain(box, entry, order), "rules", "sources", "contradicts", "against")
    about = entry.scope or box
    place = {
        "order": order,
        "number": str(entry.number),
        "scope": about,
        "edition_id": about if about in boxes else None,
    }
    return {**row, **place, "text_hash": text_hash(entry.question, entry.answer)}


def _example(box: str, entry: Any, order: int) -> dict[str, Any]:
    return {**_without(_plain(box, entry, order), "rules"), "order": order}


def _question(box: str, entry: Any, order: int) -> dict[str, Any]:
    return {**_without(_plain(box, entry, order), "rules", "answers", "asks"), "order": order}


def _comparison(answers: Answers, _box: str, entry: Any, order: int) -> dict[str, Any]:
    row = _without(to_builtins(entry), "inverse")
    return {**row, "answers": answers.get(entry.id, {}), "order": order}


def _combination(box: str, entry: Any, order: int) -> dict[str, Any]:
    row = _without(_plain(box, entry, order), "rules", "comparison")
    return {**row, "order": order, "comparison_id": entry.comparison}


def _equivalence(_box: str, entry: Any, order: int) -> dict[str, Any]:
    return {**_without(to_builtins(entry), "cites"), "order": order}


def _case(boxes: set[str], _box: str, entry: Any, order: int) -> dict[str, Any]:
    sets = entry.scenario.get("sets") or []
    edition = sets[0] if len(sets) == 1 and sets[0] in boxes else None
    return {**_without(to_builtins(entry), "level", "asks"), "order": order, "edition_id": edition}


def _upsert(model: type[models.Model], rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    changing = [name for name in rows[0] if name != "id"]
    model._default_manager.bulk_create(
        [model(**row) for row in rows],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[name.removesuffix("_id") for name in changing],
    )


def _remove_gone(table: tuple[type[models.Model], str], books: RuleBooks) -> None:
    model, kind = table
    gone = set(model._default_manager.values_list("pk", flat=True)) - books.ids(kind)
    model._default_manager.filter(pk__in=gone).delete()


def objects() -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
    """Return what the database holds of rules and rulings, for the record of changes."""
    result: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}
    for kind, model, title, fields in _RECORDED:
        for row in model._default_manager.values("id", *fields):
            result[kind, row["id"]] = (row[title], row)
    return result


_RECORDED: list[tuple[str, type[models.Model], str, list[str]]] = [
    ("rule", rules.Rule, "text", ["text", "kind", "section", "topic", "params"]),
    ("term", rules.Term, "term", ["term", "definition"]),
    ("ruling", rules.Ruling, "question", ["question", "answer", "status"]),
    ("example", rules.Example, "result", ["scene", "steps", "result"]),
    ("question", rules.Question, "about", ["about", "readings", "favoured", "state"]),
]
