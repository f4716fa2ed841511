"""The text of a book that does not mix: its own statements in the order of play."""

from __future__ import annotations

from rules.booklet.text import Chapter, Paragraph, Sentence
from rules.engine.library import Library
from rules.vocabulary import CHAPTERS

RULE = "/regeln/"


def compose_plain(library: Library, box: str) -> tuple[Chapter, ...]:
    """Return every statement of the book once; its topic is the second word of its id."""
    by_topic: dict[str, list[Sentence]] = {}
    for rule, row in library.cited.items():
        if row["edition"] == box and row["url"].startswith(RULE):
            sentence = Sentence((rule,), row["text"], (box,), (rule,))
            by_topic.setdefault(rule.split(".")[1], []).append(sentence)
    chapters = (
        Chapter(
            f"kapitel-{place}",
            title,
            tuple(
                Paragraph(label, tuple(by_topic[topic]))
                for topic, label in topics.items()
                if topic in by_topic
            ),
        )
        for place, (title, topics) in enumerate(CHAPTERS.items(), 1)
    )
    return tuple(chapter for chapter in chapters if chapter.paragraphs)
