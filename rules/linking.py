"""The links between rules, rulings, cards, examples and cases: computed from the fixtures, never typed twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models

from cards.models import Card, Source
from rules import models as rules
from rules.hashes import text_hash
from rules.mentions import CardNames
from rules.reading import RuleBooks

BATCH = 500
OWNERS: tuple[type[models.Model], ...] = (
    rules.Rule,
    rules.Ruling,
    rules.Example,
    rules.Question,
    rules.Comparison,
    rules.Combination,
    rules.Equivalence,
    rules.Case,
)


def clear() -> None:
    """Drop all links, so that rows may come and go."""
    for owner in OWNERS:
        for field in owner._meta.local_many_to_many:
            if through := field.remote_field.through:
                through._default_manager.all().delete()


def link(books: RuleBooks) -> None:
    """Write all links of the books; their rows are there already."""
    names = CardNames(Card.objects.only("pk", "edition_id", "name", "name_en", "aliases"))
    _cite(books)
    _link_rules(books)
    _link_cards(books, names)
    _link_sources(books)
    _link_cases(books)


def _write(field: Any, pairs: Iterable[tuple[Any, Any]]) -> None:
    """Write the pairs (owner, other) of a many-to-many field."""
    through = field.through
    owner, other = field.field.m2m_column_name(), field.field.m2m_reverse_name()
    rows = [through(**{owner: left, other: right}) for left, right in dict.fromkeys(pairs)]
    through._default_manager.bulk_create(rows, batch_size=BATCH)


def _cite(books: RuleBooks) -> None:
    """Cite each rule as it read when somebody checked the ruling; not checked yet means: as it reads."""
    hashes = {entry.id: text_hash(entry.text) for _box, entry in books.rules}
    rules.Citation.objects.bulk_create(
        [
            rules.Citation(ruling_id=entry.id, rule_id=rule, text_hash=seen or hashes[rule])
            for _box, entry in books.rulings
            for rule, seen in entry.rules.items()
        ],
        batch_size=BATCH,
    )


def _link_rules(books: RuleBooks) -> None:
    for model, placed in (
        (rules.Example, books.examples),
        (rules.Combination, books.combinations),
        (rules.Question, books.questions),
    ):
        _write(model.rules, ((entry.id, rule) for _box, entry in placed for rule in entry.rules))
    _write(
        rules.Equivalence.rules,
        ((entry.id, rule) for _box, entry in books.equivalences for rule in entry.cites),
    )
    _write(
        rules.Comparison.rules,
        (
            (question, rule)
            for question, answers in books.answers().items()
            for answer in answers.values()
            for rule in answer["rules"]
        ),
    )
    _write(
        rules.Ruling.against, ((entry.id, rule) for _box, entry in books.rulings for rule in entry.against)
    )
    _write(
        rules.Question.answers,
        ((entry.id, ruling) for _box, entry in books.questions for ruling in entry.answers),
    )
    _write(
        rules.Question.comparisons,
        ((entry.id, asked) for _box, entry in books.questions for asked in entry.asks),
    )
    _write(
        rules.Ruling.contradicts,
        (
            pair
            for _box, entry in books.rulings
            for other in entry.contradicts
            for pair in ((entry.id, other), (other, entry.id))
        ),
    )


def _link_cards(books: RuleBooks, names: CardNames) -> None:
    _write(
        rules.Rule.cards,
        ((entry.id, card) for box, entry in books.rules for card in names.in_text(entry.text, box)),
    )
    _write(
        rules.Ruling.cards,
        (
            (entry.id, card)
            for box, entry in books.rulings
            for word in entry.about
            for card in names.named(word, box or entry.scope)
            if word[0].isupper()
        ),
    )
    _write(
        rules.Question.cards,
        (
            (entry.id, card)
            for box, entry in books.questions
            for card in names.in_text(" ".join([entry.about, *entry.readings, entry.favoured]), box)
        ),
    )


def _link_sources(books: RuleBooks) -> None:
    known = set(Source.objects.values_list("pk", flat=True))
    _write(
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
        _write(
            model,
            ((entry.id, target) for _box, entry in books.cases for target in cited(entry) if target in known),
        )
    cards = {
        f"{card.edition_id}/{card.slug}": card.pk for card in Card.objects.only("pk", "edition_id", "slug")
    }
    _write(
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
