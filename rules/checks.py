"""`manage.py check`: rule data that no constraint can catch, named with what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError
from django.db.models import F

from rules.models import Citation
from rules.reading import read


@register(Tags.models)
def check_fixtures(**_options: Any) -> list[CheckMessage]:
    """Read the rule fixtures as the loader would: every dangling citation is an error."""
    sentences: list[str] = []
    read(settings.FIXTURES, sentences)
    return [
        Error(
            sentence, hint="Die Datei nennt die Stelle; ids stehen am Anfang jedes Eintrags.", id="rules.E001"
        )
        for sentence in sentences
    ]


@register(Tags.database)
def check_citations(
    app_configs: Any = None, databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """Name the rulings that rest on a rule whose text has changed since (`manage.py check --database default`)."""
    if not databases:
        return []
    try:
        return list(_stale())
    except DatabaseError:
        return []


def _stale() -> Iterator[CheckMessage]:
    for citation in Citation.objects.exclude(text_hash=F("rule__text_hash")):
        yield checks.Warning(
            f"{citation.ruling_id}: Die Regel {citation.rule_id} lautet anders als bei der letzten Prüfung.",
            hint="Passt die Antwort noch? Dann den neuen Textstand in die Klarstellung eintragen.",
            id="rules.W001",
        )
