"""No word of weight may vanish: an entry that never speaks of what was asked is not what was asked."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.data import rows
from rules.ask.knowledge import Entry, Found
from rules.ask.question import Question
from rules.ask.spotting import Spotter, spotter
from rules.engine.library import Library

# What is left of the likeness for every word of weight that the entry does not have.
LEFT = 0.45
MOST_LOOKED_AT = 8


def weighed(question: Question, found: Sequence[Found]) -> list[Found]:
    """Return the entries anew, those that leave a word of weight out further behind."""
    table: dict[str, str] = rows("weight")
    asked = {table[one.name] for one in question.mentions if one.kind == "word" and one.name in table}
    if not asked:
        return list(found)
    library, reader = question.library, spotter(question.library)
    anew = [
        one._replace(sure=one.sure * LEFT ** len(asked - _spoken(one.entry, library, reader, table)))
        for one in found[:MOST_LOOKED_AT]
    ]
    return sorted([*anew, *found[MOST_LOOKED_AT:]], key=lambda one: (-one.sure, one.entry.id))


def _spoken(entry: Entry, library: Library, reader: Spotter, table: dict[str, str]) -> set[str]:
    """Return the words of weight that an entry's phrasings and answers have."""
    spoken: set[str] = library.compile(("ask.spoken", entry.id), lambda: _read(entry, reader, table))
    return spoken


def _read(entry: Entry, reader: Spotter, table: dict[str, str]) -> set[str]:
    texts = [entry.about, *entry.asks, *(reply.answer for reply in entry.answers.values())]
    return {table[concept] for text in texts for concept in reader.concepts(text) if concept in table}
