"""Write the rule fixtures into the database: in bulk, by id, what is gone from the files goes here too."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import models
from msgspec import to_builtins

from cards.models import Card, Source
from rules import models as rules
from rules.hashes import text_hash
from rules.mentions import CardNames
from rules.reading import Placed, RuleBooks

BATCH = 500


def write(books: RuleBooks) -> None:
    """Make the tables say what the books say; the caller holds the transaction."""
    names = CardNames(Card.objects.only("pk", "edition_id", "name", "name_en", "aliases"))
    hashes = {entry.id: text_hash(entry.text) for _box, entry in books.rules}
    _clear_links()
    _upsert(rules.Rule, _rows(books.rules, _rule))
    _upsert(rules.Term, _rows(books.terms, _plain))
    boxes = {box for box, _entry in books.rules}
    _upsert(rules.Ruling, _rows(books.rulings, partial(_ruling, boxes)))
    _upsert(rules.Example, _rows(books.examples, _example))
    _upsert(rules.Question, _rows(books.questions, _question))
    _upsert(rules.Comparison, _rows(books.comparisons, _comparison))
    _upsert(rules.Combination, _rows(books.combinations, _combination))
    _upsert(rules.Equivalence, _rows(books.equivalences, _equivalence))
    _upsert(rules.Case, _rows(books.cases, partial(_case, boxes)))
    _upsert(rules.Label, [{"key": key, "text": text} for key, text in books.labels.items()], key="key")
    for table in reversed(_TABLES):
        _remove_gone(table, books)
    _link_rules(books, hashes)
    _link_cards(books, names)
    _link_cases(books)


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


def _rule(box: str, entry: Any, order: int) -> dict[str, Any]:
    return {**_plain(box, entry, order), "order": order, "text_hash": text_hash(entry.text)}


def _ruling(boxes: set[str], box: str, entry: Any, order: int) -> dict[str, Any]:
    row = _without(_plain(box, entry, order), "rules", "sources", "contradicts")
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
    return {**_without(_plain(box, entry, order), "rules"), "order": order}


def _comparison(_box: str, entry: Any, order: int) -> dict[str, Any]:
    return {**to_builtins(entry), "order": order}


def _combination(box: str, entry: Any, order: int) -> dict[str, Any]:
    row = _without(_plain(box, entry, order), "rules", "comparison")
    return {**row, "order": order, "comparison_id": entry.comparison}


def _equivalence(_box: str, entry: Any, order: int) -> dict[str, Any]:
    return {**_without(to_builtins(entry), "cites"), "order": order}


def _case(boxes: set[str], _box: str, entry: Any, order: int) -> dict[str, Any]:
    sets = entry.scenario.get("sets") or []
    edition = sets[0] if len(sets) == 1 and sets[0] in boxes else None
    return {**_without(to_builtins(entry), "level"), "order": order, "edition_id": edition}


def _upsert(model: type[models.Model], rows: list[dict[str, Any]], key: str = "id") -> None:
    if not rows:
        return
    changing = [name for name in rows[0] if name != key]
    model._default_manager.bulk_create(
        [model(**row) for row in rows],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=[key],
        update_fields=[name.removesuffix("_id") for name in changing],
    )


def _remove_gone(table: tuple[type[models.Model], str], books: RuleBooks) -> None:
    model, kind = table
    gone = set(model._default_manager.values_list("pk", flat=True)) - books.ids(kind)
    model._default_manager.filter(pk__in=gone).delete()


def _clear_links() -> None:
    for through in _throughs():
        through._default_manager.all().delete()


def _throughs() -> list[type[models.Model]]:
    owners = [model for model, _kind in _TABLES]
    return [field.remote_field.through for model in owners for field in model._meta.local_many_to_many]


def _link(field: Any, pairs: Iterable[tuple[Any, Any]]) -> None:
    """Write the pairs (owner, other) of a many-to-many field."""
    through = field.through
    owner, other = field.field.m2m_column_name(), field.field.m2m_reverse_name()
    rows = [through(**{owner: left, other: right}) for left, right in dict.fromkeys(pairs)]
    through._default_manager.bulk_create(rows, batch_size=BATCH)


def _link_rules(books: RuleBooks, hashes: dict[str, str]) -> None:
    rules.Citation.objects.bulk_create(
        [
            rules.Citation(ruling_id=entry.id, rule_id=rule, text_hash=seen or hashes[rule])
            for _box, entry in books.rulings
            for rule, seen in entry.rules.items()
        ],
        batch_size=BATCH,
    )
    for model, placed in (
        (rules.Example, books.examples),
        (rules.Combination, books.combinations),
        (rules.Question, books.questions),
    ):
        _link(model.rules, ((entry.id, rule) for _box, entry in placed for rule in entry.rules))
    _link(
        rules.Equivalence.rules,
        ((entry.id, rule) for _box, entry in books.equivalences for rule in entry.cites),
    )
    _link(
        rules.Comparison.rules,
        (
            (entry.id, rule)
            for _box, entry in books.comparisons
            for answer in entry.answers.values()
            for rule in answer.rules
        ),
    )
    _link(
        rules.Ruling.contradicts,
        (
            pair
            for _box, entry in books.rulings
            for other in entry.contradicts
            for pair in ((entry.id, other), (other, entry.id))
        ),
    )


def _link_cards(books: RuleBooks, names: CardNames) -> None:
    _link(
        rules.Rule.cards,
        ((entry.id, card) for box, entry in books.rules for card in names.in_text(entry.text, box)),
    )
    _link(
        rules.Ruling.cards,
        (
            (entry.id, card)
            for box, entry in books.rulings
            for word in entry.about
            for card in names.named(word, box or entry.scope)
            if word[0].isupper()
        ),
    )
    _link(
        rules.Question.cards,
        (
            (entry.id, card)
            for box, entry in books.questions
            for card in names.in_text(" ".join([entry.about, *entry.readings, entry.favoured]), box)
        ),
    )
    known = set(Source.objects.values_list("pk", flat=True))
    _link(
        rules.Ruling.sources,
        ((entry.id, source) for _box, entry in books.rulings for source in entry.sources if source in known),
    )


def _link_cases(books: RuleBooks) -> None:
    """Say which rules, rulings and examples a case proves or cites."""
    for model, kind in (
        (rules.Case.rules, "rules"),
        (rules.Case.rulings, "rulings"),
        (rules.Case.examples, "examples"),
    ):
        known = books.ids(kind)
        _link(
            model,
            ((entry.id, target) for _box, entry in books.cases for target in cited(entry) if target in known),
        )
    cards = {
        f"{card.edition_id}/{card.slug}": card.pk for card in Card.objects.only("pk", "edition_id", "slug")
    }
    _link(
        rules.Case.cards,
        (
            (entry.id, cards[target])
            for _box, entry in books.cases
            for target in entry.proves
            if target in cards
        ),
    )


def cited(case: Any) -> list[str]:
    """Return the ids that a case is about: those it proves, and those its answer must cite."""
    return list(dict.fromkeys([*case.proves, *case.expect.get("cites", [])]))


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
