"""The sentences of the table's rulebook as rows: which questions one answers, for which tables, in which words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from cards.files import load_yaml
from cards.per_release import PerRelease
from rules.facts import fixtures_folder

FOLDER = "munchkin/text"
CHAPTERS = "[0-9]*.yaml"


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row with a misspelt key is an error."""


class Where(Strict, frozen=True):
    """Which tables are meant: every key must fit, of its words one is enough."""

    boxes: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    # Parts of a card's name, and whole words of it.
    titles: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    # Questions one of which a book of the table answers.
    answered: frozenset[str] = frozenset()
    mixed: bool = False
    alone: bool = False
    # By question: the values one of which is in force at this table, whichever book says so.
    decided: dict[str, tuple[Any, ...]] = {}
    # By question: the values one of which a book of the table names, in force or not.
    said: dict[str, tuple[Any, ...]] = {}


class Addition(Strict, frozen=True):
    """What a sentence adds where the condition holds."""

    text: str
    if_: tuple[Where, ...] = msgspec.field(name="if", default=())
    unless: tuple[Where, ...] = ()


class SentenceRow(Strict, frozen=True):
    """One sentence; `by` words it for a book that answers the first question otherwise.

    `read` words it for a reading that the table has chosen of what is open, by `question:letter`.
    `follows` marks what only the sentence before it makes clear, for where it stands alone.
    `see` leads on to where more is said, by the words of the pointer: the questions that are answered there.
    `pick` says who answers: the book that decides, or all books together.
    """

    asks: tuple[str, ...]
    text: str = ""
    by: dict[str, str] = {}
    read: dict[str, str] = {}
    follows: bool = False
    see: dict[str, tuple[str, ...]] = {}
    pick: Literal["lead", "sum"] = "lead"
    and_: tuple[Addition, ...] = msgspec.field(name="and", default=())
    if_: tuple[Where, ...] = msgspec.field(name="if", default=())
    unless: tuple[Where, ...] = ()


class ParagraphRow(Strict, frozen=True):
    says: tuple[SentenceRow, ...]
    title: str = ""


class OpenRow(Strict, frozen=True):
    """What the books leave open, by its name in `unsettled`, where it does not come up at every table."""

    ask: str
    if_: tuple[Where, ...] = msgspec.field(name="if", default=())
    unless: tuple[Where, ...] = ()


class ChapterRow(Strict, frozen=True):
    id: str
    title: str
    paragraphs: tuple[ParagraphRow, ...]
    open: tuple[OpenRow, ...] = ()


class Instead(Strict, frozen=True):
    """Words that stand for others on some tables."""

    words: dict[str, str]
    if_: tuple[Where, ...] = msgspec.field(name="if", default=())
    unless: tuple[Where, ...] = ()


class KindList(Strict, frozen=True):
    """The kinds of the table in a row, joined by the last word."""

    last: str
    words: dict[str, str]


class Words(Strict, frozen=True):
    instead: tuple[Instead, ...]
    lists: dict[str, KindList]


class Sheet(Strict, frozen=True):
    """What stands on the one page: parts in the form of the text, figures in one line, disputes, equal words."""

    parts: tuple[ParagraphRow, ...]
    figures: dict[str, str]
    disputes: tuple[str, ...]
    # Which answers surprise most whoever knows another box, the first most of all.
    surprising: tuple[str, ...]


class Rows(msgspec.Struct, frozen=True):
    chapters: tuple[ChapterRow, ...]
    words: Words
    sheet: Sheet
    # The questions that all books of a table answer together, each for its own cards.
    together: frozenset[str]
    # By question: the rows that may answer it.
    asking: dict[str, tuple[SentenceRow, ...]]


_rows: PerRelease[Rows] = PerRelease()


def rows() -> Rows:
    """Return the rows of the newest release."""
    return _rows.now(_read)


def _read() -> Rows:
    folder = fixtures_folder() / FOLDER
    chapters = [_convert(load_yaml(path), ChapterRow) for path in sorted(folder.glob(CHAPTERS))]
    says = [row for chapter in chapters for part in chapter.paragraphs for row in part.says]
    asking: dict[str, tuple[SentenceRow, ...]] = {}
    for row in says:
        asking.update({question: (*asking.get(question, ()), row) for question in row.asks})
    return Rows(
        tuple(chapters),
        _convert(load_yaml(folder / "words.yaml"), Words),
        _convert(load_yaml(folder / "sheet.yaml"), Sheet),
        frozenset(question for row in says if row.pick == "sum" for question in row.asks),
        asking,
    )


def _convert(row: Any, shape: type[Any]) -> Any:
    return msgspec.convert(_listed(row), shape)


def _listed(row: Any) -> Any:
    """Return the row with every condition as a list, for most are a single one, and what is open as a row."""
    if isinstance(row, list):
        return [_listed(one) for one in row]
    if not isinstance(row, dict):
        return row
    short = {
        key: [value] if key in ("if", "unless") and isinstance(value, dict) else _listed(value)
        for key, value in row.items()
    }
    if "open" in short:
        short["open"] = [{"ask": one} if isinstance(one, str) else one for one in short["open"]]
    return short
