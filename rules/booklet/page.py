"""The text of a table as HTML; what many ask for, the mixes of boxes with a book, is made once per release."""

from __future__ import annotations

from itertools import combinations

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from rules.booklet.anchors import older_anchors
from rules.booklet.mix import GAME, Mix
from rules.booklet.plain import compose_plain
from rules.booklet.text import Chapter, compose
from rules.engine.library import Library

Written = tuple[tuple[Chapter, ...], SafeString]


def written(mix: Mix) -> Written:
    """Return the chapters of a table and their HTML."""
    if mix.house or mix.books != mix.boxes:
        return _write(mix)
    found: Written = mix.library.compile(("booklet", mix.boxes), lambda: _write(mix))
    return found


def _write(mix: Mix) -> Written:
    chapters = compose(mix)
    return chapters, _html(mix.library, chapters, older_anchors(mix, chapters))


def written_plain(library: Library, box: str) -> Written:
    """Return the text of a book that does not mix."""

    def write() -> Written:
        chapters = compose_plain(library, box)
        return chapters, _html(library, chapters, {})

    found: Written = library.compile(("booklet", box), write)
    return found


def write_ahead(library: Library) -> None:
    """Make what many will ask for: every mix of the books, with every book in front, and the books that do not mix."""
    books = [key for key, row in library.editions.items() if row["game"] == GAME and row["has_rulebook"]]
    for size in range(1, len(books) + 1):
        for boxes in combinations(books, size):
            for lead in boxes:
                written(Mix(library, (lead, *(box for box in boxes if box != lead))))
    for key, row in library.editions.items():
        if row["game"] != GAME and row["has_rulebook"]:
            written_plain(library, key)


def _html(library: Library, chapters: tuple[Chapter, ...], anchors: dict[str, tuple[str, ...]]) -> SafeString:
    template = get_template("rules/combine_text.jinja", using="jinja2")
    names = {key: row["name"] for key, row in library.editions.items()}
    given = {"chapters": chapters, "anchors": anchors, "cited": library.cited, "names": names}
    return mark_safe(template.render(given))  # noqa: S308 - Jinja2 escapes what stands in it
