"""The text of a book that does not mix: rows of its own, each sentence with the statements that it puts into words."""

from __future__ import annotations

import msgspec

from cards.files import load_yaml
from cards.per_release import PerRelease
from rules.booklet.rows import CHAPTERS, Strict
from rules.booklet.text import Chapter, OpenPoint, Paragraph, Sentence
from rules.engine.house import Question, questions
from rules.engine.library import Library
from rules.facts import fixtures_folder


class SaidRow(Strict, frozen=True):
    """One sentence; `cites` are its statements without the name of the box."""

    cites: tuple[str, ...]
    text: str


class PartRow(Strict, frozen=True):
    says: tuple[SaidRow, ...]
    title: str = ""


class BookRow(Strict, frozen=True):
    """One chapter; `open` names what the book leaves open there."""

    id: str
    title: str
    paragraphs: tuple[PartRow, ...]
    open: tuple[str, ...] = ()


_rows: PerRelease[dict[str, tuple[BookRow, ...]]] = PerRelease()


def compose_plain(library: Library, box: str) -> tuple[Chapter, ...]:
    """Return the chapters of a book that stands alone; a box without a text has none."""
    game = library.editions[box]["game"]
    known = questions(library, game, (box,), box)
    return tuple(_chapter(row, box, known) for row in _rows.now(_read).get(box, ()))


def _read() -> dict[str, tuple[BookRow, ...]]:
    found: dict[str, tuple[BookRow, ...]] = {}
    for path in sorted(fixtures_folder().glob(f"*/text/{CHAPTERS}")):
        box = path.parent.parent.name
        if (path.parent.parent / "box.yaml").exists():
            found[box] = (*found.get(box, ()), msgspec.convert(load_yaml(path), BookRow))
    return found


def _chapter(row: BookRow, box: str, known: dict[str, Question]) -> Chapter:
    paragraphs = tuple(
        Paragraph(part.title, tuple(_said(one, box) for one in part.says)) for part in row.paragraphs
    )
    return Chapter(row.id, row.title, paragraphs, tuple(_open(known[key]) for key in row.open))


def _said(row: SaidRow, box: str) -> Sentence:
    rules = tuple(f"{box}.{statement}" for statement in row.cites)
    return Sentence(rules, row.text, (box,), rules)


def _open(question: Question) -> OpenPoint:
    others = tuple(option for option in question.options if option.id != question.default)
    text = question.option(question.default).text
    return OpenPoint(
        question.id, question.text, text, question.default, others, chosen=False, cites=question.cites
    )
