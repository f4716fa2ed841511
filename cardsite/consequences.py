"""What accepting a proposal would do to the cases: which of those that name the card pass or fail with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from cards.models import Card
from cards.proposals import changed
from rules.engine import resolve
from rules.engine.library import Library
from rules.expectations import shortfalls
from rules.facts import library_from_database
from rules.models import Case

MOST_CASES = 200


@dataclass(frozen=True)
class Consequence:
    """A case that names the card: whether it passes today, and whether it would."""

    case: Case
    passes: bool
    would_pass: bool

    @property
    def differs(self) -> bool:
        return self.passes != self.would_pass


class _Undone(Exception):
    """Nothing that was tried stays."""


def consequences(card: Card, after: dict[str, Any]) -> list[Consequence]:
    """Play the cases that name the card with it as it is and as it would be; nothing is saved."""
    cases = _naming(card)
    if not cases:
        return []
    now, then = library_from_database("jetzt"), _library_with(card, after)
    found = [Consequence(case, _passes(case, now), _passes(case, then)) for case in cases]
    return sorted(found, key=lambda one: not one.differs)


def _naming(card: Card) -> list[Case]:
    slug = json.dumps(card.slug)
    rows = Case.objects.filter(cards=card) | Case.objects.filter(edition=card.edition_id)
    named = [case for case in rows.distinct() if card.key in case.proves or slug in json.dumps(case.scenario)]
    return named[:MOST_CASES]


def _library_with(card: Card, after: dict[str, Any]) -> Library:
    built: list[Library] = []
    try:
        with transaction.atomic():
            new = changed(card, after)
            new.save_base(raw=True)
            built.append(library_from_database("dann"))
            raise _Undone
    except _Undone:
        return built[0]


def _passes(case: Case, books: Library) -> bool:
    return not shortfalls(resolve(case.scenario, books), case.expect)
