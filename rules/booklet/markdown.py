"""The text of a table as Markdown: for a reader without the site, and for programs that want prose."""

from __future__ import annotations

from collections.abc import Iterable

from rules.booklet.text import Chapter, OpenPoint, Pointer, Sentence
from rules.engine.german import conjunction
from rules.engine.library import Library


def as_markdown(library: Library, title: str, chapters: Iterable[Chapter], base: str = "") -> str:
    """Return the chapters; every sentence keeps its anchor and the link to its statement."""
    lines = [f"# {title}", ""]
    for chapter in chapters:
        lines += [f"## {chapter.title}", ""]
        for part in chapter.paragraphs:
            lines += [f"### {part.title}", ""] if part.title else []
            lines += [" ".join(_say(library, one, base) for one in part.sentences), ""]
        lines += [*(_open(point) for point in chapter.open), ""] if chapter.open else []
    return "\n".join(lines)


def _say(library: Library, one: Sentence, base: str) -> str:
    cite = f" [§]({base}{library.cited[one.rules[0]]['url']})" if one.rules else ""
    others = "; ".join(f"{library.editions[two.box]['name']}: {two.answer}" for two in one.differences)
    own = " (so spielt Ihr)" if one.chosen else ""
    return f'<a id="{one.anchor}"></a>{one.text}{cite}{own}' + "".join(
        [f" *({others})*" if others else "", *(f" {_see(pointer)}" for pointer in one.see)]
    )


def _see(pointer: Pointer) -> str:
    places = conjunction([f"[„{place.title}“](#{place.anchor})" for place in pointer.places])
    return f"{pointer.words} siehe {places}."


def _open(point: OpenPoint) -> str:
    own = "So spielt Ihr" if point.chosen else "Offen"
    return f'- <a id="{point.id}"></a>{own}: {point.about} {point.text}'
