"""`manage.py check`: data that no constraint can catch, named with what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError

from cards.consistency import fact_problems, known_words, traits_of
from cards.loading import read_cards
from cards.models import Card, Edition, Redirect
from cards.problems import nearest
from cards.reading import CardBooks
from cards.shapes import Facts
from cards.vocabulary import Kind


@register(Tags.models)
def check_fixtures(**_options: Any) -> list[CheckMessage]:
    """Read the card fixtures as the loader would: every dangling reference is an error."""
    sentences: list[str] = []
    read_cards(settings.FIXTURES, sentences)
    return [
        Error(sentence, hint="Erklärung aller Felder: fixtures/README.md", id="cards.E001")
        for sentence in sentences
    ]


@register(Tags.database)
def check_database(databases: Any = None, **_options: Any) -> list[CheckMessage]:
    """Check what stands in the tables (`manage.py check --database default`)."""
    if not databases:
        return []
    try:
        return [*_dangling_traits(), *_dangling_redirects(), *_miscounted_boxes()]
    except DatabaseError:
        return [
            checks.Warning(
                "Die Tabellen fehlen noch.", hint="manage.py migrate, dann load_fixtures", id="cards.W001"
            )
        ]


def _dangling_traits() -> Iterator[CheckMessage]:
    known = known_words(CardBooks(), with_database=True)
    for card in Card.objects.all():
        try:
            facts = msgspec.convert(card.own_facts(), Facts)
        except msgspec.ValidationError as error:
            yield Error(
                f"{card.key}: {error}", hint="Welche Fakten es gibt: fixtures/README.md", id="cards.E002"
            )
            continue
        for field, trait in traits_of(facts):
            if ":" not in trait and "=" not in trait and trait not in known.traits:
                yield Error(
                    f"{card.key}, Feld „{field}“: „{trait}“ ist nicht bekannt.",
                    hint=nearest(trait, known.traits).strip() or None,
                    id="cards.E003",
                )
        for problem in fact_problems(Kind(card.kind), facts):
            yield Error(problem.at(card.key).sentence(), id="cards.E004")


def _dangling_redirects() -> Iterator[CheckMessage]:
    cards = {f"{box}/{slug}" for box, slug in Card.objects.values_list("edition_id", "slug")}
    there = {"card": cards, "set": set(Edition.objects.values_list("key", flat=True))}
    for redirect in Redirect.objects.filter(kind__in=there).exclude(new=""):
        if redirect.new not in there[redirect.kind]:
            yield Error(f"Die Weiterleitung {redirect} führt ins Leere.", id="cards.E005")


def _miscounted_boxes() -> Iterator[CheckMessage]:
    for counted in Edition.objects.counted():
        total = counted.box.cards_total
        if total and counted.copies > total:
            yield Error(
                f"{counted.box.key}: {counted.copies} Karten erfasst, die Box hat nur {total}.",
                id="cards.E006",
            )
