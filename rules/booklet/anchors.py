"""Further names of a sentence: the statements on mixing keep the places to which old addresses lead."""

from __future__ import annotations

from collections.abc import Iterable

from cards.per_release import PerRelease
from rules.booklet.mix import Mix
from rules.booklet.text import Chapter
from rules.models import Combination

Row = tuple[str, str, str, frozenset[str]]
_rows: PerRelease[tuple[Row, ...]] = PerRelease()


def older_anchors(mix: Mix, chapters: Iterable[Chapter]) -> dict[str, tuple[str, ...]]:
    """Return by sentence the ids of the statements on mixing that it stands for; each id once."""
    sentences = [one for chapter in chapters for part in chapter.paragraphs for one in part.sentences]
    if not sentences:
        return {}
    asked = {question: one.anchor for one in reversed(sentences) for question in one.asks}
    stated = {rule: one.anchor for one in reversed(sentences) for rule in one.rules}
    found: dict[str, list[str]] = {}
    for ident, box, question, rules in _rows.at(mix.library.version, _read):
        if box in mix.books:
            by_rule = next((stated[rule] for rule in sorted(rules) if rule in stated), sentences[0].anchor)
            found.setdefault(asked.get(question, by_rule), []).append(ident)
    return {anchor: tuple(ids) for anchor, ids in found.items()}


def _read() -> tuple[Row, ...]:
    rows = Combination.objects.prefetch_related("rules")
    return tuple(
        (row.pk, row.edition_id, row.comparison_id or "", frozenset(rule.pk for rule in row.rules.all()))
        for row in rows
    )
