"""The boxes side by side: what each book answers to the same question, and where they differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.models import Comparison
from rules.vocabulary import HARMLESS_NOTES, TOPIC_ORDER

# What a row says of the boxes that were asked.
SAME, DIFFERENT, HARMLESS, PARTIAL, ALONE, SILENT = (
    "same",
    "different",
    "harmless",
    "partial",
    "alone",
    "silent",
)
VERDICTS: dict[str, str] = {
    SAME: "gleich",
    DIFFERENT: "Unterschied",
    HARMLESS: "nur im Wortlaut anders",
    PARTIAL: "nicht alle sagen es",
    ALONE: "nur hier",
    SILENT: "ungeregelt",
}


@dataclass(frozen=True)
class Cell:
    """What one book answers."""

    box: str
    answer: str
    value: Any
    silent: bool
    rules: tuple[str, ...]
    # The answer is another one than most of the books give.
    deviates: bool = False
    # The book's open questions about it: id and state in words.
    open: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Row:
    """One question with the answers of the boxes asked."""

    id: str
    topic: str
    question: str
    param: str
    cells: tuple[Cell, ...]
    verdict: str
    note: str

    @property
    def label(self) -> str:
        """The verdict in words; a harmless difference says why it is harmless."""
        if self.verdict == HARMLESS:
            return _harmless(self.note) or VERDICTS[HARMLESS]
        return VERDICTS[self.verdict]

    @property
    def matters(self) -> bool:
        return self.verdict in (DIFFERENT, PARTIAL)

    @property
    def common(self) -> Cell | None:
        """The one answer that all the books give in the same words, with the rules of them all."""
        first = self.cells[0]
        if len(self.cells) < 2 or any(
            cell.silent or cell.open or cell.answer != first.answer for cell in self.cells
        ):
            return None
        rules = tuple(rule for cell in self.cells for rule in cell.rules)
        return Cell("", first.answer, first.value, silent=False, rules=rules)

    def cell(self, box: str) -> Cell:
        return next(cell for cell in self.cells if cell.box == box)


def compare(boxes: Sequence[str], topic: str = "") -> list[Row]:
    """Return the rows of a topic, or of all topics, for the boxes in their order."""
    rows = Comparison.objects.prefetch_related("questions")
    rows = rows.filter(topic=topic) if topic else rows
    found = [compare_row(row, boxes) for row in rows]
    return sorted(found, key=lambda row: TOPIC_ORDER[row.topic])


def compare_row(row: Comparison, boxes: Iterable[str]) -> Row:
    doubts: dict[str, list[tuple[str, str]]] = {}
    for one in row.questions.all():
        doubts.setdefault(one.edition_id, []).append((one.pk, one.get_state_display()))
    cells = [_cell(box, row.answers[box], tuple(doubts.get(box, ()))) for box in boxes if box in row.answers]
    speaking = [cell for cell in cells if not cell.silent]
    verdict = _verdict(row, cells, speaking)
    if verdict == DIFFERENT:
        cells = _marked(cells, speaking)
    return Row(row.id, row.topic, row.question, row.param, tuple(cells), verdict, row.note)


def _cell(box: str, answer: dict[str, Any], doubts: tuple[tuple[str, str], ...]) -> Cell:
    silent = bool(answer.get("silent")) or answer.get("answer") is None
    rules = tuple(answer["rules"])
    return Cell(box, answer.get("answer") or "", answer.get("value"), silent, rules, open=doubts)


def _verdict(row: Comparison, cells: list[Cell], speaking: list[Cell]) -> str:
    if not speaking:
        return SILENT
    if len({_reading(row, cell) for cell in speaking} - {""}) > 1:
        return HARMLESS if _harmless(row.note) else DIFFERENT
    if len(speaking) == len(cells):
        return SAME
    if not row.same:
        return HARMLESS if _harmless(row.note) else PARTIAL
    return ALONE if len(speaking) == 1 else SAME


def _reading(row: Comparison, cell: Cell) -> str:
    """Return what is compared: where the editors say that the books mean the same, only values are."""
    return "" if row.same and cell.value is None else _key(cell)


def _harmless(note: str) -> str:
    return next((word for start, word in HARMLESS_NOTES.items() if note.startswith(start)), "")


def _marked(cells: list[Cell], speaking: list[Cell]) -> list[Cell]:
    """Mark the answers that most books do not give; where two groups are equally large, none."""
    counts = Counter(_key(cell) for cell in speaking)
    (usual, most), *others = counts.most_common()
    if any(count == most for _answer, count in others):
        return cells
    return [
        replace(cell, deviates=True) if not cell.silent and _key(cell) != usual else cell for cell in cells
    ]


def _key(cell: Cell) -> str:
    return json.dumps(cell.value if cell.value is not None else cell.answer.casefold(), sort_keys=True)
