"""The one door: a question in, its answer out; every way of reading competes, the best explained one answers."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import talk, ways
from rules.ask.answer import AskAnswer
from rules.ask.further import completed, explained, further, on_that_table, told_more, unsettled
from rules.ask.question import Reading
from rules.ask.reading import read
from rules.engine.library import Library

LONGEST = 2000


def ask(
    text: str,
    sets: Sequence[str],
    library: Library,
    *,
    context: str = "",
) -> AskAnswer:
    """Return the answer to a question in people's own words; `context` is that of the answer before."""
    before = talk.read(context)
    if before:
        before = talk.on_boxes(before, sets, library)
    lying = before
    choice = talk.chosen(text, before) if before else None
    if before and choice is None and talk.settles_nothing(text, before):
        return unsettled(text, before, context)
    reading: Reading | None = None
    meant = text
    if before and talk.asks_why(text):
        reading = explained(text, before, library)
    elif before and choice is not None:
        meant = choice or text
        reading = completed(text, choice, before, library)
    elif before and (more := told_more(text, before, library)):
        meant, reading = more
    elif before:
        reading = further(text, before, library)
    if reading is None:
        alone = ways.best(read(text, list(sets), library))
        # What a base brings hangs on the one that was told.
        lying_there = before and before.table in (alone.answer.kind, "score")
        if before and lying_there and alone.answer.verdict == "rueckfrage":
            reading = on_that_table(text, before, library)
        before, reading = (before, reading) if reading else (None, alone)
    reading.answer.context = talk.write(talk.after(before, meant, sets, reading, lying))
    return reading.answer
